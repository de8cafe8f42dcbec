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
          .reminder(.due(Sample.walk, .reminder, call)),
          .reminder(.due(Sample.pill, .medication, call)),
        ]
      } + meals.map { .dose(.prompted($0)) } + refusals.map { .dose(.refused(.dinner, $0)) }
      + alarms.flatMap { kind in
        priorities.map { .alarm(.started(kind, $0)) } + [.alarm(.silenced(kind))]
      } + matters.map { .outbox(.queued(Sample.notice($0))) } + [
        .dose(.proposed(try Sample.offer(Sample.milligrams(182), onBoard: 1))),
        .dose(.proposed(try Sample.offer(Sample.millimoles(10.1)))),
      ] + silent
  }

  private static func spoken(
    _ low: MeterResult, _ later: WallTime, _ dose: DiaryDose
  ) -> [Action] {
    let id = NoticeID(boot: 2, number: 7)
    return [
      .started, .perimeter(.suspected(Sample.place)), .perimeter(.cleared(Sample.bare)),
      .perimeter(.left(Sample.place, initial: false)),
      .perimeter(.left(Sample.bare, initial: true)),
      .perimeter(.returned(Sample.place)), .position(.lost(Sample.place, age: .seconds(31))),
      .position(.regained(Sample.place)), .clock(.trusted), .clock(.untrusted),
      .reminder(.acknowledged(Sample.walk)), .reminder(.snoozed(Sample.pill, until: later)),
      .reminder(.missed(Sample.nameless)), .helpRequested(Sample.place), .helpRequested(nil),
      .company(.accompanied(until: later)), .company(.accompanied(until: nil)),
      .dose(.confirmed(dose)),
      .dose(.undone(dose)), .glucose(.low(low, isVery: false)), .glucose(.low(.low, isVery: true)),
      .glucose(
        .lowOver(
          LowGlucoseOver(low: low, lowAge: 10, ended: .high, endAge: 1, cause: .measured))),
      .dose(.entryAhead(EntryAhead(EntryID(3), isDose: true, ahead: .seconds(1980)))),
      .dose(.entryAhead(EntryAhead(EntryID(4), isDose: false, ahead: .seconds(1980)))),
      .glucose(.high(.high)), .batteryLow(percent: 15),
      .outbox(.delivered(id, Recipient(caregiver: 0, route: .mail))),
      .outbox(.delivered(id, Recipient(caregiver: 5, route: .relay))),
      .outbox(.failed(id, caregiver: 0)), .outbox(.acknowledged(id, caregiver: 1)),
      .profileKept(later),
      .company(.refused(CompanyRefusal(.past, minute: 1110), caregiver: 0)),
      .clock(.disagrees(.seconds(600))),
      .reminder(.due(Sample.pill, .medication, .first, isUnsure: true)),
      .reminder(.answered(Sample.walk, 7)), .reminder(.answered(Sample.nameless, 0)),
    ]
  }

  /// Actions that are part of another event.
  static let silent: [Action] = [
    .alarm(.sound(.call)), .alarm(.vibrate(pulses: 3)), .alarm(.hush),
    .show(.leftPerimeter(.calling, caregiver: 0)),
    .store(.outbox(.excursionsTold)),
    .outbox(.send(Sample.dispatch(Sample.notice(.help)))), .heartbeat,
  ]

  static func number(_ action: Action) -> Int {
    switch action {
    case .started: 0
    case .perimeter(.suspected): 1
    case .perimeter(.cleared): 2
    case .perimeter(.left): 3
    case .perimeter(.returned): 4
    case .position(.lost): 5
    case .position(.regained): 6
    case .clock(.trusted): 7
    case .clock(.untrusted): 8
    case .reminder(.due): 9
    case .reminder(.acknowledged): 10
    case .reminder(.snoozed): 11
    case .reminder(.missed): 12
    case .helpRequested: 13
    case .company(.accompanied): 14
    case .dose(.prompted): 15
    case .dose(.proposed): 16
    case .dose(.confirmed): 17
    case .dose(.undone): 18
    case .dose(.refused): 19
    case .glucose(.low): 20
    case .glucose(.high): 21
    case .alarm(.started): 22
    case .alarm(.silenced): 23
    case .batteryLow: 24
    case .alarm(.sound): 25
    case .alarm(.vibrate): 26
    case .show: 27
    case .store: 28
    case .outbox(.queued): 29
    case .outbox(.send): 30
    case .outbox(.delivered): 31
    case .outbox(.failed): 32
    case .outbox(.acknowledged): 33
    case .heartbeat: 34
    case .alarm(.hush): 35
    case .profileKept: 36
    case .glucose(.lowOver): 37
    case .dose(.entryAhead): 38
    case .company(.refused): 39
    case .clock(.disagrees): 40
    case .reminder(.answered): 41
    }
  }
}
