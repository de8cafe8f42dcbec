import Checkers
import Device
import HAL

/// People who work on the diary, of a running device and of one that is off.
extension World {
  /// A medium that fails or lies refuses an edit, as the command line would.
  mutating func edit(_ edit: DiaryEdit) {
    guard faults.storage == nil, !faults.storageLies, storage?.refused == 0 else { return }
    var shelf = DiaryShelf()
    do throws(StorageError) {
      try storage?.restore { words in
        if let record = Record(words) { shelf.take(record) }
      }
      guard let record = shelf.record(of: edit, at: trueWall(at: truth.now)) else { return }
      try storage?.append(record.words)
      tell(.edited(record))
      if truth.isPowered { schedule(.event(.edited(record)), at: truth.now) }
    } catch {
      return
    }
  }
}
