import Checkers
import Device
import HAL

/// Acts of the wearer and the caregivers, by themselves and in answer to the device.
extension World {
  public mutating func perform(_ action: Action, during event: Event) {
    guard truth.isPowered else { return }
    if let left = cutAfter {
      if left <= 0 {
        if case .store(let record) = action { return cutPower(writing: record.words) }
        return cutPower()
      }
      cutAfter = left - 1
    }
    // An event that was a fix has not brought the time up to date.
    tellWall()
    observer.see(action, during: event, truth)
    do throws(PortError) {
      try perform(action, page: { $0 }, letter: { $0 }, record: { $0 })
      if case .store(let record) = action { hear(record) }
    } catch {
      switch error {
      case .unsent(let answer): schedule(.event(.answer(answer)), at: truth.now)
      case .unstored(let error): report(error)
      }
    }
    portalSees(action)
    for dispatch in network.take() { send(dispatch) }
    if case .show(let page) = action { meet(page) }
  }

  mutating func act(_ act: Act) {
    switch act {
    case .walk(let target, let speed, let surroundings):
      wearer.walk(to: target, speed: speed, at: truth.now)
      enter(surroundings)
    case .enter(let surroundings): enter(surroundings)
    case .press(let press): schedule(.event(.key(press)), at: truth.now)
    case .measure(let reading): schedule(.event(.reading(reading)), at: truth.now)
    case .temper(let temper): wearer.temper = temper
    case .answers(let caregiver, let after): answers[file.person(at: caregiver)] = after
    case .ask(let message):
      schedule(.message(message, file.person(at: message.caregiver)), at: truth.now)
    case .battery(let level): schedule(.event(.battery(level)), at: truth.now)
    case .reload(let household): reload(household)
    case .switchOff(let span):
      guard truth.isPowered else { return }
      offFor = span
      schedule(.event(.shuttingDown), at: truth.now)
      schedule(.switchedOff, at: truth.now + Self.farewell)
    case .update: wantsUpdate = truth.isPowered
    case .diary(let edit): self.edit(edit)
    case .portal(let word, let caregiver, let span): say(word, by: caregiver, for: span)
    case .portalDiary(let edit, let caregiver, let span): ask(edit, by: caregiver, for: span)
    case .portalProfile(let household): save(household)
    }
  }

  private mutating func enter(_ surroundings: Surroundings) {
    guard surroundings != wearer.surroundings else { return }
    wearer.surroundings = surroundings
    reckonReceiver()
  }

  private mutating func reload(_ household: Household) {
    file = household
    portalFile(household)
    readProfile()
  }

  /// The wearer looks at a page that asks for something.
  private mutating func meet(_ page: Page) {
    let temper = wearer.temper
    guard page.asks, wearerDraws.chance(Int64(temper.answers), in: 100) else { return }
    let span = max(temper.after.count, 1200)
    let at = truth.now + Milliseconds(wearerDraws.draw(span / 2...span * 3 / 2))
    if case .dose(.measure) = page {
      let amount = wearerDraws.draw(temper.glucose)
      let result = MeterResult.amount(
        .milligramsPerDecilitre(MilligramsPerDecilitre(Double(amount))))
      return schedule(.event(.reading(MeterReading(result: result))), at: at)
    }
    if case .dose(.offer) = page, wearerDraws.chance(1, in: 4) {
      // A larger meal, or exercise. The page comes again, and is met again.
      return press(wearerDraws.chance(1, in: 2) ? .plus : .minus, at: at)
    }
    if case .dose(.enterCarbohydrates) = page, wearerDraws.chance(1, in: 3) {
      return press(wearerDraws.chance(1, in: 2) ? .plus : .minus, isLong: true, at: at)
    }
    if case .dose(.enterGlucose) = page, wearerDraws.chance(2, in: 3) {
      return press(
        wearerDraws.chance(1, in: 2) ? .plus : .minus, isLong: wearerDraws.chance(1, in: 2), at: at)
    }
    if case .reminder(let asked) = page, asked.choice != nil, wearerDraws.chance(2, in: 3) {
      // The page comes again with the next number, and is met again.
      return press(
        wearerDraws.chance(1, in: 2) ? .plus : .minus, isLong: wearerDraws.chance(1, in: 4), at: at)
    }
    if case .dose(.taken) = page {
      if wearerDraws.chance(1, in: 10) { press(.minus, at: at) }
      return
    }
    if wearerDraws.chance(Int64(temper.mistakes), in: 100) {
      press(wearerDraws.pick([.help, .ok, .plus, .minus]), at: at)
    }
    let isLong = wearerDraws.chance(1, in: 12)
    press(.ok, isLong: isLong, at: at)
  }

  private mutating func press(_ key: Key, isLong: Bool = false, at moment: Instant) {
    schedule(.event(.key(KeyPress(key, isLong: isLong))), at: moment)
  }
}

extension Page {
  /// A wearer who does their part presses something.
  var asks: Bool {
    switch self {
    case .home: false
    case .help(let stage, _): stage != .calling
    case .leftPerimeter, .reminder, .dose, .glucose, .notDelivered, .batteryLow, .positionLost,
      .storageFailed, .noProfile:
      true
    }
  }
}
