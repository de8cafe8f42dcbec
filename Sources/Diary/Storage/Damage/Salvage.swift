import Foundation
import GRDB

/// Copies all rows of a damaged database that can be read into a sound one.
///
/// Rows never change, so it does not matter in which of several versions of a page they stand.
struct Salvage {
  /// The number of records found.
  private(set) var records = 0
  /// It was a state of ours at all.
  private(set) var isOurs = false
  private var annotations: [(record: Int64, category: String?, notes: String?)] = []
  private var device: (boots: Int64, secret: Data, root: Data?)?

  /// - Parameter life: the one that goes on; nil at the start.
  init(
    of database: String, into db: Database, life: DeviceLife? = nil
  ) throws {
    try DatabasePages.visit(database) { page in
      for row in LeafRow.all(in: page) { try take(row, db) }
    }
    // A running device has opened it, although nothing of it can be read any more.
    isOurs = records > 0 || device != nil || life != nil
    // A place that is used anew must not get the note of the record that was there.
    for (record, category, notes) in annotations {
      try db.execute(
        sql: """
          INSERT OR IGNORE INTO annotation (record, category, notes)
          SELECT ?, ?, ? WHERE EXISTS (SELECT 1 FROM record WHERE sequence = ?)
          """, arguments: [record, category, notes, record])
    }
    try StateSchema.forgetOldSignsOfLife(db)
    records = try Int.fetchOne(db, sql: "SELECT count(*) FROM record") ?? 0
    guard let secret = device?.secret ?? life.map({ RecordStore.data($0.secret) }) else { return }
    try db.execute(
      sql: "INSERT INTO device (boots, secret, root) VALUES (?, ?, ?)",
      arguments: [
        max(device?.boots ?? 0, Int64(life?.number ?? 0)), secret,
        device?.root ?? life.map { RecordStore.data($0.root) },
      ])
  }

  private mutating func take(_ row: LeafRow, _ db: Database) throws {
    switch row {
    case .record(let sequence, let words, let writer, let written):
      try db.execute(
        sql: """
          INSERT OR IGNORE INTO record (sequence, kind, words, writer, written_ms)
          VALUES (?, ?, ?, ?, ?)
          """, arguments: [sequence, words.kind, words.data, writer.rawValue, written])
      records += 1
    case .annotation(let record, let category, let notes):
      annotations.append((record, category, notes))
    case .device(let boots, let secret, let root):
      // A page of an earlier moment counts fewer lives.
      if boots >= device?.boots ?? 0 { device = (boots, secret, root ?? device?.root) }
    }
  }
}
