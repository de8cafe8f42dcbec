/// Why a state directory cannot be used: what, and what was expected instead.
public struct StateError: Error, CustomStringConvertible, Equatable, Sendable {
  public var file: String
  public var message: String
  /// Another writer has it: it may be free later.
  public var isInUse = false
  /// That writer is a device, which keeps it as long as it runs.
  public var isHeldByDevice = false
  /// The disk is full.
  public var isForWantOfRoom = false

  public init(file: String, _ message: String) {
    self.file = file
    self.message = message
  }

  public var description: String { "\(file): \(message)" }
}
