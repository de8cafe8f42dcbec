/// A refusal, in words for the person who asked.
public enum PortalError: Error, Equatable, CustomStringConvertible {
  case noMemory
  /// The database cannot be written: nothing was confirmed.
  case unwritable(String)
  /// The account lost its right while its request was under way: nothing was done.
  case noRight
  /// One line: what was wrong, and what was expected.
  case refused(String)

  public var description: String {
    switch self {
    case .noMemory: "there is not enough memory for a password; expected 64 MiB"
    case .unwritable(let why): "cannot be written: \(why)"
    case .noRight: "the account may not do this any more"
    case .refused(let line): line
    }
  }
}
