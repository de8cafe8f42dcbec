import Diary
import Entries
import HAL
import Link
import Sync

/// A part of the log as one call carries it, with its notes.
struct LogRows {
  private(set) var records: [SyncRecord] = []
  private(set) var annotations: [SyncAnnotation] = []
  /// The mark of the last record, whole as the log has it.
  private(set) var mark: Int64?
  /// The log goes on behind them.
  private(set) var more = false

  /// - Parameter log: more than `SyncLimits.records` where it goes on.
  init(_ log: [LoggedRecord], _ sharing: PlaceSharing) {
    var bytes = 0
    for entry in log {
      let annotation = entry.annotation.map { LogRows.annotation($0, entry.sequence) }
      bytes += (annotation?.category?.utf8.count ?? 0) + (annotation?.notes?.utf8.count ?? 0)
      // The first one always goes, so that no log stands still.
      guard records.count < SyncLimits.records, records.isEmpty || bytes <= SyncLimits.annotations
      else {
        more = true
        return
      }
      records.append(
        SyncRecord(
          sequence: entry.sequence, written: entry.written?.milliseconds, log: entry.words,
          sharing: sharing))
      mark = entry.words.linkMark
      if let annotation { annotations.append(annotation) }
    }
  }

  /// A text that is too long for the wire stays here: it must not stop the log.
  private static func annotation(_ annotation: Annotation, _ sequence: Int64) -> SyncAnnotation {
    func fitting(_ text: String?, _ most: Int) -> String? {
      text.flatMap { $0.utf8.count <= most ? $0 : nil }
    }
    return SyncAnnotation(
      sequence: sequence, category: fitting(annotation.category, SyncLimits.category),
      notes: fitting(annotation.notes, SyncLimits.notes))
  }
}
