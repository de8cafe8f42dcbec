import Entries
import GRDB
import HAL

extension RecordStore {
  /// Makes a change from afar, all of it or nothing. It is durable when this returns.
  ///
  /// - Parameters:
  ///   - now: by a clock that is trusted.
  ///   - isOver: it must not be made any more, but may have been made.
  /// - Throws: the disk refuses it; it may be tried again.
  public func apply(
    _ edit: RemoteEdit, at now: WallTime, isOver: Bool = false
  ) throws(StorageError) -> RemoteEdit.Outcome {
    do {
      return try writeAny { db in
        switch edit.judgement(try DiaryLine.all(db), at: now) {
        case .before: return .before
        case .new where isOver, .refused where isOver: return .expired
        case .refused(let refusal): return .refused(refusal)
        case .new:
          let appender = RecordAppender(db: db, writer: .editor)
          for change in edit.changes {
            let _: Int64 = try appender.append(
              change.record.words, written: now, change.annotation)
          }
          return .applied(edit.changes.map(\.record))
        }
      }
    } catch {
      throw RecordStore.storageError(error)
    }
  }
}
