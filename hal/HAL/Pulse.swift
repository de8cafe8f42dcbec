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

  /// When it leaves silence, from the start of the burst.
  public var onset: Milliseconds
  /// From 90 % of its amplitude on the rise to 90 % on the fall, as IEC 60601-1-8 measures it.
  public var duration: Milliseconds
  /// The lowest of its harmonics.
  public var base: Hertz

  public init(onset: Milliseconds, duration: Milliseconds, base: Hertz) {
    self.onset = onset
    self.duration = duration
    self.base = base
  }

  /// From silence to the whole amplitude, and back: the rise is the part from 10 to 90 % of it.
  public var rampSeconds: Double { duration.seconds * Pulse.riseShare / 0.8 }
  /// From silence to silence: the duration, and the 90 % of each ramp that lie outside it.
  public var wholeSeconds: Double { duration.seconds + 1.8 * rampSeconds }

  /// The amplitude at a moment, 0 to 1.
  /// - Parameter seconds: since the onset.
  public func envelope(at seconds: Double) -> Double {
    min(1, max(0, min(seconds, wholeSeconds - seconds) / rampSeconds))
  }
}
