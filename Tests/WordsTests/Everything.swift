import Device
import HAL
import Words

/// One and more of each thing that can be put into words. A new case does not compile here until
/// it is given a number, and the numbers must all be there.
enum Everything {
  static func pages() throws -> [Page] {
    let helps: [HelpStage] = [.calling, .told, .notThrough, .answered, .nobody]
    let results: [MeterResult] = [
      .amount(Sample.milligrams(65)), .amount(Sample.millimoles(3.6)), .low, .high,
    ]
    let last = GivenDose(units: Sample.units(4000), age: .seconds(5400))
    let offers = [
      try Sample.offer(Sample.milligrams(182), onBoard: 1.25, last: last),
      try Sample.offer(Sample.milligrams(100), onBoard: 1, chosen: 5000),
      try Sample.offer(Sample.millimoles(10.1), meal: .breakfast, carbohydrates: 60),
      try Sample.offer(Sample.milligrams(75), meal: .dinner),
      try Sample.offer(Sample.milligrams(400)),
      try Sample.remade(Sample.milligrams(182), deleted: deleted),
    ]
    return [
      .home(showsTime: true, accompaniedUntil: nil),
      .home(showsTime: false, accompaniedUntil: Sample.wall(minutesLater: 60)),
      .home(showsTime: true, accompaniedUntil: Sample.wall(minutesLater: 24 * 60)),
      .reminder(Sample.walk, .reminder), .reminder(Sample.pill, .medication),
      .reminder(Sample.nameless, .reminder), .reminder(Sample.nameless, .medication),
      .reminder(Sample.pill, .medication, isUnsure: true),
      .enterCarbohydrates(Grams(60)), .enterCarbohydrates(Grams(7.5)),
      .doseTaken(.lunch, Sample.units(8500)), .notDelivered, .batteryLow(percent: 15),
      .positionLost, .storageFailed, .measureAgain, .measure(.lunch, deleted: deleted),
      .lowGlucose(.low, isVery: true, age: .minutes(40)),
      .lowGlucose(.low, isVery: false, age: .unclear), .lowGlucose(.low, isVery: true, .calling),
      .positionLost, .storageFailed, .noProfile,
      .home(showsTime: true, accompaniedUntil: nil, keptSince: Sample.moment),
    ] + helps.flatMap { stage in (0...2).map { .help(stage, caregiver: $0) } }
      + helps.flatMap { stage in (0...2).map { .leftPerimeter(stage, caregiver: $0) } }
      + meals.map { .measure($0) } + results.map { .enterGlucose($0) }
      + results.flatMap { [.lowGlucose($0, isVery: true), .lowGlucose($0, isVery: false)] }
      + helps.map { .lowGlucoseAndHelp(.low, isVery: true, $0, caregiver: 1) }
      + results.map { .lowGlucoseAndHelp($0, isVery: false, .notThrough, caregiver: 0) }
      + offers.map { .dose($0) } + refusals.map { .noDose($0) }
  }

  static func number(_ page: Page) -> Int {
    switch page {
    case .home: 0
    case .help: 1
    case .leftPerimeter: 2
    case .reminder: 3
    case .measure: 4
    case .enterGlucose: 5
    case .enterCarbohydrates: 6
    case .dose: 7
    case .doseTaken: 8
    case .noDose: 9
    case .lowGlucose: 10
    case .notDelivered: 11
    case .batteryLow: 12
    case .positionLost: 13
    case .storageFailed: 14
    case .noProfile: 15
    case .measureAgain: 16
    case .lowGlucoseAndHelp: 17
    }
  }

  static let deleted = DeletedDose(units: Sample.units(9000), taken: Sample.moment)
  static let meals: [Meal] = [.breakfast, .lunch, .dinner]
  static let refusals: [DoseRefusal] = (0...UInt8.max).compactMap { DoseRefusal(rawValue: $0) }
  static let alarms: [AlarmKind] = (0...UInt8.max).compactMap { AlarmKind(rawValue: $0) }
  static let priorities: [AlarmPriority] = [.low, .medium, .high]

  static let matters: [Notice.Matter] =
    [
      .leftPerimeter, .returnedHome, .excursions, .help, .location(.firstAfterHelp),
      .location(.breadcrumb), .location(.asked), .positionLost, .reminderDue(Sample.walk),
      .reminderDue(Sample.nameless), .reminderUnanswered(Sample.pill),
      .reminderMissed(Sample.pill), .lowGlucose(.amount(Sample.milligrams(65)), isVery: false),
      .lowGlucose(.low, isVery: true), .doseUnanswered(.lunch), .clockUntrusted,
      .batteryLow(percent: 15), .shuttingDown, .wasOff(.seconds(3_900)), .allIsWell,
      .storageFailed(.full), .storageFailed(.readOnly), .storageFailed(.failed),
      .storageFailed(.damaged),
      .profileKept(Sample.moment),
    ] + glucoseMatters + dayMatters

