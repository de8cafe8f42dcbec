import GRDB
import HAL

/// A testimony of somebody who has to do with giving up smoking. No wearer is attached to it.
public struct Testimony: Equatable, Sendable {
  public enum State: Equatable, Sendable {
    /// Nobody but its sender and the moderators sees it.
    case waiting
    case published
    case refused(reason: String)
  }

  public var id: Int64
  /// The name that its sender chose for it.
  public var name: String
  /// "es" or "en"
  public var language: String
  public var text: String
  public var sent: WallTime
  public var state: State
}

/// A testimony that somebody sends.
public struct NewTestimony: Sendable {
  /// Unicode scalars of a text and of a name.
  public static let longestText = 600
  public static let longestName = 40

  public var name: String
  public var language: String
  public var text: String

  public init(name: String, language: String, text: String) {
    self.name = name
    self.language = language
    self.text = text
  }
}

/// The reason why a testimony is not taken now.
public enum TestimonyLimit: Error, Equatable, Sendable {
  /// `mostWaiting` of this person wait already.
  case waiting
  /// `mostDaily` were sent within a day, withdrawn ones as well.
  case daily
}

/// Testimonies, and the people who decide about them. Each change stands in the audit with it.
extension PortalDatabase {
  /// Testimonies of a person that may wait, and those that may be sent within 24 hours.
  public static let mostWaiting = 3
  public static let mostDaily = 6
  /// The longest reason of a refusal, in Unicode scalars.
  public static let longestReason = 200

  // MARK: Moderators

  /// A change stands in the audit; the audit names whom it is about, because the server's keeper has no account.
  ///
  /// - Returns: false: there is no such account.
  public func setModerator(
    _ email: String, _ isModerator: Bool, at now: WallTime
  ) async throws -> Bool {
    try await write { db in
      guard
        let row = try Row.fetchOne(
          db, sql: "SELECT * FROM account WHERE email = ?", arguments: [email])
      else { return false }
      let account: Int64 = row["id"]
      try db.execute(
        sql: isModerator
          ? "INSERT OR IGNORE INTO moderator VALUES (?)"
          : "DELETE FROM moderator WHERE account = ?",
        arguments: [account])
      guard db.changesCount > 0 else { return true }
      try PortalDatabase.note(
        db, isModerator ? .moderatorMade : .moderatorEnded, by: Account(row), for: nil, "", now)
      // A change of rights gives every session a new key.
      try db.execute(
        sql: "UPDATE session SET must_renew = 1 WHERE account = ?", arguments: [account])
      return true
    }
  }

