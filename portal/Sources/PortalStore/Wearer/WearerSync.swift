import Device
import Foundation
import GRDB
import HAL
import Sync

/// The outcome of one call of a device.
public struct SyncOutcome: Sendable {
  public var answer: SyncAnswer
  /// Something waits for the device already: the answer must not be held.
  public var mustAnswer: Bool {
    !answer.messages.isEmpty || answer.profile != nil || answer.picture != nil
  }
}

/// The device's call, in one transaction: what is answered is durable.
extension WearerFile {
  /// Messages that nobody can use any more go down this much longer, so that the device says so.
  static let afterlife: Int64 = 24 * 3_600_000
  /// Places are kept for 30 days, health for eight.
  private static let placesKept: Int64 = 30 * 86_400_000
  private static let healthKept: Int64 = 8 * 86_400_000

  public func sync(_ request: SyncRequest, at now: WallTime) async throws -> SyncOutcome {
    let result = try await write { db in
      let log = try Log(db, request, now)
      let dropped = try log.store(request, db)
      try WearerFile.store(request.places, now, db)
      try WearerFile.store(request.health, now, db)
      try WearerFile.note(request.did, now, db)
      let kept = try WearerFile.keep(request, now, db)
      try WearerFile.note(profile: request, now, db)
      try WearerFile.dropPictures(now, db)
      var answer = try WearerFile.pending(request, stored: try log.last(db), now, db)
      answer.kept = kept
      answer.again = request.health.open ? 60 : 900
      try WearerFile.contact(now, again: answer.again, db)
      return (SyncOutcome(answer: answer), dropped)
    }
    if result.1 { forgetLog() }
    return result.0
  }

  /// The messages that wait for the device now, for an answer that was held.
  public func pending(
    for request: SyncRequest, stored: Int64, kept: Bool, at now: WallTime
  ) async throws -> SyncOutcome {
    try await write { db in
      var answer = try WearerFile.pending(request, stored: stored, now, db)
      answer.kept = kept
      answer.again = request.health.open ? 60 : 900
      // The device counts from the answer, which was held.
      try db.execute(
        sql: "UPDATE contact SET due_ms = ?",
        arguments: [now.milliseconds + Int64(answer.again) * 1000])
      return SyncOutcome(answer: answer)
    }
  }

