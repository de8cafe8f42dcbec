import Foundation
import HAL
import Testing

/// A burst as a speaker plays it, and what an instrument would measure of it.
private struct Recording {
  static let rate = 48_000
  let samples: [Float]
  let loudest: Double
  /// Sample numbers between which the amplitude is above 90 % of its most.
  let pulses: [Range<Int>]
  /// Milliseconds that each takes to rise from 10 to 90 %.
  let rises: [Double]

  init(_ burst: Burst) {
    let samples = Array(IteratorSequence(BurstSamples(burst, rate: Recording.rate)))
    self.samples = samples
    // The amplitude is the loudest sample within a period of the base, in steps of half a
    // millisecond.
    let lowest = BurstTests.pulses(of: burst).map(\.base.value).min() ?? 523
    let step = Recording.rate / 2000
    let reach = Int(Double(Recording.rate) / lowest / Double(step) / 2) + 1
    let steps = stride(from: 0, to: samples.count, by: step).map { start in
      samples[start..<min(start + step, samples.count)].map { abs($0) }.max() ?? 0
    }
    let envelope = steps.indices.map { i in
      steps[max(0, i - reach)...min(steps.count - 1, i + reach)].max() ?? 0
    }
    let most = envelope.max() ?? 0
    loudest = Double(most)
    var pulses: [Range<Int>] = []
    var rises: [Double] = []
    var start: Int?
    var quiet = 0
    for (i, amplitude) in envelope.enumerated() {
      if amplitude < 0.1 * most { quiet = i }
      if amplitude >= 0.9 * most {
        if start == nil { rises.append(Recording.milliseconds((i - quiet) * step)) }
        start = start ?? i
      } else if let begin = start {
        pulses.append(begin * step..<i * step)
        start = nil
      }
    }
    self.pulses = pulses
    self.rises = rises
  }

  static func milliseconds(_ samples: Int) -> Double { 1000 * Double(samples) / Double(rate) }
  var durations: [Double] { pulses.map { Recording.milliseconds($0.count) } }
  var gaps: [Double] {
    zip(pulses, pulses.dropFirst()).map {
      Recording.milliseconds($1.lowerBound - $0.upperBound)
    }
  }

  /// The amplitude at one frequency in the steady part of a pulse: one bin of a Fourier transform
  /// under a Hann window.
  func amplitude(at frequency: Double, in pulse: Range<Int>) -> Double {
    let (n, turn) = (Double(pulse.count), 2 * Double.pi * frequency / Double(Recording.rate))
    var (real, imaginary, weight) = (0.0, 0.0, 0.0)
    for (i, sample) in samples[pulse].enumerated() {
      let window = 0.5 - 0.5 * cos(2 * Double.pi * Double(i) / n)
      real += window * Double(sample) * cos(turn * Double(i))
      imaginary += window * Double(sample) * sin(turn * Double(i))
      weight += window
    }
    return 2 * (real * real + imaginary * imaginary).squareRoot() / weight
  }
}

/// The measured is within 5 % of the data, and inside the standard's table.
@Suite("The sound of an alarm, measured on its samples (IEC 60601-1-8)")
struct BurstSoundTests {
  private func isClose(_ measured: Double, _ wanted: Double) -> Bool {
    abs(measured - wanted) <= 0.05 * wanted
  }

  @Test("The pulses, durations and gaps that are heard are the data's and the table's")
  func rhythm() {
    for row in AlarmTable.rows {
      let recording = Recording(row.burst)
      let pulses = BurstTests.pulses(of: row.burst)
      #expect(recording.pulses.count == row.burst.pulseCount)
      for (measured, pulse) in zip(recording.durations, pulses) {
        #expect(row.duration.contains(measured))
        #expect(isClose(measured, Double(pulse.duration.count)), "\(row.burst): \(measured) ms")
      }
      for (i, (measured, gap)) in zip(recording.gaps, BurstTests.gaps(pulses)).enumerated() {
        let isBreak = row.burst == .high && [2, 4, 7].contains(i)
        #expect(isBreak || row.gap.contains(measured))
        #expect(isClose(measured, gap), "\(row.burst): gap of \(measured) ms")
      }
    }
  }

  @Test("Each pulse is heard to rise in 10 to 20 % of its duration")
  func rise() {
    for row in AlarmTable.rows {
      let recording = Recording(row.burst)
      #expect(recording.rises.count == row.burst.pulseCount)
      for (rise, duration) in zip(recording.rises, recording.durations) {
        #expect((0.10...0.20).contains(rise / duration), "\(rise) of \(duration) ms")
      }
    }
  }

