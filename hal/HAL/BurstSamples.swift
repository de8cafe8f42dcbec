/// A burst as samples, one at a time, from -1 to 1: what a speaker feeds to its device.
///
/// Arithmetic only, so that every board plays, and every test judges, the same samples.
public struct BurstSamples: IteratorProtocol, Sendable {
  /// The loudest that the harmonics can add up to.
  private static let peak = 2.57

  private let burst: Burst
  private let rate: Int
  private let count: Int
  private let amplitudes: InlineArray<6, Double>
  private var index = 0
  private var pulseIndex = 0
  private var pulse: Pulse
  private var phase = Phasor.zero
  private var step = Phasor.zero

  /// Samples per second that it can be rendered at: below, the highest harmonic is lost.
  public static var rates: ClosedRange<Int> { 8000...192_000 }

  /// - Parameter rate: samples per second, one of `rates`.
  public init(_ burst: Burst, rate: Int) {
    precondition(BurstSamples.rates.contains(rate))
    self.burst = burst
    self.rate = rate
    count = Int((burst.length.count * Int64(rate) + 999) / 1000)
    var amplitudes = InlineArray<6, Double>(repeating: 0)
    for i in 0..<Burst.harmonicCount {
      let level = Burst.level(ofHarmonic: i + 1).ratio
      amplitudes[i] = level * burst.level.ratio / BurstSamples.peak
    }
    self.amplitudes = amplitudes
    pulse = burst.pulse(0)
    tune()
  }

  /// Nil when the burst is over.
  public mutating func next() -> Float? {
    guard index < count else { return nil }
    defer { index += 1 }
    var seconds = secondsSinceOnset
    if seconds >= pulse.wholeSeconds, pulseIndex + 1 < burst.pulseCount {
      pulseIndex += 1
      pulse = burst.pulse(pulseIndex)
      tune()
      seconds = secondsSinceOnset
    }
    guard seconds >= 0 else { return 0 }
    defer { phase = phase.turned(by: step) }
    return Float(pulse.envelope(at: seconds) * wave)
  }

  /// Whole numbers up to the division: every rate begins a pulse with the same sample of its sine.
  private var secondsSinceOnset: Double {
    Double(Int64(index) * 1000 - pulse.onset.count * Int64(rate)) / Double(1000 * rate)
  }

  private mutating func tune() {
    phase = .zero
    step = Phasor(turns: pulse.base.value / Double(rate))
  }

  /// The sum of the harmonics: sin(k + 1)x = 2 cos x sin kx - sin(k - 1)x.
  private var wave: Double {
    var (before, sine) = (0.0, phase.sine)
    var sum = 0.0
    for i in 0..<Burst.harmonicCount {
      sum += amplitudes[i] * sine
      (before, sine) = (sine, 2 * phase.cosine * sine - before)
    }
    return sum
  }
}

/// A point on the unit circle. It stays there to about 1e-12 over the longest pulse.
private struct Phasor {
  static let zero = Phasor(cosine: 1, sine: 0)
  var cosine: Double
  var sine: Double

  private init(cosine: Double, sine: Double) {
    self.cosine = cosine
    self.sine = sine
  }

  /// - Parameter turns: 0 to 1/8; there the series are right to 1e-11.
  init(turns: Double) {
    let x = 2 * Double.pi * turns
    let s = x * x
    sine = x * (1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72 * (1 - s / 110)))))
    cosine = 1 - s / 2 * (1 - s / 12 * (1 - s / 30 * (1 - s / 56 * (1 - s / 90 * (1 - s / 132)))))
  }

  func turned(by step: Phasor) -> Phasor {
    Phasor(
      cosine: cosine * step.cosine - sine * step.sine,
      sine: sine * step.cosine + cosine * step.sine)
  }
}
