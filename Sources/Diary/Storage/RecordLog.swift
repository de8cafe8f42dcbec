import Entries
import Foundation
import GRDB
import HAL

/// A record with its place in the log.
public struct LoggedRecord: Equatable, Sendable {
  /// Counted from 1; it rises from record to record, and may skip numbers.
  public var sequence: Int64
  /// Nil while no clock was trusted.
  public var written: WallTime?
  public var words: RecordWords
  /// Notes and category that came with it; nil: none did.
  public var annotation: Annotation?

  public init(
    sequence: Int64, written: WallTime?, words: RecordWords, annotation: Annotation? = nil
  ) {
    self.sequence = sequence
    self.written = written
    self.words = words
    self.annotation = annotation
  }
}

extension RecordStore {
  /// The place of the last record; 0 in an empty log.
  public func lastSequence() throws(StorageError) -> Int64 {
    do {
      return try writeAny { try Int64.fetchOne($0, sql: "SELECT max(sequence) FROM record") ?? 0 }
    } catch {
      throw RecordStore.storageError(error)
    }
  }

  /// The log behind a place, oldest first, without signs of life: of those only one is kept.
  /// - Parameter most: records at once.
  public func log(behind sequence: Int64, most: Int) throws(StorageError) -> [LoggedRecord] {
    do {
      return try writeAny { db in
        let rows = try Row.fetchAll(
          db,
          sql: """
            SELECT sequence, written_ms, words, annotation.record, category, notes
            FROM record LEFT JOIN annotation ON annotation.record = record.sequence
            WHERE sequence > ? AND kind != ? ORDER BY sequence LIMIT ?
            """, arguments: [sequence, StateSchema.signOfLife, most])
        return try rows.map { row in
          guard let words = RecordWords(data: row[2]) else { throw StorageError.damaged }
          let written: Int64? = row[1]
          let annotated: Int64? = row[3]
          return LoggedRecord(
            sequence: row[0], written: written.map { WallTime(milliseconds: $0) }, words: words,
            annotation: annotated.map { _ in Annotation(category: row[4], notes: row[5]) })
        }
      }
    } catch {
      throw RecordStore.storageError(error)
    }
  }
}
