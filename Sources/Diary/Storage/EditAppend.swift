import GRDB
import HAL

extension EditRequest {
  /// The place of the diary's last record in the log.
  static func latest(_ db: Database) throws -> Int64 {
    let kinds = DiaryLine.kinds.map(String.init).joined(separator: ", ")
    return try Int64.fetchOne(
      db, sql: "SELECT max(sequence) FROM record WHERE kind IN (\(kinds))") ?? 0
  }
}

extension RecordStore {
  /// - Returns: false, and nothing appended, when the diary is not as the editor saw it.
  func append(_ request: EditRequest) throws -> Bool {
    try writeAny { db in
      guard try EditRequest.latest(db) == request.after else { return false }
      let appender = RecordAppender(db: db, writer: .editor)
      for change in request.changes {
        guard let words = RecordWords(data: change.record), DiaryLine.kinds.contains(words.kind)
        else {
          throw StateError(file: folder.path, "is no record of a diary; expected a reading or dose")
        }
        let annotation = Annotation(category: change.category, notes: change.notes)
        let _: Int64 = try appender.append(
          words, written: change.written.map(WallTime.init(milliseconds:)),
          annotation == Annotation() ? nil : annotation)
      }
      return true
    }
  }
}
