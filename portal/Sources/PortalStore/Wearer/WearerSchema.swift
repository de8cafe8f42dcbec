import GRDB

/// The tables of `wearers/ID.sqlite`: a replica of the device's log, and what caregivers said to it.
enum WearerSchema {
  static let migrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try db.execute(sql: replica)
      try db.execute(sql: talk)
    }
    migrator.registerMigration("changes") { db in try db.execute(sql: changes) }
    migrator.registerMigration("diary") { db in
      try db.execute(sql: annotations)
      // The kind of an edit of the diary; null for other words. An edit that failed stays until it is seen.
      try db.execute(sql: "ALTER TABLE message ADD COLUMN edit TEXT")
      try db.execute(sql: "ALTER TABLE message ADD COLUMN dismissed_ms INTEGER")
    }
    migrator.registerMigration("own file") { db in
      // A newer text of the device's own file that leaves the changes made here in force.
      try db.execute(sql: "ALTER TABLE revision ADD COLUMN edited_ms INTEGER")
    }
    migrator.registerMigration("pictures") { db in try db.execute(sql: pictures) }
    migrator.registerMigration("advice") { db in
      // The figures with which the device answered a question for advice, as JSON.
      try db.execute(sql: "ALTER TABLE message ADD COLUMN advice TEXT")
    }
    migrator.registerMigration("newest health") { db in try db.execute(sql: newestHealth) }
    migrator.registerMigration("numbers") { db in try renumber(db) }
    return migrator
  }()

  private static let replica = """
    -- A log for each device that the wearer has had; the highest number is the present one.
    CREATE TABLE log (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      device TEXT NOT NULL UNIQUE,
      stored INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE record (
      log INTEGER NOT NULL REFERENCES log,
      sequence INTEGER NOT NULL,
      written_ms INTEGER,
      words BLOB CHECK (words IS NULL OR length(words) = 80),
      PRIMARY KEY (log, sequence)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE place (
      at_ms INTEGER PRIMARY KEY,
      lat_e7 INTEGER NOT NULL,
      lon_e7 INTEGER NOT NULL,
      eph_dm INTEGER
    ) STRICT;
    CREATE TABLE health (
      at_ms INTEGER PRIMARY KEY,
      json TEXT NOT NULL
    ) STRICT;
    CREATE TABLE boot (
      log INTEGER NOT NULL,
      number INTEGER NOT NULL,
      at_ms INTEGER NOT NULL,
      PRIMARY KEY (log, number)
    ) STRICT, WITHOUT ROWID;
    """

  /// The author of a revision, the form, and its fate. A device's own text has none of it.
  private static let changes = """
    ALTER TABLE revision ADD COLUMN account INTEGER;
    ALTER TABLE revision ADD COLUMN who TEXT;
    ALTER TABLE revision ADD COLUMN base INTEGER;
    ALTER TABLE revision ADD COLUMN form TEXT;
    ALTER TABLE revision ADD COLUMN target TEXT;
    ALTER TABLE revision ADD COLUMN about TEXT;
    ALTER TABLE revision ADD COLUMN fields TEXT;
    ALTER TABLE revision ADD COLUMN sent_ms INTEGER;
    ALTER TABLE revision ADD COLUMN applied_ms INTEGER;
    ALTER TABLE revision ADD COLUMN refused_ms INTEGER;
    ALTER TABLE revision ADD COLUMN why TEXT;
    ALTER TABLE revision ADD COLUMN is_settled INTEGER NOT NULL DEFAULT 0;
    """

  /// Gives a revision of a number that no server gives the next one behind the others.
  ///
  /// A device could name one before those were refused. Nothing can be counted on from 2⁶³ − 1.
  private static func renumber(_ db: Database) throws {
    let most = 1 << 54
    let huge = try Int.fetchAll(
      db, sql: "SELECT revision FROM revision WHERE revision > ? ORDER BY revision",
      arguments: [most])
    for number in huge {
      try db.execute(
        sql: """
          UPDATE revision
          SET revision = (SELECT coalesce(max(revision), 0) + 1 FROM revision WHERE revision <= ?)
          WHERE revision = ?
          """, arguments: [most, number])
    }
  }

  private static let newestHealth = """
    -- The report of the last call. By its hour it need not be the newest: the portal's clock may have been set since.
    CREATE TABLE newest_health (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      at_ms INTEGER NOT NULL,
      json TEXT NOT NULL
    ) STRICT;
    INSERT INTO newest_health SELECT 1, at_ms, json FROM health ORDER BY at_ms DESC LIMIT 1;
    """

  private static let annotations = """
    -- Notes and categories of the family's own. One belongs to the record that it came with.
    CREATE TABLE annotation (
      log INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      category TEXT,
      notes TEXT,
      PRIMARY KEY (log, sequence)
    ) STRICT, WITHOUT ROWID;
    """

  private static let pictures = """
    -- Photos, without anything but their points. A profile names one by the hash of its small form.
    CREATE TABLE picture (
      hash TEXT PRIMARY KEY CHECK (length(hash) = 64),
      made_ms INTEGER NOT NULL,
      small BLOB NOT NULL,
      large BLOB NOT NULL,
      points BLOB
    ) STRICT;
    """

  private static let talk = """
    CREATE TABLE contact (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      at_ms INTEGER NOT NULL,
      due_ms INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE silence (
      from_ms INTEGER PRIMARY KEY,
      until_ms INTEGER
    ) STRICT;
    CREATE TABLE message (
      id INTEGER PRIMARY KEY,
      made_ms INTEGER NOT NULL,
      until_ms INTEGER,
      account INTEGER NOT NULL,
      who TEXT NOT NULL,
      json TEXT NOT NULL,
      notice INTEGER,
      sent_ms INTEGER,
      outcome TEXT,
      why TEXT,
      done_ms INTEGER
    ) STRICT;
    CREATE TABLE revision (
      revision INTEGER PRIMARY KEY AUTOINCREMENT,
      made_ms INTEGER NOT NULL,
      is_device INTEGER NOT NULL,
      yaml TEXT NOT NULL
    ) STRICT;
    """
}