  private static let glucoseMatters: [Notice.Matter] = {
    let (low, high) = (
      MeterResult.amount(Sample.milligrams(50)), MeterResult.amount(Sample.milligrams(140))
    )
    func over(_ cause: LowGlucoseOver.Cause, isUnconfirmed: Bool = false) -> Notice.Matter {
      .glucoseLowOver(
        LowGlucoseOver(
          low: low, lowAge: 12, ended: high, endAge: 1, cause: cause, isUnconfirmed: isUnconfirmed))
    }
    return [
      .lowGlucose(low, isVery: true, age: .minutes(40)),
      .lowGlucose(.low, isVery: false, age: .minutes(15)),
      .lowGlucose(low, isVery: true, age: .unclear),
      .lowGlucose(.low, isVery: false, age: .unclear),
      .doseUnanswered(.dinner, deleted: deleted), over(.measured), over(.corrected), over(.removed),
      over(.old), over(.measured, isUnconfirmed: true),
      .entryAhead(EntryAhead(EntryID(5), isDose: true, ahead: .seconds(1980))),
      .entryAhead(EntryAhead(EntryID(6), isDose: false, ahead: .seconds(90_000))),
      .entryAhead(EntryAhead(EntryID(7), isDose: true, ahead: .seconds(400 * 86_400))),
    ]
  }()

  private static let dayMatters: [Notice.Matter] = [
    .companyRefused(CompanyRefusal(.past, minute: 1110)),
    .companyRefused(CompanyRefusal(.tooFar, minute: 60)),
    .companyRefused(CompanyRefusal(.timeUnknown, minute: 0)),
    .dayOpen(OpenMatters(rawValue: 0x7ff)), .clockDisagrees(.seconds(-600)),
    .reminderUnsure(
      UnsureReminder(Sample.pill, announced: CivilMinute(Sample.pill.due.count + 95))),
    .receiverSilent, .noPositionForLong,
  ]

  static func number(_ matter: Notice.Matter) -> Int {
    switch matter {
    case .leftPerimeter: 0
    case .returnedHome: 1
    case .excursions: 2
    case .help: 3
    case .location: 4
    case .positionLost: 5
    case .reminderDue: 6
    case .reminderUnanswered: 7
    case .reminderMissed: 8
    case .lowGlucose: 9
    case .doseUnanswered: 10
    case .clockUntrusted: 11
    case .batteryLow: 12
    case .shuttingDown: 13
    case .wasOff: 14
    case .allIsWell: 15
    case .storageFailed: 16
    case .profileKept: 17
    case .glucoseLowOver: 18
    case .entryAhead: 19
    case .companyRefused: 20
    case .dayOpen: 21
    case .clockDisagrees: 22
    case .reminderUnsure: 23
    case .receiverSilent: 24
    case .noPositionForLong: 25
    }
  }

  static var excursions: Excursions {
    var list = Excursions()
    list.append(
      Excursion(
        left: Sample.moment, returned: Sample.wall(minutesLater: 2), farthest: Metres(143)))
    list.append(Excursion(left: nil, returned: nil, farthest: Metres(12_345)))
    return list
  }

  /// Each matter in time and late, with a position, with half of one and without.
  static var dispatches: [Dispatch] {
    matters.flatMap { matter in
      [
        Sample.dispatch(Sample.notice(matter), excursions: excursions, older: 3, round: 2),
        Sample.dispatch(Sample.notice(matter, at: Sample.bare), caregiver: 5, late: 47 * 60_000),
        Sample.dispatch(Sample.notice(matter, at: Sample.boundless)),
        Sample.dispatch(
          Sample.notice(matter, at: nil, made: nil, battery: nil), late: 2 * 60_000),
        Sample.dispatch(Sample.notice(matter, age: 0), late: 60_000, isLater: true),
      ]
    } + winds + [
      Sample.dispatch(Sample.notice(.allIsWell, at: Sample.inside)),
      Sample.dispatch(
        Sample.answered(.reminderUnanswered(Sample.pill)), late: 60_000),
      Sample.dispatch(
        Sample.answered(.doseUnanswered(.lunch)), late: 60_000), Sample.dispatch(unsureCopy),
      Sample.dispatch(
        Sample.notice(.returnedHome, outing: Outing(lasted: .seconds(1390), farthest: Metres(180)))),
    ]
  }

  private static let unsureCopy: Notice = {
    var copy = Sample.notice(.reminderDue(Sample.walk))
    copy.aside = .timeUnsure
    return copy
  }()

  /// Each wind twice: the wearer is there, and goes there, ever faster.
  private static var winds: [Dispatch] {
    (1...8).compactMap { CompassPoint(rawValue: $0) }.enumerated().map { index, point in
      var place = Sample.place
      place.direction = point
      place.motion = Sample.motion(1 + Double(index), towards: 45 * Double(index))
      return Sample.dispatch(Sample.notice(.leftPerimeter, at: place, age: 0), late: 3)
    }
  }
}