  public func moderators() async throws -> [Account] {
    try await queue.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT account.* FROM moderator JOIN account ON account.id = account ORDER BY email
          """
      ).map(Account.init)
    }
  }

  public func isModerator(_ account: Int64) async throws -> Bool {
    try await queue.read { db in
      try Int.fetchOne(
        db, sql: "SELECT 1 FROM moderator WHERE account = ?", arguments: [account]) != nil
    }
  }

  // MARK: The sender

  /// Keeps a testimony, which waits for a moderator.
  ///
  /// - Throws: `TestimonyLimit`.
  public func send(_ new: NewTestimony, by account: Account, at now: WallTime) async throws {
    try await write { db in
      let waiting = try Int.fetchOne(
        db, sql: "SELECT count(*) FROM testimony WHERE account = ? AND state = 'waiting'",
        arguments: [account.id])
      guard waiting ?? 0 < PortalDatabase.mostWaiting else { throw TestimonyLimit.waiting }
      let today = try Int.fetchOne(
        db,
        sql: """
          SELECT count(*) FROM audit
          WHERE wearer IS NULL AND account = ? AND deed = ? AND at_ms > ?
          """,
        arguments: [account.id, Deed.testimonySent.rawValue, now.milliseconds - 86_400_000])
      guard today ?? 0 < PortalDatabase.mostDaily else { throw TestimonyLimit.daily }
      try db.execute(
        sql: """
          INSERT INTO testimony (account, name, language, text, sent_ms) VALUES (?, ?, ?, ?, ?)
          """,
        arguments: [account.id, new.name, new.language, new.text, now.milliseconds])
      try PortalDatabase.note(
        db, .testimonySent, by: account, for: nil, String(db.lastInsertedRowID), now)
    }
  }

  /// Deletes a testimony for good, whatever its state.
  ///
  /// - Returns: false: this account has none of that number.
  public func withdraw(_ id: Int64, by account: Account, at now: WallTime) async throws -> Bool {
    try await write { db in
      try db.execute(
        sql: "DELETE FROM testimony WHERE id = ? AND account = ?", arguments: [id, account.id])
      guard db.changesCount > 0 else { return false }
      try PortalDatabase.note(db, .testimonyWithdrawn, by: account, for: nil, String(id), now)
      return true
    }
  }

  /// The newest first.
  public func testimonies(of account: Int64) async throws -> [Testimony] {
    try await testimonies("account = ? ORDER BY id DESC LIMIT 50", [account])
  }

  // MARK: Readers and moderators

  /// The newest first.
  public func publishedTestimonies(before id: Int64?, most: Int) async throws -> [Testimony] {
    try await testimonies(
      "state = 'published' AND id < ? ORDER BY id DESC LIMIT ?", [id ?? .max, most])
  }

  /// The oldest first: it has waited longest.
  public func waitingTestimonies(most: Int) async throws -> [Testimony] {
    try await testimonies("state = 'waiting' ORDER BY id LIMIT ?", [most])
  }

  public func countWaitingTestimonies() async throws -> Int {
    try await queue.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM testimony WHERE state = 'waiting'") ?? 0
    }
  }

  private func testimonies(
    _ condition: String, _ arguments: StatementArguments
  ) async throws -> [Testimony] {
    try await queue.read { db in
      try Row.fetchAll(
        db, sql: "SELECT * FROM testimony WHERE " + condition, arguments: arguments
      ).map(Testimony.init)
    }
  }

  /// - Returns: false: none of that number waits. It was withdrawn, or somebody else has decided.
  public func publish(_ id: Int64, by moderator: Account, at now: WallTime) async throws -> Bool {
    try await write { db in
      try db.execute(
        sql: """
          UPDATE testimony SET state = 'published', decided_ms = ? WHERE id = ? AND state = 'waiting'
          """, arguments: [now.milliseconds, id])
      guard db.changesCount > 0 else { return false }
      try PortalDatabase.note(db, .testimonyPublished, by: moderator, for: nil, String(id), now)
      return true
    }
  }

  /// Refuses one that waits, or takes down one that was published.
  ///
  /// - Returns: false: none of that number waits or is published.
  public func refuse(
    _ id: Int64, reason: String, by moderator: Account, at now: WallTime
  ) async throws -> Bool {
    try await write { db in
      try db.execute(
        sql: """
          UPDATE testimony SET state = 'refused', reason = ?, decided_ms = ?
          WHERE id = ? AND state != 'refused'
          """, arguments: [reason, now.milliseconds, id])
      guard db.changesCount > 0 else { return false }
      try PortalDatabase.note(
        db, .testimonyRefused, by: moderator, for: nil, "\(id) \(reason)", now)
      return true
    }
  }

  /// The decisions of all moderators and the changes of who is one, the newest first.
  public func testimonyDecisions(most: Int) async throws -> [AuditEntry] {
    try await queue.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT * FROM audit WHERE wearer IS NULL AND deed IN (?, ?, ?, ?)
          ORDER BY id DESC LIMIT ?
          """,
        arguments: [
          Deed.testimonyPublished.rawValue, Deed.testimonyRefused.rawValue,
          Deed.moderatorMade.rawValue, Deed.moderatorEnded.rawValue, most,
        ]
      ).compactMap(AuditEntry.init)
    }
  }
}

extension Testimony {
  init(_ row: Row) {
    let state: State =
      switch row["state"] as String {
      case "published": .published
      case "refused": .refused(reason: row["reason"] ?? "")
      default: .waiting
      }
    self.init(
      id: row["id"], name: row["name"], language: row["language"], text: row["text"],
      sent: WallTime(milliseconds: row["sent_ms"]), state: state)
  }
}
