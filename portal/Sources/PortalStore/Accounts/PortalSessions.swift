import Foundation
import GRDB
import HAL

/// Passwords, sessions and links that work once.
extension PortalDatabase {
  /// A session ends so long after it was used last.
  static let idle: Int64 = 14 * 86_400_000
  /// A session ends so long after the login.
  static let longest: Int64 = 90 * 86_400_000
  /// An invitation or a pairing code ends after 48 hours.
  public static let invitation: Int64 = 48 * 3_600_000
  /// A link for logging in ends after a quarter of an hour, and so does its right to set a password.
  static let loginLink: Int64 = 15 * 60_000
  /// Requests that were under way when a key was replaced may come with the old one for so long.
  static let keyBefore: Int64 = 60_000

  public func account(_ email: String) async throws -> (account: Account, password: String?)? {
    try await queue.read { db in
      try Row.fetchOne(db, sql: "SELECT * FROM account WHERE email = ?", arguments: [email]).map {
        (Account($0), $0["password"])
      }
    }
  }

  public func change(_ account: Int64, name: String, language: String) async throws {
    try await write { db in
      try db.execute(
        sql: "UPDATE account SET name = ?, language = ? WHERE id = ?",
        arguments: [name, language, account])
    }
  }

  /// Every other session of the account ends with the old password, and so does every link to sign in.
  ///
  /// Time passes between the look at the old password and this: all is judged anew.
  ///
  /// - Parameter old: the hash that the person has shown to know; nil: a link began the session just now.
  /// - Returns: false: the session has ended meanwhile, or the hash is another, or the quarter of an hour is over.
  public func change(
    _ account: Int64, password: String, insteadOf old: String?, keeping session: Data,
    at now: WallTime
  ) async throws -> Bool {
    try await write { db in
      let isHere = try Int.fetchOne(
        db, sql: "SELECT 1 FROM session WHERE hash = ? AND account = ?",
        arguments: [session, account])
      let row = try Row.fetchOne(
        db, sql: "SELECT password FROM account WHERE id = ?", arguments: [account])
      guard isHere != nil, let row else { return false }
      let kept: String? = row["password"]
      guard try kept == old || old == nil && PortalDatabase.linkEnd(db, session, now) != nil else {
        return false
      }
      try db.execute(
        sql: "UPDATE account SET password = ? WHERE id = ?", arguments: [password, account])
      try db.execute(
        sql: """
          UPDATE link SET is_used = 1
          WHERE kind = 'login' AND email = (SELECT email FROM account WHERE id = ?)
          """, arguments: [account])
      try db.execute(
        sql: "UPDATE session SET is_by_link = 0 WHERE account = ?", arguments: [account])
      try db.execute(
        sql: "DELETE FROM session WHERE account = ? AND hash != ?", arguments: [account, session])
      return true
    }
  }

  /// The time until which a password may be set without the one before: a link from the mailbox began that session
  /// just now. Nil: it may not.
  public func mayReplacePassword(_ session: Data, at now: WallTime) async throws -> WallTime? {
    try await queue.read { try PortalDatabase.linkEnd($0, session, now) }
  }

  private static func linkEnd(
    _ db: Database, _ session: Data, _ now: WallTime
  ) throws -> WallTime? {
    try Int64.fetchOne(
      db, sql: "SELECT made_ms FROM session WHERE hash = ? AND is_by_link AND made_ms > ?",
      arguments: [session, now.milliseconds - loginLink]
    ).map { WallTime(milliseconds: $0 + loginLink) }
  }

