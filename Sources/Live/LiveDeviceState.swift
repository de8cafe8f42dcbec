import Device
import Diary
import HAL
import Linux

/// Durable state of the device.
extension LiveDevice {
  /// Milliseconds between two attempts to store records that a full disk refused.
  static let retriesStorage: Int64 = 10_000

  /// A write that succeeds says nothing of records that could not be read.
  func succeedInStoring() {
    if state.error != nil, !state.isUnread { report(nil) }
  }

  func failToStore(_ error: StorageError) {
    switch error {
    case .full, .damaged: if let storage = board.storage { store(again: storage) }
    case .readOnly, .failed: report(error)
    }
  }

  /// On a full disk the black box gives way, a part at a time; a damaged file is set aside.
  func store(again storage: LinuxStorage) {
    var isDamaged = state.isUnread
    while true {
      do throws(StorageError) {
        if isDamaged {
          try state.setAside()
          // The records of now take sequences that the portal has for others.
          clampPortal()
        }
        isDamaged = false
        if state.isUnread { return adopt(storage) }
        try storage.flush()
        if state.hasUntoldDamage() { board.post(.storage(.damaged)) }
        if state.error != nil { report(nil) }
        return
      } catch {
        if error == .damaged, !isDamaged {
          isDamaged = true
          continue
        }
        guard error == .full, blackBox.yield() else { return report(error) }
      }
    }
  }

  private func report(_ error: StorageError?) {
    if error != state.error {
      state.error = error
      board.post(.storage(error))
      log(
        error.map { "\(options.state.path): cannot store (\($0)); the device goes on" }
          ?? "\(options.state.path): stores again")
    }
    // One that is not open is sought by itself.
    if error != nil, state.store != nil { retryStorage() }
  }

  func retryStorage() {
    guard let storageTimer else { return }
    reactor.set(storageTimer, at: reactor.now.after(milliseconds: LiveDevice.retriesStorage))
  }

  func openDoor() {
    guard door == nil, let store = state.store, let address = options.state.socketAddress else {
      return
    }
    do throws(SystemError) {
      door = try LineSocket(
        reactor, path: options.state.socket, address: address, longest: EditRequest.longest
      ) { [unowned self] line in
        let (answer, edited) = EditRequest.serve(line, store)
        for record in edited { board.post(.edited(record)) }
        return answer
      }
    } catch {
      log("\(options.state.socket): \(error); the diary cannot be changed while the device runs")
    }
  }

  // MARK: A state that could not be opened

  /// Looks for it now and then, as long as it is not open.
  func seekState() {
    guard state.store == nil else { return }
    let timer = reactor.addTimer(.rest) { [unowned self] in lookForState() }
    seek.timer = timer
    reactor.set(timer, at: reactor.now.after(milliseconds: seek.next()))
  }

  private func lookForState() {
    guard let timer = seek.timer, let storage = board.storage, !isEnding else { return }
    let uncounted = state.boot
    guard state.openAgain(makeRoom: { blackBox.yield() }), let store = state.store else {
      return reactor.set(timer, at: reactor.now.after(milliseconds: seek.next()))
    }
    reactor.remove(timer)
    seek.timer = nil
    storage.open(store)
    storage.renumber(boot: uncounted, as: state.boot)
    findPortal()
    adopt(storage)
    // A notice of this life went into the state with its other records.
    if !isChangeStored { tellChangeAgain() }
  }

  /// Appends the records of this life to the state, and starts the core anew from both, as after a
  /// power cut. Only so do an earlier life's doses, open notices and answers count. The core is told
  /// again of its other knowledge (the last fixes, the time).
  private func adopt(_ storage: LinuxStorage) {
    clampPortal()
    do throws(StorageError) {
      try storage.flush()
      state.error = nil
    } catch {
      state.error = error
    }
    log(
      "\(options.state.path): can be used now; the device starts again with its records"
        + (state.error.map { ", and cannot store (\($0))" } ?? ""))
    board.network.options.identity = state.identity
    if !blackBox.isRecording {
      nextBlackBox = BlackBox(path: options.recording, boot: state.boot, log: log)
    }
    board.restart()
    findKept()
    keepAgain()
    startCore(from: storage)
    // A log that is damaged further behind was set aside.
    clampPortal()
    openDoor()
    if state.error != nil { retryStorage() }
  }
}

extension Record {
  /// The life that numbered it; 0 for what has no number.
  var boot: UInt32 {
    switch self {
    case .outbox(.notice(let notice)): notice.id.boot
    case .diary(.reading(let reading)): UInt32(truncatingIfNeeded: reading.id.value >> 32)
    case .diary(.dose(let dose)): UInt32(truncatingIfNeeded: dose.id.value >> 32)
    case .outbox(.delivery), .outbox(.acknowledged), .outbox(.closed), .diary(.doseRemoved),
      .diary(.readingRemoved), .diary(.doseDated), .alive,
      .place, .reminder, .outbox(.excursion), .outbox(.excursionsTold), .accompanied, .meal,
      .outbox(.caregivers), .outbox(.homeOwed):
      0
    }
  }
}
