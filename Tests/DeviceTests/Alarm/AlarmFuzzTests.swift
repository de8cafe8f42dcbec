import Device
import HAL
import TestSupport
import Testing

/// Days of alarms in any order, and what must hold after each step.
@Suite("Random days of alarms")
struct AlarmFuzzTests {
  private static let kinds = (1...12).compactMap { AlarmKind(rawValue: $0) }

  private static func act(_ ear: inout Ear, _ dice: inout SplitMix64, at second: Double) {
    let kind = kinds[dice.below(kinds.count)]
    switch dice.below(10) {
    case 0...3: ear.raise(kind, at: second)
    case 4...6: ear.clear(kind, at: second)
    case 7: ear.ok(at: second)
    case 8: ear.quiet(dice.below(2) == 0, at: second)
    default:
      let priorities: [AlarmPriority?] = [nil, .low, .medium, .high]
      ear.configure(kind, priorities[dice.below(4)], at: second)
    }
  }

  /// Help that does not get through rests for 190 s between two rounds.
  @Test("An unsilenced alarm of high priority is heard within 17 s, at every moment")
  func alwaysHeard() {
    for seed in 1...40 {
      var dice = SplitMix64(seed: UInt64(seed))
      var ear = Ear()
      var second = 0.0
      var since: Double?
      var notThroughSince: Double?
      for _ in 0..<200 {
        second += Double(dice.below(60_000)) / 1000
        ear.wait(until: second)
        for (since, longest) in [(since, 17.0), (notThroughSince, 190 + 17)] {
          if let since, second - max(since, ear.lastHigh) > longest {
            Issue.record("seed \(seed): silent at \(second) s though high since \(since) s")
            return
          }
        }
        AlarmFuzzTests.act(&ear, &dice, at: second)
        let high = AlarmFuzzTests.kinds.filter {
          ear.alarm.isOn($0) && !ear.alarm.isSilenced($0) && ear.alarm.priority(of: $0) == .high
            && $0 != .help
        }
        since = high.contains { $0 != .helpNotThrough } ? since ?? second : nil
        notThroughSince = high.contains(.helpNotThrough) ? notThroughSince ?? second : nil
      }
    }
  }

  @Test("No lower burst is heard while a higher alarm sounds, none cuts one that is as urgent")
  func order() {
    for seed in 1...40 {
      var dice = SplitMix64(seed: UInt64(seed) << 20)
      var ear = Ear()
      var second = 0.0
      for _ in 0..<200 {
        second += Double(dice.below(8000)) / 1000
        let high = AlarmFuzzTests.kinds.filter {
          ear.alarm.isOn($0) && !ear.alarm.isSilenced($0) && !ear.alarm.isResting($0)
            && $0.ownPriority == .high
        }
        let before = ear.changes.count
        ear.wait(until: second)
        // A round that ended meanwhile gives way to the others.
        let isHigh = high.contains { !ear.alarm.isResting($0) }
        let heard = ear.changes[before...].map(\.change)
        if isHigh, heard.contains(.sound(.low)) || heard.contains(.sound(.medium)) {
          Issue.record("seed \(seed): a lower one is heard before \(second) s")
        }
        AlarmFuzzTests.act(&ear, &dice, at: second)
      }
      var last: (start: Double, burst: Burst)?
      for (second, change) in ear.changes {
        if case .hush = change { last = nil }
        guard case .sound(let burst) = change else { continue }
        if let last, second < last.start + last.burst.length.seconds {
          if burst == .low || last.burst == .high && burst != .high {
            Issue.record("seed \(seed): \(burst) cuts \(last.burst) at \(second) s")
          }
        }
        last = (second, burst)
      }
    }
  }

  @Test("The page is always one that is on; nothing stays behind when all is over")
  func pages() {
    for seed in 1...40 {
      var dice = SplitMix64(seed: UInt64(seed) << 40)
      var ear = Ear()
      var second = 0.0
      for _ in 0..<200 {
        second += Double(dice.below(30_000)) / 1000
        AlarmFuzzTests.act(&ear, &dice, at: second)
        let waiting = AlarmFuzzTests.kinds.filter {
          ear.alarm.isOn($0) && !ear.alarm.isSilenced($0)
            && !(ear.alarm.priority(of: $0) == .high && ear.alarm.isResting($0))
        }
        let highest = waiting.map { ear.alarm.priority(of: $0) }.max()
        let foreground = ear.alarm.foreground
        let isRight =
          foreground.map {
            ear.alarm.isOn($0)
              && (highest ?? ear.alarm.priority(of: $0)) == ear.alarm.priority(of: $0)
          } ?? waiting.isEmpty
        if !isRight { Issue.record("seed \(seed): wrong page at \(second) s") }
      }
      for kind in AlarmFuzzTests.kinds { ear.clear(kind, at: second + 1) }
      #expect(ear.alarm.foreground == nil)
      #expect(ear.alarm.deadline == nil)
    }
  }
}
