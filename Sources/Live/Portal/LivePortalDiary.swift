import Device
import Diary
import Entries
import HAL
import Link
import Sync

/// Changes of the diary that caregivers ask for through the portal.
extension LiveDevice {
  /// Makes a change by the way of the diary's socket, and notes for the portal what became of it.
  ///
  /// It is durable in the diary before the link remembers it. A power cut between the two brings the message
  /// again, and the diary says that it was done. If the disk refuses it, the message comes again, too.
  func take(_ edit: SyncEdit, _ id: Int64, isOver: Bool, at now: Instant) {
    guard let portal, let store = state.store, let wall = trustedWall(at: now) else { return }
    guard let edit = RemoteEdit(edit) else {
      return portal.link.ended(id, refused: SyncReason.entryUnfit.rawValue, at: now)
    }
    do throws(StorageError) {
      switch try store.apply(edit, at: wall, isOver: isOver) {
      case .before: portal.link.ended(id, refused: nil, at: now)
      case .expired: portal.link.expired(id, at: now)
      case .applied(let records):
        for record in records { board.post(.edited(record)) }
        portal.link.ended(id, refused: nil, at: now)
      case .refused(let why):
        portal.link.ended(id, refused: SyncReason(why).rawValue, at: now)
      }
    } catch {
      portal.say("a change of the diary cannot be stored (\(error)); it is tried again")
    }
  }
}

extension SyncReason {
  init(_ refusal: RemoteEdit.Refusal) {
    self =
      switch refusal {
      case .outdated: .diaryChanged
      case .ahead: .entryAhead
      case .gone: .entryGone
      case .unfit: .entryUnfit
      }
  }
}
