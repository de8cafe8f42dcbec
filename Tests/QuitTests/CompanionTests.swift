import Agenda
import Device
import HAL
import Names
import Profile
import Quit
import TestSupport
import Testing
import Words

@Suite("What the companion says follows from what the wearer answered")
struct CompanionTests {
  private static let profile = """
    perimeter: {lat: -2.9005, lon: -79.0045, radius_m: 200}
    time_zone: America/Guayaquil
    quit:
      per_day: 10
      price: 3.75
      quit_at: 2026-11-26 20:00
      check_in: "21:00"

    """

  private func profile(_ more: String = "") throws -> Profile {
    let folder = TemporaryFolder()
    try folder.write("profile.yaml", CompanionTests.profile + more)
    return try Profile(file: folder.path("profile.yaml"))
  }

  private func minute(_ text: String) throws -> CivilMinute {
    try #require(CivilText.minute(text))
  }

  /// The records of an evening's question that was answered five minutes later.
  private func evening(_ day: String, _ cigarettes: UInt8, by profile: Profile) throws -> [Record] {
    let zone = profile.timeZone.table
    let numbers = CompanionNumbers(profile.companions(zone: zone), family: [])
    let question = Occurrence(
      reminder: try #require(numbers[QuitCompanion.Key.checkIn]), due: try minute("\(day) 21:00"))
    let wall = zone.wall(of: try minute("\(day) 21:05"))
    return [
      .reminder(question, .announced, at: wall),
      .reminder(question, .answered(cigarettes), at: wall),
      .reminder(question, .acknowledged, at: wall),
    ]
  }

  /// The plan of a device that starts with these records.
  private func plan(_ profile: Profile, _ records: [Record], at now: String) throws -> AgendaPlan {
    var heard = Heard()
    for record in records { heard.take(record) }
    let zone = profile.timeZone.table
    return Planner.plan(
      family: [], companions: profile.companions(zone: zone), heard: heard, quiet: [], zone: zone,
      at: try minute(now))
  }

  private func due(_ milestone: String, _ plan: AgendaPlan) -> String? {
    plan.placed.first { $0.entry.key == "quit/milestone/\(milestone)" }.map {
      CivilText.text($0.entry.due)
    }
  }

  @Test("QUIT-4: an evening's cigarettes begin the hours anew, as in the figures; none does not")
  func hours() throws {
    let profile = try profile()
    let five = try evening("2026-11-26", 5, by: profile)
    let after = try plan(profile, five, at: "2026-11-26 21:06")
    #expect(due("8h", after) == "2026-11-27 05:05")
    #expect(due("12h", after) == "2026-11-27 09:05")
    #expect(due("48h", after) == "2026-11-28 21:05")
    // Weeks go on from the quit date.
    #expect(due("2w", after) == "2026-12-10 20:00")
    let none = try plan(
      profile, try evening("2026-11-26", 0, by: profile), at: "2026-11-26 21:06")
    #expect(due("12h", none) == "2026-11-27 08:00" && due("48h", none) == "2026-11-28 20:00")
    // The evening after counts, too.
    let later = try plan(
      profile, try evening("2026-11-27", 1, by: profile), at: "2026-11-27 21:06")
    #expect(due("48h", later) == "2026-11-29 21:05")
  }

  @Test(
    "QUIT-2: on the day of quitting the evening's question asks for what came after it",
    arguments: [
      (
        "2026-11-26 20:00", "¿Cuántos cigarrillos desde las 20:00?",
        "How many cigarettes since 20:00?"
      ),
      (
        "2026-11-26 01:05", "¿Cuántos cigarrillos desde la 01:05?",
        "How many cigarettes since 01:05?"
      ),
      ("2026-11-26 00:00", "¿Cuántos cigarrillos hoy?", "How many cigarettes today?"),
      ("2026-11-25 20:00", "¿Cuántos cigarrillos hoy?", "How many cigarettes today?"),
    ])
  func question(_ quitAt: String, _ spanish: String, _ english: String) throws {
    var plan = QuitPlan(
      perDay: 10, prices: [.init(from: CivilMinute(0), each: UnitPrice(tenThousandths: 37_500))],
      quitAt: try minute(quitAt))
    plan.checkInAt = 21 * 60
    for (language, name) in [(Language.spanish, spanish), (.english, english)] {
      let companion = QuitCompanion(plan, language: language, zone: Zone())
      let window = try minute("2026-11-26 00:00")...minute("2026-11-27 23:59")
      let questions = companion.entries(in: window) { _ in [] }.filter { $0.question != nil }
      let other = language == .spanish ? "¿Cuántos cigarrillos hoy?" : "How many cigarettes today?"
      #expect(questions.map(\.words.name) == [name, other])
    }
  }

  @Test(
    "QUIT-4: hours that were reached before a cigarette, and said after it, are told as reached",
    arguments: [
      (Language.spanish, "Sin fumar: 8 horas", "Llegaste a 8 horas sin fumar"),
      (.english, "Without smoking: 8 hours", "You reached 8 hours without smoking"),
    ])
  func reached(_ language: Language, _ going: String, _ over: String) throws {
    let quiet = WeeklyHours(weekdays: 127, from: 22 * 60, to: 8 * 60)
    func name(_ slips: String) throws -> String? {
      let profile = try profile(slips)
      let zone = profile.timeZone.table
      return Planner.plan(
        family: [], companions: profile.companions(in: language, zone: zone), heard: Heard(),
        quiet: [quiet], zone: zone, at: try minute("2026-11-27 07:30")
      ).placed.first { $0.entry.key == "quit/milestone/8h" }?.entry.words.name
    }
    #expect(try name("") == going)
    #expect(try name("slips:\n  - {at: 2026-11-27 07:00, cigarettes: 1}\n") == over)
    // One before the eighth hour begins them anew: they are still to come.
    #expect(try name("slips:\n  - {at: 2026-11-27 03:00, cigarettes: 1}\n") == going)
  }

  @Test("QUIT-2: an evening's question that is said on another day names its own")
  func named() throws {
    let profile = try profile()
    let zone = profile.timeZone.table
    let quiet = WeeklyHours(weekdays: 127, from: 20 * 60, to: 8 * 60)
    func question(
      _ now: String, _ quiet: [WeeklyHours], _ records: [Record] = [],
      _ language: Language = .spanish
    ) throws -> String? {
      var heard = Heard()
      for record in records { heard.take(record) }
      return Planner.plan(
        family: [], companions: profile.companions(in: language, zone: zone), heard: heard,
        quiet: quiet, zone: zone, at: try minute(now)
      ).placed.first { $0.entry.key == QuitCompanion.Key.checkIn }?.entry.words.name
    }
    // The wearer quit on a Thursday at 20:00.
    #expect(try question("2026-11-26 20:30", []) == "¿Cuántos cigarrillos desde las 20:00?")
    #expect(
      try question("2026-11-26 20:30", [quiet])
        == "¿Cuántos cigarrillos el jueves desde las 20:00?")
    #expect(
      try question("2026-11-26 20:30", [quiet], [], .english)
        == "How many cigarettes on Thursday after 20:00?")
    #expect(try question("2026-11-27 20:30", [quiet]) == "¿Cuántos cigarrillos el viernes?")
    #expect(
      try question("2026-11-28 08:00", [quiet], [], .english)
        == "How many cigarettes on Friday?")
    // Held back beyond noon, it is about the day on which it comes, and its answer is counted for that.
    let long = WeeklyHours(weekdays: 127, from: 20 * 60, to: 12 * 60 + 30)
    #expect(try question("2026-11-28 08:00", [long]) == "¿Cuántos cigarrillos hoy?")
    let plan = try #require(profile.quit)
    for (due, day) in [("2026-11-28 12:30", "2026-11-28"), ("2026-11-28 11:59", "2026-11-27")] {
      let answer = CheckIn(at: try minute(due), due: try minute(due), cigarettes: 1, of: plan)
      #expect(answer.day == (try minute("\(day) 00:00")).day)
    }
    // Announced in the evening, it waits: past midnight "today" is another day.
    let waiting = Array(try evening("2026-11-27", 0, by: profile).prefix(1))
    #expect(try question("2026-11-27 23:59", [], waiting) == "¿Cuántos cigarrillos hoy?")
    #expect(try question("2026-11-28 00:00", [], waiting) == "¿Cuántos cigarrillos el viernes?")
  }

  @Test("QUIT-4: of a day's slips and its answer no cigarette moves the hours twice")
  func slips() throws {
    let slip = "slips:\n  - {at: 2026-11-26 20:30, cigarettes: 5}\n"
    let profile = try profile(slip)
    let same = try plan(
      profile, try evening("2026-11-26", 5, by: profile), at: "2026-11-26 21:06")
    #expect(due("12h", same) == "2026-11-27 08:30")
    let more = try plan(
      profile, try evening("2026-11-26", 6, by: profile), at: "2026-11-26 21:06")
    #expect(due("12h", more) == "2026-11-27 09:05")
  }

  @Test("QUIT-4: hours begin anew each evening for a year, and the last evening's are said")
  func year() throws {
    let profile = try profile()
    var records: [Record] = []
    let first = try minute("2026-11-26 00:00").day
    for day in first..<first + 365 {
      let date = String(CivilText.text(CivilMinute(day: day, minute: 0)).prefix(10))
      records += try evening(date, 3, by: profile)
    }
    let plan = try plan(profile, records, at: "2027-11-25 21:06")
    #expect(due("48h", plan) == "2027-11-27 21:05")
  }
}
