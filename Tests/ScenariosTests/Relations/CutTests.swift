import Checkers
import Device
import Foundation
import HAL
import Testing

@testable import Simulator

/// The power may go after any deed of the device: whatever comes after it, all that must hold holds.
@Suite("The power goes after each deed of a busy hour")
struct CutTests {
  /// A walk out and home, a reminder, a low glucose, help, and a caregiver who answers.
  private static func plan() throws -> Plan {
    let home = try #require(Position(latitudeE7: -29_005_000, longitudeE7: -790_045_000))
    var household = Household(
      home: home, radius: Metres(100), zone: .guayaquil,
      caregivers: [
        Caregiver(hasMail: true, hasRelay: false), Caregiver(hasMail: true, hasRelay: false),
      ])
    household.limits.hasInbound = true
    let start = WallTime(milliseconds: 1_790_956_800_000)
    let local = start.milliseconds / 60_000 - 300
    household.reminders = [
      Reminder(
        id: 1, kind: .medication, first: CivilMinute(Int32(local + 25)), repeats: .once,
        tellsCaregiver: true)
    ]
    var plan = Plan(
      seed: 7, household: household, start: start, duration: .seconds(3 * 3600),
      calm: .seconds(3600))
    plan.receiver.interval = .seconds(10)
    plan.items = [
      Item(at: Milliseconds(0), .temper(Temper(answers: 100, after: .seconds(40)))),
      Item(at: Milliseconds(0), .answers(caregiver: 0, after: .seconds(400))),
      Item(at: .seconds(300), .walk(to: Point(north: 220), speed: MetresPerSecond(1.4), .open)),
      Item(at: .seconds(900), .walk(to: Point(), speed: MetresPerSecond(1.4), .open)),
      Item(
        at: .seconds(2000),
        .measure(
          MeterReading(result: .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(62)))))),
      Item(at: .seconds(2600), .press(KeyPress(.help))),
    ]
    return plan
  }

  @Test("One deed of 24 from the first to the last, and in the middle of a record")
  func everywhere() throws {
    let plan = try CutTests.plan()
    var deeds: [(at: Instant, before: Int64)] = []
    let whole = Life.live(plan) { event, action, _ in
      guard let action else { return }
      // Signs of life come every minute, and are all alike.
      if case .store(.alive) = action { return }
      let isSame = deeds.last?.at == event.at
      deeds.append((event.at, isSame ? (deeds.last?.before ?? 0) + 1 : 0))
    }
    #expect(whole.violation == nil)
    #expect(deeds.count > 100)
    // All of them take minutes: VIGIA_CUTS=1.
    let every = ProcessInfo.processInfo.environment["VIGIA_CUTS"] == nil ? 24 : 1
    for i in stride(from: 0, to: deeds.count, by: every) {
      let (at, before) = deeds[i]
      var cut = plan
      cut.items.append(
        Item(
          at: Milliseconds(at.milliseconds), lasts: .seconds(20),
          .powerCut(afterActions: before, tornWords: before % 11)))
      cut.items.sort { $0.at < $1.at }
      let violation = Life.live(cut).violation
      #expect(
        violation == nil,
        """
        cut after \(before) deeds at \(at.milliseconds) ms: \(violation?.invariant.rawValue ?? "") \
        \(violation?.what ?? "")
        """)
    }
  }
}
