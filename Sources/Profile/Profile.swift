import Device
import Foundation
import Names
import Quit
import Words

/// The content of a profile file, checked.
public struct Profile: Sendable {
  public var perimeter: Perimeter
  /// The perimeter counts in these hours; none: always.
  public var watch: [WeeklyHours] = []
  public var accompaniedUntil: CivilMinute?
  public var wearer = Names.Wearer()
  /// The caregivers in the order in which they are told. At most 4.
  public var caregivers: [ProfileCaregiver] = []
  /// At most 32, in the order of the file.
  public var reminders: [ProfileReminder] = []
  /// Nil for a wearer who injects no insulin. DIA-1.
  public var insulin: InsulinProfile?
  public var mealtimes: [Mealtime] = []
  /// Nil for a wearer who is not giving up smoking. QUIT-1.
  public var quit: QuitPlan?
  /// Cigarettes after the quit date, in the order of the file.
  public var slips: [QuitPlan.Slip] = []
  /// Low priority is mute in these hours. At most 8.
  public var quiet: [WeeklyHours] = []
  public var raised: [RaisedAlarm] = []
  public var limits = Limits()
  public var routes = Routes()
  public var language = Language.spanish
  public var timeZone = TimeZone(identifier: "UTC") ?? .gmt
  public var textSize = TextSize.normal
  /// Volume of the speaker, 0 to 100 percent. Alarms of high priority have a floor of their own.
  public var volume: UInt8 = 80
  /// Allowed settings that their owner should know of.
  private(set) var remarks: [InputError] = []
  /// Path of the file; empty for a profile from elsewhere.
  public private(set) var file = ""
  /// The line of the file which states until when the wearer is accompanied.
  private(set) var accompaniedLine: Int?

  /// Size of the letters on the wearer's screen. ALZ-10.
  public enum TextSize: String, CaseIterable, Sendable, Spelled {
    case normal
    case large
    case huge
  }

  public init(perimeter: Perimeter) { self.perimeter = perimeter }

  /// Reads `profile.yaml`. The first mistake in it is thrown: file, line, column, key, what was
  /// expected.
  public init(file: String) throws { self = try Profile(YAMLSource(file: file)) }

  init(_ source: YAMLSource) throws {
    let (profile, mistakes) = try Profile.read(source)
    if let first = mistakes.first { throw first }
    guard let profile else { throw InputError(file: source.file, "cannot be used") }
    self = profile
  }

  /// Every mistake in a profile, in the order of the file; none when it can be used.
  public static func mistakes(in file: String) throws -> [InputError] {
    try check(file).mistakes
  }

  /// The same, and what could be read of the profile. The file, which may be a pipe, is read
  /// once.
  public static func check(
    _ file: String
  ) throws -> (profile: Profile?, mistakes: [InputError]) {
    do {
      return try read(YAMLSource(file: file))
    } catch let error as InputError {
      return (nil, [error])
    }
  }

  /// The same of a text that need not be in a file.
  /// - Parameter file: the name of the text in messages.
  public static func check(
    text: String, file: String
  ) throws -> (profile: Profile?, mistakes: [InputError]) {
    do {
      return try read(YAMLSource(file: file, data: Data(text.utf8)))
    } catch let error as InputError {
      return (nil, [error])
    }
  }

  static func read(_ source: YAMLSource) throws -> (profile: Profile?, mistakes: [InputError]) {
    let mistakes = Mistakes()
    let profile = try mistakes.attempt { try Profile(source.root(mistakes)) }
    return (profile, inOrder(mistakes.all))
  }

  static func inOrder(_ remarks: [InputError]) -> [InputError] {
    remarks.sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
  }

  /// Reads a profile that stands in another file.
  public init(_ root: YAMLValue) throws {
    let members = try YAMLMembers(
      root,
      known: [
        "wearer", "caregivers", "perimeter", "reminders", "insulin", "quiet_hours", "alarms",
        "notices", "routes", "language", "time_zone", "text_size", "volume", "quit", "slips",
      ])
    let place = try Profile.place(members)
    wearer = try members.read("wearer") { try PeopleSection.wearer($0) } ?? wearer
    caregivers = try PeopleSection.caregivers(members)
    reminders = try ReminderSection.read(members)
    quiet = try members.list("quiet_hours", most: Capacity.quietHours) {
      try HoursSection.read($0)
    }.compactMap { $0 }
    raised = try members.read("alarms") { try AlarmSection.read($0) } ?? []
    routes = try members.read("routes") { try RouteSection.read($0) } ?? routes
    language = try members.read("language") { try $0.spelled() } ?? language
    timeZone = try members.read("time_zone") { try ZoneSection.read($0) } ?? timeZone
    volume = try members.read("volume") { UInt8(try $0.whole(in: 0...100)) } ?? volume
    textSize = try members.read("text_size") { try $0.spelled() } ?? textSize
    var limits = Limits()
    limits.hasInbound = routes.inbound != nil
    limits.hasHeartbeat = routes.heartbeat != nil
    try members.read("notices") { try NoticeSection.read($0, into: &limits) }
    if let settings = try members.read("insulin", { try InsulinSection.read($0) }) {
      insulin = settings.profile
      mealtimes = settings.mealtimes
      limits.usesMillimoles = settings.usesMillimoles
      limits.asksCarbohydrates = settings.asksCarbohydrates
    }
    quit = try members.read("quit") { try QuitSection.read($0) }
    slips = try QuitSection.slips(members)
    guard let perimeter = place?.perimeter else { throw Mistakes.Listed() }
    self.limits = limits
    self.perimeter = perimeter
    watch = place?.watch ?? []
    accompaniedUntil = place?.accompaniedUntil
    accompaniedLine = place?.accompaniedLine
    file = root.file
    remarks = root.mistakes.warnings
  }

