/// One sound signal, as data: what a speaker plays without knowing why.
///
/// The alarms keep to IEC 60601-1-8 (pulses, durations, gaps, pauses, harmonics). The call is no
/// alarm and cannot be taken for one: its three notes rise (G4, C5, E5: no melody of the standard),
/// each is longer than any alarm's pulse, the last is twice as long as the others, and they come
/// three times over.
public enum Burst: UInt8, Equatable, Sendable {
  /// Two pulses, once.
  case low = 1
  /// Three pulses.
  case medium = 2
  /// Ten pulses: twice 3 + 2.
  case high = 3
  /// A reminder's own three-note call, given three times.
  case call = 4

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

  /// From the first sound to silence, to the next millisecond.
  public var length: Milliseconds {
    let last = pulse(pulseCount - 1)
    let micros = Int64(last.wholeSeconds * 1_000_000)
    return Milliseconds(last.onset.count + micros / 1000 + 1)
  }

  /// From the start of one burst to the start of the next, while the alarm sounds. Nil: it is not
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

  /// How loud, relative to the loudest. The call is as loud as an alarm of high priority: a soft
  /// one was not heard. ALZ-11.
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

  /// How loud a harmonic is, relative to the base. Most lies below 2 kHz, where old ears hear.
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
