import Device
import Sync

/// A change of the diary as the core's codec reads it.
public struct LinkEdit: Sendable {
  public struct Change: Sendable {
    public var record: Record
    public var text: SyncEdit.Text?
  }

  public var after: Int64
  /// Records of earlier changes that this program reads.
  public var seen: [Record]
  public var changes: [Change]

  /// Nil where a record to append is none that this program reads, or none as it would write it.
  public init?(_ edit: SyncEdit) {
    changes = []
    for change in edit.changes {
      guard let record = Record(change.words), record.words == change.words else { return nil }
      changes.append(Change(record: record, text: change.text))
    }
    after = edit.after
    seen = edit.seen.compactMap { Record($0) }
  }
}
