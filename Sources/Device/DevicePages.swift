import HAL

/// The wearer's page: the most urgent one; the time and the name when nothing is urgent. ALZ-8.
extension Device {
  mutating func choosePage() -> Page {
    // A wearer who asks for help sees that first; the page about the sugar waits so long.
    if let page = pageOfLow() { return page }
    // Silenced or between two rounds, "not through" gives way to what else is due.
    let helpPage = help.stage.map { Page.help($0, caregiver: caregiverOfHelp()) }
    if let helpPage, !help.isModest, !help.isInTrouble || !alarm.isResting(.helpNotThrough) {
      return helpPage
    }
    if let kind = foreground(), kind != .dose, let page = page(of: kind) { return page }
    if let page = dose.page ?? helpPage { return page }
    if configuration.isMissing { return .noProfile }
    return .home(
      showsTime: clock.isTrusted, accompaniedUntil: clock.isTrusted ? watch.accompaniedUntil : nil,
      keptSince: configuration.keptSince)
  }

  /// Low glucose and what became of a call for help share the page: the wearer is told of both, and
  /// neither hides the other.
  private mutating func pageOfLow() -> Page? {
    dropValueBehindQuestion()
    guard help.stage != .calling, let page = dose.page else { return nil }
    guard case .glucose(.low(let result, let isVery, let age, _, _)) = page else {
      // A reading that is being entered stays, whatever became of the call for help.
      if case .dose(.enterGlucose) = page, dose.low != nil, help.stage != nil { return page }
      return nil
    }
    guard let stage = help.stage, !help.isInTrouble || !alarm.isSilenced(.helpNotThrough) else {
      if let medicine = medicine(before: isVery ? .veryLowGlucose : .lowGlucose) { return medicine }
      guard isVery, let (stage, caregiver) = outbox.stage(ofLow: result) else { return page }
      return .glucose(.low(result, isVery: true, age: age, stage, caregiver: caregiver))
    }
    return .glucose(
      .lowAndHelp(
        result, isVery: isVery, age: age, stage, caregiver: caregiverOfHelp()))
  }

  /// A low that sounds again waits for no answer. A value that was half typed before the question goes, and the page of
  /// the low comes. Ok was meant for the answer, and would confirm that value.
  private mutating func dropValueBehindQuestion() {
    guard dose.hands != .dose, dose.entry != nil, let low = dose.low else { return }
    let kind = low.isVery ? AlarmKind.veryLowGlucose : .lowGlucose
    if alarm.isOn(kind), !alarm.isSilenced(kind) { dose.dropEntry() }
  }

  /// A low that is silenced gives way to a medicine that calls, until it sounds again: ok must be able to answer that.
  private mutating func medicine(before low: AlarmKind) -> Page? {
    guard alarm.isSilenced(low), alarm.isOn(.medication), !alarm.isSilenced(.medication) else {
      return nil
    }
    return page(of: .medication)
  }

  /// Help on its way names who is being told; help that was told names who knows.
  private mutating func caregiverOfHelp() -> UInt8 {
    guard help.stage == .calling || help.stage == .notThrough, let id = help.notice else {
      return help.caregiver
    }
    return outbox.beingTold(id) ?? help.caregiver
  }

  /// The alarm whose page comes before the wearer's own.
  private mutating func foreground() -> AlarmKind? {
    guard let kind = alarm.foreground else { return nil }
    if kind == .dose, let question = questionInHand() { return question }
    guard kind.waitsForHands || alarm.isSilenced(kind), dose.isInHand else { return kind }
    return alarm.isOn(.leftPerimeter) && !alarm.isSilenced(.leftPerimeter) ? .leftPerimeter : nil
  }

  /// The alarm of a question that the wearer is answering. The next keys are meant for that, and would set and confirm
  /// insulin: the call for a dose sounds, and its page waits.
  private mutating func questionInHand() -> AlarmKind? {
    guard dose.hands != .dose, let page = reminders.currentPage, asking(page).choice != nil
    else { return nil }
    let kind = page.kind == .medication ? AlarmKind.medication : .reminder
    return alarm.isOn(kind) && !alarm.isSilenced(kind) ? kind : nil
  }

  private mutating func page(of kind: AlarmKind) -> Page? {
    switch kind {
    case .veryLowGlucose, .lowGlucose, .help, .helpNotThrough, .dose: nil
    case .leftPerimeter: excursion.map { exitPage($0) }
    case .medication, .reminder:
      if let page = reminders.currentPage { .reminder(asking(page)) } else { nil }
    case .positionLost: .positionLost
    case .batteryLow: battery.level.map { .batteryLow(percent: $0.percent) }
    case .notDelivered: .notDelivered
    case .storage: .storageFailed
    }
  }

  /// Like help, it never says more than is true.
  private mutating func exitPage(_ open: OpenExcursion) -> Page {
    if let caregiver = outbox.answered(exit: open.notice) {
      return .leftPerimeter(.answered, caregiver: caregiver)
    }
    let told = outbox.told(ofExit: open.notice)
    guard told == 0 else {
      return .leftPerimeter(.told, caregiver: UInt8(told.trailingZeroBitCount))
    }
    guard outbox.hasAnyRoute() else { return .leftPerimeter(.nobody, caregiver: 0) }
    return .leftPerimeter(
      open.patience == nil ? .notThrough : .calling, caregiver: outbox.beingTold(open.notice) ?? 0)
  }
}

extension AlarmKind {
  /// Its page waits while the wearer enters a value or looks at a dose: the next key is meant for that.
  fileprivate var waitsForHands: Bool {
    switch self {
    case .medication, .reminder, .batteryLow, .positionLost, .storage, .notDelivered: true
    case .help, .helpNotThrough, .leftPerimeter, .lowGlucose, .veryLowGlucose, .dose: false
    }
  }
}
