import Device
import HAL
import Profile
import TestSupport
import Testing

@testable import Live

@Suite("A long log: what the core gets of it at a start")
struct LogSurveyTests {
  /// The acts of three days after a log, and after what the survey leaves of it.
  private static func digests(
    of log: [Record], _ profile: Profile
  ) -> (whole: UInt64, surveyed: UInt64, kept: Int) {
    var survey = LogSurvey()
    for record in log { survey.note(record) }
    let kept = log.filter { survey.needs($0) }
    return (acts(after: log, profile), acts(after: kept, profile), kept.count)
  }

  private static func acts(after log: [Record], _ profile: Profile) -> UInt64 {
    var device = Device()
    var digest = Digest()
    func handle(_ kind: Event.Kind, at now: Instant) {
      device.handle(Event(at: now, kind)) { $0.fold(into: &digest) }
    }
    let keys = KeySet(bits: 0xff)
    handle(.booted(Boot(number: 3000, keys: keys, secret: (1, 2))), at: .start)
    for record in log { handle(.restored(record), at: .start) }
    for setting in profile.settings { handle(.setting(setting), at: .start) }
    let night = LogSurveyTests.start.milliseconds + LogSurveyTests.days * 86_400_000
    for hour in 0..<Int64(72) {
      let now = Instant(milliseconds: 60_000 + hour * 3_600_000)
      handle(.clock(WallTime(milliseconds: night + now.milliseconds), .ntp), at: now)
    }
    return digest.value
  }

  private static let days: Int64 = 2000
  /// 08:00 in Madrid.
  private static let start = WallTime(milliseconds: 1_699_945_200_000)

  /// Years of a life with seven medicines, three measurements with a dose each, and a daily walk.
  private static func years(
    _ days: Int64 = days, unfinished: [Int64: Notice.Matter] = [:],
    hasDiary: Bool = true
  ) -> [Record] {
    var log: [Record] = [.outbox(.caregivers(Whos()))]
    for day in 0..<days {
      let morning = WallTime(milliseconds: start.milliseconds + day * 86_400_000)
      let minute = CivilMinute(Int32(28_333_333 + day * 1440))
      let life = UInt32(day + 1)
      for number: UInt16 in 1...7 {
        let occurrence = Occurrence(reminder: number, due: minute)
        log.append(.reminder(occurrence, .announced, at: morning))
        log.append(.reminder(occurrence, .acknowledged, at: morning))
      }
      for (i, meal) in [Meal.breakfast, .lunch, .dinner].enumerated() where hasDiary {
        let number = UInt64(life) << 32 | UInt64(2 * i + 1)
        log += entries(
          number, meal, at: WallTime(milliseconds: morning.milliseconds + Int64(i) * 18_000_000))
        log.append(.meal(meal, day: Int32(19_675 + day), .confirmed))
      }
      log.append(.place(.outside))
      log += steps(
        Notice(
          id: NoticeID(boot: life, number: 1), matter: .perimeter(.left), whereabouts: nil,
          made: morning, token: UInt64(day + 1)))
      log.append(.place(.inside))
      log.append(
        .outbox(.excursion(Excursion(left: morning, returned: morning, farthest: Metres(300)))))
      log.append(.outbox(.excursionsTold))
      if let matter = unfinished[day] {
        let notice = Notice(
          id: NoticeID(boot: life, number: 2), matter: matter, whereabouts: nil, made: morning,
          token: UInt64(100_000 + day))
        log.append(.outbox(.notice(notice)))
        log.append(.outbox(.delivery(notice.id, Recipient(caregiver: 0, route: .mail), .permanent)))
      }
    }
    let end = WallTime(milliseconds: start.milliseconds + days * 86_400_000)
    log.append(.alive(end))
    return log
  }

