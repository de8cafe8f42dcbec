import Device
import Entries
import Sync

extension RemoteEdit {
  /// A caregiver's change as the core's codec reads it.
  ///
  /// Nil where a record to append is none that this program reads, or none as it would write it.
  public init?(_ edit: SyncEdit) {
    var changes: [Change] = []
    for change in edit.changes {
      guard let record = Record(change.words), record.words == change.words else { return nil }
      let annotation = change.text.map { Annotation(category: $0.category, notes: $0.notes) }
      changes.append(Change(record: record, annotation: annotation))
    }
    self.init(
      after: edit.after, last: edit.last.flatMap { Record($0) },
      seen: edit.seen.compactMap { Record($0) }, changes: changes)
  }
}
