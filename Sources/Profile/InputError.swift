/// The reason why a file or an option cannot be used: where, what was wrong, what was expected.
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

/// Collects mistakes, so that a person can mend all of them at once.
public final class Mistakes {
  public private(set) var all: [InputError] = []
  /// Facts that a file may hold, and that its owner should know.
  private(set) var warnings: [InputError] = []

  /// Thrown where a value cannot be had because of mistakes that are in the list already.
  struct Listed: Error {}

  func add(_ error: InputError) { all.append(error) }

  func warn(_ warning: InputError) { warnings.append(warning) }

  /// The value, or nil and one mistake more.
  func attempt<T>(_ body: () throws -> T) throws -> T? {
    do {
      return try body()
    } catch let error as InputError {
      add(error)
    } catch is Listed {}
    return nil
  }
}
