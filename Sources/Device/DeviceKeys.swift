import HAL

/// The effects of the wearer's keys. A key acts on the page that is shown.
extension Device {
  /// A button that is plugged in late counts from now on: what was asked before stays as it was asked.
  mutating func take(_ keys: KeySet) {
    self.keys = keys
    dose.take(keys)
    reminders.hasOK = keys.contains(.ok)
  }

  mutating func take(_ press: KeyPress, at now: Instant, _ perform: (Action) -> Void) {
    // Help is never refused, whatever is on the screen.
    guard press.key != .help else { return pressHelp(at: now, perform) }
    guard let page, !pageGuard.isSurprised(by: press, on: page, now - pageShown) else { return }
    switch page {
    case .home: askOnDemand(press, at: now, perform)
    case .noProfile: break
    case .help: if press.key == .ok { leaveHelp(at: now, perform) }
    case .reminder(let page): answer(page, press, at: now, perform)
    case .glucose(.low(_, let isVery, _, _, _)):
      if press.key == .ok { silence(isVery ? .veryLowGlucose : .lowGlucose, at: now, perform) }
      pressDose(press, at: now, perform)
    case .glucose(.lowAndHelp):
      if press.key == .ok {
        leaveHelp(at: now, perform)
      } else {
        pressDose(press, at: now, perform)
      }
    case .dose(.measure), .dose(.measureAgain), .dose(.enterGlucose), .dose(.enterCarbohydrates),
      .dose(.offer), .dose(.taken), .dose(.refused):
      pressDose(press, at: now, perform)
    case .leftPerimeter: hear(.leftPerimeter, press, at: now, perform)
    case .notDelivered: hear(.notDelivered, press, at: now, perform)
    case .batteryLow: hear(.batteryLow, press, at: now, perform)
    case .positionLost: hear(.positionLost, press, at: now, perform)
    case .storageFailed: hear(.storage, press, at: now, perform)
    }
  }

  /// Ok on the page of an alarm: it is heard. Another one may have begun since.
  private mutating func hear(
    _ kind: AlarmKind, _ press: KeyPress, at now: Instant, _ perform: (Action) -> Void
  ) {
    if press.key == .ok { silence(kind, at: now, perform) }
  }

  private mutating func pressHelp(at now: Instant, _ perform: (Action) -> Void) {
    let best = bestWhereabouts(at: now)
    perform(.helpRequested(best.place))
    let hasAnybody = outbox.hasAnyRoute()
    let pressed = help.press(at: now, hasAnybody: hasAnybody)
    // "Not through" is over with a new notice, and its alarm must not take the tone of the press along.
    if case .first = pressed { clear(.helpNotThrough, at: now, perform) }
    // Tone at once, then the durable record, then the screen that confirms.
    raise(.help, at: now, perform)
    switch pressed {
    case .again:
      sayTrouble(at: now, perform)
      // The call is not through yet: an attempt that waits goes now.
      guard help.stage != .told, let id = help.notice else { return }
      var after = FollowUps()
      outbox.hurry(id, at: now) { Device.perform($0, perform, &after) }
      follow(after, at: now, perform)
    case .first(let replaced):
      // An earlier refusal by a server says nothing of this call: all ways are tried at once.
      let wasRefused = replaced.map { outbox.isRefused($0) } ?? false
      let id = notify(.help, at: now, perform)
      // An old place says where the wearer was: the first new one follows, as after a restart.
      let hasPosition = best.place != nil && best.age < Device.lostAfter
      help.called(id, hasPosition: hasPosition, hasAnybody: hasAnybody, at: now)
      if let (call, _) = outbox.openHelp { lastCall.called(call, at: now) }
      if let replaced { close(replaced, at: now, perform) }
      breadcrumbs.begin(at: now)
      if help.stage == .nobody { raise(.helpNotThrough, at: now, perform) }
      sayTrouble(at: now, perform)
      guard wasRefused else { return }
      var after = FollowUps()
      outbox.hurry(id, isForced: true, at: now) { Device.perform($0, perform, &after) }
      follow(after, at: now, perform)
    }
  }

  /// The wearer who presses sees and hears that it reaches nobody, although that alarm rests or a value is half
  /// entered.
  private mutating func sayTrouble(at now: Instant, _ perform: (Action) -> Void) {
    guard help.isInTrouble else { return }
    dose.dropEntry()
    // A key silences what came before it; this press is a call of its own, and its alarm begins anew.
    if alarm.isSilenced(.helpNotThrough) {
      clear(.helpNotThrough, at: now, perform)
      raise(.helpNotThrough, at: now, perform)
    } else {
      alarm.renew(.helpNotThrough, at: now) { perform(.alarm($0)) }
    }
  }

  private mutating func leaveHelp(at now: Instant, _ perform: (Action) -> Void) {
    silence(.helpNotThrough, at: now, perform)
    clear(.help, at: now, perform)
    help.back()
  }

  mutating func passHelp(at now: Instant, _ perform: (Action) -> Void) {
    // An alarm whose page is over begins no further round in that moment.
    guard help.pass(at: now) else { return followHelp(at: now, perform) }
    raise(.helpNotThrough, at: now, perform)
  }

  mutating func tellFirstPosition(at now: Instant, _ perform: (Action) -> Void) {
    help.positionSent()
    notify(.location(.firstAfterHelp), at: now, perform)
  }
}
