import Device
import Diary
import Glibc
import HAL
import Linux

/// The state that a device finds at its start: its number, its secret, and the records of an earlier life.
final class LiveState {
  /// Nil: it could not be opened yet.
  private(set) var store: RecordStore?
  private var life: DeviceLife
  var boot: UInt32 { life.number }
  /// The reason why nothing, or not all, is stored; nil: all is.
  var error: StorageError?
  /// Whether some stored records could not be read, and the core does not know the rest.
  private(set) var isUnread = false
  /// The number of damaged files that may still be set aside in this life: more of them are a broken disk.
  private var mendsLeft = 4
  private let folder: StateFolder
  private let program: String
  private let log: (String) -> Void
  private var complaint: String?

  /// A state that cannot be used does not keep the device from watching: see `openAgain`.
  /// - Parameters:
  ///   - program: the version that runs.
  ///   - makeRoom: gives up a file for it on a full disk; false when none is left.
  /// - Throws: `StateError` when another device runs on it.
  init(
    _ folder: StateFolder, program: String, makeRoom: () -> Bool,
    _ log: @escaping (String) -> Void
  ) throws(StateError) {
    self.folder = folder
    self.program = program
    self.log = log
    var store: RecordStore?
    var life: DeviceLife?
    do throws(StateError) {
      store = try LiveState.open(folder, makeRoom)
      do throws(StorageError) {
        life = try store.map { store throws(StorageError) in
          try LiveState.count(in: store, program, makeRoom)
        }
      } catch {
        self.error = error
        log("\(folder.database): cannot be written (\(error))")
      }
    } catch {
      if error.isHeldByDevice { throw error }
      self.error = .failed
      complaint = error.description
      log("\(error); until it can be used, a power cut loses all that is new; trying again")
    }
    self.store = store
    // The number is above all that a counted life has, so that no notice has the number of an older
    // one. It is given up when the state counts this life after all.
    self.life =
      life
      ?? DeviceLife(
        number: UInt32(truncatingIfNeeded: LiveState.draw()) | 1 << 31,
        secret: (LiveState.draw(), LiveState.draw()), root: (LiveState.draw(), LiveState.draw()))
    sayUpdate()
  }

  /// The journal has the step from one version to another, and the way back.
  private func sayUpdate() {
    if let before = life.programBefore {
      log("this is \(program); the life before was of \(before)")
    }
    guard let update = store?.update else { return }
    log(
      "\(folder.database): brought from step \(update.from) to step \(update.to) of its tables; "
        + (update.copy.map { "\($0) is the state before that, for the version before" }
          ?? "there was no room for a copy, and the version before cannot open it any more"))
  }

  /// Tries again what failed at the start, without waiting, and on a full disk with the room that is
  /// made for it. Once it succeeds the device has another
  /// number and, if the state had one, another secret.
  /// - Returns: whether it is open now.
  func openAgain(makeRoom: () -> Bool) -> Bool {
    guard store == nil else { return true }
    do {
      let store = try LiveState.open(
        folder, patience: Milliseconds(0), isPatient: false, makeRoom)
      life = try LiveState.count(in: store, program, makeRoom)
      self.store = store
      sayUpdate()
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
    life.number = boot + 1
    do throws(StorageError) {
      try store?.count(boot: self.boot)
    } catch {
      log("\(folder.database): cannot be written (\(error))")
    }
  }

  /// The records that the core needs and that can be read, and the latest life that numbered any.
  func restore(from storage: LinuxStorage) -> (records: [Record], highestBoot: UInt32) {
    var records: [Record] = []
    var highestBoot: UInt32 = 0
    var unreadable = 0
    func read() throws(StorageError) {
      records = []
      unreadable = 0
      var survey = LogSurvey()
      var damage: StorageError?
      do throws(StorageError) {
        try storage.restore { words in
          if let record = Record(words) { survey.note(record) } else { unreadable += 1 }
        }
      } catch {
        // The second pass comes as far, and what it reads counts.
        damage = error
      }
      highestBoot = survey.highestBoot
      do throws(StorageError) {
        try storage.restore { words in
          if let record = Record(words), survey.needs(record) { records.append(record) }
        }
      } catch {
        damage = damage ?? error
      }
      if let damage { throw damage }
    }
    do throws(StorageError) {
      do throws(StorageError) {
        try read()
      } catch .damaged {
        try setAside()
        try read()
      } catch {
        throw error
      }
      isUnread = false
    } catch {
      self.error = error == .damaged ? .failed : error
      isUnread = true
      log("\(folder.database): cannot be read to its end (\(error))")
    }
    if unreadable > 0 { log("\(unreadable) records cannot be read by this version; left out") }
    return (records, highestBoot)
  }

  /// The store goes on in a new file with all that can be read of the damaged one.
  func setAside() throws(StorageError) {
    guard let store, mendsLeft > 0 else { throw .failed }
    try store.setAside(life: life)
    mendsLeft -= 1
  }

  /// Says which damaged files the caregivers do not know of yet.
  /// - Returns: whether there is one.
  func hasUntoldDamage() -> Bool {
    guard let damage = try? store?.untoldDamage() else { return false }
    for file in damage { log(file.description) }
    return !damage.isEmpty
  }

  /// Told to the world as the device's number; it tells nothing of the secret.
  var identity: UInt64 { SipHash.hash(0, key: life.secret) }

  /// The source of this life's tokens. The black box holds it, and it reveals nothing of other lives.
  var secret: (UInt64, UInt64) {
    let number = UInt64(life.number) << 1
    return (SipHash.hash(number, key: life.root), SipHash.hash(number | 1, key: life.root))
  }

  /// Makes room on a full disk. Where there is none for the copy that leads back to an older program,
  /// the device goes on without: it needs its memory now.
  private static func open(
    _ folder: StateFolder, patience: Milliseconds = .seconds(1), isPatient: Bool = true,
    _ makeRoom: () -> Bool
  ) throws(StateError) -> RecordStore {
    var needsCopy = true
    while true {
      do throws(StateError) {
        return try RecordStore(
          folder, as: .device, patience: patience, isPatient: isPatient, needsCopy: needsCopy)
      } catch {
        if error.isInUse { throw error }
        if error.isForWantOfRoom || isFull(folder.path), makeRoom() { continue }
        guard error.isOfCopy, needsCopy else { throw error }
        needsCopy = false
      }
    }
  }

  /// Counts this life. On a full disk the black box gives way before the number does. A life that is
  /// not counted has a number at random, and all later ones go on above it.
  private static func count(
    in store: RecordStore, _ program: String, _ makeRoom: () -> Bool
  ) throws(StorageError) -> DeviceLife {
    while true {
      do throws(StorageError) {
        return try store.beginLife(program: program) { (draw(), draw()) }
      } catch {
        guard error == .full, makeRoom() else { throw error }
      }
    }
  }

  /// SQLite wants to write a little also to read.
  private static func isFull(_ path: String) -> Bool {
    var space = statvfs()
    return statvfs(path, &space) == 0 && space.f_bavail * space.f_frsize < 1 << 20
  }

  static func draw() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }
}