  private static func steps(_ notice: Notice) -> [Record] {
    var all: [Record] = [.outbox(.notice(notice))]
    for caregiver: UInt8 in 0..<3 {
      let to = Recipient(caregiver: caregiver, route: .mail)
      all.append(.outbox(.delivery(notice.id, to, .accepted)))
    }
    return all + [.outbox(.acknowledged(notice.id, caregiver: 1)), .outbox(.closed(notice.id))]
  }

  private static func entries(_ number: UInt64, _ meal: Meal, at taken: WallTime) -> [Record] {
    let units = InsulinUnits(milliunits: 4000)
    let glucose = MeterResult.amount(.milligramsPerDecilitre(MilligramsPerDecilitre(140)))
    return [
      .diary(
        .reading(
          DiaryReading(
            id: EntryID(number), taken: taken, result: glucose, category: .beforeBreakfast))),
      .diary(
        .dose(
          DiaryDose(
            id: EntryID(number + 1), taken: taken, meal: meal, mealPart: units, correction: .zero,
            insulinOnBoard: .zero, proposed: units, confirmed: units))),
    ]
  }

  private static func profile() throws -> Profile {
    let folder = TemporaryFolder()
    let reminders = (1...7).map {
      "  - {id: \($0), type: medication, name: Pastilla, dose: 1 pastilla, "
        + "at: 2023-11-14 09:0\($0), repeat: daily, tell_caregiver: yes}\n"
    }
    try folder.write(
      "profile.yaml",
      """
      time_zone: Europe/Madrid
      perimeter: {lat: 40.4168, lon: -3.7038, radius_m: 150}
      caregivers:
        - {name: Ana, kinship: hija, email: ana@example.org}
        - {name: Luis, kinship: sobrino, email: luis@example.org}
        - {name: Eva, kinship: hija, email: eva@example.org}
      reminders:
      \(reminders.joined())
      """)
    let reading = ProfileReading(folder.url.appendingPathComponent("profile.yaml").path)
    return try #require(reading.profile, "\(String(describing: reading.mistake))")
  }

  @Test("What the device does in the days after it is what the whole log would make it do (SAFE-1)")
  func same() throws {
    let log = LogSurveyTests.years()
    let found = LogSurveyTests.digests(of: log, try LogSurveyTests.profile())
    #expect(found.whole == found.surveyed)
    #expect(log.count > 60_000 && found.kept < 25_000)
  }

  @Test("A call for help and an exit that nobody has heard of are told, however old")
  func unfinished() throws {
    let profile = try LogSurveyTests.profile()
    let log = LogSurveyTests.years(unfinished: [3: .help, 5: .perimeter(.left)])
    let found = LogSurveyTests.digests(of: log, profile)
    #expect(found.whole == found.surveyed)
    #expect(found.whole != LogSurveyTests.acts(after: LogSurveyTests.years(), profile))
  }

  @Test("A dose dated ahead, of which the caregivers were told, is not told again, however old")
  func ahead() throws {
    let profile = try LogSurveyTests.profile()
    let end = LogSurveyTests.start.milliseconds + LogSurveyTests.days * 86_400_000
    let id = EntryID(7)
    let taken = WallTime(milliseconds: end + 20 * 3_600_000)
    let told = Notice(
      id: NoticeID(boot: 0, number: 9),
      matter: .dose(.entryAhead(EntryAhead(id, isDose: true, ahead: .seconds(86_400)))),
      whereabouts: nil, made: LogSurveyTests.start, token: 9)
    // The only dose in years stays, and so must what was told of it.
    let dose = [LogSurveyTests.entries(6, .lunch, at: taken)[1]]
    let rest = LogSurveyTests.years(hasDiary: false)
    let log = dose + LogSurveyTests.steps(told) + rest
    let found = LogSurveyTests.digests(of: log, profile)
    #expect(found.whole == found.surveyed)
    #expect(found.whole != LogSurveyTests.acts(after: dose + rest, profile))
  }

  @Test("A short log comes whole")
  func short() throws {
    let log = LogSurveyTests.years(300)
    #expect(LogSurveyTests.digests(of: log, try LogSurveyTests.profile()).kept == log.count)
  }
}
