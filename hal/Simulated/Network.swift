import HAL

/// A network that remembers what was submitted.
public struct SimulatedNetwork: Network {
  public static let longestMessage = 65_536

  public var isDown = false
  public private(set) var submitted: [(notice: NoticeID, message: [UInt8])] = []
  public init() {}

  public mutating func submit(_ notice: NoticeID, _ message: Span<UInt8>) throws(NetworkError) {
    if isDown { throw .unreachable }
    if message.count > SimulatedNetwork.longestMessage { throw .tooLong }
    submitted.append((notice, message.withUnsafeBufferPointer { Array($0) }))
  }
}
