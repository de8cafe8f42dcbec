import Foundation
import Names

/// The directory in which a device keeps what must outlive a power cut.
public struct StateFolder: Equatable, Sendable {
  public let path: String

  public init(path: String) { self.path = path }

  /// `$XDG_STATE_HOME/vigia`, else `~/.local/state/vigia`; nil where neither has a home.
  ///
  /// Source: XDG Base Directory Specification 0.8, which has relative paths ignored.
  public static func usual(_ environment: [String: String]) -> StateFolder? {
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
      return StateFolder(path: state + "/vigia")
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return StateFolder(path: home + "/.local/state/vigia")
  }

  public var database: String { path + "/vigia.sqlite" }
  var lock: String { path + "/lock" }

  /// True also for one that must not be looked at: opening it then says why, instead of "no entries".
  var hasDatabase: Bool { access(database, F_OK) == 0 || errno != ENOENT }

  /// Makes the directory, for its owner only, and what is missing above it.
  ///
  /// Each new name is made durable: a reading in a directory that a power cut takes away would be
  /// lost after it was confirmed.
  func make() throws(StateError) {
    var missing: [String] = []
    var at = path
    var status = stat()
    while stat(at, &status) != 0 {
      guard errno == ENOENT else { throw refuse("cannot be used: \(StateFolder.reason())") }
      missing.append(at)
      at = FilePath.openable(folderOf: at)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw StateError(file: at, "is not a directory; expected one for the state")
    }
    for name in missing.reversed() {
      guard mkdir(name, 0o700) == 0 || errno == EEXIST else {
        throw refuse("cannot be made: \(StateFolder.reason())")
      }
      StateFolder.sync(FilePath.folder(of: name))
    }
  }

  /// Begins the database as a file that only its owner can read; it holds a person's health.
  func makeDatabaseFile() throws(StateError) {
    let descriptor = open(database, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      close(descriptor)
      StateFolder.sync(path)
    } else if errno != EEXIST {
      throw StateError(file: database, "cannot be made: \(StateFolder.reason())")
    }
    try checkDatabaseFile(R_OK | W_OK)
    var status = stat()
    // A descriptor will not do: closing one would drop the locks of SQLite on the same file.
    if stat(database, &status) == 0, status.st_mode & 0o077 != 0 { chmod(database, 0o600) }
  }

  /// Refuses what SQLite would refuse without its reason.
  ///
  /// - Parameter mode: `R_OK` or `R_OK | W_OK`.
  func checkDatabaseFile(_ mode: Int32) throws(StateError) {
    var status = stat()
    guard stat(database, &status) == 0, access(database, mode) == 0 else {
      throw StateError(file: database, "cannot be opened: \(StateFolder.reason())")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let kind = status.st_mode & S_IFMT == S_IFDIR ? "a directory" : "no regular file"
      throw StateError(file: database, "is \(kind); expected a database of vigia")
    }
  }

  static func sync(_ folder: String) {
    let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  func refuse(_ message: String) -> StateError { StateError(file: path, message) }

  static func reason() -> String { String(cString: strerror(errno)) }
}

/// The reason why a state directory cannot be used: what, and what was expected instead.
public struct StateError: Error, CustomStringConvertible, Equatable, Sendable {
  public var file: String
  public var message: String
  /// Another writer has it: it may be free later.
  public var isInUse = false
  /// Whether that writer is a device, which keeps it as long as it runs.
  public var isHeldByDevice = false
  /// The disk is full.
  public var isForWantOfRoom = false
  /// The state itself may be well: the copy that leads back to an older program cannot be kept.
  public var isOfCopy = false

  public init(file: String, _ message: String) {
    self.file = file
    self.message = message
  }

  public var description: String { "\(file): \(message)" }
}
