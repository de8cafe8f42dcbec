import Foundation
import GRDB
import HAL

/// A mail of the portal that no server has taken yet.
public struct Letter: Sendable {
  public var id: Int64
  public var recipient: String
  public var subject: String
  public var body: String
  public var tries: Int
}

/// A mail that the portal writes.
public struct NewLetter: Sendable {
  public var recipient: String
  public var subject: String
  public var body: String

  public init(recipient: String, subject: String, body: String) {
    self.recipient = recipient
    self.subject = subject
    self.body = body
  }
}

/// Mails of the portal wait in the database, so that a restart loses none.
extension PortalDatabase {
  /// The longest pause between two tries, in milliseconds.
  private static let longestPause: Int64 = 900_000
  /// A mail that nobody took in so many tries is given up. They take a day, whatever the clock says.
  private static let mostTries = 100
  /// A mail that is older says nothing that still counts: the server was away. A clock that is set under way makes no
  /// mail older (`clockWasSet`). One that led by days was put right sooner.
  private static let longestWait: Int64 = 7 * 86_400_000

  /// - Parameter wearer: the wearer whom it names.
  public func send(
    _ subject: String, _ body: String, to recipient: String, about wearer: String? = nil,
    at now: WallTime
  ) async throws {
    let letter = NewLetter(recipient: recipient, subject: subject, body: body)
    try await write { try PortalDatabase.keep(letter, about: wearer, now, $0) }
  }

  /// Keeps the mails about one silence of a wearer's device: all of them or none, and once only.
  ///
  /// - Parameter from: the last contact.
  public func send(
    _ letters: [NewLetter], aboutSilenceFrom from: WallTime, of wearer: String, at now: WallTime
  ) async throws {
    try await write { db in
      let told = try Int64.fetchOne(
        db, sql: "SELECT from_ms FROM told_silence WHERE wearer = ?", arguments: [wearer])
      if told == from.milliseconds { return }
      try db.execute(
        sql: "INSERT OR REPLACE INTO told_silence VALUES (?, ?)",
        arguments: [wearer, from.milliseconds])
      for letter in letters { try PortalDatabase.keep(letter, about: wearer, now, db) }
    }
  }

  private static func keep(
    _ letter: NewLetter, about wearer: String?, _ now: WallTime, _ db: Database
  ) throws {
    try db.execute(
      sql: "DELETE FROM letter WHERE made_ms < ?",
      arguments: [now.milliseconds - PortalDatabase.longestWait])
    try db.execute(
      sql: """
        INSERT INTO letter (recipient, subject, body, made_ms, next_ms, wearer)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        letter.recipient, letter.subject, letter.body, now.milliseconds, now.milliseconds, wearer,
      ])
  }

  /// The mails whose next try is due, and that are not too old. One that is further ahead than any pause is due, too:
  /// the clock was set back.
  public func dueLetters(at now: WallTime) async throws -> [Letter] {
    try await queue.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT * FROM letter
          WHERE (next_ms <= ? OR next_ms > ?) AND made_ms >= ? ORDER BY id LIMIT 20
          """,
        arguments: [
          now.milliseconds, now.milliseconds + PortalDatabase.longestPause,
          now.milliseconds - PortalDatabase.longestWait,
        ]
      ).map {
        Letter(
          id: $0["id"], recipient: $0["recipient"], subject: $0["subject"], body: $0["body"],
          tries: $0["tries"])
      }
    }
  }

  /// The clock on the wall was set: the mails that wait are as old as before.
  ///
  /// - Parameter span: positive: the clock goes ahead.
  public func clockWasSet(by span: Milliseconds) async throws {
    try await write { db in
      try db.execute(
        sql: "UPDATE letter SET made_ms = made_ms + :span, next_ms = next_ms + :span",
        arguments: ["span": span.count])
    }
  }

  public func letterWasTaken(_ id: Int64) async throws {
    try await write { try $0.execute(sql: "DELETE FROM letter WHERE id = ?", arguments: [id]) }
  }

  /// Another try comes after 10 s, and later and later, up to 15 minutes.
  public func letterWasRefused(_ letter: Letter, at now: WallTime) async throws {
    let pause = min(Int64(10_000) << Int64(min(letter.tries, 10)), PortalDatabase.longestPause)
    try await write { db in
      try db.execute(
        sql: "UPDATE letter SET tries = tries + 1, next_ms = ? WHERE id = ?",
        arguments: [now.milliseconds + pause, letter.id])
      try db.execute(
        sql: "DELETE FROM letter WHERE id = ? AND tries >= ?",
        arguments: [letter.id, PortalDatabase.mostTries])
    }
  }
}
