import Agenda
import ArgumentParser
import Console
import Device
import Diary
import Foundation
import HAL
import Names
import Profile
import Quit
import Trial
import Words

/// A profile, the device's state, and the minute that counts as now: the same for all companions.
struct CompanionOptions: ParsableArguments {
  @Option(text: "The profile.", valueName: "profile.yaml", completion: .file())
  var profile: String?

  @Option(
    text: "The device's state directory. (default: $XDG_STATE_HOME/vigia or ~/.local/state/vigia)",
    valueName: "dir", completion: .directory)
  var state: String?

  @Option(text: "Local time that counts as now. (default: the clock's)", valueName: "time")
  var now: String?

  @Option(text: "Language: en or es. (default: the profile's)", completion: .languages)
  var language: String?

  /// - Throws: `InputError` for a missing profile, or what is wrong with one of these.
  func desk() throws -> CompanionDesk {
    guard let profile else {
      throw InputError(file: "--profile", "is missing; expected the profile of the wearer")
    }
    return try CompanionDesk(profile: try Profile(file: profile), self)
  }

  /// The local minute of an option.
  static func minute(_ text: String, option: String) throws -> CivilMinute {
    guard let minute = CivilText.minute(text) else {
      throw InputError(
        file: option,
        "is \"\(text)\"; expected local time from 2000 to 2049 such as \"2026-11-21 08:00\"")
    }
    return minute
  }
}

/// The commands of the companions work with it.
struct CompanionDesk {
  let profile: Profile
  let zone: Zone
  let language: Language
  /// The highest minute that the wall has shown.
  let now: CivilMinute
  /// The device's records of reminders; none without a state.
  let records: [Record]
  let companions: [any Companion]
  let numbers: CompanionNumbers

  init(profile: Profile, _ options: CompanionOptions) throws {
    self.profile = profile
    zone = profile.timeZone.table
    language = try options.language.map { try TypedValue.language($0) } ?? profile.language
    now =
      try options.now.map { try CompanionOptions.minute($0, option: "--now") }
      ?? zone.highest(at: DiaryMoment.now)
    records =
      try CompanionDesk.folder(options.state).map { folder in
        try Interruption.postpone { try RecordReader(folder).reminders() }
      } ?? []
    companions = profile.companions(in: language, zone: zone)
    numbers = CompanionNumbers(companions, family: profile.reminders.map(\.setting))
  }

  /// A state that is named must be there. A wearer whose device runs elsewhere has none here.
  private static func folder(_ state: String?) throws -> StateFolder? {
    guard let state else { return StateFolder.usual(ProcessInfo.processInfo.environment) }
    guard !state.isEmpty else {
      throw InputError(file: "--state", "is empty; expected a directory")
    }
    try DiaryPlace.check(state)
    return StateFolder(path: state)
  }

  var plan: AgendaPlan {
    var heard = Heard()
    for record in records { heard.take(record) }
    return Planner.plan(
      family: profile.reminders.map(\.setting), companions: companions, heard: heard,
      quiet: profile.quiet, zone: zone, at: now)
  }

  /// The numbers that the wearer answered to entries of a key, each with its local minute and that of the
  /// question.
  func answers(_ key: String) -> [(at: CivilMinute, due: CivilMinute, value: Int)] {
    records.compactMap { record in
      guard case .reminder(let occurrence, .answered(let value), let at) = record,
        occurrence.reminder == numbers[key]
      else { return nil }
      return (zone.local(at).minute, occurrence.due, Int(value))
    }
  }

  func say(_ es: String, _ en: String) -> String { language.say(Phrase(es: es, en: en)) }
}
