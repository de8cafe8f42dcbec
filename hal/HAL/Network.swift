/// The number of a notice, counted from 1 since the device started.
public struct NoticeID: Equatable, Sendable {
  public var value: UInt32
  @inlinable public init(_ value: UInt32) { self.value = value }
}

/// Why a message was not taken.
public enum NetworkError: Error, Equatable, Sendable {
  /// No route now; trying again later may succeed.
  case unreachable
  /// The route refuses this message for good.
  case refused
  /// The message is longer than the route takes.
  case tooLong
}

/// A way out for notices to the caregiver.
///
/// Contract: `submit` copies the UTF-8 `message`, starts sending and returns at once. That it
/// returns says that the message was taken, not that it arrived.
public protocol Network {
  mutating func submit(_ notice: NoticeID, _ message: Span<UInt8>) throws(NetworkError)
}
