import HAL

/// A network that remembers what was submitted.
public struct SimulatedNetwork: Network {
  public static let longestMessage = 65_536

  public var isDown = false
  /// Ways that this board does not have.
  public var missing: [Route] = []
  public private(set) var submitted: [(notice: NoticeID, to: Recipient, message: [UInt8])] = []
  public private(set) var pings = 0
  public init() {}

  public mutating func submit(
    _ notice: NoticeID, to recipient: Recipient, _ message: Span<UInt8>
  ) throws(NetworkError) {
    if missing.contains(recipient.route) { throw .refused }
    if isDown { throw .unreachable }
    if message.count > SimulatedNetwork.longestMessage { throw .tooLong }
    submitted.append((notice, recipient, message.withUnsafeBufferPointer { Array($0) }))
  }

  public mutating func ping() throws(NetworkError) {
    if isDown { throw .unreachable }
    pings += 1
  }
}
