import Agenda
import Checkers
import Device
import Foundation
import HAL
import Profile
import Simulator

/// A plan for one wearer of the family: what happens each day, by the wearer's clock.
struct FamilyLife: Sendable {
  let profile: String
  /// The meaning of that text.
  let own: Profile
  let household: Household
  private(set) var plan: Plan
  /// Spans in which the device reaches no network.
  var offline: [Range<Int64>] = []
  /// Records that the log has before the life begins, and when each was written.
  var past: [(record: Record, at: WallTime)] = []

  func isOffline(at now: Instant) -> Bool { offline.contains { $0.contains(now.milliseconds) } }

  static let days: Int64 = 14
  private static let minute: Int64 = 60_000
  private static let day: Int64 = 86_400_000

  /// - Parameters:
  ///   - profile: the text of the wearer's profile.
  ///   - start: eight in the morning there.
  init(seed: UInt64, profile: String, start: WallTime) throws {
    self.profile = profile
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("vigia-family-\(UUID().uuidString).yaml")
    defer { try? FileManager.default.removeItem(at: file) }
    try profile.write(to: file, atomically: false, encoding: .utf8)
    let known = try Profile(file: file.path)
    own = known
    let household = FamilyLife.household(known)
    self.household = household
    var plan = Plan(
      seed: seed, household: household, start: start,
      duration: Milliseconds(FamilyLife.days * FamilyLife.day),
      calm: Milliseconds(FamilyLife.days * FamilyLife.day))
    var temper = Temper.dutiful
    temper.answers = 85
    plan.agenda = FamilyLife.agenda(known, plan)
    plan.items = [
      // They answer on the portal, and not by mail.
      Item(at: Milliseconds(0), .answers(caregiver: 0, after: nil)),
      Item(at: Milliseconds(0), .answers(caregiver: 1, after: nil)),
      Item(at: Milliseconds(0), .temper(temper)),
    ]
    self.plan = plan
  }

  /// The household as a profile has it. Its people answer on the portal, which is a way in.
  static func household(_ profile: Profile) -> Household {
    var household = Household(
      home: profile.perimeter.center, radius: profile.perimeter.radius, zone: .guayaquil,
      caregivers: profile.caregivers.map(\.setting))
    household.temper = profile.perimeter.temper
    household.watch = profile.watch
    household.accompanied = profile.accompaniedUntil
    household.reminders = profile.reminders.map(\.setting)
    household.quiet = profile.quiet
    household.raised = profile.raised.map { Household.RaisedAlarm($0.kind, $0.priority) }
    household.limits = profile.limits
    household.limits.hasInbound = true
    return household
  }

  /// The entries of all companions, as the planner of a device gets them.
  private static func agenda(_ profile: Profile, _ plan: Plan) -> [AgendaEntry] {
    let zone = profile.timeZone.table
    let first = zone.local(plan.start).minute
    let window = first...CivilMinute(first.count + Int32(days) * 1440)
    return profile.companions(zone: zone).flatMap { $0.entries(in: window) { _ in [] } }
  }

  /// Adds something that happens each day at that minute after eight.
  func daily(_ minutes: Int64, _ act: Act) -> FamilyLife {
    var plan = plan
    for day in 0..<FamilyLife.days {
      plan.items.append(
        Item(at: Milliseconds(day * FamilyLife.day + minutes * FamilyLife.minute), act))
    }
    plan.items.sort { $0.at < $1.at }
    var life = self
    life.plan = plan
    return life
  }

  /// A walk there and back, by street.
  func walks(at minutes: Int64, to place: Point, stays: Int64) -> FamilyLife {
    daily(minutes, .walk(to: place, speed: MetresPerSecond(1.2), .street))
      .daily(minutes + stays, .walk(to: Point(), speed: MetresPerSecond(1.1), .street))
      .daily(minutes + stays + 20, .enter(.indoor))
  }

  func presses(at minutes: Int64) -> FamilyLife { daily(minutes, .press(KeyPress(.help))) }

  /// Presses of OK on the home page, which open the question how strong a craving is.
  func craves(at minutes: [Int64]) -> FamilyLife {
    minutes.reduce(self) { $0.daily($1, .press(KeyPress(.ok))) }
  }

  /// The battery: on the charger from nine in the evening to seven, then three percent an hour less.
  func charges() -> FamilyLife {
    var life = self
    for hour in 0..<24 as Range<Int64> {
      let isNight = hour >= 13 && hour < 23
      let percent = isNight ? min(100, 61 + (hour - 13) * 12) : 100 - (hour + 1) % 24 * 3
      life = life.daily(
        hour * 60 + 1, .battery(BatteryLevel(percent: UInt8(percent), isCharging: isNight)))
    }
    return life
  }

  func isOffline(from minutes: Int64, for length: Int64) -> FamilyLife {
    var life = self
    for day in 0..<FamilyLife.days {
      let from = day * FamilyLife.day + minutes * FamilyLife.minute
      life.offline.append(from..<from + length * FamilyLife.minute)
    }
    return life
  }
}
