import Checkers
import Device
import HAL

/// The file of the profile, with mistakes or without, and what the device keeps of the last good one.
extension World {
  /// Somebody saved the file, and the device looks at it.
  mutating func readProfile() {
    guard truth.isPowered else {
      adoptProfile()
      return tell(.reloaded)
    }
    let row = takeProfile()
    tell(.reloaded)
    // The row is one piece: nothing comes between two of its settings.
    handOver += row.map { .setting($0) }
    if !mailbox.isEmpty { schedule(.fetchMail, at: truth.now + .seconds(30)) }
  }

  /// Other settings have come to the device, which takes them at once and tells the caregivers of the changes.
  public mutating func adopt(_ household: Household, telling changes: ProfileChanges) {
    file = household
    readProfile()
    if !changes.isEmpty { handOver.append(.setting(.changed(changes))) }
  }

  /// The device's present profile, as a row of settings.
  mutating func takeProfile() -> [Setting] {
    adoptProfile()
    guard let isSure = faults.people.badProfile else {
      if faults.storage == nil, !faults.storageLies {
        kept = (file, trueWall(at: truth.now))
      }
      return household.settings(around: plan.start, entries: planned(household))
    }
    guard let kept else { return [.begin, .noProfile, .end] }
    var row = kept.household.settings(
      around: plan.start, entries: planned(kept.household))
    row.insert(
      .kept(since: kept.since, isInsulinSure: isSure && kept.household.insulin == file.insulin),
      at: 1)
    return row
  }

  private mutating func adoptProfile() {
    truth.isProfileGood = faults.people.badProfile == nil
    truth.isInsulinSure =
      faults.people.badProfile ?? true && (kept?.household.insulin ?? file.insulin) == file.insulin
    truth.hasProfile = truth.isProfileGood || kept != nil
    household = truth.isProfileGood ? file : kept?.household ?? file
    truth.household = household
    center = plane.point(of: household.home)
    truth.radius = household.radius
    adoptPost()
    reckonNetwork()
  }
}
