import Device
import HAL

/// One and more of each action.
extension Everything {
  static func actions() throws -> [Action] {
    let calls: [ReminderCall] = [.first, .again, .late]
    let dose = DiaryDose(
      id: EntryID(1), taken: Sample.moment, meal: .lunch, mealPart: Sample.units(6000),
      correction: Sample.units(2000), insulinOnBoard: .zero, proposed: Sample.units(8000),
      confirmed: Sample.units(7500))
    let later = Sample.wall(minutesLater: 10)
    let low = MeterResult.amount(Sample.milligrams(65))
    return spoken(low, later, dose)
      + calls.flatMap { call in
        [
          .reminderDue(Sample.walk, .reminder, call), .reminderDue(Sample.pill, .medication, call),
        ]
      } + meals.map { .dosePrompted($0) } + refusals.map { .doseRefused(.dinner, $0) }
      + alarms.flatMap { kind in
        priorities.map { .alarmStarted(kind, $0) } + [.alarmSilenced(kind)]
      } + matters.map { .notify(Sample.notice($0)) } + [
        .doseProposed(try Sample.offer(Sample.milligrams(182), onBoard: 1)),
        .doseProposed(try Sample.offer(Sample.millimoles(10.1))),
      ] + silent
  }

  private static func spoken(
    _ low: MeterResult, _ later: WallTime, _ dose: DiaryDose
  ) -> [Action] {
    let id = NoticeID(boot: 2, number: 7)
    return [
      .started, .suspected(Sample.place), .cleared(Sample.bare),
      .left(Sample.place, initial: false), .left(Sample.bare, initial: true),
      .returned(Sample.place), .positionLost(Sample.place, age: .seconds(31)),
      .positionRegained(Sample.place), .clockTrusted, .clockUntrusted,
      .reminderAcknowledged(Sample.walk), .reminderSnoozed(Sample.pill, until: later),
      .reminderMissed(Sample.nameless), .helpRequested(Sample.place), .helpRequested(nil),
      .accompanied(until: later), .accompanied(until: nil), .doseConfirmed(dose),
      .doseUndone(dose), .glucoseLow(low, isVery: false), .glucoseLow(.low, isVery: true),
      .glucoseLowOver(
        LowGlucoseOver(low: low, lowAge: 10, ended: .high, endAge: 1, cause: .measured)),
      .entryAhead(EntryAhead(EntryID(3), isDose: true, ahead: .seconds(1980))),
      .entryAhead(EntryAhead(EntryID(4), isDose: false, ahead: .seconds(1980))),
      .glucoseHigh(.high), .batteryLow(percent: 15),
      .noticeDelivered(id, Recipient(caregiver: 0, route: .mail)),
      .noticeDelivered(id, Recipient(caregiver: 5, route: .relay)),
      .noticeFailed(id, caregiver: 0), .noticeAcknowledged(id, caregiver: 1),
      .profileKept(later),
      .companyRefused(CompanyRefusal(.past, minute: 1110), caregiver: 0),
      .clockDisagrees(.seconds(600)),
      .reminderDue(Sample.pill, .medication, .first, isUnsure: true),
    ]
  }

  /// What is part of another event.
  static let silent: [Action] = [
    .sound(.call), .vibrate(pulses: 3), .hush, .show(.leftPerimeter(.calling, caregiver: 0)),
    .store(.excursionsTold),
    .send(Sample.dispatch(Sample.notice(.help))), .heartbeat,
  ]

  static func number(_ action: Action) -> Int {
    switch action {
    case .started: 0
    case .suspected: 1
    case .cleared: 2
    case .left: 3
    case .returned: 4
    case .positionLost: 5
    case .positionRegained: 6
    case .clockTrusted: 7
    case .clockUntrusted: 8
    case .reminderDue: 9
    case .reminderAcknowledged: 10
    case .reminderSnoozed: 11
    case .reminderMissed: 12
    case .helpRequested: 13
    case .accompanied: 14
    case .dosePrompted: 15
    case .doseProposed: 16
    case .doseConfirmed: 17
    case .doseUndone: 18
    case .doseRefused: 19
    case .glucoseLow: 20
    case .glucoseHigh: 21
    case .alarmStarted: 22
    case .alarmSilenced: 23
    case .batteryLow: 24
    case .sound: 25
    case .vibrate: 26
    case .show: 27
    case .store: 28
    case .notify: 29
    case .send: 30
    case .noticeDelivered: 31
    case .noticeFailed: 32
    case .noticeAcknowledged: 33
    case .heartbeat: 34
    case .hush: 35
    case .profileKept: 36
    case .glucoseLowOver: 37
    case .entryAhead: 38
    case .companyRefused: 39
    case .clockDisagrees: 40
    }
  }
}
