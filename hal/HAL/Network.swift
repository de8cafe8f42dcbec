/// The number of a notice: stable over retries and reboots, so that the same notice sent twice can be
/// told from two.
public struct NoticeID: Equatable, Comparable, Sendable {
  /// The boot in the upper half, counted from 1 (0 in a trace without boots). The lower half is the
  /// notice, counted from 1 since that boot.
  public var value: UInt64
  @inlinable public init(_ value: UInt64) { self.value = value }
  @inlinable public init(boot: UInt32, number: UInt32) {
    value = UInt64(boot) << 32 | UInt64(number)
  }
  /// The number of the boot, from 1; 0 in a trace without boots.
  @inlinable public var boot: UInt32 { UInt32(truncatingIfNeeded: value >> 32) }
  /// The number of the notice since that boot, from 1.
  @inlinable public var number: UInt32 { UInt32(truncatingIfNeeded: value) }
  @inlinable public static func < (a: Self, b: Self) -> Bool { a.value < b.value }
}

/// A way for a notice to reach somebody. ALZ-9.
public enum Route: UInt8, Sendable {
  case mail = 1
  /// An HTTP form POST to a relay.
  case relay = 2
}

/// One caregiver, by one route.
public struct Recipient: Equatable, Sendable {
  /// Index in the caregivers' order, from 0.
  public var caregiver: UInt8
  /// The route by which the caregiver is reached.
  public var route: Route
  @inlinable public init(caregiver: UInt8, route: Route) {
    self.caregiver = caregiver
    self.route = route
  }
}

/// The outcome of one attempt to send.
public enum DeliveryOutcome: UInt8, Sendable {
  /// The route accepted the notice (SMTP 250, HTTP 2xx).
  case accepted = 1
  /// Trying again may succeed (SMTP 4yz, no network, time-out).
  case transient = 2
  /// This route refuses this notice for good (SMTP 5yz, HTTP 4xx).
  case permanent = 3
}

/// The reason why a message was not taken.
public enum NetworkError: Error, Equatable, Sendable {
  /// No route now; trying again later may succeed.
  case unreachable
  /// The route refuses this message for good.
  case refused
  /// The message is longer than the route takes.
  case tooLong
}

/// A way out for notices to the caregivers.
///
/// Contract: `submit` starts sending and returns at once. A return means that the letter was taken, not
/// that it arrived: that comes as an answer. An unreachable network comes either way, as `unreachable`
/// or as an answer that is `transient`. The board decides what a letter is: the core's meanings in a
/// simulation, a subject and a text on one that sends mail.
public protocol Network {
  associatedtype Letter
  mutating func submit(_ letter: Letter) throws(NetworkError)
  /// Tells the relay that the device lives.
  mutating func ping() throws(NetworkError)
}
