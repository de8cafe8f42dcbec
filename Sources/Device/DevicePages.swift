import HAL

/// What the wearer sees: one page, the most urgent; the time and the name when nothing is. ALZ-8.
extension Device {
  mutating func choosePage() -> Page {
    // Who asks for help sees at once that it is asked for; what to do about the sugar waits so long.
    if let page = dose.page, case .lowGlucose = page, help.stage != .calling { return page }
    // Silenced, "not through" gives way to what else is due until its alarm comes again.
    let helpPage = help.stage.map { Page.help($0, caregiver: help.caregiver) }
    if let helpPage, help.stage != .notThrough || !alarm.isSilenced(.helpNotThrough) {
      return helpPage
    }
    if let kind = alarm.foreground, kind != .dose, let page = page(of: kind) { return page }
    if let page = dose.page ?? helpPage { return page }
    if configuration.isMissing { return .noProfile }
    return .home(
      showsTime: clock.isTrusted, accompaniedUntil: clock.isTrusted ? watch.accompaniedUntil : nil,
      keptSince: configuration.keptSince)
  }

  private mutating func page(of kind: AlarmKind) -> Page? {
    switch kind {
    case .veryLowGlucose, .lowGlucose, .help, .helpNotThrough, .dose: nil
    case .leftPerimeter: excursion.map { exitPage($0) }
    case .medication, .reminder: reminders.currentPage
    case .positionLost: .positionLost
    case .batteryLow: battery.level.map { .batteryLow(percent: $0.percent) }
    case .notDelivered: .notDelivered
    case .storage: .storageFailed
    }
  }

  /// Like help, it never says more than is true.
  private func exitPage(_ open: OpenExcursion) -> Page {
    let told = outbox.told(ofExit: open.notice)
    guard told == 0 else {
      return .leftPerimeter(.told, caregiver: UInt8(told.trailingZeroBitCount))
    }
    return .leftPerimeter(open.patience == nil ? .notThrough : .calling, caregiver: 0)
  }
}

extension Page {
  /// Pages on which one key follows the other.
  var isDosePage: Bool {
    switch self {
    case .measure, .measureAgain, .enterGlucose, .enterCarbohydrates, .dose, .doseTaken, .noDose: true
    default: false
    }
  }
}
