import Foundation
import GRDB

/// The tables of `portal.sqlite`: people, what they may, and what they did.
enum PortalSchema {
  static let migrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try db.execute(sql: accounts)
      try db.execute(sql: wearers)
    }
    migrator.registerMigration("testimonies") { db in try db.execute(sql: testimonies) }
    migrator.registerMigration("replacement") { db in try db.execute(sql: replacement) }
    migrator.registerMigration("silence") { db in try db.execute(sql: silence) }
    migrator.registerMigration("key before") { db in try db.execute(sql: keyBefore) }
    migrator.registerMigration("inviter") { db in
      // The account that invites; null: the command line, or an invitation from before.
      try db.execute(sql: "ALTER TABLE link ADD COLUMN inviter_account INTEGER")
    }
    migrator.registerMigration("letters about a wearer") { db in
      // The wearer whom a mail names; null: nobody, or a mail from before.
      try db.execute(
        sql: "ALTER TABLE letter ADD COLUMN wearer TEXT REFERENCES wearer ON DELETE CASCADE")
    }
    migrator.registerMigration("session by link") { db in
      // A session that a link from the account's mailbox began.
      try db.execute(sql: "ALTER TABLE session ADD COLUMN is_by_link INTEGER NOT NULL DEFAULT 0")
    }
    return migrator
  }()

  private static let accounts = """
    CREATE TABLE account (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      email TEXT NOT NULL UNIQUE COLLATE NOCASE,
      name TEXT NOT NULL,
      language TEXT NOT NULL CHECK (language IN ('es', 'en')),
      password TEXT,
      made_ms INTEGER NOT NULL
    ) STRICT;
    -- A session by the hash of its key: who reads this table can be nobody.
    CREATE TABLE session (
      hash BLOB PRIMARY KEY,
      account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      agent TEXT NOT NULL,
      made_ms INTEGER NOT NULL,
      seen_ms INTEGER NOT NULL,
      must_renew INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX session_account ON session (account);
    -- Addresses that work once: invitations and log-ins by mail.
    CREATE TABLE link (
      hash BLOB PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('invitation', 'login')),
      email TEXT NOT NULL COLLATE NOCASE,
      name TEXT NOT NULL,
      inviter TEXT,
      wearer TEXT REFERENCES wearer ON DELETE CASCADE,
      level INTEGER,
      until_ms INTEGER NOT NULL,
      is_used INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    """

  private static let wearers = """
    CREATE TABLE wearer (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      made_ms INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE permission (
      account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      wearer TEXT NOT NULL REFERENCES wearer ON DELETE CASCADE,
      level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 3),
      PRIMARY KEY (account, wearer)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE device (
      hash BLOB PRIMARY KEY,
      wearer TEXT NOT NULL REFERENCES wearer ON DELETE CASCADE,
      identity TEXT NOT NULL,
      name TEXT NOT NULL,
      paired_ms INTEGER NOT NULL,
      is_revoked INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE code (
      hash BLOB PRIMARY KEY,
      wearer TEXT NOT NULL REFERENCES wearer ON DELETE CASCADE,
      until_ms INTEGER NOT NULL,
      is_used INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE audit (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      at_ms INTEGER NOT NULL,
      account INTEGER,
      who TEXT NOT NULL,
      wearer TEXT,
      deed TEXT NOT NULL,
      about TEXT NOT NULL
    ) STRICT;
    CREATE INDEX audit_wearer ON audit (wearer, id);
    CREATE TABLE letter (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      recipient TEXT NOT NULL,
      subject TEXT NOT NULL,
      body TEXT NOT NULL,
      made_ms INTEGER NOT NULL,
      next_ms INTEGER NOT NULL,
      tries INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    """

  private static let testimonies = """
    CREATE TABLE moderator (
      account INTEGER PRIMARY KEY REFERENCES account ON DELETE CASCADE
    ) STRICT;
    -- A number is never used twice, so that the audit means one testimony for good.
    CREATE TABLE testimony (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      name TEXT NOT NULL,
      language TEXT NOT NULL CHECK (language IN ('es', 'en')),
      text TEXT NOT NULL,
      sent_ms INTEGER NOT NULL,
      state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'published', 'refused')),
      reason TEXT,
      decided_ms INTEGER
    ) STRICT;
    CREATE INDEX testimony_state ON testimony (state, id);
    CREATE INDEX testimony_account ON testimony (account);
    """

  private static let replacement = """
    -- The device that used a code may use it again: the answer may have been lost on the way.
    ALTER TABLE code ADD COLUMN device TEXT;
    ALTER TABLE code ADD COLUMN is_replacement INTEGER NOT NULL DEFAULT 0;
    -- Such a device continues the log of the one before it.
    ALTER TABLE device ADD COLUMN is_replacement INTEGER NOT NULL DEFAULT 0;
    """

  private static let silence = """
    -- The last silence of a wearer's device about which mails were written: each is told once.
    CREATE TABLE told_silence (
      wearer TEXT PRIMARY KEY REFERENCES wearer ON DELETE CASCADE,
      from_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  private static let keyBefore = """
    -- The key before a change of rights, and when it was replaced: requests were under way with it.
    ALTER TABLE session ADD COLUMN before BLOB;
    ALTER TABLE session ADD COLUMN before_ms INTEGER;
    CREATE INDEX session_before ON session (before);
    """

  /// Opens a database so that nothing is confirmed before it is durable.
  static func open(_ path: String, _ migrator: DatabaseMigrator) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.writeWithoutTransaction { db in
      // Ours instead of GRDB's, which would lower synchronous to NORMAL: a power cut could then take
      // back what a device was told is stored.
      try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    }
    let known = Set(migrator.migrations)
    let applied = try queue.read { try migrator.appliedIdentifiers($0) }
    guard applied.subtracting(known).isEmpty else {
      throw PortalError.refused(
        "\(path) was written by a newer vigia-portal; expected one of this version or older")
    }
    try migrator.migrate(queue)
    return queue
  }
}
