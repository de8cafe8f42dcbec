import Foundation
import GRDB

/// A damaged log that was set aside.
public struct SetAside: Equatable, Sendable {
  /// Its path, beside the state.
  public var file: String
  /// The number of records that were read from it.
  public var records: Int

  public var description: String {
    "\(file): is a damaged log and was set aside; \(records) of its records could be read and "
      + "count, the others are lost"
  }
}

/// Replaces a damaged database by a sound one with all that can be read of it.
///
/// The sound one is complete and durable before anything is moved. From then on each start goes on with
/// the moves. So a power cut or a full disk between any two steps loses nothing.
extension StateFolder {
  /// The new database while it is incomplete.
  private var mending: String { database + ".mending" }
  /// The new database once it is complete: the moves have begun, or will.
  private var mended: String { database + ".mended" }

  /// Ends the moves, also those that a power cut broke off.
  func finishSettingAside() throws(StateError) {
    for left in [mending, mending + "-journal"] { unlink(left) }
    guard isBeingMended else { return }
    let aside = nameAside
    // The log first: a database with the log of another would be worse than damaged.
    try move(database + "-wal", aside + "-wal")
    unlink(database + "-shm")
    try move(database, aside)
    try move(mended, database)
    StateFolder.sync(path)
  }

  /// - Parameter life: the one that goes on; nil at the start.
  /// - Returns: nil where nothing of ours is in it, and everything is as it was.
  /// - Throws: also for want of room.
  func mend(life: DeviceLife?) throws -> SetAside? {
    if isBeingMended { return SetAside(file: nameAside, records: 0) }
    defer { for left in [mending, mending + "-journal"] { unlink(left) } }
    let file = Glibc.open(mending, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw StateError(file: mending, "cannot be made: \(StateFolder.reason())")
    }
    close(file)
    let queue = try DatabaseQueue(path: mending)
    try StateSchema.migrate(queue)
    var aside = SetAside(file: nameAside, records: 0)
    let isOurs = try queue.write { db in
      let salvage = try Salvage(of: database, into: db, life: life)
      aside.records = salvage.records
      try db.execute(
        sql: "INSERT INTO damage (file, records) VALUES (?, ?)",
        arguments: [(aside.file as NSString).lastPathComponent, aside.records])
      return salvage.isOurs
    }
    try queue.close()
    guard isOurs else { return nil }
    try move(mending, mended)
    StateFolder.sync(path)
    return aside
  }

  /// Whether the moves have begun and not ended.
  var isBeingMended: Bool { access(mended, F_OK) == 0 }

  /// The first free name for a damaged file.
  private var nameAside: String {
    var number = 1
    while access("\(path)/vigia-damaged-\(number).sqlite", F_OK) == 0 { number += 1 }
    return "\(path)/vigia-damaged-\(number).sqlite"
  }

  private func move(_ file: String, _ target: String) throws(StateError) {
    guard rename(file, target) == 0 || errno == ENOENT else {
      throw StateError(file: file, "cannot be set aside: \(StateFolder.reason())")
    }
  }
}

extension StateSchema {
  /// The file itself is bad, whatever is asked of it. A disk that only refuses to write is not.
  static func isDamage(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return false }
    switch error.resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: return true
    default:
      return [.SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ].contains(error.extendedResultCode)
    }
  }

  /// Looks at every page, also at pages that no query needs now.
  static func checkPages(_ db: Database) throws {
    let found = try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
    guard found == "ok" else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: found)
    }
  }

  /// All damaged logs that were set aside on this state and are still there.
  static func setAside(_ db: Database, in folder: StateFolder, isTold: Bool) throws -> [SetAside] {
    let rows = try Row.fetchAll(
      db,
      sql: isTold
        ? "SELECT file, records FROM damage"
        : "SELECT file, records FROM damage WHERE NOT is_told")
    return rows.map { SetAside(file: "\(folder.path)/\($0[0] as String)", records: $0[1]) }
      .filter { !isTold || access($0.file, F_OK) == 0 }
  }
}
