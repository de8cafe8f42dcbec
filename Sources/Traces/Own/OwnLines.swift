import Device
import Words

/// The lines of a trace that are ours: settings in rows, and events.
///
/// A line that cannot be used is skipped and counted, as a receiver's is. But a setting or a start that
/// cannot be used is an error, because a device with other settings decides differently.
struct OwnLines {
  private static let mostSettings = 1000
  /// Complaints beyond these would say the same again.
  private static let mostComplaints = 3

  private let name: String
  private(set) var words = TraceWords()
  private(set) var complaints: [TraceError] = []
  /// Lines of the row that are still to come.
  private var linesLeft = 0
  private var rowLine = 0
  private var rowCount = 0
  private var row: SettingRow?
  private var waiting: [(setting: Setting, atMilliseconds: Int64?)] = []
  private var handedOut = 0

  private let change: PerimeterChange

  init(name: String, change: PerimeterChange = PerimeterChange()) {
    self.name = name
    self.change = change
  }

  /// A row of settings was begun and is not at its end.
  var isInRow: Bool { linesLeft > 0 }

  /// A setting that was read and not yet handed out.
  mutating func nextSetting() -> TraceItem? {
    guard handedOut < waiting.count else { return nil }
    let (setting, at) = waiting[handedOut]
    handedOut += 1
    if handedOut == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      handedOut = 0
    }
    return .event(.setting(setting), atMilliseconds: at)
  }

  /// A `CONFIG` line: a perimeter alone, or how many lines of settings follow it. Such a line is the
  /// beginning of a row, and the last of those is its end.
  mutating func configure(_ bytes: JSONScanner.Bytes, line: Int) throws(TraceError) {
    do throws(Malformed) {
      let members = try OwnLines.members(bytes)
      let at = try OwnLines.arrival(members)
      try OwnLines.checkFormat(members)
      var perimeter: Perimeter?
      if let circle = try members.object("perimeter") {
        perimeter = try read(circle)
      }
      guard members["settings"] != nil else {
        if let perimeter { waiting.append((.perimeter(perimeter), at)) }
        return
      }
      linesLeft = try members.integer("settings", in: 0...OwnLines.mostSettings)
      words = try TraceWords(members)
      rowCount = linesLeft
      rowLine = line
      row = isInRow ? SettingRow() : nil
      waiting.append((.begin, at))
      if let perimeter { waiting.append((.perimeter(perimeter), at)) }
      if !isInRow { waiting.append((.end, at)) }
    } catch {
      throw TraceError(file: name, line: line, "CONFIG: \(error.message)")
    }
  }

  /// The perimeter of a line, changed.
  private func read(_ members: Members) throws(Malformed) -> Perimeter {
    if let own = try? SettingLine.perimeter(members) { return change.applied(to: own) ?? own }
    if let whole = change.applied(to: nil) { return whole }
    return try SettingLine.perimeter(members)
  }

  private static func checkFormat(_ members: Members) throws(Malformed) {
    guard members["format"] != nil else { return }
    let format: Int64 = try members.integer("format", in: 0...Int64.max)
    guard format <= GpsdDecoder.format else {
      throw Malformed(
        "format \(format) is newer than this program, which reads \(GpsdDecoder.format)")
    }
  }

  /// A line of class `SETTING`, in a row or alone.
  mutating func addSetting(_ bytes: JSONScanner.Bytes, line: Int) throws(TraceError) {
    do throws(Malformed) {
      let members = try OwnLines.members(bytes)
      let at = try OwnLines.arrival(members)
      for setting in try SettingLine.settings(members).map(change.applied) {
        try row?.add(setting)
        try name(setting, members)
        waiting.append((setting, at))
      }
      guard isInRow else { return }
      linesLeft -= 1
      if !isInRow {
        row = nil
        waiting.append((.end, at))
      }
    } catch {
      throw TraceError(file: name, line: line, "SETTING: \(error.message)")
    }
  }

  private mutating func name(_ setting: Setting, _ members: Members) throws(Malformed) {
    switch setting {
    case .begin:
      row = SettingRow()
      var next = Names()
      next.wearer = words.names.wearer
      next.follow(words.names)
      words.names = next
      words.zones = []
    case .end: row = nil
    case .zone(let transition): words.zones.append(transition)
    case .caregiver:
      // One without a name keeps the place of the others.
      let caregiver = try Names.Caregiver(members) ?? Names.Caregiver(name: "", kinship: "")
      words.names.caregivers.append(caregiver)
    case .reminder(let reminder):
      let named = try Names.Reminder(members)
      words.names.reminders[reminder.id] = named
      words.names.rules[reminder.id] = reminder
      if reminder.isOnDemand { words.names.onDemand = named?.name }
    case .perimeter, .watch, .insulin, .mealtime, .quiet, .priority, .limits, .accompanied,
      .kept, .noProfile, .changed:
      break
    }
  }

  /// Another line before the row is at its end. A device that starts again has lost the row, and so
  /// has its replay; anything else means that lines are missing.
  mutating func interruptRow(_ kind: OwnClass?, line: Int) throws(TraceError) {
    if kind != .boot {
      throw TraceError(
        file: name, line: line,
        "the settings begun in line \(rowLine) stop after \(rowCount - linesLeft); "
          + "expected \(rowCount) lines of class SETTING in a row")
    }
    linesLeft = 0
    row = nil
  }

  /// Nil, with a complaint, when it cannot be used.
  mutating func event(
    _ kind: OwnClass, _ bytes: JSONScanner.Bytes, line: Int
  ) throws(TraceError) -> TraceItem? {
    do throws(Malformed) {
      let members = try OwnLines.members(bytes)
      let at = try OwnLines.arrival(members)
      // A device that starts again has lost what it had of a row, one that was begun alone too.
      if kind == .boot { row = nil }
      if kind == .off { return .off(atMilliseconds: at) }
      if kind == .mark { return .mark(try members.text("text"), atMilliseconds: at) }
      return .event(try EventLine.event(kind, members), atMilliseconds: at)
    } catch {
      if kind == .boot {
        throw TraceError(file: name, line: line, "BOOT: \(error.message)")
      }
      complain(kind.rawValue, error, line: line)
      return nil
    }
  }

  private mutating func complain(_ text: String, _ error: Malformed, line: Int) {
    guard complaints.count < OwnLines.mostComplaints else { return }
    complaints.append(
      TraceError(file: name, line: line, "\(text): \(error.message); line skipped"))
  }

  /// A line that names a class of ours, and of which no whole object is left.
  /// - Parameter isHarmless: nothing was decided by it.
  mutating func lose(
    _ lost: DamagedLine.Name, isHarmless: Bool, line: Int
  ) throws(TraceError) {
    let text: String
    var isNeeded = false
    switch lost {
    case .configuration: (text, isNeeded) = ("CONFIG", true)
    case .own(let kind):
      text = kind.rawValue
      isNeeded = kind == .boot || kind == .setting
    }
    if isNeeded, !isHarmless {
      throw TraceError(file: name, line: line, "\(text): \(OwnLines.notWhole.message)")
    }
    complain(text, OwnLines.notWhole, line: line)
  }

  private static let notWhole = Malformed("is no whole JSON object")

  private static func members(_ bytes: JSONScanner.Bytes) throws(Malformed) -> Members {
    guard let members = Members(bytes) else { throw notWhole }
    return members
  }

  private static func arrival(_ members: Members) throws(Malformed) -> Int64? {
    members["at_ms"] == nil ? nil : try members.integer("at_ms", in: 0...Int64.max)
  }
}

