import Device
import Foundation
import HAL
import Packed
import Scenarios
import Simulator
import Testing

/// Text and packed form mean the same.
@Suite("Events as bytes (CARD-2, CARD-3)")
struct PackedTests {
  @Test("There are walks, harms and kept black boxes to pack")
  func complete() {
    for folder in ["traces/", "simulations/harms/", "Tests/Kept/"] {
      #expect(PackedWalks.traces.contains { $0.hasPrefix(folder) })
    }
    #expect(PackedWalks.traces.count > 100)
  }

  @Test("A trace has the same events after packing", arguments: PackedWalks.traces)
  func traces(_ trace: String) throws {
    let events = try PackedWalks.events(trace)
    try #require(!events.isEmpty)
    #expect(try PackedWalks.unpack(PackedWalks.pack(events)) == events)
  }

  @Test("A device that reads bytes behaves as one that reads text", arguments: PackedWalks.traces)
  func digest(_ trace: String) throws {
    let outcome = try PackedWalks.replay(trace)
    let packed = try #require(outcome.packed)
    var (digest, actions) = (Digest(), Digest())
    try packed.withUnsafeBytes { bytes in
      var board = try PackedBoard(BufferSource(bytes), change: PerimeterChange())
      var device = Device()
      device.run(
        on: &board,
        { _, _, action in
          action.fold(into: &digest)
          action.fold(into: &actions)
        }, settled: { _, _, device in _ = device.foldInPlace(into: &digest) })
      #expect(board.failure == nil)
    }
    #expect(digest == outcome.summary.digest)
    #expect(actions == outcome.summary.actions)
  }

  @Test("A drawn life has the same events after packing", arguments: 0..<5 as Range<UInt64>)
  func lives(seed: UInt64) throws {
    var events: [Event] = []
    _ = Life.live(Swarm.plan(seed: seed)) { event, action, _ in
      if action == nil { events.append(event) }
    }
    try #require(!events.isEmpty)
    #expect(try PackedWalks.unpack(PackedWalks.pack(events)) == events)
  }

  @Test("A fix of a walk takes 20 bytes at most")
  func size() throws {
    let events = try PackedWalks.events("traces/cuenca-1-lanyard.jsonl")
    let fixes = events.filter { if case .fix = $0.kind { true } else { false } }
    let bytes = try PackedWalks.pack(fixes).count
    #expect(bytes <= 20 * fixes.count, "\(bytes) bytes for \(fixes.count) fixes")
    #expect(bytes >= 8 * fixes.count)
  }

  // MARK: Values at their ends

  private static func fixes() -> [Event.Kind] {
    let numbers: [Double] = [
      0, -0.0, 0.1, 0.3, 1.0 / 3, 12.345678, 12.3456789, -7.5, 1e-300, 1e300, 359.99, 5e-324,
      .greatestFiniteMagnitude, 140_737_488_355_327, 140_737_488_355_328, 14_073_748_835_532.8,
    ]
    var fixes: [Event.Kind] = [.fix(Fix(mode: .none))]
    for (i, number) in numbers.enumerated() {
      let mode: Fix.Mode = i % 2 == 0 ? .twoD : .threeD
      fixes.append(.fix(Fix(mode: mode, eph: Metres(number))))
      fixes.append(.fix(Fix(mode: mode, eph: Metres(number), speed: MetresPerSecond(number))))
      fixes.append(.fix(Fix(mode: mode, course: Degrees(number))))
    }
    let corners: [(Int64, Int64)] = [
      (900_000_000, 1_800_000_000), (-900_000_000, -1_800_000_000), (0, 0), (1, -1),
    ]
    for (latitude, longitude) in corners {
      for wall in [0, -1, 253_402_300_799_999, .min, .max] as [Int64] {
        for isDated in [true, false] {
          fixes.append(
            .fix(
              Fix(
                mode: .threeD,
                position: Position(latitudeE7: latitude, longitudeE7: longitude),
                time: FixTime(WallTime(milliseconds: wall), isDated: isDated))))
        }
      }
    }
    return fixes
  }

