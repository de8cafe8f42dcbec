/// A burst of equal pulses, as in IEC 60601-1-8: the vocabulary of sound signals.
public struct Tone: Equatable, Sendable {
  /// How urgent the signal is. One sounds at a time and the highest wins.
  public enum Priority: UInt8, Sendable {
    case low = 1
    case medium = 2
    case high = 3
  }
  public var priority: Priority
  public var pulses: UInt8
  /// From 90 % of the rise to 90 % of the fall.
  public var pulse: Milliseconds
  /// Between the pulses.
  public var gap: Milliseconds

  /// Base frequency of every tone, in hertz (150 to 1000 in the standard).
  public static let baseHertz = 523

  public init(priority: Priority, pulses: UInt8, pulse: Milliseconds, gap: Milliseconds) {
    self.priority = priority
    self.pulses = pulses
    self.pulse = pulse
    self.gap = gap
  }

  /// Medium priority: three pulses of 125 to 250 ms, 125 to 250 ms apart.
  public static let medium = Tone(
    priority: .medium, pulses: 3, pulse: Milliseconds(200), gap: Milliseconds(200))
}

/// Why a tone is not heard.
public enum SpeakerError: Error, Equatable, Sendable {
  /// No sound device, or it has been unplugged.
  case unavailable
  /// The device is there and refused.
  case failed
}

/// A loudspeaker.
///
/// Contract: `play` starts the tone and returns at once; a tone of higher priority replaces one
/// that still sounds, a lower one is dropped.
public protocol Speaker {
  mutating func play(_ tone: Tone) throws(SpeakerError)
}
