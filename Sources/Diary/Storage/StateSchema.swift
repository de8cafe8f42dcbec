import Device
import GRDB
import Glibc
import HAL

/// The tables of `vigia.sqlite`, and the treatment of a file of another version or program.
///
/// - `record` is the log that device and command line append to. Nothing in it ever changes. Of the
///   signs of life, one a minute, only the newest stays.
/// - `device` is one row. It has the number of starts on this state, the secret from which its name for
///   servers comes, and the root of its lives' secrets. That root is written down nowhere else.
/// - `damage` has a row for each damaged file that was set aside. It holds the file's name, the number
///   of records read from it, and whether the caregivers' notice of it is in the log.
/// - `program` has the version of the program for each life in which it was another than before.
/// - `annotation` holds facts for which the core has no words: notes and categories of the family's
///   own. A row belongs to the record it came with.
enum StateSchema {
  /// "VIGI": marks the file as ours.
  private static let applicationID: Int64 = 0x5649_4749

  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try db.execute(
        sql: """
          CREATE TABLE record (
            sequence INTEGER PRIMARY KEY,
            kind INTEGER NOT NULL,
            words BLOB NOT NULL CHECK (length(words) = \(RecordWords.byteCount)),
            writer TEXT NOT NULL CHECK (writer IN ('device', 'editor')),
            written_ms INTEGER
          ) STRICT;
          CREATE INDEX record_kind ON record (kind, sequence);
          CREATE TABLE annotation (
            record INTEGER PRIMARY KEY REFERENCES record (sequence),
            category TEXT,
            notes TEXT
          ) STRICT;
          """)
      for table in ["record", "annotation"] {
        for change in ["UPDATE", "DELETE"] {
          try db.execute(
            sql: """
              CREATE TRIGGER \(table)_\(change.lowercased()) BEFORE \(change) ON \(table)
              BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
              """)
        }
      }
    }
    migrator.registerMigration("2") { db in
      try db.execute(
        sql: """
          DROP TRIGGER record_delete;
          CREATE TRIGGER record_delete BEFORE DELETE ON record
          WHEN OLD.kind != \(signOfLife) OR NOT EXISTS (
            SELECT 1 FROM record WHERE kind = \(signOfLife) AND sequence > OLD.sequence)
          BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
          """)
      try forgetOldSignsOfLife(db)
    }
    migrator.registerMigration("3") { db in
      try db.execute(
        sql: """
          CREATE TABLE device (
            boots INTEGER NOT NULL CHECK (boots BETWEEN 0 AND \(UInt32.max)),
            secret BLOB NOT NULL CHECK (length(secret) = 16)
          ) STRICT;
          """)
    }
    migrator.registerMigration("4") { db in
      try db.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS damage (
            file TEXT NOT NULL,
            records INTEGER NOT NULL,
            is_told INTEGER NOT NULL DEFAULT 0
          ) STRICT;
          """)
      guard try !db.columns(in: "device").contains(where: { $0.name == "root" }) else { return }
      try db.execute(
        sql: "ALTER TABLE device ADD COLUMN root BLOB CHECK (root IS NULL OR length(root) = 16)")
    }
    migrator.registerMigration("5") { db in
      try db.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS program (
            boot INTEGER PRIMARY KEY CHECK (boot BETWEEN 0 AND \(UInt32.max)),
            version TEXT NOT NULL
          ) STRICT;
          """)
    }
    return migrator
  }()

  /// The kind of `Record.alive`, asked of the codec.
  static let signOfLife = Record.alive(WallTime(milliseconds: 0)).words.kind

  /// Takes away all signs of life but the newest, which alone counts after a restart. Written once a
  /// minute they would come to 60 MB a year.
  static func forgetOldSignsOfLife(_ db: Database) throws {
    try db.execute(
      sql: """
        DELETE FROM record WHERE kind = \(signOfLife) AND sequence
          < (SELECT max(sequence) FROM record WHERE kind = \(signOfLife))
        """)
  }

  /// Refuses a database that is not ours, or that a newer program has written.
  static func check(_ db: Database, _ file: String) throws {
    let id = try Int64.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
    guard id == applicationID || (id == 0 && tables == 0) else {
      throw StateError(file: file, "belongs to another program; expected a database of vigia")
    }
    guard let newer = try firstUnknownStep(db) else { return }
    let program = try lastProgram(db).map { " (\($0))" } ?? ""
    let copy = StateFolder.copy(of: file, before: newer)
    throw StateError(
      file: file,
      "was written by a newer vigia\(program); expected one of this version or older"
        + (access(copy, F_OK) == 0 ? "; \(copy) is the state before that" : ""))
  }

  /// Brings a checked database to this version.
  static func migrate(_ queue: DatabaseQueue) throws {
    // Ours before it has any table: after a power cut among the first writes it must not look like
    // the file of another program.
    try queue.writeWithoutTransaction { db in
      if try Int64.fetchOne(db, sql: "PRAGMA application_id") != applicationID {
        try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      }
    }
    try migrator.migrate(queue)
  }

  /// The first step of a newer program; nil: this version knows all that were taken.
  private static func firstUnknownStep(_ db: Database) throws -> String? {
    try migrator.appliedIdentifiers(db).subtracting(migrator.migrations)
      .min { (Int($0) ?? .max, $0) < (Int($1) ?? .max, $1) }
  }

  /// The program that used the state last, if one that says so did.
  static func lastProgram(_ db: Database) throws -> String? {
    guard try db.tableExists("program") else { return nil }
    return try String.fetchOne(db, sql: "SELECT version FROM program ORDER BY boot DESC LIMIT 1")
  }

  /// SQLite's error as one line of ours.
  static func error(_ error: any Error, _ file: String) -> StateError {
    if let error = error as? StateError { return error }
    guard let error = error as? DatabaseError else {
      return StateError(file: file, "cannot be used: \(error)")
    }
    switch error.resultCode {
    case .SQLITE_NOTADB:
      return StateError(file: file, "is not a database; expected one of vigia")
    case .SQLITE_CORRUPT:
      return StateError(
        file: file, "is damaged; expected a sound database, as a device makes one at its start")
    case .SQLITE_READONLY:
      return StateError(
        file: file,
        "SQLite must write in this directory, even to read; expected write permission, or a copy "
          + "elsewhere"
      )
    default:
      var refusal = StateError(
        file: file, "cannot be used: \(error.message ?? error.resultCode.description)")
      refusal.isForWantOfRoom = error.resultCode == .SQLITE_FULL
      return refusal
    }
  }
}
