import Foundation
import GRDB
import HAL
import Sync

/// Pairing, devices' keys, and the audit.
extension PortalDatabase {
  /// Makes a code, and ends the one before that nobody has used.
  ///
  /// - Parameters:
  ///   - account: whoever asks for it; nil: the command line.
  ///   - isReplacement: the device that uses it continues the log of the wearer's device before it.
  /// - Returns: the code, which is shown once.
  /// - Throws: `noRight`, where that account does not administer any more.
  public func makeCode(
    for wearer: String, by account: Int64? = nil, isReplacement: Bool = false, at now: WallTime
  ) async throws -> String {
    let code = Secrets.code()
    try await write { db in
      if let account { try PortalDatabase.mustAdminister(db, account, wearer) }
      try db.execute(
        sql: "DELETE FROM code WHERE until_ms < ? OR (wearer = ? AND NOT is_used)",
        arguments: [now.milliseconds, wearer])
      try db.execute(
        sql: "INSERT INTO code (hash, wearer, until_ms, is_replacement) VALUES (?, ?, ?, ?)",
        arguments: [
          Secrets.hash(code), wearer, now.milliseconds + PortalDatabase.invitation, isReplacement,
        ])
    }
    return code
  }

  /// Makes the device's key. The wearer's device before it has none any more.
  ///
  /// The device that used a code may use it again while it is the wearer's device. An answer can be lost,
  /// and its key with it. Then the key before does not count any more.
  ///
  /// - Parameters:
  ///   - log: the last sequence in the device's state; nil: its program cannot restore a log.
  ///   - hasCalled: the wearer's device has called since it was paired.
  /// - Returns: nil: no such code, or used by another device, or over.
  /// - Throws: `ReplacementRefusal`, and the code stays good.
  public func pair(
    code: String, device: String, name: String, log: Int64? = nil, hasCalled: Bool = false,
    at now: WallTime
  ) async throws -> PairedDevice? {
    let key = Secrets.key()
    return try await write { db in
      guard
        let row = try Row.fetchOne(
          db, sql: "SELECT * FROM code WHERE hash = ? AND until_ms > ?",
          arguments: [Secrets.hash(code), now.milliseconds]),
        let entry = try Row.fetchOne(
          db, sql: "SELECT id, name FROM wearer WHERE id = ?", arguments: [row["wearer"] as String])
      else { return nil }
      let (wearer, isReplacement): (String, Bool) = (row["wearer"], row["is_replacement"])
      let present = try PortalDatabase.last(db, wearer, "AND NOT is_revoked")
      let isAgain = row["is_used"] && row["device"] == device && present?.identity == device
      guard !row["is_used"] || isAgain else { return nil }
      if isReplacement {
        guard let log else { throw ReplacementRefusal.cannotRestore }
        // A restored state has records when it asks again, by another code, too. It judges itself whether they
        // are the same.
        let isThere = present?.identity == device && present?.isReplacement == true
        guard log == 0 || isAgain || isThere else { throw ReplacementRefusal.hasRecords }
        // One that lives since then may have other records: it would lose its key for a log that it refuses.
        guard log == 0 || isAgain || !hasCalled else { throw ReplacementRefusal.lives }
      }
      let before = isReplacement ? try PortalDatabase.last(db, wearer)?.name : nil
      let called = name.isEmpty ? before ?? "" : name
      try db.execute(
        sql: "UPDATE code SET is_used = 1, device = ? WHERE hash = ?",
        arguments: [device, Secrets.hash(code)])
      try PortalDatabase.revoke(db, wearer)
      try db.execute(
        sql: """
          INSERT INTO device (hash, wearer, identity, name, paired_ms, is_replacement)
          VALUES (?, ?, ?, ?, ?, ?)
          """,
        arguments: [Secrets.hash(key), wearer, device, called, now.milliseconds, isReplacement])
      return PairedDevice(
        key: key, wearer: WearerEntry(id: entry[0], name: entry[1]), name: called,
        isReplacement: isReplacement)
    }
  }

  /// The wearer of a code, while the code lasts; nil: it is none of that kind.
  ///
  /// - Parameter isReplacement: the code is for a device in a lost one's place, and not for a first one.
  public func wearer(
    ofCode code: String, isReplacement: Bool = false, at now: WallTime
  ) async throws -> String? {
    try await queue.read { db in
      try String.fetchOne(
        db,
        sql: "SELECT wearer FROM code WHERE hash = ? AND until_ms > ? AND is_replacement = ?",
        arguments: [Secrets.hash(code), now.milliseconds, isReplacement])
    }
  }

