import Foundation
import GRDB
import HAL
import Profile
import Sync

/// The device's word about its profile, within a call's transaction.
extension WearerFile {
  /// Keeps the text of the device's own file.
  ///
  /// Changes made here stay if the device says that they are in force over the new text. Where none is in force,
  /// those that wait stay if the new text says the same in all that a portal may change. So do those that were
  /// written before there was a device, if it was given one of them.
  /// - Returns: whether the device need not send its text again.
  static func keep(_ request: SyncRequest, _ now: WallTime, _ db: Database) throws -> Bool {
    guard let text = request.profileKept else { return false }
    let last = try Row.fetchOne(
      db, sql: "SELECT revision, yaml FROM revision WHERE is_device ORDER BY revision DESC"
    ).map { (revision: $0[0] as Int, yaml: $0[1] as String) }
    let inForce = request.health.inForce ?? 0
    if let last, try leavesChanges(request, last, text, db) {
      if last.yaml != text {
        try db.execute(
          sql: "UPDATE revision SET yaml = ?, edited_ms = ? WHERE revision = ?",
          arguments: [text, now.milliseconds, last.revision])
      }
    } else {
      // A file that lost what it knew gets the device's two texts in their order.
      let isBelow = last == nil && inForce > 0 && request.profileInForce != nil
      var number = try isBelow ? inForce - 1 : highest(db) + 1
      if last == nil, inForce == 0, let first = try firstGiven(text, db) { number = first - 1 }
      try db.execute(
        sql: "INSERT INTO revision (revision, made_ms, is_device, yaml) VALUES (?, ?, 1, ?)",
        arguments: [number, now.milliseconds, text])
    }
    if let yaml = request.profileInForce, inForce > 0 {
      try db.execute(
        sql: """
          INSERT OR IGNORE INTO revision (revision, made_ms, is_device, yaml, applied_ms)
          VALUES (?, ?, 0, ?, ?)
          """, arguments: [inForce, now.milliseconds, yaml, now.milliseconds])
      if db.changesCount > 0 { try refuseOutdated(above: inForce, now, db) }
    }
    return true
  }

  /// Ends the changes that wait above a text in force that this file did not know.
  ///
  /// A file that was put back from an old copy has lost that text. What was made here since stands on an older one,
  /// and would undo what it never had.
  private static func refuseOutdated(
    above inForce: Int, _ now: WallTime, _ db: Database
  ) throws {
    try db.execute(
      sql: """
        UPDATE revision SET refused_ms = ?, why = ?
        WHERE revision > ? AND NOT is_device AND form IS NOT NULL
          AND applied_ms IS NULL AND refused_ms IS NULL
        """, arguments: [now.milliseconds, ProfileChange.outdated, inForce])
  }

  /// The number of the first text that was written here, if the device lives by one of them.
  private static func firstGiven(_ text: String, _ db: Database) throws -> Int? {
    guard let own = KnownProfile.whole(text) else { return nil }
    let given = try Row.fetchAll(
      db,
      sql:
        "SELECT revision, yaml FROM revision WHERE refused_ms IS NULL ORDER BY revision LIMIT 1000")
    let isOne = given.contains { KnownProfile.whole($0["yaml"])?.saysTheSame(as: own) == true }
    return isOne ? given.first?["revision"] : nil
  }

  private static func leavesChanges(
    _ request: SyncRequest, _ last: (revision: Int, yaml: String), _ text: String, _ db: Database
  ) throws -> Bool {
    guard let inForce = request.health.inForce else { return last.yaml == text }
    if inForce > last.revision { return true }
    // It took a change after that text, and lives on it no more.
    guard request.health.profile <= last.revision, try revisionInForce(db) == last.revision else {
      return false
    }
    if last.yaml == text { return true }
    guard let before = KnownProfile.whole(last.yaml), let after = KnownProfile.whole(text) else {
      return false
    }
    return after.saysTheSame(as: before)
  }

