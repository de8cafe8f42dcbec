import Device
import HAL
import Sync

extension SyncRecord {
  /// The record as it leaves the device.
  /// - Parameter sharing: with `never`, no place leaves in it.
  public init(
    sequence: Int64, written: Int64?, log words: RecordWords, sharing: PlaceSharing
  ) {
    let time = written.flatMap { SyncLimits.time.contains($0) ? $0 : nil }
    self.init(
      sequence: sequence, written: time,
      words: sharing == .never ? SyncRecord.withoutPlace(words) : words)
  }

  /// Notices and signs of life hold places, and no other record does.
  private static func withoutPlace(_ words: RecordWords) -> RecordWords? {
    switch Record(words) {
    case .outbox(.notice(var notice)):
      notice.whereabouts = nil
      return Record.outbox(.notice(notice)).words
    case .alive(let wall, _, let minute): return Record.alive(wall, minute: minute).words
    case .place, .reminder, .outbox, .accompanied, .diary, .meal: return words
    // A newer program's: nobody here can tell what is in it.
    case nil: return nil
    }
  }
}

extension Record {
  /// It goes up at once. Signs of life stay here.
  public var isNewsForPortal: Bool {
    switch self {
    case .outbox, .accompanied, .reminder, .meal, .diary, .place: true
    case .alive: false
    }
  }
}