  @Test("A reminder is heard as nine notes, three times short short long (ALZ-11)")
  func call() {
    let recording = Recording(.call)
    let wanted = [300.0, 300, 600, 300, 300, 600, 300, 300, 600]
    #expect(recording.durations.count == wanted.count)
    for (measured, wanted) in zip(recording.durations, wanted) {
      #expect(isClose(measured, wanted), "\(measured) ms")
    }
    for (note, frequency) in zip(recording.pulses, [392.0, 523, 659]) {
      let others = [392.0, 523, 659].filter { $0 != frequency }
      let strength = recording.amplitude(at: frequency, in: note)
      for other in others { #expect(strength > 20 * recording.amplitude(at: other, in: note)) }
    }
  }

  @Test("The spectrum has its base among the four largest and four harmonics within 15 dB")
  func spectrum() {
    for row in AlarmTable.rows {
      let recording = Recording(row.burst)
      for pulse in recording.pulses {
        let levels = (1...6).map { recording.amplitude(at: 523 * Double($0), in: pulse) }
        #expect(levels.filter { $0 > levels[0] * 1.001 }.count < 4)
        let near = levels[1...].filter { abs(20 * log10($0 / levels[0])) <= 15 }
        #expect(near.count >= 4)
        for (i, level) in levels.enumerated() {
          let wanted = pow(10, Double(Burst.level(ofHarmonic: i + 1).value) / 20)
          #expect(isClose(level / levels[0], wanted), "harmonic \(i + 1) of \(row.burst)")
        }
        let between = recording.amplitude(at: 523 * 1.5, in: pulse)
        #expect(between < levels[0] / 100, "nothing sounds between the harmonics")
      }
    }
  }

  @Test("Pulses of a burst are equally loud, none is clipped, and high uses all there is")
  func loudness() {
    for burst in [Burst.low, .medium, .high, .call] {
      let recording = Recording(burst)
      let amplitudes = zip(recording.pulses, BurstTests.pulses(of: burst)).map {
        recording.amplitude(at: $1.base.value, in: $0)
      }
      let (least, most) = (amplitudes.min() ?? 0, amplitudes.max() ?? .infinity)
      #expect(20 * log10(most / least) < 10)
      #expect(recording.loudest <= 1)
    }
    let high = Recording(.high).loudest
    #expect(high > 0.95)
    for burst in [Burst.medium, .low] {
      #expect(isClose(Recording(burst).loudest / high, burst.level.ratio))
    }
  }

  @Test("It begins and ends in silence and lasts as long as it says, at any rate")
  func ends() {
    for burst in [Burst.low, .medium, .high, .call] {
      for rate in [8000, 44_100, 48_000, 192_000] {
        let samples = Array(IteratorSequence(BurstSamples(burst, rate: rate)))
        #expect(samples.first == 0)
        #expect(abs(samples.last ?? 1) < 0.01)
        let milliseconds = 1000 * Double(samples.count) / Double(rate)
        #expect(abs(milliseconds - Double(burst.length.count)) < 1)
        let tail = samples.suffix(rate / 100).map { abs($0) }.max() ?? 0
        #expect(tail > 0, "the end is not padded")
      }
    }
  }

  @Test("The samples are those of a sine table, to the end of the longest note, at any rate")
  func sine() {
    for burst in [Burst.high, .call] {
      for rate in [8000, 44_100] {
        let samples = Array(IteratorSequence(BurstSamples(burst, rate: rate))).map { Double($0) }
        let wanted = reference(burst, rate, samples.count)
        let scale =
          zip(samples, wanted).reduce(0) { $0 + $1.0 * $1.1 }
          / wanted.reduce(0) { $0 + $1 * $1 }
        let worst = zip(samples, wanted).map { abs($0 - scale * $1) }.max() ?? 1
        #expect(worst < 1e-6, "\(burst) at \(rate) Hz: off by \(worst)")
      }
    }
  }

  private func reference(_ burst: Burst, _ rate: Int, _ count: Int) -> [Double] {
    var samples = [Double](repeating: 0, count: count)
    let levels = (1...6).map { pow(10, Double(Burst.level(ofHarmonic: $0).value) / 20) }
    for pulse in BurstTests.pulses(of: burst) {
      let first = (Int(pulse.onset.count) * rate + 999) / 1000
      for i in first..<count {
        let seconds = Double(i) / Double(rate) - pulse.onset.seconds
        if seconds > pulse.wholeSeconds { break }
        let turn = 2 * Double.pi * pulse.base.value * Double(i - first) / Double(rate)
        let wave = (1...6).reduce(0.0) {
          $0 + levels[$1 - 1] * sin(Double($1) * turn)
        }
        samples[i] = pulse.envelope(at: seconds) * wave
      }
    }
    return samples
  }
}