  /// - Parameters:
  ///   - hash: the account's password as it was looked at; nil: none was.
  ///   - byLink: a link from the account's mailbox began it.
  /// - Returns: the key for the cookie.
  /// - Throws: `noRight`, where the account has another password by now.
  public func beginSession(
    for account: Int64, knowing hash: String? = nil, agent: String, byLink: Bool = false,
    at now: WallTime
  ) async throws -> String {
    let key = Secrets.key()
    try await write { db in
      if let hash {
        let kept = try String.fetchOne(
          db, sql: "SELECT password FROM account WHERE id = ?", arguments: [account])
        guard kept == hash else { throw PortalError.noRight }
      }
      try db.execute(
        sql: "DELETE FROM session WHERE seen_ms < ? OR made_ms < ?",
        arguments: [
          now.milliseconds - PortalDatabase.idle, now.milliseconds - PortalDatabase.longest,
        ])
      try db.execute(
        sql: """
          INSERT INTO session (hash, account, agent, made_ms, seen_ms, is_by_link)
          VALUES (?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          Secrets.hash(key), account, String(agent.prefix(200)), now.milliseconds, now.milliseconds,
          byLink,
        ])
    }
    return key
  }

  /// Nil for a key that is unknown, ended or too old.
  ///
  /// A disk that is full stops no page: what cannot be noted now is noted with a later request.
  public func session(_ key: String, at now: WallTime) async throws -> Session? {
    let hash = Secrets.hash(key)
    guard let found = try await find(hash, at: now) else { return nil }
    if found.mustRenew, let key = try? await renew(found.hash, at: now) {
      return Session(account: found.account, hash: Secrets.hash(key), renewed: key)
    }
    if found.mustRenew {
      // Another request at the same moment was first: its answer has the new key.
      return try await find(hash, at: now).map {
        Session(account: $0.account, hash: $0.hash, renewed: nil)
      }
    }
    // A page that lives asks every second; a note in five minutes is enough.
    if now.milliseconds - found.seen > 300_000 {
      try? await write { db in
        try db.execute(
          sql: "UPDATE session SET seen_ms = ? WHERE hash = ?",
          arguments: [now.milliseconds, found.hash])
      }
    }
    return Session(account: found.account, hash: found.hash, renewed: nil)
  }

  /// A session by the hash of its key, or of the one that was replaced a moment ago.
  private func find(
    _ hash: Data, at now: WallTime
  ) async throws -> (account: Account, hash: Data, seen: Int64, mustRenew: Bool)? {
    try await queue.read { db in
      try Row.fetchOne(
        db,
        sql: """
          SELECT account.*, hash, seen_ms, must_renew
          FROM session JOIN account ON account.id = account
          WHERE (hash = ? OR (before = ? AND before_ms > ?)) AND seen_ms >= ?
          AND session.made_ms >= ?
          """,
        arguments: [
          hash, hash, now.milliseconds - PortalDatabase.keyBefore,
          now.milliseconds - PortalDatabase.idle, now.milliseconds - PortalDatabase.longest,
        ]
      ).map { (Account($0), $0["hash"], $0["seen_ms"], $0["must_renew"]) }
    }
  }

  /// - Returns: the new key; nil: another request has replaced the old one.
  private func renew(_ hash: Data, at now: WallTime) async throws -> String? {
    let key = Secrets.key()
    return try await write { db in
      try db.execute(
        sql: """
          UPDATE session SET hash = ?, must_renew = 0, seen_ms = ?, before = ?, before_ms = ?
          WHERE hash = ? AND must_renew
          """,
        arguments: [Secrets.hash(key), now.milliseconds, hash, now.milliseconds, hash])
      return db.changesCount > 0 ? key : nil
    }
  }

  /// Whether a session still counts.
  public func isSession(_ hash: Data, at now: WallTime) async throws -> Bool {
    try await queue.read { db in
      try Int.fetchOne(
        db, sql: "SELECT 1 FROM session WHERE hash = ? AND made_ms >= ?",
        arguments: [hash, now.milliseconds - PortalDatabase.longest]) != nil
    }
  }

  public func endSession(_ hash: Data) async throws {
    try await write { db in
      try db.execute(sql: "DELETE FROM session WHERE hash = ?", arguments: [hash])
    }
  }

  public func endSessions(of account: Int64, but hash: Data) async throws {
    try await write { db in
      try db.execute(
        sql: "DELETE FROM session WHERE account = ? AND hash != ?", arguments: [account, hash])
    }
  }

  /// - Returns: whether the account had such a session.
  public func endSession(id: String, of account: Int64) async throws -> Bool {
    try await write { db in
      try db.execute(
        sql: "DELETE FROM session WHERE account = ? AND lower(hex(substr(hash, 1, 8))) = ?",
        arguments: [account, id])
      return db.changesCount > 0
    }
  }

  /// The newest first.
  public func sessions(of account: Int64) async throws -> [SessionEntry] {
    try await queue.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT lower(hex(substr(hash, 1, 8))), agent, made_ms, seen_ms FROM session
          WHERE account = ? ORDER BY seen_ms DESC
          """, arguments: [account]
      ).map {
        SessionEntry(
          id: $0[0], agent: $0[1], made: WallTime(milliseconds: $0[2]),
          seen: WallTime(milliseconds: $0[3]))
      }
    }
  }

  // MARK: Links that work once

