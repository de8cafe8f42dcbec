import Device
import Diary
import Glibc
import HAL
import Linux

/// What a device finds when it starts: its number, its secret, and what an earlier life stored.
final class LiveState {
  /// Nil: it could not be opened yet.
  private(set) var store: RecordStore?
  private(set) var boot: UInt32
  private(set) var secret: (UInt64, UInt64)
  /// Why nothing, or not all, is stored; nil: all is.
  var error: StorageError?
  private let folder: StateFolder
  private let log: (String) -> Void
  private var complaint: String?

  /// A state that cannot be used does not keep the device from watching: see `openAgain`.
  /// - Parameter makeRoom: gives up a file for it on a full disk; false when none is left.
  /// - Throws: `StateError` when another device runs on it.
  init(
    _ folder: StateFolder, makeRoom: () -> Bool, _ log: @escaping (String) -> Void
  ) throws(StateError) {
    self.folder = folder
    self.log = log
    var store: RecordStore?
    var life: (number: UInt32, secret: (UInt64, UInt64))?
    do throws(StateError) {
      store = try LiveState.open(folder, makeRoom)
      do throws(StorageError) {
        life = try store?.beginLife { (LiveState.draw(), LiveState.draw()) }
      } catch {
        self.error = error
        log("\(folder.database): cannot be written (\(error))")
      }
    } catch {
      if error.isHeldByDevice { throw error }
      self.error = .failed
      complaint = error.description
      log("\(error); until it can be used, a power cut takes all that happens; trying again")
    }
    self.store = store
    // Above all numbers that a counted life has, so that no notice has the number of an older one. It is
    // given up when the state counts this life after all.
    boot = life?.number ?? UInt32(truncatingIfNeeded: LiveState.draw()) | 1 << 31
    secret = life?.secret ?? (LiveState.draw(), LiveState.draw())
  }

  /// Tries again what failed at the start, without waiting. Once it succeeds the device has another
  /// number and, if the state had one, another secret.
  /// - Returns: whether it is open now.
  func openAgain() -> Bool {
    guard store == nil else { return true }
    do {
      let store = try RecordStore(folder, as: .device, patience: Milliseconds(0), isPatient: false)
      let life = try store.beginLife { (LiveState.draw(), LiveState.draw()) }
      self.store = store
      (boot, secret) = (life.number, life.secret)
      return true
    } catch {
      let line = (error as? StateError)?.description ?? "\(folder.database): \(error)"
      if line != complaint { log("\(line); trying again") }
      complaint = line
      return false
    }
  }

  /// No number that an earlier life stored is above this life's: an older program kept some of lives
  /// that had not been counted.
  func rise(above boot: UInt32) {
    guard boot > self.boot, boot < .max else { return }
    self.boot = boot + 1
    do throws(StorageError) {
      try store?.count(boot: self.boot)
    } catch {
      log("\(folder.database): cannot be written (\(error))")
    }
  }

  func restore(from storage: LinuxStorage, _ visit: (Record) -> Void) {
    var unreadable = 0
    do throws(StorageError) {
      try storage.restore { words in
        if let record = Record(words) { visit(record) } else { unreadable += 1 }
      }
    } catch {
      self.error = error
      log("\(store?.folder.database ?? ""): cannot be read to its end (\(error))")
    }
    if unreadable > 0 { log("\(unreadable) records cannot be read by this version; left out") }
  }

  /// Told to the world as the device's number; it tells nothing of the secret.
  var identity: UInt64 { SipHash.hash(0, key: secret) }

  private static func open(
    _ folder: StateFolder, _ makeRoom: () -> Bool
  ) throws(StateError) -> RecordStore {
    while true {
      do throws(StateError) {
        return try RecordStore(folder, as: .device)
      } catch {
        guard !error.isInUse, isFull(folder.path), makeRoom() else { throw error }
      }
    }
  }

  /// SQLite wants to write a little also to read.
  private static func isFull(_ path: String) -> Bool {
    var space = statvfs()
    return statvfs(path, &space) == 0 && space.f_bavail * space.f_frsize < 1 << 20
  }

  private static func draw() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }
}
