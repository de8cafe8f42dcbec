import Checkers
import Device
import HAL

/// The receiver, and all that it may do to an epoch.
extension World {
  /// The next epoch; nil when nothing of it reaches the device now.
  mutating func epoch() -> Fix? {
    if isRecorded, let recording = plan.recording { return epoch(of: recording) }
    let interval = faults.interval ?? plan.receiver.interval
    nextEpoch += interval.count
    let now = truth.now
    let measured = now.milliseconds - plan.receiver.latency.count
    let actual = wearer.truth(at: now)
    let hasPosition = faults.hasPosition && measured >= positionFrom
    if hasPosition, !hadPosition { receiver.comeBack() }
    hadPosition = hasPosition
    let seen = receiver.observe(actual)
    var fix = Fix(mode: .threeD)
    var place = seen.place
    fix.time = receiverTime(measured)
    if hasPosition {
      place = place + faults.offset
      fix.position = plane.position(of: place)
      fix.eph = faults.eph ?? seen.eph
      if faults.isFlat { fix.mode = .twoD }
      tellSpeed(&fix, seen, place)
    } else {
      fix.mode = .none
    }
    return deliver(fix, place: place, measured: measured)
  }

  private func tellSpeed(_ fix: inout Fix, _ seen: Receiver.Observation, _ place: Point) {
    switch plan.receiver.speed {
    case .doppler: (fix.speed, fix.course) = (seen.speed, seen.course)
    case .positions:
      guard let last = lastReported, last.hasPosition else { return }
      let seconds = (faults.interval ?? plan.receiver.interval).seconds
      let speed = ((place - last.place).distance.value / seconds * 100).rounded() / 100
      fix.speed = MetresPerSecond(speed)
    case .none: break
    }
    stickSpeed(&fix)
  }

  /// A receiver that states no speed at all states none when it sticks.
  private func stickSpeed(_ fix: inout Fix) {
    guard faults.isMotionless, fix.speed != nil else { return }
    (fix.speed, fix.course) = (MetresPerSecond(0), nil)
  }

  static func epoch(_ index: Int, of recording: Recording) -> Int64 {
    index < recording.epochs.count ? recording.epochs[index].at.count : .max
  }

  /// The next one of a recording: the same faults, another source.
  private mutating func epoch(of recording: Recording) -> Fix? {
    var fix = recording.epochs[recordedNext].fix
    recordedNext += 1
    nextEpoch = Self.epoch(recordedNext, of: recording)
    let measured = truth.now.milliseconds - plan.receiver.latency.count
    fix.time = receiverTime(measured)
    var place = wearer.place(at: truth.now)
    if faults.hasPosition, fix.mode != .none, let position = fix.position {
      place = plane.point(of: position)
      wearer.appear(at: place, truth.now)
      if faults.offset != Point() {
        place = place + faults.offset
        fix.position = plane.position(of: place)
      }
      fix.eph = faults.eph ?? fix.eph
      stickSpeed(&fix)
    } else {
      fix = Fix(mode: .none, time: fix.time)
    }
    return deliver(fix, place: place, measured: measured)
  }

  private mutating func deliver(_ fix: Fix, place: Point, measured: Int64) -> Fix? {
    if faults.late.count > 0 {
      schedule(.fix(fix, place: place, measured: measured), at: truth.now + faults.late)
      return nil
    }
    if faults.comesTwice {
      schedule(.fix(fix, place: place, measured: measured), at: truth.now + Milliseconds(100))
    }
    flood(with: fix, place: place)
    return arrive(fix, place: place, measured: measured)
  }

  /// Many more of the same place, each with a time of its own.
  private mutating func flood(with fix: Fix, place: Point) {
    guard faults.flood > 1 else { return }
    for i in 1..<faults.flood {
      var next = fix
      let step = 1000 * i / faults.flood
      next.time = fix.time.map {
        FixTime(WallTime(milliseconds: $0.wall.milliseconds + step), isDated: $0.isDated)
      }
      let at = truth.now + Milliseconds(step)
      schedule(
        .fix(next, place: place, measured: at.milliseconds - plan.receiver.latency.count), at: at)
    }
  }

  /// Leads a fix through the port, which may swallow it or repeat an older one.
  mutating func arrive(_ fix: Fix, place: Point, measured: Int64) -> Fix? {
    gps.arrive(fix, at: truth.now)
    guard let read = try? gps.read() else { return nil }
    var place = place
    if gps.fault == .stuck, let lastReported { place = lastReported.place }
    let step = (place - (lastReported?.place ?? place)).distance
    let isRepeated = read.time != nil && read.time == lastReported?.time
    lastReported = (read.time, read.position != nil, place)
    let actual = wearer.place(at: truth.now)
    let isNew = measured > heardEpoch && gps.fault == nil
    heardEpoch = max(heardEpoch, measured)
    truth.distance = (actual - center).distance
    observer.see(
      FixSighting(
        hasPosition: read.hasUsablePosition, position: read.position,
        distance: (place - center).distance,
        error: (place - actual).distance, step: step, eph: read.eph,
        speed: read.speed, course: read.course,
        isSpeedStuck: faults.isMotionless && read.speed != nil,
        age: Milliseconds(truth.now.milliseconds - measured),
        isOrdinary: faults.sparesReceiver && !isRecorded,
        isTimeGood: isNew && faults.sparesReceiverTime && !isRecorded, isRepeated: isRepeated,
        timeOff: faults.receiverTime.count,
        hasTime: isNew && faults.saysTime, time: read.time),
      truth)
    return read
  }

  private func receiverTime(_ measured: Int64) -> FixTime? {
    guard !faults.isTimeless else { return nil }
    let wall = trueWall(at: Instant(milliseconds: measured)).milliseconds
    let claimed = wall + faults.receiverTime.count
    // The receiver's day means nothing without a date.
    guard !faults.isUndated else {
      let day: Int64 = 86_400_000
      return FixTime(
        WallTime(milliseconds: (claimed % day + day) % day), isDated: false)
    }
    return FixTime(WallTime(milliseconds: claimed), isDated: true)
  }
}

extension Fix {
  /// A receiver that says itself that it may be off by more than 200 m has no position to offer.
  fileprivate var hasUsablePosition: Bool {
    position != nil && mode != .none && !((eph?.value ?? 0) > 200)
  }
}