/// The content of a row of settings so far. The core leaves out settings for which it has no room. A
/// device that lacks a reminder decides differently than the family expects; so a trace with such a row
/// is refused.
struct SettingRow {
  private var watched = 0
  private var quiet = 0
  private var caregivers = 0
  private var mealtimes = 0
  private var reminders: Set<UInt16> = []
  private var zone = Zone()

  mutating func add(_ setting: Setting) throws(Malformed) {
    switch setting {
    case .watch: try count(&watched, "hours of the watch", Capacity.watchedHours)
    case .quiet: try count(&quiet, "quiet hours", Capacity.quietHours)
    case .caregiver: try count(&caregivers, "caregivers", Capacity.caregivers)
    case .mealtime: try count(&mealtimes, "mealtimes", Capacity.mealtimes)
    case .reminder(let reminder):
      guard reminders.insert(reminder.id).inserted else {
        throw Malformed("id is \(reminder.id), which another reminder has; expected another")
      }
      guard reminders.count <= Capacity.reminders else {
        throw SettingRow.full("reminders", Capacity.reminders)
      }
    case .zone(let transition):
      guard zone.count < Capacity.transitions else {
        throw SettingRow.full("changes of the zone", Capacity.transitions)
      }
      guard zone.append(transition) else {
        throw Malformed("utc_offset_min holds a change that is not later than the one before it")
      }
    case .begin, .perimeter, .insulin, .priority, .limits, .accompanied, .kept, .noProfile,
      .changed, .end:
      break
    }
  }

  private func count(_ count: inout Int, _ what: String, _ most: Int) throws(Malformed) {
    count += 1
    if count > most { throw SettingRow.full(what, most) }
  }

  private static func full(_ what: String, _ most: Int) -> Malformed {
    Malformed("has no room beside the \(what) before it; expected at most \(most)")
  }
}

/// Our own classes of lines, beside `CONFIG` and what gpsd has.
enum OwnClass: String, CaseIterable {
  case boot = "BOOT"
  case restored = "RESTORED"
  case edited = "EDITED"
  case setting = "SETTING"
  case clock = "CLOCK"
  case keys = "KEYS"
  case key = "KEY"
  case reading = "READING"
  case answer = "ANSWER"
  case message = "MESSAGE"
  case battery = "BATTERY"
  case storage = "STORAGE"
  case shutdown = "SHUTDOWN"
  case deadline = "DEADLINE"
  case off = "OFF"
  case mark = "MARK"

  init?(_ name: JSONScanner.Bytes) {
    guard name.count <= 8 else { return nil }
    self.init(rawValue: String(decoding: name, as: UTF8.self))
  }
}
