import Device
import Entries
import Foundation
import GRDB
import HAL

/// The log of a lost device, for the empty state of the one that takes its place.
public struct RestoredLog: Sendable {
  /// The lost device's records, by rising sequences, which they keep.
  public var records: [LoggedRecord]
  /// The device's own first records behind them.
  public var closing: [RecordWords]
  /// The lives of this state are numbered above that one.
  public var boot: UInt32

  public init(records: [LoggedRecord], closing: [RecordWords], boot: UInt32) {
    self.records = records
    self.closing = closing
    self.boot = boot
  }
}

extension RecordStore {
  /// The state after `restore(_:)`.
  public enum Restoration: Equatable, Sendable {
    case restored
    /// The log begins with these very records: an earlier try had come so far.
    case alreadyThere
    /// It has other records, and stays as it is.
    case foreign
  }

  /// Writes the log into an empty state: all of it or nothing. It is durable when this returns.
  /// - Throws: the disk refuses it; nothing is written then.
  public func restore(_ log: RestoredLog) throws(StorageError) -> Restoration {
    do {
      return try writeAny { db in
        guard try Int.fetchOne(db, sql: "SELECT count(*) FROM record") == 0 else {
          return try RecordStore.begins(db, with: log.records) ? .alreadyThere : .foreign
        }
        for record in log.records { try RecordStore.insert(record, db) }
        let appender = RecordAppender(db: db, writer: .device)
        for words in log.closing { let _: Int64 = try appender.append(words, written: nil) }
        try db.execute(sql: "UPDATE device SET boots = max(boots, ?)", arguments: [log.boot])
        return .restored
      }
    } catch {
      throw RecordStore.storageError(error)
    }
  }

  private static func insert(_ record: LoggedRecord, _ db: Database) throws {
    try db.execute(
      sql: """
        INSERT INTO record (sequence, kind, words, writer, written_ms) VALUES (?, ?, ?, ?, ?)
        """,
      arguments: [
        record.sequence, record.words.kind, record.words.data, StateWriter.device.rawValue,
        record.written?.milliseconds,
      ])
    guard let annotation = record.annotation else { return }
    try db.execute(
      sql: "INSERT INTO annotation (record, category, notes) VALUES (?, ?, ?)",
      arguments: [record.sequence, annotation.category, annotation.notes])
  }

  /// Whether the log, without signs of life, begins with these records.
  private static func begins(_ db: Database, with records: [LoggedRecord]) throws -> Bool {
    guard let last = records.last else { return false }
    var kept = records[...]
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT sequence, words FROM record WHERE kind != ? AND sequence <= ? ORDER BY sequence
        """, arguments: [StateSchema.signOfLife, last.sequence])
    while let row = try rows.next() {
      guard let next = kept.popFirst(), next.sequence == row[0] as Int64,
        next.words.data == row[1] as Data
      else { return false }
    }
    return kept.isEmpty
  }
}