  private static func others() -> [Event.Kind] {
    var kinds: [Event.Kind] = [
      .booted(Boot(number: .max, keys: KeySet(bits: 9), secret: (.max, 0))),
      .booted(Boot(number: 0, keys: KeySet(bits: 0), secret: (1, 0x8000_0000_0000_0000))),
      .keys(.all), .key(KeyPress(.help)), .key(KeyPress(.minus, isLong: true)),
      .reading(MeterReading(result: .low)), .reading(MeterReading(result: .high)),
      .reading(
        MeterReading(
          result: .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(118))),
          age: Milliseconds(.min))),
      .reading(
        MeterReading(
          result: .amount(.millimolesPerLitre(MillimolesPerLitre(5.55))),
          age: Milliseconds(.max))),
      .message(.acknowledged(token: .max, caregiver: 255)), .message(.whereIs(caregiver: 0)),
      .message(.accompanied(untilMinute: -1, caregiver: 3)),
      .message(
        .accompanied(untilMinute: 1439, caregiver: 1, received: WallTime(milliseconds: .min))),
      .battery(BatteryLevel(percent: 255, isCharging: true)),
      .battery(BatteryLevel(percent: 0, isCharging: false)),
      .storage(nil), .storage(.full), .storage(.readOnly), .storage(.failed), .storage(.damaged),
      .shuttingDown, .deadline, .restored(.place(.inside)),
      .edited(.diary(.doseRemoved(EntryID(9)))),
      .restored(.alive(WallTime(milliseconds: 1), nil)),
    ]
    for source in [ClockSource.rtc, .ntp, .gps] {
      kinds.append(.clock(WallTime(milliseconds: -62_167_219_200_000), source))
    }
    for route in [Route.mail, .relay] {
      for outcome in [DeliveryOutcome.accepted, .transient, .permanent] {
        kinds.append(
          .answer(
            NetworkAnswer(
              notice: NoticeID(boot: 7, number: .max),
              recipient: Recipient(caregiver: 255, route: route), outcome: outcome)))
      }
    }
    return kinds
  }

  private static func settings() throws -> [Setting] {
    var limits = Limits()
    (limits.escalateAfter, limits.breadcrumbs, limits.allIsWellAt) = (60, 1, 1439)
    (limits.hasHeartbeat, limits.hasInbound) = (true, true)
    (limits.usesMillimoles, limits.asksCarbohydrates) = (true, true)
    let pole = try #require(Position(latitudeE7: -900_000_000, longitudeE7: 1_800_000_000))
    let insulin = try InsulinProfile(
      lowerTarget: MilligramsPerDecilitre(80), upperTarget: MilligramsPerDecilitre(120.5),
      sensitivity: 33.3, base: (.zero, InsulinUnits(milliunits: 25_000), .zero),
      gramsPerUnit: 12.25, maximum: InsulinUnits(milliunits: 25_000),
      step: InsulinUnits(milliunits: 50), model: .rapidAdult)
    var settings: [Setting] = [
      .begin, .end, .noProfile, .changed(ProfileChanges(rawValue: 5)), .changed(.reminders),
      .limits(Limits()),
      .limits(limits), .insulin(insulin),
      .perimeter(try Perimeter(center: pole, radius: Metres(100.123456789), temper: .calm)),
      .watch(WeeklyHours(weekdays: 127, from: 0, to: 1440)),
      .quiet(WeeklyHours(weekdays: 1, from: 1439, to: 0)),
      .zone(ZoneTransition(at: .max, offset: -1080)), .zone(ZoneTransition(at: .min, offset: 1080)),
      .caregiver(Caregiver(hasMail: true, hasRelay: false, who: .max)),
      .caregiver(Caregiver(hasMail: false, hasRelay: true)),
      .mealtime(Mealtime(meal: .dinner, minute: 1439)),
      .priority(.storage, .high), .priority(.veryLowGlucose, .high),
      .accompanied(until: CivilMinute.planned.lowerBound),
      .kept(since: WallTime(milliseconds: .max), isInsulinSure: true),
      .kept(since: WallTime(milliseconds: 0), isInsulinSure: false),
    ]
    let repeats: [Reminder.Repeat] = [.once, .daily, .weekdays(64), .everyHours(24)]
    for (i, rhythm) in repeats.enumerated() {
      settings.append(
        .reminder(
          Reminder(
            id: i == 0 ? 1 : .max, kind: i % 2 == 0 ? .reminder : .medication,
            first: CivilMinute.planned.upperBound, repeats: rhythm,
            until: i < 2 ? nil : CivilMinute.planned.lowerBound, tellsCaregiver: i > 1,
            question: i == 3 ? ReminderQuestion(from: 0, to: 250, start: 7) : nil)))
    }
    return settings
  }

  private static func everything() throws -> [Event] {
    let kinds = fixes() + others() + (try settings().map { .setting($0) })
    return kinds.enumerated().map { index, kind in
      // The last moments lie at the end of all time.
      Event(
        at: Instant(milliseconds: index < 10 ? Int64(index / 2) : .max / 2 + Int64(index)), kind)
    }
  }

  @Test("Every kind of event comes back, with values at the ends of their ranges")
  func extremes() throws {
    let events = try Self.everything()
    let again = try PackedWalks.unpack(PackedWalks.pack(events))
    #expect(again.count == events.count)
    for (found, event) in zip(again, events) { #expect(found == event) }
    // Equality takes both zeros for one.
    guard case .fix(let minus) = again[4].kind, case .fix(let same) = events[4].kind else {
      return
    }
    #expect(minus.eph?.value.bitPattern == same.eph?.value.bitPattern)
  }

  @Test("Power cuts and wall time stand between the events")
  func others() throws {
    var writer = PackedWriter<[UInt8]>([])
    writer.write(offset: -5)
    try writer.write(Event(at: Instant(milliseconds: 1000), .deadline))
    writer.writeOff(at: Instant(milliseconds: 900))
    writer.write(offset: .max)
    try writer.write(Event(at: Instant(milliseconds: 2000), .shuttingDown))
    writer.writeOff(at: Instant(milliseconds: 5000))
    let (items, failure) = PackedWalks.items(writer.sink)
    #expect(failure == nil)
    #expect(
      items == [
        .offset(-5), .event(Event(at: Instant(milliseconds: 1000), .deadline)),
        .off(Instant(milliseconds: 900)), .offset(.max),
        .event(Event(at: Instant(milliseconds: 2000), .shuttingDown)),
        .off(Instant(milliseconds: 5000)),
      ])
  }

  // MARK: Refusals

  @Test("A number that is none is refused on both sides, and an event from before the last one")
  func unfit() throws {
    for number in [Double.nan, -.nan, .infinity, -.infinity] {
      let kinds: [Event.Kind] = [
        .fix(Fix(mode: .threeD, eph: Metres(number))),
        .fix(Fix(mode: .threeD, speed: MetresPerSecond(number))),
        .fix(Fix(mode: .threeD, course: Degrees(number))),
        .reading(
          MeterReading(
            result: .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(number))))),
      ]
      for kind in kinds {
        var writer = PackedWriter<[UInt8]>([])
        let before = writer.sink
        #expect(throws: PackedError.unfit) { try writer.write(Event(at: .start, kind)) }
        #expect(writer.sink == before)
      }
      // The same written by hand: an accuracy of all eight bytes.
      let word = (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> UInt64(8 * $0)) }
      let bytes = try PackedWalks.pack([]) + [0x80 | 3 << 5 | 4, 0, 0] + word
      #expect(PackedWalks.items(bytes).failure == .damaged)
    }
    var writer = PackedWriter<[UInt8]>([])
    try writer.write(Event(at: Instant(milliseconds: 2), .deadline))
    #expect(throws: PackedError.unfit) {
      try writer.write(Event(at: Instant(milliseconds: 1), .deadline))
    }
  }

  @Test("Foreign bytes, a newer format and a cut in each place are told apart")
  func torn() throws {
    #expect(PackedWalks.items([]).failure == .foreign)
    #expect(PackedWalks.items(Array("<gpx>".utf8)).failure == .foreign)
    #expect(PackedWalks.items([0x56, 0x49, 0x47, 2]).failure == .newer)
    let events = try Self.everything()
    let bytes = try PackedWalks.pack(events)
    var whole = 0
    for end in 4..<bytes.count {
      let (items, failure) = PackedWalks.items(Array(bytes[..<end]))
      #expect(failure == nil || failure == .torn)
      if failure == nil { whole += 1 }
      #expect(items == events.prefix(items.count).map { .event($0) })
    }
    // A cut between two items leaves a whole walk.
    #expect(whole == events.count)
  }

  @Test("Flipped bits are refused, or give events that can be packed again")
  func flipped() throws {
    let bytes = try PackedWalks.pack(Self.everything())
    var refused = 0
    for place in bytes.indices {
      for bit in 0..<8 as Range<UInt8> {
        var spoilt = bytes
        spoilt[place] ^= 1 << bit
        let (items, failure) = PackedWalks.items(spoilt)
        if failure != nil { refused += 1 }
        let events = items.compactMap { item -> Event? in
          if case .event(let event) = item { event } else { nil }
        }
        guard place % 16 == 0 else { continue }
        #expect(try PackedWalks.unpack(PackedWalks.pack(events)) == events)
      }
    }
    #expect(refused > bytes.count)
  }
}
