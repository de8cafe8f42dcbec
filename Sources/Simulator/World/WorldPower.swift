import Agenda
import Checkers
import Device
import HAL

/// Power, the medium, and what a device finds when it starts.
extension World {
  static var retriesStorage: Milliseconds { .seconds(10) }
  /// The time for which a device that is told to end waits for its last notice.
  static var farewell: Milliseconds { .seconds(10) }

  mutating func armPowerCut(after actions: Int64, torn: Int64, off: Milliseconds) {
    guard truth.isPowered else { return }
    cutAfter = actions
    tornWords = torn
    offFor = off
    // A device that does nothing loses its power all the same.
    schedule(.powerCutAtLast, at: truth.now + .seconds(60))
  }

  /// - Parameter record: was being written when the power went.
  mutating func cutPower(writing record: RecordWords? = nil) {
    guard truth.isPowered else { return }
    truth.isPowered = false
    wantsUpdate = false
    cutAfter = nil
    let kept = (storage?.count ?? 0) + (storage?.refused ?? 0)
    if let record, tornWords > 0 {
      storage?.cutPower(writing: record, words: Int(min(tornWords, 10)))
    } else {
      storage?.cutPower()
    }
    queue.forgetDevice()
    stopPost()
    hanging.removeAll()
    handOver.removeAll(keepingCapacity: true)
    nextEpoch = .max
    tell(.powerCut(isWriting: record != nil))
    if (storage?.count ?? 0) < kept {
      portal?.shortened = boots
      tell(.recordsLost)
    }
    isRetrying = false
    toldStorage = nil
    schedule(.boot, at: truth.now + Milliseconds(max(offFor.count, 1)))
  }

  /// Ends a device that was asked to start again, once nothing speaks against it. It is back in a moment, and tells
  /// nobody.
  /// - Parameter now: by the device's own clock.
  mutating func updateIfCalm(_ device: inout Device, at now: Instant) {
    guard wantsUpdate, truth.isPowered, handedOver >= handOver.count, storage?.refused == 0 else {
      return
    }
    guard device.unrest(at: now, isClockKept: hasHeardNetwork) == nil else { return }
    tell(.updated)
    offFor = .seconds(5)
    cutPower()
  }

  mutating func boot() {
    truth.isPowered = true
    boots += 1
    var secret = Generator(seed: plan.seed, for: .secret)
    let boot = Boot(
      number: boots, keys: household.keys, secret: (secret.next(), secret.next()))
    handOver = [.booted(boot)]
    handedOver = 0
    hasHeardNetwork = false
    heard = Heard()
    nextLook = .max
    var errors: [StorageError] = []
    do throws(StorageError) {
      try storage?.restore { words in
        guard let record = Record(words) else { return }
        handOver.append(.restored(record))
        heard.take(record)
      }
    } catch {
      errors.append(error)
      // Records that cannot be read are as good as lost.
      tell(.recordsLost)
    }
    // A device that cannot count its start knows at once.
    if let error = faults.storage {
      errors.append(error)
      toldStorage = error
    }
    handOver += takeProfile().map { .setting($0) }
    // The appliance speaks of the medium behind the profile, because that event ends the restoring.
    handOver += errors.map { .storage($0) }
    if let error = plan.calendarError {
      let wall = trueWall(at: truth.now).milliseconds + error.count
      handOver.append(.clock(WallTime(milliseconds: wall), .rtc))
    }
    nextEpoch = truth.now.milliseconds + 1000
    if let recording = plan.recording {
      recordedNext = recording.index(from: truth.now.milliseconds)
      nextEpoch = Self.epoch(recordedNext, of: recording)
    }
    positionFrom = truth.now.milliseconds + plan.receiver.firstFix.count
    if plan.hasNetworkTime { schedule(.networkTime, at: truth.now + .seconds(20)) }
    schedule(.fetchMail, at: truth.now + .seconds(30))
    post?.start(at: truth.now)
    bootPortal()
  }

  /// Handles an occurrence; nil when nothing of it reaches the device.
  mutating func occur(_ what: Occurring) -> Event.Kind? {
    switch what {
    case .event(.key(let press)):
      guard truth.isPowered else { return nil }
      keys?.press(press)
      return (try? keys?.read()).map { .key($0) }
    case .event(let kind): return truth.isPowered ? kind : nil
    case .fix(let fix, let place, let measured):
      return truth.isPowered ? arrive(fix, place: place, measured: measured).map { .fix($0) } : nil
    case .boot: boot()
    case .powerCutAtLast: if cutAfter != nil { cutPower() }
    case .switchedOff: cutPower()
    case .retryStorage: return retryStorage()
    case .networkTime: return networkTime()
    case .clocksGood:
      guard truth.now.milliseconds >= clocksGoodFrom, faults.networkTime.count == 0,
        faults.receiverTime.count == 0, !hasNetworkLied
      else { return nil }
      truth.areClocksGood = true
      tell(.clocksGood(true))
    case .serverTakes(let dispatch, let person): serverTakes(dispatch, person)
    case .message(let message, let person): return write(message, by: person)
    case .mailArrives(let mail): return arrive(mail)
    case .mailIsRead(let mail): return read(mail)
    case .fetchMail: fetchMail()
    case .strangersWrite: strangersWrite()
    case .portal(let way): occur(way)
    case .looksAtAgenda: lookAtAgenda()
    }
    return nil
  }

  private mutating func networkTime() -> Event.Kind? {
    guard truth.isPowered, plan.hasNetworkTime else { return nil }
    schedule(.networkTime, at: truth.now + .seconds(3600))
    guard !faults.isOut, !faults.isHalfOpen, faults.hasNetworkTime else { return nil }
    hasHeardNetwork = true
    let wall = trueWall(at: truth.now).milliseconds + faults.networkTime.count
    let hadLied = hasNetworkLied
    hasNetworkLied = faults.networkTime.count != 0
    if hadLied, !hasNetworkLied { awaitGoodClocks() }
    return .clock(WallTime(milliseconds: wall), .ntp)
  }

  // MARK: The medium

  private mutating func retryStorage() -> Event.Kind? {
    isRetrying = false
    do throws(StorageError) {
      try storage?.retry()
    } catch {
      report(error)
      return nil
    }
    guard toldStorage != nil else { return nil }
    toldStorage = nil
    return .storage(nil)
  }

  mutating func report(_ error: StorageError) {
    if error != toldStorage {
      toldStorage = error
      // The error comes after the device's answer, so that whoever plays it back sees the same order.
      schedule(.event(.storage(error)), at: truth.now + Milliseconds(1))
    }
    guard !isRetrying else { return }
    isRetrying = true
    schedule(.retryStorage, at: truth.now + Self.retriesStorage)
  }
}