  /// - Parameters:
  ///   - inviter: the name of who invites; nil: the command line.
  ///   - account: the inviter's account, with whose permission the invitation ends.
  ///   - wearer: nil: into the portal alone.
  /// - Returns: the token of the invitation's address.
  /// - Throws: `noRight`, where that account does not administer any more.
  public func invite(
    email: String, name: String, by inviter: String?, account: Int64? = nil, to wearer: String?,
    as level: Level?, at now: WallTime
  ) async throws -> String {
    let token = Secrets.key()
    try await write { db in
      if let account, let wearer { try PortalDatabase.mustAdminister(db, account, wearer) }
      try PortalDatabase.forgetLinks(db, now)
      try db.execute(
        sql: """
          INSERT INTO link
            (hash, kind, email, name, inviter, inviter_account, wearer, level, until_ms)
          VALUES (?, 'invitation', ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          Secrets.hash(token), email, name, inviter, account, wearer, level?.rawValue,
          now.milliseconds + PortalDatabase.invitation,
        ])
    }
    return token
  }

  /// Nil: there is no such account.
  public func makeLoginLink(for email: String, at now: WallTime) async throws -> String? {
    guard let found = try await account(email) else { return nil }
    let token = Secrets.key()
    try await write { db in
      try PortalDatabase.forgetLinks(db, now)
      try db.execute(
        sql: "INSERT INTO link (hash, kind, email, name, until_ms) VALUES (?, 'login', ?, ?, ?)",
        arguments: [
          Secrets.hash(token), found.account.email, found.account.name,
          now.milliseconds + PortalDatabase.loginLink,
        ])
    }
    return token
  }

  private static func forgetLinks(_ db: Database, _ now: WallTime) throws {
    try db.execute(sql: "DELETE FROM link WHERE until_ms < ?", arguments: [now.milliseconds])
  }

  /// Invitations to a wearer that nobody has taken yet.
  public func invitations(to wearer: String, at now: WallTime) async throws -> [Link] {
    try await queue.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT * FROM link
          WHERE wearer = ? AND kind = 'invitation' AND NOT is_used AND until_ms > ? ORDER BY email
          """, arguments: [wearer, now.milliseconds]
      ).map { try PortalDatabase.link(db, $0) }
    }
  }

  /// Nil: unknown, used or over.
  public func invitation(_ token: String, at now: WallTime) async throws -> Link? {
    try await queue.read { db in
      try PortalDatabase.row(db, "invitation", token, now).map { try PortalDatabase.link(db, $0) }
    }
  }

  /// Nil: unknown, used or over.
  public func loginLink(_ token: String, at now: WallTime) async throws -> Link? {
    try await queue.read { db in
      try PortalDatabase.row(db, "login", token, now).map { try PortalDatabase.link(db, $0) }
    }
  }

  private static func link(_ db: Database, _ row: Row) throws -> Link {
    let wearer = try Row.fetchOne(
      db, sql: "SELECT id, name FROM wearer WHERE id = ?", arguments: [row["wearer"] as String?])
    return Link(
      email: row["email"], name: row["name"], inviter: row["inviter"],
      wearer: wearer.map { WearerEntry(id: $0[0], name: $0[1]) },
      level: (row["level"] as Int?).flatMap(Level.init),
      until: WallTime(milliseconds: row["until_ms"]))
  }

  /// Takes an invitation. Somebody who has an account keeps its name and password.
  ///
  /// - Returns: nil: unknown, used or over.
  public func accept(
    _ token: String, name: String, password: String?, language: String, at now: WallTime
  ) async throws -> (account: Account, wearer: String?)? {
    try await write { db in
      guard let row = try PortalDatabase.useLink(db, "invitation", token, now) else { return nil }
      let email: String = row["email"]
      try db.execute(
        sql: """
          INSERT OR IGNORE INTO account (email, name, language, password, made_ms)
          VALUES (?, ?, ?, ?, ?)
          """, arguments: [email, name, language, password, now.milliseconds])
      guard
        let account = try Row.fetchOne(
          db, sql: "SELECT * FROM account WHERE email = ?", arguments: [email]
        ).map(Account.init)
      else { return nil }
      let wearer: String? = row["wearer"]
      if let wearer, let level = (row["level"] as Int?).flatMap(Level.init) {
        let has = try Int.fetchOne(
          db, sql: "SELECT level FROM permission WHERE account = ? AND wearer = ?",
          arguments: [account.id, wearer])
        // An older invitation takes nothing away.
        if level.rawValue > has ?? 0 { try PortalDatabase.grant(db, level, account.id, wearer) }
        // Others in the same mailbox that would give no more are of no use, except to a stranger.
        try PortalDatabase.endInvitations(db, of: account.id, to: wearer, upTo: level)
      }
      return (account, wearer)
    }
  }

  /// - Returns: the account, and its password's hash at that time; nil: unknown, used or over.
  public func useLoginLink(
    _ token: String, at now: WallTime
  ) async throws -> (account: Account, password: String?)? {
    try await write { db in
      guard let row = try PortalDatabase.useLink(db, "login", token, now) else { return nil }
      return try Row.fetchOne(
        db, sql: "SELECT * FROM account WHERE email = ?", arguments: [row["email"] as String]
      ).map { (Account($0), $0["password"]) }
    }
  }

  private static func row(
    _ db: Database, _ kind: String, _ token: String, _ now: WallTime
  ) throws -> Row? {
    try Row.fetchOne(
      db, sql: "SELECT * FROM link WHERE hash = ? AND kind = ? AND NOT is_used AND until_ms > ?",
      arguments: [Secrets.hash(token), kind, now.milliseconds])
  }

  private static func useLink(
    _ db: Database, _ kind: String, _ token: String, _ now: WallTime
  ) throws -> Row? {
    guard let row = try row(db, kind, token, now) else { return nil }
    try db.execute(
      sql: "UPDATE link SET is_used = 1 WHERE hash = ?", arguments: [Secrets.hash(token)])
    return row
  }
}
