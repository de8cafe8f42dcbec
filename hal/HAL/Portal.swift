/// The way to a portal, which the device calls and nobody calls back.
///
/// Contract: `call` starts one exchange and returns at once. The answer, or its lack, comes from `read`,
/// exactly once for each call that was not dropped. One call is under way at a time: a second one is
/// refused. `drop` ends the call without an answer, although the server may have got it. So the two
/// sides must bear calls that are lost, doubled or late.
public protocol Portal {
  associatedtype Call
  associatedtype Answer
  /// A call is under way, or its answer was not read yet.
  var isCalling: Bool { get }
  mutating func call(_ call: Call) throws(NetworkError)
  mutating func drop()
  mutating func read() -> Answer?
}
