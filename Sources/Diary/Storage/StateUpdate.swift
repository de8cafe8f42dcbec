import Foundation
import GRDB

/// The change of a state's tables for a newer program, and the copy that leads back.
public struct StateUpdate: Equatable, Sendable {
  /// The last step that the tables had taken, and the last that they have taken now.
  public var from: String
  public var to: String
  /// The state as the older program left it; nil: there was no room for it.
  public var copy: String?
}

extension StateFolder {
  /// Lives that a copy leaves to the newer program. The older program goes on above them. A number that
  /// came twice would make the same tokens, and an answer to one notice would end another.
  private static let livesAhead = 1_000_000
  /// The number below the highest one that a life can have.
  private static let lastLife = UInt32.max - 1

  /// The copy of a database from before the step of that name.
  static func copy(of database: String, before step: String) -> String {
    "\(database).before-\(step)"
  }

  /// Writes the copy, complete and durable, or none. There is one for each step; a newer one takes the
  /// place of an older one.
  /// - Throws: a refusal that says `isOfCopy`; what SQLite says of a damaged file.
  fileprivate func copy(_ queue: DatabaseQueue, before step: String) throws -> String {
    let copy = StateFolder.copy(of: database, before: step)
    let part = copy + ".part"
    // A power cut may have left one.
    let left = [part, part + "-journal"]
    for file in left { unlink(file) }
    var isKept = false
    defer { if !isKept { for file in left { unlink(file) } } }
    do {
      let file = open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw refusal(of: part, StateFolder.reason()) }
      defer { close(file) }
      try queue.vacuum(into: part)
      let kept = try DatabaseQueue(path: part)
      try kept.write { db in
        guard try db.tableExists("device") else { return }
        try db.execute(
          // A life that no disk could count has left a number far above what is ever counted.
          sql: "UPDATE device SET boots = max(boots, min(boots + ?, ?))",
          arguments: [StateFolder.livesAhead, StateFolder.lastLife])
      }
      try kept.close()
      guard fsync(file) == 0, rename(part, copy) == 0 else {
        throw refusal(of: part, StateFolder.reason())
      }
    } catch let error as DatabaseError where !StateSchema.isDamage(error) {
      var refusal = refusal(of: part, error.message ?? error.resultCode.description)
      refusal.isForWantOfRoom = error.resultCode == .SQLITE_FULL
      throw refusal
    }
    isKept = true
    StateFolder.sync(path)
    return copy
  }

  private func refusal(of file: String, _ reason: String) -> StateError {
    var refusal = StateError(
      file: file,
      "cannot be written: \(reason); expected room for a copy of the state before this version "
        + "changes its tables")
    refusal.isOfCopy = true
    return refusal
  }
}

extension StateSchema {
  /// Brings a checked database to this version, and keeps a copy of one that an older program wrote.
  /// - Parameter needsCopy: false: goes on without.
  /// - Returns: nil for a new database, and for one of this version.
  static func update(
    _ queue: DatabaseQueue, in folder: StateFolder, needsCopy: Bool
  ) throws -> StateUpdate? {
    let taken = try queue.read { try migrator.appliedIdentifiers($0) }
    let steps = migrator.migrations
    guard let from = steps.last(where: taken.contains), let to = steps.last,
      let next = steps.first(where: { !taken.contains($0) })
    else {
      try migrate(queue)
      return nil
    }
    var update = StateUpdate(from: from, to: to)
    if needsCopy { update.copy = try folder.copy(queue, before: next) }
    try migrate(queue)
    return update
  }
}
