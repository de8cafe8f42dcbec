import Foundation
import GRDB
import HAL

/// `portal.sqlite`: accounts, sessions, rights, devices' keys and the audit.
///
/// Times are of the clock on the wall, because a quickened family must not outlive its sessions.
public final class PortalDatabase: Sendable {
  let queue: DatabaseQueue

  public init(folder: String) throws {
    queue = try PortalSchema.open(folder + "/portal.sqlite", PortalSchema.migrator)
  }

  func write<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
    do {
      return try await queue.write(body)
    } catch let error as DatabaseError {
      throw PortalError.unwritable(error.message ?? error.resultCode.description)
    }
  }

  /// A copy that can be opened by itself.
  public func copy(to path: String) throws { try PortalDatabase.copy(queue, to: path) }

  static func copy(_ queue: DatabaseQueue, to path: String) throws {
    let copy = try DatabaseQueue(path: path)
    try queue.backup(to: copy)
    try copy.close()
  }

  // MARK: Wearers

  public func makeWearer(named name: String, at now: WallTime) async throws -> String {
    let id = Secrets.random(8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
      .joined()
    try await write { db in
      try db.execute(
        sql: "INSERT INTO wearer VALUES (?, ?, ?)", arguments: [id, name, now.milliseconds])
    }
    return id
  }

  public func wearers() async throws -> [WearerEntry] {
    try await queue.read { db in
      try Row.fetchAll(db, sql: "SELECT id, name FROM wearer ORDER BY name, id").map {
        WearerEntry(id: $0[0], name: $0[1])
      }
    }
  }

  public func wearer(_ id: String) async throws -> WearerEntry? {
    try await queue.read { db in
      try Row.fetchOne(db, sql: "SELECT id, name FROM wearer WHERE id = ?", arguments: [id]).map {
        WearerEntry(id: $0[0], name: $0[1])
      }
    }
  }

  /// Forgets a wearer: rights, keys, audit, mails, and the accounts that have nothing else here. The wearer's file is
  /// `WearerFiles`' business.
  public func removeWearer(_ id: String) async throws {
    try await write { db in
      let idle = try PortalDatabase.idle(without: id, db)
      try db.execute(sql: "DELETE FROM audit WHERE wearer = ?", arguments: [id])
      // A mail from before mails knew their wearer leads to the wearer's page.
      try db.execute(
        sql: "DELETE FROM letter WHERE wearer IS NULL AND instr(body, ?) > 0",
        arguments: ["/w/" + id])
      try db.execute(sql: "DELETE FROM wearer WHERE id = ?", arguments: [id])
      for account in idle { try PortalDatabase.remove(account, db) }
    }
  }

  /// The accounts that go with a wearer, by address.
  public func accounts(endingWith wearer: String) async throws -> [Account] {
    try await queue.read { try PortalDatabase.idle(without: wearer, $0) }
  }

  /// The wearer's people, of now and from before, who see nobody else, decide nothing and have written nothing.
  private static func idle(without wearer: String, _ db: Database) throws -> [Account] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT * FROM account
        WHERE id IN (
          SELECT account FROM permission WHERE wearer = ?
          UNION SELECT account FROM audit WHERE wearer = ?)
        AND id NOT IN (SELECT account FROM permission WHERE wearer != ?)
        AND id NOT IN (SELECT account FROM moderator)
        AND id NOT IN (SELECT account FROM testimony)
        ORDER BY email
        """, arguments: [wearer, wearer, wearer]
    ).map(Account.init)
  }

  /// Forgets an account: its log-ins, the mails to it that name nobody, and what it did for itself.
  ///
  /// What it sent and decided as a reader and moderator of testimonies stays in the audit.
  private static func remove(_ account: Account, _ db: Database) throws {
    try db.execute(sql: "DELETE FROM account WHERE id = ?", arguments: [account.id])
    try db.execute(
      sql: "DELETE FROM link WHERE kind = 'login' AND email = ?", arguments: [account.email])
    try db.execute(
      sql: "DELETE FROM letter WHERE wearer IS NULL AND recipient = ? COLLATE NOCASE",
      arguments: [account.email])
    for deed in [Deed.login, .logout, .sessionEnded, .passwordChanged, .nameChanged] {
      try db.execute(
        sql: "DELETE FROM audit WHERE wearer IS NULL AND account = ? AND deed = ?",
        arguments: [account.id, deed.rawValue])
    }
  }

  // MARK: Rights

  /// The wearers of an account, by name.
  public func wearers(of account: Int64) async throws -> [(wearer: WearerEntry, level: Level)] {
    try await queue.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT wearer.id, name, level FROM permission JOIN wearer ON wearer.id = wearer
          WHERE account = ? ORDER BY name, wearer.id
          """, arguments: [account]
      ).compactMap { row in
        Level(rawValue: row[2]).map { (WearerEntry(id: row[0], name: row[1]), $0) }
      }
    }
  }

  /// Nil: this account has nothing to do with that wearer.
  public func level(of account: Int64, for wearer: String) async throws -> Level? {
    try await queue.read { db in
      try Int.fetchOne(
        db, sql: "SELECT level FROM permission WHERE account = ? AND wearer = ?",
        arguments: [account, wearer]
      ).flatMap(Level.init)
    }
  }

  /// The people of a wearer, by name.
  public func members(of wearer: String) async throws -> [Member] {
    try await queue.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT account.*, level FROM permission JOIN account ON account.id = account
          WHERE wearer = ? ORDER BY name, account.id
          """, arguments: [wearer]
      ).compactMap { row in
        Level(rawValue: row["level"]).map { Member(account: Account(row), level: $0) }
      }
    }
  }

  /// Changes a right, or ends it. The person's sessions get new keys, and older invitations end: those to them,
  /// and those by them, unless they administer. With the right to administer, the wearer's pairing codes end.
  ///
  /// - Parameter actor: whoever changes it; nil: nobody with an account.
  /// - Throws: `refused`, where the last who administers would go; `noRight`, where the actor does not administer any
  ///   more.
  public func setLevel(
    _ level: Level?, of account: Int64, for wearer: String, by actor: Int64? = nil
  ) async throws {
    try await write { db in
      if let actor { try PortalDatabase.mustAdminister(db, actor, wearer) }
      let others = try Int.fetchOne(
        db,
        sql: "SELECT count(*) FROM permission WHERE wearer = ? AND level = 3 AND account != ?",
        arguments: [wearer, account])
      guard level == .administer || others != 0 else {
        throw PortalError.refused("last")
      }
      let administered = try Int.fetchOne(
        db, sql: "SELECT 1 FROM permission WHERE wearer = ? AND level = 3 AND account = ?",
        arguments: [wearer, account])
      try PortalDatabase.grant(db, level, account, wearer)
      try PortalDatabase.endInvitations(db, of: account, to: wearer)
      guard level != .administer else { return }
      if administered != nil {
        // A used one goes, too: whoever knows the device's number could use it again.
        try db.execute(sql: "DELETE FROM code WHERE wearer = ?", arguments: [wearer])
      }
      try db.execute(
        sql: """
          UPDATE link SET is_used = 1
          WHERE kind = 'invitation' AND NOT is_used AND wearer = ? AND inviter_account = ?
          """, arguments: [wearer, account])
    }
  }

  /// The right of a request under way may have been taken since it was looked up.
  static func mustAdminister(_ db: Database, _ account: Int64, _ wearer: String) throws {
    let has = try Int.fetchOne(
      db, sql: "SELECT 1 FROM permission WHERE account = ? AND wearer = ? AND level = 3",
      arguments: [account, wearer])
    guard has != nil else { throw PortalError.noRight }
  }

  /// An invitation from before must not bring back what somebody has just taken away.
  ///
  /// - Parameter level: the highest right whose invitations end.
  static func endInvitations(
    _ db: Database, of account: Int64, to wearer: String, upTo level: Level = .administer
  ) throws {
    try db.execute(
      sql: """
        UPDATE link SET is_used = 1 WHERE kind = 'invitation' AND NOT is_used AND wearer = ?
        AND level <= ? AND email = (SELECT email FROM account WHERE id = ?)
        """, arguments: [wearer, level.rawValue, account])
  }

  /// Ends all invitations of an address to a wearer.
  ///
  /// - Returns: whether there was one that nobody had used.
  public func endInvitations(
    of email: String, to wearer: String, at now: WallTime
  ) async throws -> Bool {
    try await write { db in
      try db.execute(
        sql: """
          UPDATE link SET is_used = 1 WHERE kind = 'invitation' AND NOT is_used AND wearer = ?
          AND email = ? AND until_ms > ?
          """, arguments: [wearer, email, now.milliseconds])
      return db.changesCount > 0
    }
  }

  static func grant(_ db: Database, _ level: Level?, _ account: Int64, _ wearer: String) throws {
    if let level {
      try db.execute(
        sql: "INSERT OR REPLACE INTO permission VALUES (?, ?, ?)",
        arguments: [account, wearer, level.rawValue])
    } else {
      try db.execute(
        sql: "DELETE FROM permission WHERE account = ? AND wearer = ?",
        arguments: [account, wearer])
    }
    try db.execute(
      sql: "UPDATE session SET must_renew = 1 WHERE account = ?", arguments: [account])
  }
}

extension Account {
  init(_ row: Row) {
    self.init(
      id: row["id"], email: row["email"], name: row["name"], language: row["language"])
  }
}
