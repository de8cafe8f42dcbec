import Device
import Foundation
import HAL
import Names
import Words

/// What a profile file holds, checked.
public struct Profile: Sendable {
  public var perimeter: Perimeter
  /// The perimeter counts in these hours; none: always.
  public var watch: [WeeklyHours] = []
  public var accompaniedUntil: CivilMinute?
  public var wearer = Names.Wearer()
  /// In the order in which they are told. At most 4.
  public var caregivers: [ProfileCaregiver] = []
  /// At most 32, in the order of the file.
  public var reminders: [ProfileReminder] = []
  /// Nil for a wearer who injects no insulin. DIA-1.
  public var insulin: InsulinProfile?
  public var mealtimes: [Mealtime] = []
  /// Low priority is mute in these hours. At most 8.
  public var quiet: [WeeklyHours] = []
  public var raised: [RaisedAlarm] = []
  public var limits = Limits()
  public var routes = Routes()
  public var language = Language.spanish
  public var timeZone = TimeZone(identifier: "UTC") ?? .gmt
  public var textSize = TextSize.normal
  /// Of the speaker, 0 to 100 percent. Alarms of high priority have a floor of their own.
  public var volume: UInt8 = 80
  /// What is allowed, and what its owner should know.
  private(set) var remarks: [InputError] = []
  /// Where it was read from; empty for one that was not.
  public private(set) var file = ""
  /// Where the file says until when the wearer is accompanied.
  private(set) var accompaniedLine: Int?

  /// How large the wearer's screen writes. ALZ-10.
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
        "notices", "routes", "language", "time_zone", "text_size", "volume",
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
}
