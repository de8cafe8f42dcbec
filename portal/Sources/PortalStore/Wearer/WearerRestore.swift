import Device
import Foundation
import GRDB
import HAL
import Sync

/// The log of a lost device, for the one that takes its place.
extension WearerFile {
  /// Gives the present log to another device, which continues it: nothing in it is stored twice.
  ///
  /// The tokens of its notices go. The mails with them are still in people's mailboxes, and they count for
  /// the lost device alone. A device that has a log of its own keeps that, so a second call changes nothing.
  public func takeOver(by device: String) async throws {
    let isNew = try await write { db in
      guard
        try Row.fetchOne(db, sql: "SELECT 1 FROM log WHERE device = ?", arguments: [device]) == nil,
        let log = try Int64.fetchOne(db, sql: "SELECT max(number) FROM log")
      else { return false }
      try db.execute(
        sql: "UPDATE log SET device = ? WHERE number = ?", arguments: [device, log])
      try WearerFile.eraseTokens(of: log, db)
      return true
    }
    if isNew { forgetLog() }
  }

  private static func eraseTokens(of log: Int64, _ db: Database) throws {
    let rows = try Row.fetchAll(
      db, sql: "SELECT sequence, words FROM record WHERE log = ? AND words IS NOT NULL",
      arguments: [log])
    for row in rows {
      guard let words = RecordWords(data: row[1] as Data?),
        case .outbox(.notice(var notice))? = Record(words), notice.token != 0
      else { continue }
      notice.token = 0
      try db.execute(
        sql: "UPDATE record SET words = ? WHERE log = ? AND sequence = ?",
        arguments: [Record.outbox(.notice(notice)).words.data, log, row[0] as Int64])
    }
  }

  /// Whether a device has called since the last pairing. A call gives the contact and the report one time.
  public func hasCalledSincePairing() async throws -> Bool {
    try await queue.read { db in
      try Int.fetchOne(db, sql: "SELECT 1 FROM contact JOIN newest_health USING (at_ms)") != nil
    }
  }

  /// A page of a device's log. Records that stayed on the device are left out.
  public func page(of device: String, after: Int64) async throws -> RestoreAnswer {
    try await queue.read { db in
      let log = try Int64.fetchOne(
        db, sql: "SELECT number FROM log WHERE device = ?", arguments: [device])
      let boot = try Int64.fetchOne(
        db, sql: "SELECT max(number) FROM boot WHERE log = ?", arguments: [log])
      var answer = RestoreAnswer(
        records: [], annotations: [], boot: UInt32(clamping: boot ?? 0))
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT record.sequence, written_ms, words, annotation.sequence, category, notes
          FROM record LEFT JOIN annotation USING (log, sequence)
          WHERE record.log = ? AND record.sequence > ? AND words IS NOT NULL
          ORDER BY record.sequence LIMIT ?
          """, arguments: [log, after, SyncLimits.restored])
      var bytes = 0
      while let row = try rows.next() {
        let (category, notes): (String?, String?) = (row[4], row[5])
        bytes += (category?.utf8.count ?? 0) + (notes?.utf8.count ?? 0)
        guard answer.records.isEmpty || bytes <= SyncLimits.annotations else { break }
        answer.records.append(
          SyncRecord(sequence: row[0], written: row[1], words: RecordWords(data: row[2] as Data?)))
        guard (row[3] as Int64?) != nil else { continue }
        answer.annotations.append(
          SyncAnnotation(sequence: row[0], category: category, notes: notes))
      }
      if answer.records.isEmpty { try WearerFile.addSettings(to: &answer, db) }
      return answer
    }
  }

  /// The text of the device's own file, and the revision that was in force beside it.
  private static func addSettings(to answer: inout RestoreAnswer, _ db: Database) throws {
    answer.profileKept = try String.fetchOne(
      db, sql: "SELECT yaml FROM revision WHERE is_device ORDER BY revision DESC")
    let force = try revisionInForce(db)
    let row = try Row.fetchOne(
      db, sql: "SELECT revision, yaml FROM revision WHERE revision = ? AND NOT is_device",
      arguments: [force])
    answer.profile = row.map { SyncProfile(revision: $0[0], yaml: $0[1]) }
  }
}
