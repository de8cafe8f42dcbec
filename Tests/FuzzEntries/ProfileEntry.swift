import Device
import Foundation
import HAL
import Names
import Profile
import Scenarios
import Traces

/// A profile is used or refused by line; one that is used becomes the same settings by every way.
enum ProfileEntry {
  static func run(_ bytes: [UInt8]) throws {
    let file = try MemoryFile(bytes)
    let (profile, mistakes) = try Profile.check(file.path)
    for mistake in mistakes {
      try must(mistake.line != nil, "no line: \(mistake)")
      try must(mistake.file == file.path, "another file: \(mistake)")
    }
    let reading = ProfileReading(file.path)
    try must((reading.profile != nil) == mistakes.isEmpty, "a second look decides otherwise")
    guard mistakes.isEmpty else { return }
    guard let profile else { throw Broken(description: "neither a profile nor a mistake") }
    _ = profile.warnings(now: CivilMinute(0))
    try must(reading.hasSameInsulin(as: profile), "its own insulin is another")
    try trace(profile)
    try keep(profile, reading.text)
    try edit(file.path, bytes)
  }

  private static func trace(_ profile: Profile) throws {
    var text = ""
    let words = TraceWords(names: profile.names, language: profile.language, timeZone: nil)
    try TraceWriter(plain: { text += $0 }).configure(profile.settings, words, at: .start)
    let file = try MemoryFile(text.utf8)
    let reader = try TraceReader(path: file.path)
    var settings: [Setting] = []
    while let event = try reader.nextEvent() {
      if case .setting(let setting) = event.kind { settings.append(setting) }
    }
    try must(settings == profile.settings, "a trace holds other settings")
    try must(reader.words.names == profile.names, "a trace holds other names")
    try must(reader.skips.total == 0, "a trace of it has lines that cannot be read")
  }

  private static func keep(_ profile: Profile, _ text: String) throws {
    let folder = try TemporaryFolder()
    let since = WallTime(milliseconds: 1_426_950_245_000)
    try KeptProfile(profile, text: text, since: since).store(in: folder.path)
    let kept = KeptProfile(in: folder.path)
    try must(kept?.profile.settings == profile.settings, "it is kept otherwise")
    try must(kept?.since == since, "it is kept since another time")
  }

  /// A reminder more, and then without it: what is no reminder stays byte for byte.
  private static func edit(_ path: String, _ bytes: [UInt8]) throws {
    var edited = try ReminderFile(file: path)
    try must(Array(edited.text.utf8) == bytes, "its text is another")
    let before = edited.profile.reminders.map(\.setting)
    var fields = ReminderFields()
    let now = CivilMinute(day: 17_000, minute: 480)
    try fields.set("name", "Pastilla: \"azul\" # 1", now: now)
    try fields.set("at", "2026-11-21 08:00", now: now)
    let id: UInt16
    do { id = try edited.add(fields) } catch is InputError { return }
    let during = edited.profile.reminders.map(\.setting)
    try must(Array(during.dropLast()) == before, "another reminder changed with a new one")
    try must(during.last?.id == id, "the new reminder is not the last")
    do { try edited.delete(id) } catch is InputError { return }
    try must(edited.profile.reminders.map(\.setting) == before, "it did not go as it came")
  }
}

/// A scenario is lived or refused, and what a program writes of its plan reads back as the same plan.
enum ScenarioEntry {
  static func run(_ bytes: [UInt8]) throws {
    let file = try MemoryFile(bytes)
    let scenario: Scenario
    do { scenario = try Scenario(file: file.path) } catch let error as InputError {
      return try must(error.file == file.path, "another file: \(error)")
    }
    // The fixes of a recording stand elsewhere.
    guard scenario.plan.recording == nil else { return }
    let text = ScenarioWriter(scenario.plan).text(title: scenario.title)
    let again = try MemoryFile(text.utf8)
    try must(try Scenario(file: again.path).plan == scenario.plan, "it is written as another plan")
  }
}

/// A folder in memory that goes away with its owner.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/dev/shm/vigia-fuzz-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      throw Broken(description: "no folder: \(String(cString: strerror(errno)))")
    }
    path = String(cString: made)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
