/// One sound signal, as data: a speaker plays it without knowing why.
///
/// The alarms keep to IEC 60601-1-8 (pulses, durations, gaps, pauses, harmonics). The call is no alarm
/// and cannot be taken for one. Its three notes rise (G4, C5, E5: no melody of the standard), and it
/// comes three times. Each note is longer than any alarm's pulse, and the last is twice as long as the
/// others.
public enum Burst: UInt8, Equatable, Sendable {
  /// Two pulses, once.
  case low = 1
  /// Three pulses.
  case medium = 2
  /// Ten pulses: twice 3 + 2.
  case high = 3
  /// A reminder's own three-note call, given three times.
  case call = 4

  /// The number of pulses in one burst.
  public var pulseCount: Int {
    switch self {
    case .low: 2
    case .medium: 3
    case .high: 10
    case .call: 9
    }
  }

  /// - Parameter index: 0 up to `pulseCount`; a precondition holds it inside.
  public func pulse(_ index: Int) -> Pulse {
    precondition(index >= 0 && index < pulseCount)
    switch self {
    case .low, .medium:
      return Burst.pulse(at: 400 * index, lasting: 200, Burst.base)
    case .high:
      // 160 ms on, 100 ms off; where one is left out, 360 ms off; 600 ms between the halves.
      let (half, place) = (index / 5, index % 5)
      return Burst.pulse(
        at: 2060 * half + 260 * (place < 3 ? place : place + 1), lasting: 160, Burst.base)
    case .call:
      let start = 2500 * (index / 3)
      switch index % 3 {
      case 0: return Burst.pulse(at: start, lasting: 300, Hertz(392))
      case 1: return Burst.pulse(at: start + 450, lasting: 300, Burst.base)
      default: return Burst.pulse(at: start + 860, lasting: 600, Hertz(659))
      }
    }
  }

  /// Length from the first sound to silence, to the next millisecond.
  public var length: Milliseconds {
    let last = pulse(pulseCount - 1)
    let micros = Int64(last.wholeSeconds * 1_000_000)
    return Milliseconds(last.onset.count + micros / 1000 + 1)
  }

  /// Time from the start of one burst to the start of the next, while the alarm sounds. Nil: it is not
  /// repeated. IEC 60601-1-8 pauses 2.5 to 15 s after high, 2.5 to 30 s after medium priority.
  public var interval: Milliseconds? {
    switch self {
    case .high: .seconds(10)
    case .medium: .seconds(20)
    case .low, .call: nil
    }
  }

  /// The silence that it needs after it, lest what follows be heard as part of it.
  public var pause: Milliseconds {
    switch self {
    case .high, .medium, .call: Milliseconds(2500)
    case .low: .seconds(16)
    }
  }

  /// The level relative to the loudest. The call is as loud as an alarm of high priority: a soft one
  /// was not heard. ALZ-11.
  public var level: Decibels {
    switch self {
    case .high, .call: Decibels(0)
    case .medium: Decibels(-3)
    case .low: Decibels(-6)
    }
  }

  /// Every alarm's base frequency.
  public static let base = Hertz(523)
  /// Harmonics of each pulse, the base included.
  public static let harmonicCount = 6

  /// Level of a harmonic relative to the base. Most lies below 2 kHz, where old ears hear.
  /// - Parameter harmonic: 1 (the base) to `harmonicCount`.
  public static func level(ofHarmonic harmonic: Int) -> Decibels {
    precondition(harmonic >= 1 && harmonic <= harmonicCount)
    switch harmonic {
    case 1: return Decibels(0)
    case 2, 3: return Decibels(-3)
    case 4: return Decibels(-6)
    case 5: return Decibels(-9)
    default: return Decibels(-12)
    }
  }

  private static func pulse(at onset: Int, lasting duration: Int64, _ base: Hertz) -> Pulse {
    Pulse(onset: Milliseconds(Int64(onset)), duration: Milliseconds(duration), base: base)
  }
}

/// A frequency in hertz.
public struct Hertz: Equatable, Comparable, Sendable {
  public var value: Double
  @inlinable public init(_ value: Double) { self.value = value }
  @inlinable public static func < (a: Self, b: Self) -> Bool { a.value < b.value }
}

/// A ratio of amplitudes in whole decibels (20 lg).
public struct Decibels: Equatable, Comparable, Sendable {
  public var value: Int8
  @inlinable public init(_ value: Int8) { self.value = value }
  @inlinable public static func < (a: Self, b: Self) -> Bool { a.value < b.value }

  /// The ratio itself: 1 at 0 dB, a tenth at -20 dB.
  public var ratio: Double {
    var ratio = 1.0
    for _ in 0..<value.magnitude { ratio *= 0.891_250_938_133_745_5 }
    return value < 0 ? ratio : 1 / ratio
  }
}

/// One tone of a burst.
///
/// It rises in a straight line from silence, stays, and falls as it rose.
public struct Pulse: Equatable, Sendable {
  /// The share of `duration` that the rise from 10 to 90 % takes. IEC 60601-1-8: 10 to 20 %.
  public static let riseShare = 0.15

  /// The moment at which it leaves silence, from the start of the burst.
  public var onset: Milliseconds
  /// Time from 90 % of its amplitude on the rise to 90 % on the fall, as IEC 60601-1-8 measures it.
  public var duration: Milliseconds
  /// The lowest of its harmonics.
  public var base: Hertz

  public init(onset: Milliseconds, duration: Milliseconds, base: Hertz) {
    self.onset = onset
    self.duration = duration
    self.base = base
  }

  /// Time from silence to the whole amplitude, and back: the rise is the part from 10 to 90 % of it.
  public var rampSeconds: Double { duration.seconds * Pulse.riseShare / 0.8 }
  /// Time from silence to silence: the duration, and the 90 % of each ramp that lie outside it.
  public var wholeSeconds: Double { duration.seconds + 1.8 * rampSeconds }

  /// The amplitude at a moment, 0 to 1.
  /// - Parameter seconds: since the onset.
  public func envelope(at seconds: Double) -> Double {
    min(1, max(0, min(seconds, wholeSeconds - seconds) / rampSeconds))
  }
}

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
