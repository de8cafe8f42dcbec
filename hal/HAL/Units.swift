/// A length in metres.
public struct Metres: Equatable, Comparable, Sendable {
  public var value: Double
  @inlinable public init(_ value: Double) { self.value = value }
  @inlinable public static func < (a: Metres, b: Metres) -> Bool { a.value < b.value }
}

/// A speed over ground in metres per second.
public struct MetresPerSecond: Equatable, Sendable {
  public var value: Double
  @inlinable public init(_ value: Double) { self.value = value }
}

/// A direction in degrees clockwise from true north, 0 up to but not including 360.
public struct Degrees: Equatable, Sendable {
  public var value: Double
  @inlinable public init(_ value: Double) { self.value = value }
}

/// A span of time in whole milliseconds.
public struct Milliseconds: Equatable, Comparable, Sendable {
  public var count: Int64
  @inlinable public init(_ count: Int64) { self.count = count }
  /// A span of so many seconds. It traps beyond 9.2e15 seconds.
  @inlinable public static func seconds(_ count: Int64) -> Milliseconds { .init(count * 1000) }
  /// The span in seconds; exact up to 2^53 milliseconds.
  @inlinable public var seconds: Double { Double(count) / 1000 }
  @inlinable public static func < (a: Self, b: Self) -> Bool { a.count < b.count }
}

/// A moment on the device's own clock: milliseconds since the device started.
///
/// It never goes backward and knows nothing of dates. The compiler keeps it apart from
/// `WallTime`, which may be wrong, step and repeat.
public struct Instant: Equatable, Comparable, Sendable {
  public var milliseconds: Int64
  @inlinable public init(milliseconds: Int64) { self.milliseconds = milliseconds }
  /// The moment at which the device started.
  public static let start = Instant(milliseconds: 0)
  @inlinable public static func < (a: Self, b: Self) -> Bool { a.milliseconds < b.milliseconds }
  /// Saturates, so that a hostile trace cannot overflow a deadline.
  @inlinable public static func + (a: Self, b: Milliseconds) -> Self {
    let (sum, overflow) = a.milliseconds.addingReportingOverflow(b.count)
    return .init(milliseconds: overflow ? (b.count > 0 ? .max : .min) : sum)
  }
  /// Saturates like `+`.
  @inlinable public static func - (a: Self, b: Self) -> Milliseconds {
    let (gap, overflow) = a.milliseconds.subtractingReportingOverflow(b.milliseconds)
    return .init(overflow ? (a.milliseconds > 0 ? .max : .min) : gap)
  }
}

/// A moment in civil time: milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct WallTime: Equatable, Comparable, Sendable {
  public var milliseconds: Int64
  @inlinable public init(milliseconds: Int64) { self.milliseconds = milliseconds }
  @inlinable public static func < (a: Self, b: Self) -> Bool { a.milliseconds < b.milliseconds }
}
