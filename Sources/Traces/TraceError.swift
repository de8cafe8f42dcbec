/// Why a trace cannot be read or written: file, line, what was wrong, what was expected.
public struct TraceError: Error, Equatable, CustomStringConvertible {
  public var file: String
  /// Counted from 1; nil when the whole file is meant.
  public var line: Int?
  public var message: String

  public init(file: String, line: Int? = nil, _ message: String) {
    self.file = file
    self.line = line
    self.message = message
  }

  public var description: String {
    if let line { return "\(file): line \(line): \(message)" }
    return "\(file): \(message)"
  }
}