  /// The device names a revision: it has taken that one and all that it stands on.
  static func note(profile request: SyncRequest, _ now: WallTime, _ db: Database) throws {
    let taken = request.health.profile
    // A change from before the device's own file changed is in no later text. One that ended here with a right
    // had reached the device already, if the device lives on it or on one made from it.
    try db.execute(
      sql: """
        WITH RECURSIVE made_from (number) AS (
          SELECT :taken UNION
          SELECT base FROM revision JOIN made_from ON revision = number WHERE base IS NOT NULL)
        UPDATE revision SET applied_ms = :now, refused_ms = NULL, why = NULL
        WHERE NOT is_device AND revision <= :taken AND applied_ms IS NULL
          AND (refused_ms IS NULL
            OR (why = :ended AND revision IN (SELECT number FROM made_from)))
          AND revision > (SELECT coalesce(max(revision), 0) FROM revision
            WHERE is_device AND revision < :taken)
        """,
      arguments: ["taken": taken, "now": now.milliseconds, "ended": CareRequest.noRight])
    guard let refused = request.profileRefused else { return }
    // Those before it were in its text alone, and the device takes no lower number any more.
    try db.execute(
      sql: """
        UPDATE revision SET refused_ms = ?, why = ?
        WHERE NOT is_device AND revision <= ? AND applied_ms IS NULL AND refused_ms IS NULL
          AND revision > (SELECT coalesce(max(revision), 0) FROM revision
            WHERE is_device AND revision < ?)
        """, arguments: [now.milliseconds, refused.why, refused.revision, refused.revision])
  }

  /// The changes that wait and whose authors may set nothing any more, and all that was made from them.
  ///
  /// Those from before the device told its first text stay. It may have no other, and was given them when it was
  /// paired.
  static func changes(without levels: [Int64: Level], _ db: Database) throws -> [Int] {
    let waiting = try Row.fetchAll(
      db,
      sql: """
        SELECT revision, account FROM revision
        WHERE account IS NOT NULL AND applied_ms IS NULL AND refused_ms IS NULL
          AND revision > (SELECT max(revision) FROM revision WHERE is_device)
          AND made_ms >= (SELECT min(made_ms) FROM revision WHERE is_device)
        ORDER BY revision
        """
    ).map { (revision: $0["revision"] as Int, level: levels[$0["account"]]) }
    // Each is made from the one before it.
    return waiting.drop { $0.level == .administer }.map(\.revision)
  }

  /// Whether a change waits that was made from a text older than the one in force, which this file does not have.
  ///
  /// It was put back from an old copy, and the log is no longer than it was then. A device that hears of a shorter one
  /// tells its two texts again. One that does so here, or has no log, is not asked once more.
  /// - Parameter stored: the last sequence of the device's log here.
  static func lacksTextInForce(
    _ request: SyncRequest, stored: Int64, _ db: Database
  ) throws -> Bool {
    guard let inForce = request.health.inForce, inForce > 0, request.profileKept == nil,
      request.from > 0, request.from <= stored, let current = try newestText(db),
      current.change != nil, current.revision > request.health.profile
    else { return false }
    return try Int.fetchOne(
      db, sql: "SELECT 1 FROM revision WHERE revision = ?", arguments: [inForce]) == nil
  }

  /// The text that the device should take: the current one, unless it has it, or its own file is newer.
  ///
  /// A device that is ahead of this log is given none. Its next call tells the text in force, which was lost as well.
  /// - Parameter stored: the last sequence of the device's log here.
  static func pendingProfile(
    _ request: SyncRequest, stored: Int64, _ now: WallTime, _ db: Database
  ) throws -> SyncProfile? {
    guard request.from <= stored, let current = try newestText(db), current.change != nil,
      current.revision > request.health.profile
    else {
      return nil
    }
    try db.execute(
      sql: """
        UPDATE revision SET sent_ms = ?
        WHERE NOT is_device AND sent_ms IS NULL AND refused_ms IS NULL AND revision <= ?
          AND revision > (SELECT coalesce(max(revision), 0) FROM revision WHERE is_device)
        """, arguments: [now.milliseconds, current.revision])
    return SyncProfile(revision: current.revision, yaml: current.yaml)
  }
}
