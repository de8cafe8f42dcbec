import Device
import Diary
import HAL

/// The state of a running device: records go to SQLite, or wait in memory while the disk is full.
public final class LinuxStorage: Storage {
  /// What waits at most; then the oldest is given up, which the caregiver has been told before.
  static let mostWaiting = 4096

  private let store: RecordStore
  private var waiting: [(record: RecordWords, written: WallTime?)] = []
  /// By the clock that the core trusts.
  public var wallTime: WallTime?

  public init(_ store: RecordStore) { self.store = store }

  public func append(_ record: RecordWords) throws(StorageError) {
    waiting.append((record, wallTime))
    if waiting.count > LinuxStorage.mostWaiting { waiting.removeFirst() }
    try flush()
  }

  /// Tries again what waits, in order.
  public func flush() throws(StorageError) {
    while let next = waiting.first {
      try store.append(next.record, written: next.written)
      waiting.removeFirst()
    }
  }

  public func restore(_ visit: (RecordWords) -> Void) throws(StorageError) {
    try store.restore(visit)
  }
}