  /// The device that was paired last, of those that fit.
  private static func last(
    _ db: Database, _ wearer: String, _ condition: String = ""
  ) throws -> DeviceKey? {
    try Row.fetchOne(
      db, sql: "SELECT * FROM device WHERE wearer = ? \(condition) ORDER BY rowid DESC",
      arguments: [wearer]
    ).map(DeviceKey.init)
  }

  private static func revoke(_ db: Database, _ wearer: String) throws {
    try db.execute(sql: "UPDATE device SET is_revoked = 1 WHERE wearer = ?", arguments: [wearer])
  }

  /// The wearer's device is not known any more.
  public func revokeDevice(of wearer: String) async throws {
    try await write { try PortalDatabase.revoke($0, wearer) }
  }

  /// Nil for a key that is unknown or revoked.
  public func device(_ key: String) async throws -> DeviceKey? {
    let hash = Secrets.hash(key)
    return try await queue.read { db in
      try Row.fetchOne(
        db, sql: "SELECT * FROM device WHERE hash = ? AND NOT is_revoked", arguments: [hash]
      ).map(DeviceKey.init)
    }
  }

  /// The device that a wearer has now.
  public func device(of wearer: String) async throws -> DeviceKey? {
    try await queue.read { db in
      try Row.fetchOne(
        db, sql: "SELECT * FROM device WHERE wearer = ? AND NOT is_revoked", arguments: [wearer]
      ).map(DeviceKey.init)
    }
  }

  // MARK: The audit

  public func note(
    _ deed: Deed, by account: Account?, for wearer: String?, about: String = "", at now: WallTime
  ) async throws {
    try await write { try PortalDatabase.note($0, deed, by: account, for: wearer, about, now) }
  }

  static func note(
    _ db: Database, _ deed: Deed, by account: Account?, for wearer: String?, _ about: String,
    _ now: WallTime
  ) throws {
    try db.execute(
      sql: "INSERT INTO audit (at_ms, account, who, wearer, deed, about) VALUES (?, ?, ?, ?, ?, ?)",
      arguments: [
        now.milliseconds, account?.id, account?.name ?? "", wearer, deed.rawValue,
        String(about.prefix(300)),
      ])
  }

  /// Notes a look at a place, unless the same person looked within the last quarter of an hour.
  ///
  /// - Parameter isRenewal: an open page asked by itself. Within an hour it makes the last look longer, so that a page
  ///   that stays open is one line.
  /// - Returns: whether something was noted.
  @discardableResult
  public func noteLook(
    by account: Account, for wearer: String, isRenewal: Bool = false, at now: WallTime
  ) async throws -> Bool {
    let last = try await queue.read { db in
      try Row.fetchOne(
        db,
        sql: """
          SELECT id, at_ms, about FROM audit WHERE wearer = ? AND account = ? AND deed = ?
          ORDER BY id DESC
          """,
        arguments: [wearer, account.id, Deed.lookedAtPlace.rawValue]
      ).map { (id: $0["id"] as Int64, until: Int64($0["about"] as String) ?? $0["at_ms"]) }
    }
    if let last {
      let passed = now.milliseconds - last.until
      if isRenewal, (0..<3_600_000).contains(passed) {
        if passed < 300_000 { return false }
        try await write { db in
          try db.execute(
            sql: "UPDATE audit SET about = ? WHERE id = ?",
            arguments: [String(now.milliseconds), last.id])
        }
        return true
      }
      if (0..<900_000).contains(passed) { return false }
    }
    try await note(.lookedAtPlace, by: account, for: wearer, at: now)
    return true
  }

  /// The newest first.
  public func audit(
    of wearer: String, before id: Int64? = nil, most: Int
  ) async throws -> [AuditEntry] {
    try await queue.read { db in
      try Row.fetchAll(
        db, sql: "SELECT * FROM audit WHERE wearer = ? AND id < ? ORDER BY id DESC LIMIT ?",
        arguments: [wearer, id ?? .max, most]
      ).compactMap(AuditEntry.init)
    }
  }
}

extension AuditEntry {
  /// Nil for a deed that only a newer portal knows.
  init?(_ row: Row) {
    guard let deed = Deed(rawValue: row["deed"]) else { return nil }
    self.init(
      id: row["id"], at: WallTime(milliseconds: row["at_ms"]), who: row["who"], deed: deed,
      about: row["about"])
  }
}

extension DeviceKey {
  init(_ row: Row) {
    self.init(
      wearer: row["wearer"], identity: row["identity"], name: row["name"],
      paired: WallTime(milliseconds: row["paired_ms"]), isReplacement: row["is_replacement"])
  }
}
