import Foundation
import HAL
import Linux
import TestSupport
import Testing

/// IEC 60601-1-8, Tables 3 and 4, as published. Milliseconds.
private struct AlarmRow {
  let burst: Burst
  let pulses: Int
  let duration: ClosedRange<Double>
  let gap: ClosedRange<Double>
}

/// The sound passes the real libasound into its `file` plugin, and is measured there.
@Suite("The sound behind libasound is the alarm of the table", .serialized)
struct AlarmTableTests {
  private let reactor: Reactor

  init() throws {
    reactor = try Reactor()
  }

  private static let rows = [
    AlarmRow(burst: .high, pulses: 10, duration: 75...200, gap: 50...125),
    AlarmRow(burst: .medium, pulses: 3, duration: 125...250, gap: 125...250),
    AlarmRow(burst: .low, pulses: 2, duration: 125...250, gap: 125...250),
  ]

  private func heard(_ burst: Burst, volume: UInt8 = 100) throws -> Heard {
    let file = SoundMachine.newFile()
    try withExtendedLifetime(
      LinuxSpeaker(
        reactor, device: "file:\(file),raw", volume: SpeakerVolume(percent: volume)
      ) { Issue.record("\($0)") }
    ) { speaker in
      try speaker.play(burst)
      #expect(speaker.isSounding)
      #expect(try SoundMachine.wait(reactor) { !speaker.isSounding })
      #expect(speaker.underruns == 0)
    }
    return try Heard(file)
  }

  private func isClose(_ measured: Double, _ wanted: Double) -> Bool {
    abs(measured - wanted) <= 0.05 * wanted
  }

  @Test("Pulses, durations, gaps and rises", .needs(.numpy))
  func rhythm() throws {
    for row in AlarmTableTests.rows {
      let heard = try heard(row.burst)
      try #require(heard.pulses.count == row.pulses)
      let first = heard.pulses[0]
      for (i, pulse) in heard.pulses.enumerated() {
        let wanted = row.burst.pulse(i)
        #expect(row.duration.contains(pulse.duration))
        #expect(isClose(pulse.duration, Double(wanted.duration.count)), "\(pulse.duration) ms")
        #expect((0.10...0.20).contains(pulse.rise / pulse.duration), "\(pulse.rise) ms")
        let onset = Double(wanted.onset.count - row.burst.pulse(0).onset.count)
        #expect(abs(pulse.start - first.start - onset) <= 0.05 * max(onset, 1))
        #expect(abs(20 * log10(pulse.peak / first.peak)) < 10)
      }
      for (i, gap) in heard.gaps.enumerated() {
        switch (row.burst, i) {
        case (.high, 2), (.high, 7):
          #expect(isClose(gap, 2 * heard.gaps[0] + first.duration), "\(gap) ms: 2x and a pulse")
        case (.high, 4): #expect((350.0...1300).contains(gap))
        default: #expect(row.gap.contains(gap), "\(gap) ms")
        }
      }
    }
  }

  @Test("Base frequency and harmonics", .needs(.numpy))
  func spectrum() throws {
    for row in AlarmTableTests.rows {
      for pulse in try heard(row.burst).pulses {
        let base = try #require(pulse.tones.first).frequency
        #expect((150.0...1000).contains(base))
        #expect(isClose(base, 523), "\(base) Hz")
        let harmonics = pulse.tones.dropFirst()
        let counted = harmonics.filter {
          (300.0...4000).contains($0.frequency) && abs($0.level) <= 15
        }
        #expect(counted.count >= 4)
        for (i, tone) in harmonics.enumerated() {
          #expect(isClose(tone.frequency, base * Double(i + 2)), "\(tone.frequency) Hz")
          let wanted = pow(10, Double(Burst.level(ofHarmonic: i + 2).value) / 20)
          #expect(isClose(pow(10, tone.level / 20), wanted), "harmonic \(i + 2): \(tone.level) dB")
        }
        #expect(harmonics.count { $0.level > 0 } < 4, "the base is among the four loudest")
      }
    }
  }

  @Test("The call is nine notes of three pitches", .needs(.numpy))
  func call() throws {
    let heard = try heard(.call)
    try #require(heard.pulses.count == 9)
    for (i, pulse) in heard.pulses.enumerated() {
      #expect(isClose(pulse.duration, [300, 300, 600][i % 3]), "\(pulse.duration) ms")
      let base = try #require(pulse.tones.first).frequency
      #expect(isClose(base, [392, 523, 659][i % 3]), "\(base) Hz")
    }
  }

  @Test(
    "The volume is the profile's, but high priority never falls below the floor",
    .needs(.numpy),
    arguments: [
      (Burst.low, 10, 0.1), (.medium, 40, 0.4), (.call, 20, 0.2), (.high, 80, 0.8),
      (.high, 10, 0.5), (.high, 0, 0.5),
    ] as [(Burst, UInt8, Double)])
  func volume(_ burst: Burst, _ percent: UInt8, _ share: Double) throws {
    let full = try #require(try heard(burst).pulses.first)
    let less = try #require(try heard(burst, volume: percent).pulses.first)
    #expect(isClose(less.peak / full.peak, share))
  }

  @Test("At volume 0 nothing of less priority is heard", .needs(.numpy))
  func silent() throws {
    #expect(try heard(.medium, volume: 0).pulses.isEmpty)
  }
}
