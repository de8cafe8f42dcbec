import Entries
import Foundation
import GRDB
import HAL

/// The log, open for reading only. It needs no lock, so a diary can be read while the device runs.
public final class RecordReader {
  private let folder: StateFolder
  /// Nil where no diary was begun yet.
  private var queue: DatabaseQueue?
  private var isDamaged = false

  public init(_ folder: StateFolder) throws(StateError) {
    self.folder = folder
    // A power cut took the last steps, and the diary is not where it belongs.
    if folder.isBeingMended { _ = try RecordStore(folder, as: .editor) }
    guard folder.hasDatabase else {
      queue = nil
      return
    }
    try folder.checkDatabaseFile(R_OK)
    do {
      do {
        let queue = try RecordReader.open(folder)
        // A later question must not be the first to meet the damage.
        try queue.read { try StateSchema.checkPages($0) }
        self.queue = queue
      } catch  where StateSchema.isDamage(error) {
        queue = try salvage()
        if queue == nil { throw error }
      }
    } catch {
      throw StateSchema.error(error, folder.database)
    }
  }

  /// A copy in memory of all that can be read of a damaged log. Nil: nothing of it is ours.
  private func salvage() throws -> DatabaseQueue? {
    let queue = try DatabaseQueue()
    try StateSchema.migrate(queue)
    let salvage = try queue.write { try Salvage(of: folder.database, into: $0) }
    guard salvage.isOurs else { return nil }
    isDamaged = true
    return queue
  }

  /// Warnings to read before one trusts the diary, a line each.
  public func complaints() throws(StateError) -> [String] {
    guard let queue else { return [] }
    do {
      let lines = try queue.read { try StateSchema.setAside($0, in: folder, isTold: true) }
        .map(\.description)
      guard isDamaged else { return lines }
      return lines + [
        "\(folder.database): is damaged; unreadable entries are missing here, and the device sets the "
          + "file aside at its next start"
      ]
    } catch {
      throw StateSchema.error(error, folder.database)
    }
  }

  private static func open(_ folder: StateFolder) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    let queue = try DatabaseQueue(path: folder.database, configuration: configuration)
    let isCurrent = try queue.read { db in
      try StateSchema.check(db, folder.database)
      return try StateSchema.migrator.hasCompletedMigrations(db)
    }
    if isCurrent { return queue }
    // An older version, or a file that a power cut left empty. Reading changes neither, also because a
    // device of the older version may run on it: a copy in memory is brought to this version.
    let copy = try DatabaseQueue()
    try queue.backup(to: copy)
    try queue.close()
    try StateSchema.migrate(copy)
    return copy
  }

  /// The diary as it is now.
  public func book() throws(StateError) -> DiaryBook {
    guard let queue else { return DiaryBook([]) }
    do {
      return DiaryBook(try queue.read { try DiaryLine.all($0) })
    } catch {
      throw StateSchema.error(error, folder.database)
    }
  }

  /// The answers to the questions of reminders, in the order of time.
  public func answers() throws(StateError) -> [DiaryAnswer] {
    guard let queue else { return [] }
    do {
      return try queue.read { try DiaryAnswer.all($0) }
    } catch {
      throw StateSchema.error(error, folder.database)
    }
  }

  /// The secret from which the device's name for servers comes; nil where no device has lived yet.
  public func secret() throws(StateError) -> (UInt64, UInt64)? {
    guard let queue else { return nil }
    do {
      let data = try queue.read { try Data.fetchOne($0, sql: "SELECT secret FROM device") }
      return data.flatMap { RecordStore.words($0) }
    } catch {
      throw StateSchema.error(error, folder.database)
    }
  }

  /// The place of the last record; 0: there is none.
  public func lastSequence() throws(StateError) -> Int64 {
    guard let queue else { return 0 }
    do {
      return try queue.read { try Int64.fetchOne($0, sql: "SELECT max(sequence) FROM record") ?? 0 }
    } catch {
      throw StateSchema.error(error, folder.database)
    }
  }

  /// The records of reminders, as they were written.
  public func reminders() throws(StateError) -> [ReminderRecord] {
    guard let queue else { return [] }
    do {
      return try queue.read { try DiaryAnswer.reminders($0) }
    } catch {
      throw StateSchema.error(error, folder.database)
    }
  }

  /// The diary, and the last of its records.
  func bookAndLatest() throws(StateError) -> (DiaryBook, Int64) {
    guard let queue else { return (DiaryBook([]), 0) }
    do {
      return try queue.read { db in
        (DiaryBook(try DiaryLine.all(db)), try EditRequest.latest(db))
      }
    } catch {
      throw StateSchema.error(error, folder.database)
    }
  }
}

extension DiaryLine {
  /// The diary's records in the database, in the order of the log.
  static func all(_ db: Database) throws -> [DiaryLine] {
    let sql = """
      SELECT record.sequence, words, writer, written_ms, annotation.record, category, notes
      FROM record LEFT JOIN annotation ON annotation.record = record.sequence
      WHERE kind IN (\(kinds.map(String.init).joined(separator: ",")))
      ORDER BY record.sequence
      """
    var lines: [DiaryLine] = []
    let rows = try Row.fetchCursor(db, sql: sql)
    while let row = try rows.next() {
      let written: Int64? = row[3]
      let annotated: Int64? = row[4]
      lines.append(
        DiaryLine(
          sequence: row[0], record: RecordWords(data: row[1]).flatMap { .init($0) },
          writer: StateWriter(rawValue: row[2]) ?? .device,
          written: written.map { WallTime(milliseconds: $0) },
          annotation: annotated.map { _ in Annotation(category: row[5], notes: row[6]) }))
    }
    return lines
  }
}
