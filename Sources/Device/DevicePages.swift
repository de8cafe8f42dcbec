import HAL

/// What the wearer sees: one page, the most urgent; the time and the name when nothing is. ALZ-8.
extension Device {
  mutating func choosePage() -> Page {
    if let page = dose.page, case .lowGlucose = page { return page }
    if let stage = help.stage { return .help(stage, caregiver: help.caregiver) }
    if let kind = alarm.foreground, kind != .dose, let page = page(of: kind) { return page }
    if let page = dose.page { return page }
    return .home(
      showsTime: clock.isTrusted, accompaniedUntil: clock.isTrusted ? watch.accompaniedUntil : nil)
  }

  private func page(of kind: AlarmKind) -> Page? {
    switch kind {
    case .veryLowGlucose, .lowGlucose, .help, .helpNotThrough, .dose: nil
    case .leftPerimeter: excursion == nil ? nil : .leftPerimeter
    case .medication, .reminder: reminders.currentPage
    case .positionLost: .positionLost
    case .batteryLow: battery.level.map { .batteryLow(percent: $0.percent) }
    case .notDelivered: .notDelivered
    case .storage: .storageFailed
    }
  }
}