  private static func pending(
    _ request: SyncRequest, stored: Int64, _ now: WallTime, _ db: Database
  ) throws -> SyncAnswer {
    var answer = SyncAnswer(stored: stored)
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT * FROM message WHERE outcome IS NULL AND (until_ms IS NULL OR until_ms > ?)
        ORDER BY id LIMIT ?
        """, arguments: [now.milliseconds - afterlife, SyncLimits.messages])
    answer.messages = rows.compactMap(CareRequest.init).map(\.message)
    for message in answer.messages {
      try db.execute(
        sql: "UPDATE message SET sent_ms = ? WHERE id = ? AND sent_ms IS NULL",
        arguments: [now.milliseconds, message.id])
    }
    if try lacksTextInForce(request, stored: stored, db) {
      answer.stored = request.from - 1
    } else {
      answer.profile = try pendingProfile(request, stored: stored, now, db)
    }
    answer.picture = try pendingPicture(request.pictures ?? [], db)
    return answer
  }

  private static func store(_ places: [SyncPlace], _ now: WallTime, _ db: Database) throws {
    // A place of tomorrow would stay the newest one for a day.
    for place in places where place.time <= now.milliseconds + 600_000 {
      try db.execute(
        sql: "INSERT OR IGNORE INTO place VALUES (?, ?, ?, ?)",
        arguments: [place.time, place.latitude, place.longitude, place.eph])
    }
    try db.execute(
      sql: "DELETE FROM place WHERE at_ms < ?", arguments: [try passed(now, db) - placesKept])
  }

  /// The newest time that both clocks have seen, by what the device has told. A clock of the portal that is ahead
  /// makes nothing old: what it deleted would not come back.
  private static func passed(_ now: WallTime, _ db: Database) throws -> Int64 {
    let place = try Int64.fetchOne(db, sql: "SELECT max(at_ms) FROM place")
    let record = try Int64.fetchOne(
      db,
      sql: """
        SELECT written_ms FROM record WHERE written_ms IS NOT NULL
        ORDER BY log DESC, sequence DESC LIMIT 1
        """)
    return min(now.milliseconds, max(place ?? 0, record ?? 0))
  }

  private static func store(_ health: SyncHealth, _ now: WallTime, _ db: Database) throws {
    let json = String(decoding: try JSONEncoder().encode(health), as: UTF8.self)
    try db.execute(
      sql: "INSERT OR REPLACE INTO newest_health VALUES (1, ?, ?)",
      arguments: [now.milliseconds, json])
    try db.execute(
      sql: "INSERT OR REPLACE INTO health VALUES (?, ?)", arguments: [now.milliseconds, json])
    try db.execute(
      sql: "DELETE FROM health WHERE at_ms < ?", arguments: [try passed(now, db) - healthKept])
  }

  /// The first outcome of the device counts, also for a word that it had before its speaker lost the right.
  private static func note(_ did: [SyncDone], _ now: WallTime, _ db: Database) throws {
    for done in did {
      try db.execute(
        sql: """
          UPDATE message SET outcome = ?, why = ?, done_ms = ?, advice = ?
          WHERE id = ? AND (outcome IS NULL OR why = ?)
          """,
        arguments: [
          done.outcome.rawValue, done.why, now.milliseconds,
          done.advice.map { String(decoding: $0.json, as: UTF8.self) }, done.message,
          CareRequest.noRight,
        ])
    }
  }

  /// Notes that a device has been paired, which counts as a contact where one called before. Somebody
  /// must hear of it if the new one never calls. A first device is not silent before its first call.
  public func notePairing(at now: WallTime) async throws {
    try await write { db in
      guard try Int.fetchOne(db, sql: "SELECT 1 FROM contact") != nil else { return }
      try WearerFile.contact(now, again: 900, db)
    }
  }

  private static func contact(_ now: WallTime, again: Int, _ db: Database) throws {
    try db.execute(
      sql: "INSERT OR REPLACE INTO contact VALUES (1, ?, ?)",
      arguments: [now.milliseconds, now.milliseconds + Int64(again) * 1000])
    try db.execute(
      sql: "UPDATE silence SET until_ms = ? WHERE until_ms IS NULL", arguments: [now.milliseconds])
  }
}

/// One device's log in the file.
private struct Log {
  let number: Int64
  let stored: Int64

  init(_ db: Database, _ request: SyncRequest, _ now: WallTime) throws {
    try db.execute(
      sql: "INSERT OR IGNORE INTO log (device) VALUES (?)", arguments: [request.device])
    let row = try Row.fetchOne(
      db, sql: "SELECT number, stored FROM log WHERE device = ?", arguments: [request.device])
    let known: (number: Int64, stored: Int64) = row.map { ($0[0], $0[1]) } ?? (0, 0)
    stored = known.stored
    number = try Log.newest(known.number, db)
    try db.execute(
      sql: "INSERT OR IGNORE INTO boot VALUES (?, ?, ?)",
      arguments: [number, Int64(request.boot), now.milliseconds])
  }

  /// A device that was replaced and is back: its log gets the highest number, which is the present one's.
  private static func newest(_ number: Int64, _ db: Database) throws -> Int64 {
    let highest = try Int64.fetchOne(db, sql: "SELECT max(number) FROM log") ?? number
    guard number < highest else { return number }
    try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
    for change in [
      "UPDATE log SET number = ? WHERE number = ?", "UPDATE record SET log = ? WHERE log = ?",
      "UPDATE boot SET log = ? WHERE log = ?", "UPDATE annotation SET log = ? WHERE log = ?",
    ] {
      try db.execute(sql: change, arguments: [highest + 1, number])
    }
    return highest + 1
  }

  func last(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(db, sql: "SELECT stored FROM log WHERE number = ?", arguments: [number]) ?? 0
  }

  /// Stores what follows on the log without a gap.
  ///
  /// - Returns: whether records were dropped, because the device's state was put back from a copy.
  func store(_ request: SyncRequest, _ db: Database) throws -> Bool {
    guard request.from <= stored else { return false }
    var last = stored
    var dropped = false
    // The device and this log agree up to here.
    var agreed = request.from
    for record in request.records {
      if agreed < last, try isOfAnotherLife(record, behind: agreed, last, db) {
        for table in ["record", "annotation"] {
          try db.execute(
            sql: "DELETE FROM \(table) WHERE log = ? AND sequence > ?",
            arguments: [number, agreed])
        }
        last = agreed
        dropped = true
      }
      agreed = record.sequence
      guard record.sequence > last else { continue }
      try db.execute(
        sql: "INSERT INTO record VALUES (?, ?, ?, ?)",
        arguments: [number, record.sequence, record.written, record.words?.data])
      last = record.sequence
    }
    for annotation in request.annotations {
      try db.execute(
        sql: "INSERT OR REPLACE INTO annotation VALUES (?, ?, ?, ?)",
        arguments: [number, annotation.sequence, annotation.category, annotation.notes])
    }
    if last != stored {
      try db.execute(
        sql: "UPDATE log SET stored = ? WHERE number = ?", arguments: [last, number])
    }
    return dropped
  }

  /// Whether this log has another record than the device behind the last one in which they agree.
  ///
  /// The device sends all that it has behind `from`. Signs of life take numbers and stay there, so a new record
  /// may fall between two of the life before.
  private func isOfAnotherLife(
    _ record: SyncRecord, behind agreed: Int64, _ last: Int64, _ db: Database
  ) throws -> Bool {
    // A device in place of a lost one never got a record without words.
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT sequence, words FROM record WHERE log = ? AND sequence > ? AND sequence <= ?
          AND (words IS NOT NULL OR sequence = ?) ORDER BY sequence
        """, arguments: [number, agreed, record.sequence, record.sequence])
    guard let row else { return record.sequence <= last }
    if row["sequence"] as Int64 != record.sequence { return true }
    guard let kept = row["words"] as Data?, let words = record.words else { return false }
    return kept != words.data
  }
}
