/// Why a file or an option cannot be used: where, what was wrong, what was expected.
public struct InputError: Error, CustomStringConvertible, Equatable, Sendable {
  public var file: String
  /// Counted from 1; nil when the whole file is meant.
  public var line: Int?
  /// Counted from 1.
  public var column: Int?
  public var message: String

  public init(file: String, line: Int? = nil, column: Int? = nil, _ message: String) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message
  }

  public var description: String {
    guard let line else { return "\(file): \(message)" }
    return "\(file): line \(line)\(column.map { ", column \($0)" } ?? ""): \(message)"
  }
}