  private static func place(_ members: YAMLMembers) throws -> PerimeterSection? {
    guard members["perimeter"] != nil else {
      let root = members.value
      root.mistakes.add(
        root.refuse("has no perimeter; expected perimeter with lat, lon and radius_m"))
      return nil
    }
    return try members.read("perimeter") { try PerimeterSection($0) }
  }

  /// The row for the core, from `.begin` to `.end`.
  ///
  /// Its order is always: perimeter, watched hours, zone, caregivers, reminders, insulin, mealtimes,
  /// quiet hours, raised alarms, limits, accompanied. Lists keep the order of the file, mealtimes that
  /// of the day, alarms that of their kinds. Equal profiles give equal rows.
  public var settings: [Setting] { settings(reminders: reminders.map(\.setting)) }

  /// The same row with other reminders: those of the family, and entries of companions behind them.
  public func settings(reminders: [Reminder]) -> [Setting] {
    var row: [Setting] = [.begin, .perimeter(perimeter)]
    row += watch.map(Setting.watch)
    row += ZoneSection.transitions(timeZone).map(Setting.zone)
    row += caregivers.map { .caregiver($0.setting) }
    row += reminders.map(Setting.reminder)
    if let insulin { row.append(.insulin(insulin)) }
    row += mealtimes.map(Setting.mealtime)
    row += quiet.map(Setting.quiet)
    row += raised.map { .priority($0.kind, $0.priority) }
    row.append(.limits(limits))
    if let accompaniedUntil { row.append(.accompanied(until: accompaniedUntil)) }
    row.append(.end)
    return row
  }

  /// The words that go with the numbers of the row.
  public var names: Names {
    var names = Names()
    names.wearer = wearer
    names.caregivers = caregivers.map(\.words)
    for reminder in reminders {
      names.reminders[reminder.setting.id] = reminder.words
      names.rules[reminder.setting.id] = reminder.setting
    }
    return names
  }

  /// The minute on the wearer's wall.
  public func localMinute(secondsSince1970 seconds: Double) -> CivilMinute {
    let offset = timeZone.secondsFromGMT(for: .init(timeIntervalSince1970: seconds))
    return CivilMinute(Int32(((seconds + Double(offset)) / 60).rounded(.down)))
  }

  /// Allowed settings worth knowing, in the order of the file; those about the whole file come last.
  /// - Parameter now: local time.
  public func warnings(now: CivilMinute) -> [InputError] {
    var whole: [String] = []
    if wearer.name.isEmpty { whole.append("has no wearer; the screen shows no name") }
    if caregivers.isEmpty {
      whole.append("has no caregivers; nobody is told of anything")
    } else if !caregivers.contains(where: { $0.setting.hasMail || $0.setting.hasRelay }) {
      whole.append("has no caregiver who can be told; give an email, or relay: yes")
    }
    if caregivers.contains(where: \.setting.hasMail), routes.mail == nil {
      whole.append("has no routes.mail; no mail is sent")
    }
    if caregivers.contains(where: \.setting.hasRelay), routes.relay == nil {
      whole.append("has no routes.relay; nothing goes to the relay")
    }
    if routes.inbound == nil, routes.portal == nil {
      whole.append("has no routes.inbound; no answers come in, and escalation runs by time alone")
    }
    if remindersNeedCaregiver {
      whole.append("has a reminder with tell_caregiver: yes and nobody to tell")
    }
    return Profile.inOrder(remarks + past(now)) + whole.map { InputError(file: file, $0) }
  }

  private var remindersNeedCaregiver: Bool {
    caregivers.isEmpty && reminders.contains(where: \.setting.tellsCaregiver)
  }

  private func past(_ now: CivilMinute) -> [InputError] {
    var past: [InputError] = []
    for (index, reminder) in reminders.enumerated()
    where ReminderRepeat.next(reminder.setting, from: now) == nil {
      past.append(
        InputError(
          file: file, line: reminder.line,
          "reminders[\(index + 1)] (\"\(reminder.words.name)\") is over; it is never due again"))
    }
    if let accompaniedUntil, accompaniedUntil <= now {
      past.append(
        InputError(
          file: file, line: accompaniedLine,
          "perimeter.accompanied_until is over since \(CivilText.text(accompaniedUntil))"))
    } else if let accompaniedUntil,
      Int64(accompaniedUntil.count) - Int64(now.count) > Limits.longestCompany.count / 60_000
    {
      past.append(
        InputError(
          file: file, line: accompaniedLine,
          "perimeter.accompanied_until is more than 24 h ahead; company ends after 24 h"))
    }
    return past
  }
}
