import Device
import Diary
import HAL

/// The state of a running device. Records go to SQLite, or wait in memory while the disk is full or missing.
///
/// Only the newest sign of life waits, as only the newest is kept. So a disk that is away for days
/// costs no other record its place.
public final class LinuxStorage: Storage {
  /// The most records that wait. Then the oldest is given up; the caregiver has been told before.
  static let mostWaiting = 4096
  private static func isSignOfLife(_ record: RecordWords) -> Bool {
    record.words[0] & 0xff == Record.alive(WallTime(milliseconds: 0)).words.words[0] & 0xff
  }

  /// Nil: it could not be opened yet.
  private var store: RecordStore?
  private var waiting: [(record: RecordWords, written: WallTime?)] = []
  /// Wall time by the clock that the core trusts.
  public var wallTime: WallTime?

  public init(_ store: RecordStore?) { self.store = store }

  /// It has been opened. Waiting records go there with the next `flush`.
  public func open(_ store: RecordStore) { self.store = store }

  public func append(_ record: RecordWords) throws(StorageError) {
    if LinuxStorage.isSignOfLife(record) {
      waiting.removeAll { LinuxStorage.isSignOfLife($0.record) }
    }
    waiting.append((record, wallTime))
    if waiting.count > LinuxStorage.mostWaiting { waiting.removeFirst() }
    try flush()
  }

  /// Nothing waits for the disk.
  public var isSettled: Bool { store != nil && waiting.isEmpty }

  /// Tries again what waits, in order.
  public func flush() throws(StorageError) {
    guard let store else { throw .failed }
    while let next = waiting.first {
      try store.append(next.record, written: next.written)
      waiting.removeFirst()
    }
  }

  /// Waiting records get another boot's number. The state that came late has counted this life now, and
  /// none of its records may look newer than those of later lives.
  public func renumber(boot old: UInt32, as new: UInt32) {
    for i in waiting.indices {
      guard let record = Record(waiting[i].record), record.isNumbered else { continue }
      let id = NoticeID(waiting[i].record.words[1])
      guard id.boot == old else { continue }
      waiting[i].record.words[1] = NoticeID(boot: new, number: id.number).value
    }
  }

  public func restore(_ visit: (RecordWords) -> Void) throws(StorageError) {
    try store?.restore(visit)
    for next in waiting { visit(next.record) }
  }
}

extension Record {
  /// Its second word is the number of a notice or an entry.
  fileprivate var isNumbered: Bool {
    switch self {
    case .outbox(.notice), .outbox(.delivery), .outbox(.acknowledged), .outbox(.closed),
      .diary:
      true
    case .alive, .place, .reminder, .outbox(.excursion), .outbox(.excursionsTold), .accompanied,
      .meal, .outbox(.caregivers), .outbox(.homeOwed):
      false
    }
  }
}
