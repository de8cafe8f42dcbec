import Device
import Foundation
import GRDB
import HAL

extension DiaryLine {
  /// What the database holds of the diary, in the order of the log.
  static func all(_ db: Database) throws -> [DiaryLine] {
    let sql = """
      SELECT record.sequence, words, writer, written_ms, annotation.record, category, notes
      FROM record LEFT JOIN annotation ON annotation.record = record.sequence
      WHERE kind IN (\(kinds.map(String.init).joined(separator: ",")))
      ORDER BY record.sequence
      """
    var lines: [DiaryLine] = []
    let rows = try Row.fetchCursor(db, sql: sql)
    while let row = try rows.next() {
      let written: Int64? = row[3]
      let annotated: Int64? = row[4]
      lines.append(
        DiaryLine(
          sequence: row[0], record: RecordWords(data: row[1]).flatMap { .init($0) },
          writer: StateWriter(rawValue: row[2]) ?? .device,
          written: written.map { WallTime(milliseconds: $0) },
          annotation: annotated.map { _ in Annotation(category: row[5], notes: row[6]) }))
    }
    return lines
  }
}
