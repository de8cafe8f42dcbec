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
      try Sample.offer(Sample.milligrams(120.1)),
      try Sample.remade(Sample.milligrams(182), deleted: deleted),
    ]
    return [
      .home(showsTime: true, accompaniedUntil: nil),
      .home(showsTime: false, accompaniedUntil: Sample.wall(minutesLater: 60)),
      .home(showsTime: true, accompaniedUntil: Sample.wall(minutesLater: 24 * 60)),
      .reminder(ReminderPage(Sample.walk, .reminder)),
      .reminder(ReminderPage(Sample.pill, .medication)),
      .reminder(ReminderPage(Sample.nameless, .reminder)),
      .reminder(ReminderPage(Sample.nameless, .medication)),
      .reminder(ReminderPage(Sample.pill, .medication, isUnsure: true)),
      .reminder(ReminderPage(Sample.walk, .reminder, choice: Sample.choice)),
      .dose(.enterCarbohydrates(Grams(60))), .dose(.enterCarbohydrates(Grams(7.5))),
      .dose(.taken(.lunch, Sample.units(8500))), .notDelivered, .batteryLow(percent: 15),
      .positionLost, .storageFailed, .dose(.measureAgain),
      .dose(.measure(.lunch, deleted: deleted)),
      .glucose(.low(.low, isVery: true, age: .minutes(40))),
      .glucose(.low(.low, isVery: false, age: .unclear)),
      .glucose(.low(.low, isVery: true, .calling)),
      .positionLost, .storageFailed, .noProfile,
      .home(showsTime: true, accompaniedUntil: nil, keptSince: Sample.moment),
    ] + helps.flatMap { stage in (0...2).map { .help(stage, caregiver: $0) } }
      + helps.flatMap { stage in (0...2).map { .leftPerimeter(stage, caregiver: $0) } }
      + meals.map { .dose(.measure($0)) } + results.map { .dose(.enterGlucose($0)) }
      + results.flatMap { [.glucose(.low($0, isVery: true)), .glucose(.low($0, isVery: false))] }
      + helps.map { .glucose(.lowAndHelp(.low, isVery: true, $0, caregiver: 1)) }
      + results.map { .glucose(.lowAndHelp($0, isVery: false, .notThrough, caregiver: 0)) }
      + offers.map { .dose(.offer($0)) } + refusals.map { .dose(.refused($0)) }
  }

  static func number(_ page: Page) -> Int {
    switch page {
    case .home: 0
    case .help: 1
    case .leftPerimeter: 2
    case .reminder: 3
    case .dose(.measure): 4
    case .dose(.enterGlucose): 5
    case .dose(.enterCarbohydrates): 6
    case .dose(.offer): 7
    case .dose(.taken): 8
    case .dose(.refused): 9
    case .glucose(.low): 10
    case .notDelivered: 11
    case .batteryLow: 12
    case .positionLost: 13
    case .storageFailed: 14
    case .noProfile: 15
    case .dose(.measureAgain): 16
    case .glucose(.lowAndHelp): 17
    }
  }

  static let deleted = DeletedDose(units: Sample.units(9000), taken: Sample.moment)
  static let meals: [Meal] = [.breakfast, .lunch, .dinner]
  static let refusals: [DoseRefusal] = (0...UInt8.max).compactMap { DoseRefusal(rawValue: $0) }
  static let alarms: [AlarmKind] = (0...UInt8.max).compactMap { AlarmKind(rawValue: $0) }
  static let priorities: [AlarmPriority] = [.low, .medium, .high]

  static let matters: [Notice.Matter] =
    [
      .perimeter(.left), .perimeter(.returned), .perimeter(.excursions), .help,
      .location(.firstAfterHelp),
      .location(.breadcrumb), .location(.asked), .position(.lost), .reminder(.due(Sample.walk)),
      .reminder(.due(Sample.nameless)), .reminder(.unanswered(Sample.pill)),
      .reminder(.missed(Sample.pill)),
      .glucose(.low(.amount(Sample.milligrams(65)), isVery: false)),
      .glucose(.low(.low, isVery: true)), .dose(.unanswered(.lunch)), .clock(.untrusted),
      .batteryLow(percent: 15), .power(.shuttingDown), .power(.wasOff(.seconds(3_900))),
      .day(.allIsWell),
      .storageFailed(.full), .storageFailed(.readOnly), .storageFailed(.failed),
      .storageFailed(.damaged),
      .profileKept(Sample.moment),
    ] + glucoseMatters + dayMatters

  private static let glucoseMatters: [Notice.Matter] = {
    let (low, high) = (
      MeterResult.amount(Sample.milligrams(50)), MeterResult.amount(Sample.milligrams(140))
    )
    func over(_ cause: LowGlucoseOver.Cause, isUnconfirmed: Bool = false) -> Notice.Matter {
      .glucose(
        .lowOver(
          LowGlucoseOver(
            low: low, lowAge: 12, ended: high, endAge: 1, cause: cause, isUnconfirmed: isUnconfirmed
          )))
    }
    return [
      .glucose(.low(low, isVery: true, age: .minutes(40))),
      .glucose(.low(.low, isVery: false, age: .minutes(15))),
      .glucose(.low(low, isVery: true, age: .unclear)),
      .glucose(.low(.low, isVery: false, age: .unclear)),
      .dose(.unanswered(.dinner, deleted: deleted)), over(.measured), over(.corrected),
      over(.removed),
      over(.old), over(.measured, isUnconfirmed: true),
      .dose(.entryAhead(EntryAhead(EntryID(5), isDose: true, ahead: .seconds(1980)))),
      .dose(.entryAhead(EntryAhead(EntryID(6), isDose: false, ahead: .seconds(90_000)))),
      .dose(.entryAhead(EntryAhead(EntryID(7), isDose: true, ahead: .seconds(400 * 86_400)))),
    ]
  }()

  private static let dayMatters: [Notice.Matter] = [
    .companyRefused(CompanyRefusal(.past, minute: 1110)),
    .companyRefused(CompanyRefusal(.tooFar, minute: 60)),
    .companyRefused(CompanyRefusal(.timeUnknown, minute: 0)),
    .companyRefused(CompanyRefusal(.clocksContradict, minute: 720)),
    .companyRefused(CompanyRefusal(.overtaken, minute: 690)),
    .day(.open(OpenMatters(rawValue: 0x7ff))), .clock(.disagrees(.seconds(-600))),
    .reminder(
      .unsure(
        UnsureReminder(Sample.pill, announced: CivilMinute(Sample.pill.due.count + 95)))),
    .reminder(
      .unsure(
        UnsureReminder(
          Sample.nameless, announced: CivilMinute(Sample.nameless.due.count - 720)))),
    .position(.receiverSilent), .position(.noneForLong),
    .profileChanged(ProfileChanges(rawValue: 15)), .profileChanged(.company),
    .profileChanged(ProfileChanges()),
  ]

  static func number(_ matter: Notice.Matter) -> Int {
    switch matter {
    case .perimeter(.left): 0
    case .perimeter(.returned): 1
    case .perimeter(.excursions): 2
    case .help: 3
    case .location: 4
    case .position(.lost): 5
    case .reminder(.due): 6
    case .reminder(.unanswered): 7
    case .reminder(.missed): 8
    case .glucose(.low): 9
    case .dose(.unanswered): 10
    case .clock(.untrusted): 11
    case .batteryLow: 12
    case .power(.shuttingDown): 13
    case .power(.wasOff): 14
    case .day(.allIsWell): 15
    case .storageFailed: 16
    case .profileKept: 17
    case .glucose(.lowOver): 18
    case .dose(.entryAhead): 19
    case .companyRefused: 20
    case .day(.open): 21
    case .clock(.disagrees): 22
    case .reminder(.unsure): 23
    case .position(.receiverSilent): 24
    case .position(.noneForLong): 25
    case .profileChanged: 26
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
    } + winds + pasts + [
      Sample.dispatch(Sample.notice(.day(.allIsWell), at: Sample.inside)),
      Sample.dispatch(Sample.notice(.day(.allIsWell), at: Sample.inside), late: 47 * 60_000),
      Sample.dispatch(Sample.notice(.day(.allIsWell), at: Sample.boundless), late: 47 * 60_000),
      Sample.dispatch(
        Sample.answered(.reminder(.unanswered(Sample.pill))), late: 60_000),
      Sample.dispatch(
        Sample.answered(.dose(.unanswered(.lunch))), late: 60_000), Sample.dispatch(unsureCopy),
      Sample.dispatch(
        Sample.notice(
          .perimeter(.returned), outing: Outing(lasted: .seconds(1390), farthest: Metres(180)))),
    ]
  }

  private static let pasts: [Dispatch] = [
    Sample.dispatch(Sample.past(.perimeter(.left))), Sample.dispatch(Sample.past(.position(.lost))),
    Sample.dispatch(Sample.past(.power(.shuttingDown))),
  ]

  private static let unsureCopy: Notice = {
    var copy = Sample.notice(.reminder(.due(Sample.walk)))
    copy.aside = .timeUnsure
    return copy
  }()

  /// Each wind twice: the wearer is there, and goes there, ever faster.
  private static var winds: [Dispatch] {
    (1...8).compactMap { CompassPoint(rawValue: $0) }.enumerated().map { index, point in
      var place = Sample.place
      place.direction = point
      place.motion = Sample.motion(1 + Double(index), towards: 45 * Double(index))
      return Sample.dispatch(Sample.notice(.perimeter(.left), at: place, age: 0), late: 3)
    }
  }
}
