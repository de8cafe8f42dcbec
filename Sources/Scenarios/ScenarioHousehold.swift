import Checkers
import Device
import HAL
import Profile
import Simulator
import Traces

extension Household {
  /// The household that a profile tells of.
  init(_ profile: Profile, keys: KeySet) {
    self.init(
      home: profile.perimeter.center, radius: profile.perimeter.radius, zone: ZoneName(profile),
      caregivers: profile.caregivers.map(\.setting))
    temper = profile.perimeter.temper
    reminders = profile.reminders.map(\.setting)
    insulin = profile.insulin.map { InsulinFigures($0) }
    mealtimes = profile.mealtimes
    watch = profile.watch
    quiet = profile.quiet
    raised = profile.raised.map { RaisedAlarm($0.kind, $0.priority) }
    limits = profile.limits
    accompanied = profile.accompaniedUntil
    self.keys = keys
  }

  /// A walk that needs a circle only: one caregiver has a mailbox.
  init(_ perimeter: Perimeter, keys: KeySet) {
    self.init(
      home: perimeter.center, radius: perimeter.radius, zone: .other(name: "UTC", []),
      caregivers: [Caregiver(hasMail: true, hasRelay: false)])
    temper = perimeter.temper
    self.keys = keys
  }
}

extension Household.ZoneName {
  init(_ profile: Profile) {
    let name = profile.timeZone.identifier
    if let known = Self.allCases.first(where: { $0.name == name }) {
      self = known
      return
    }
    var table: [ZoneTransition] = []
    for case .zone(let transition) in profile.settings { table.append(transition) }
    self =
      table.allSatisfy { $0.offset == 0 }
      ? .other(name: "UTC", []) : .other(name: name, table)
  }
}

/// The words that go with a household, so that a trace of it reads like the family's own.
struct HouseholdWords {
  /// As the device gets it.
  var row: [Setting]
  var words: TraceWords

  init(_ household: Household, _ profile: Profile?, around start: WallTime) {
    row = household.settings(around: start)
    words = TraceWords(
      names: profile?.names ?? .init(), language: profile?.language,
      timeZone: profile?.timeZone.identifier, settings: row)
  }
}
