import Agenda
import Device
import Foundation
import HAL
import Profile
import Quit

/// The companion for giving up smoking, by the device's own profile.
public struct KnownQuit: Sendable {
  public let plan: QuitPlan
  /// Those of the profile.
  public let slips: [QuitPlan.Slip]
  public let zone: Zone
  /// The numbers that the two questions have in the device's log.
  private let craving: UInt16?
  private let checkIn: UInt16?

  /// A number that the wearer chose, by the clock on the wall.
  public struct Answer: Equatable, Sendable {
    public var at: CivilMinute
    /// The local minute of the question.
    public var due: CivilMinute
    public var value: Int
  }

  /// Nil for a profile without the section.
  init?(_ profile: Profile) {
    guard let plan = profile.quit else { return nil }
    self.plan = plan
    slips = profile.slips
    zone = profile.timeZone.table
    let numbers = CompanionNumbers(
      profile.companions(zone: zone), family: profile.reminders.map(\.setting))
    craving = numbers[QuitCompanion.Key.craving]
    checkIn = numbers[QuitCompanion.Key.checkIn]
  }

  public func cravings(in log: CareLog) -> [Answer] { answers(craving, log) }

  /// The figures of that moment: those of `vigia quit status`.
  public func status(_ log: CareLog, at now: WallTime) -> QuitStatus {
    let checkIns = answers(checkIn, log).map {
      CheckIn(at: $0.at, due: $0.due, cigarettes: $0.value, of: plan)
    }
    return QuitStatus(plan, slips: slips, checkIns: checkIns, at: zone.highest(at: now))
  }

  private func answers(_ number: UInt16?, _ log: CareLog) -> [Answer] {
    log.answers.filter { $0.number == number }.map {
      Answer(at: zone.local($0.at).minute, due: $0.due, value: Int($0.value))
    }
  }
}

/// The device's own settings as the portal has them.
///
/// The companion counts by these alone: no revision of a portal changes it (docs/portal-protocol.md).
public struct OwnProfile: Sendable {
  /// The time at which the newest text came.
  public var told: WallTime
  /// False: this portal cannot use the newest text, and the rest is of the one before.
  public var isReadable: Bool
  /// The time at which the newest text came that can be used; nil: none can.
  public var read: WallTime?
  /// Nil: no text can be used.
  public var timeZone: TimeZone?
  /// No place leaves the device for a portal.
  public var hidesPlaces: Bool
  /// The device has a mail server for its notices.
  public var sendsMails: Bool
  /// Nil: that text has no section `quit`.
  public var quit: KnownQuit?
  /// Nil: that text has no section `insulin`.
  public var insulin: KnownInsulin?

  /// - Parameter profile: nil: the text cannot be used.
  init(told: WallTime, profile: KnownProfile?, before: OwnProfile?) {
    self.told = told
    isReadable = profile != nil
    read = profile == nil ? before?.read : told
    timeZone = profile?.timeZone ?? before?.timeZone
    hidesPlaces = profile?.hidesPlaces ?? before?.hidesPlaces ?? false
    sendsMails = profile?.sendsMails ?? before?.sendsMails ?? false
    quit = profile == nil ? before?.quit : profile?.quit
    insulin = profile == nil ? before?.insulin : profile?.insulin
  }
}
