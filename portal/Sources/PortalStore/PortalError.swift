/// A refusal, in words for the person who asked.
public enum PortalError: Error, Equatable, CustomStringConvertible {
  case noMemory
  /// The database cannot be written: nothing was confirmed.
  case unwritable(String)
  /// One line: what was wrong, and what was expected.
  case refused(String)

  public var description: String {
    switch self {
    case .noMemory: "there is not enough memory for a password; expected 64 MiB"
    case .unwritable(let why): "cannot be written: \(why)"
    case .refused(let line): line
    }
  }
}
