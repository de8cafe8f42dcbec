/// The reason why bytes are no message of this protocol: one line for a person.
public struct SyncRefusal: Error, Equatable, Sendable, CustomStringConvertible {
  /// The HTTP status with which a server answers such a request.
  public enum Status: Int, Sendable {
    case malformed = 400
    case tooLarge = 413
    /// The other side speaks a version that this program does not know.
    case upgrade = 426
  }

  public var status: Status
  /// The thing, its value, and what was expected.
  public var line: String

  public init(_ status: Status, _ line: String) {
    self.status = status
    self.line = line
  }

  init(_ line: String) { self.init(.malformed, line) }

  public var description: String { line }
}
