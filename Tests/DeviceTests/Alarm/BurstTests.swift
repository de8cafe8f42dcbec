import HAL
import Testing

/// The limits of IEC 60601-1-8, in milliseconds, as quoted by people who have the standard. MarkusRJK's
/// generators (Tables 3 and 4) have the numbers, IncuNest the counts.
struct AlarmTable: Sendable {
  var burst: Burst
  var pulses: ClosedRange<Int>
  var duration: ClosedRange<Double>
  var gap: ClosedRange<Double>
  /// Pause between bursts; nil: not repeated.
  var pause: ClosedRange<Double>?

  static let betweenHalves = 350.0...1300.0
  static let base = 150.0...1000.0
  static let harmonics = 300.0...4000.0
  static let rows = [
    AlarmTable(
      burst: .high, pulses: 10...10, duration: 75...200, gap: 50...125, pause: 2500...15_000),
    AlarmTable(
      burst: .medium, pulses: 3...3, duration: 125...250, gap: 125...250, pause: 2500...30_000),
    AlarmTable(burst: .low, pulses: 1...2, duration: 125...250, gap: 125...250, pause: nil),
  ]
}

@Suite("The sound of an alarm, as data (IEC 60601-1-8)")
struct BurstTests {
  static func pulses(of burst: Burst) -> [Pulse] {
    (0..<burst.pulseCount).map { burst.pulse($0) }
  }

  /// Milliseconds at which a pulse passes 90 % of its amplitude, up and down.
  static func span(_ pulse: Pulse) -> (up: Double, down: Double) {
    let up = Double(pulse.onset.count) + 900 * pulse.rampSeconds
    return (up, up + Double(pulse.duration.count))
  }

  static func gaps(_ pulses: [Pulse]) -> [Double] {
    zip(pulses, pulses.dropFirst()).map { span($1).up - span($0).down }
  }

  @Test("Pulses and their durations are those of the priority", arguments: AlarmTable.rows)
  func pulses(_ row: AlarmTable) {
    let pulses = BurstTests.pulses(of: row.burst)
    #expect(row.pulses.contains(pulses.count))
    for pulse in pulses {
      #expect(row.duration.contains(Double(pulse.duration.count)))
      #expect(pulse.duration == pulses[0].duration)
    }
  }

  @Test("Equal pulses, equal gaps at low and medium priority", arguments: [Burst.low, .medium])
  func evenGaps(_ burst: Burst) throws {
    let row = try #require(AlarmTable.rows.first { $0.burst == burst })
    let gaps = BurstTests.gaps(BurstTests.pulses(of: burst))
    #expect(gaps.count == burst.pulseCount - 1)
    for gap in gaps {
      #expect(row.gap.contains(gap))
      #expect(abs(gap - gaps[0]) < 0.01)
    }
  }

  @Test("High priority is twice three and two, with a longer silence between the halves")
  func highGaps() throws {
    let row = try #require(AlarmTable.rows.first { $0.burst == .high })
    let pulses = BurstTests.pulses(of: .high)
    let gaps = BurstTests.gaps(pulses)
    let x = gaps[0]
    #expect(row.gap.contains(x))
    for i in [1, 3, 5, 6, 8] { #expect(abs(gaps[i] - x) < 0.01, "gap \(i + 1)") }
    let broken = 2 * x + Double(pulses[0].duration.count)
    for i in [2, 7] { #expect(abs(gaps[i] - broken) < 0.01, "gap \(i + 1)") }
    #expect(AlarmTable.betweenHalves.contains(gaps[4]))
    #expect(gaps[4] > broken)
  }

  @Test("Bursts are as far apart as the table wants", arguments: AlarmTable.rows)
  func pause(_ row: AlarmTable) throws {
    let pulses = BurstTests.pulses(of: row.burst)
    guard let allowed = row.pause else {
      #expect(row.burst.interval == nil)
      // Two alarms of low priority must not sound like one that is repeated.
      #expect(row.burst.pause > Milliseconds.seconds(15))
      return
    }
    let interval = try #require(row.burst.interval)
    let last = BurstTests.span(pulses[pulses.count - 1])
    let pause = Double(interval.count) + BurstTests.span(pulses[0]).up - last.down
    #expect(allowed.contains(pause))
    #expect(Double(row.burst.pause.count) >= allowed.lowerBound)
  }

  @Test("Each pulse rises in 15 % of its duration and is silent before the next begins")
  func rise() {
    for burst in [Burst.low, .medium, .high, .call] {
      let pulses = BurstTests.pulses(of: burst)
      for (pulse, gap) in zip(pulses, BurstTests.gaps(pulses) + [.infinity]) {
        let rise = 1000 * pulse.rampSeconds * 0.8
        #expect(abs(rise / Double(pulse.duration.count) - 0.15) < 1e-9)
        #expect(2 * rise <= gap)
      }
      for (pulse, next) in zip(pulses, pulses.dropFirst()) {
        #expect(Double(pulse.onset.count) + 1000 * pulse.wholeSeconds <= Double(next.onset.count))
      }
    }
  }

  @Test("Alarms have the base and at least four harmonics that the standard wants")
  func harmonics() {
    for row in AlarmTable.rows {
      for pulse in BurstTests.pulses(of: row.burst) {
        #expect(pulse.base == Hertz(523))
        #expect(AlarmTable.base.contains(pulse.base.value))
      }
    }
    let audible = (2...6).filter { harmonic in
      AlarmTable.harmonics.contains(523 * Double(harmonic))
        && abs(Burst.level(ofHarmonic: harmonic).value) <= 15
    }
    #expect(audible.count >= 4)
    #expect(Burst.level(ofHarmonic: 1) == Decibels(0))
  }

  @Test("The more urgent is never the softer, and a reminder's call is no softer than an alarm")
  func levels() {
    #expect(Burst.high.level > Burst.medium.level)
    #expect(Burst.medium.level > Burst.low.level)
    #expect(Burst.call.level >= Burst.high.level)
    #expect(Decibels(0).ratio == 1)
    #expect(abs(Decibels(-20).ratio - 0.1) < 1e-12)
    #expect(abs(Decibels(6).ratio - 1.995_262) < 1e-6)
  }

  @Test("A reminder calls three times, in three rising notes (ALZ-11)")
  func call() {
    let notes = BurstTests.pulses(of: .call)
    #expect(notes.count == 9)
    for call in 0..<3 {
      let three = notes[3 * call..<3 * call + 3].map(\.base)
      #expect(three[0] < three[1] && three[1] < three[2])
      #expect(three == notes[0..<3].map(\.base))
      for note in three { #expect(AlarmTable.base.contains(note.value)) }
    }
    let gaps = BurstTests.gaps(notes)
    #expect(min(gaps[2], gaps[5]) > 3 * gaps[0], "the three calls stand apart")
  }

  @Test("No note of the call could be a pulse of any alarm, nor its rhythm an alarm's (ALZ-11)")
  func callIsNoAlarm() {
    let notes = BurstTests.pulses(of: .call)
    for row in AlarmTable.rows {
      for note in notes { #expect(Double(note.duration.count) > row.duration.upperBound) }
      #expect(!row.pulses.contains(notes.count))
    }
    #expect(notes[2].duration.count == 2 * notes[0].duration.count)
    // Five semitones and four: not the C E G of the standard's old melodies, nor its C C C.
    let first = notes[1].base.value / notes[0].base.value
    let second = notes[2].base.value / notes[1].base.value
    #expect(abs(first - 1.3348) < 0.002)
    #expect(abs(second - 1.2599) < 0.002)
  }
}
