import ArgumentParser
import Console
import Device
import Foundation
import Names
import Profile
import Quit
import Trial
import Words

struct QuitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quit",
    abstract: "Counts what came of giving up smoking, notes slips, and gives tips.",
    discussion: """
      The section quit of the profile says when, how many a day, and at which price. With the state of \
      the device the wearer's answers count, too. Not medical advice.
      """,
    subcommands: [Status.self, Slip.self, TipCommand.self])
}

extension QuitCommand {
  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Shows time, cigarettes, money, rank, life regained, milestones and badges.",
      discussion: """
        vigia quit status --profile profile.yaml
        """)

    @OptionGroup var options: CompanionOptions

    @Option(parsing: .unconditional, help: "For people, for scripts.")
    var format: TextOrJSON = .text

    func run() throws {
      let report = try QuitReport(options.desk())
      switch format {
      case .text: try StandardOutput.print(report.text)
      case .json: try StandardOutput.print(report.json)
      }
    }
  }

  struct Slip: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Notes cigarettes that were smoked. Nothing that came before is lost.",
      discussion: """
        The slip is written into the profile's list of slips. The quit date stays as it is, and so do \
        milestones and badges.

        vigia quit slip --profile profile.yaml --cigarettes 2 --note "a wedding"
        """)

    @Option(text: "When, local time. (default: now)", valueName: "time")
    var at: String?

    @Option(text: "How many, 1 to 200. (default: 1)", valueName: "number")
    var cigarettes: String?

    @Option(text: "What led to it.", valueName: "text")
    var note: String?

    @OptionGroup var options: CompanionOptions

    func run() throws {
      guard let path = options.profile else {
        throw InputError(file: "--profile", "is missing; expected the profile of the wearer")
      }
      var file = try SlipFile(file: path)
      let desk = try CompanionDesk(profile: file.profile, options)
      let minute = try at.map { try CompanionOptions.minute($0, option: "--at") } ?? desk.now
      guard minute <= desk.now else {
        throw InputError(
          file: "--at", "is \"\(CivilText.text(minute))\", after now; expected a time that has come"
        )
      }
      let slip = try SlipFile.slip(at: minute, cigarettes: cigarettes, note: note)
      try file.add(slip)
      try save(file, path)
      let report = QuitReport(try CompanionDesk(profile: file.profile, options), file.profile.quit)
      complain(
        desk.say(
          "apuntado: \(slip.cigarettes), \(CivilText.text(slip.at)); la fecha se queda como está",
          "noted: \(slip.cigarettes), \(CivilText.text(slip.at)); the quit date stays as it is"))
      if let report { complain(report.summary) }
    }

    /// Puts the changed text in the place of the file, whole or not at all.
    private func save(_ file: SlipFile, _ path: String) throws {
      let output = try OutputFile(path: path)
      try output.write(file.text)
      let lock = open(FilePath.openable(folderOf: path), O_RDONLY)
      defer { if lock >= 0 { close(lock) } }
      if lock >= 0 { flock(lock, LOCK_EX) }
      guard try file.isStillTheSame() else {
        throw InputError(file: path, "was changed by somebody else meanwhile; nothing was written")
      }
      try output.finish()
    }
  }

  struct TipCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "tip", abstract: "Gives a tip, and the study behind it.",
      discussion: """
        vigia quit tip --language es
        """)

    @Option(text: "This one. (default: another one each minute)", valueName: "number")
    var number: String?

    @Option(
      text: "A profile, for its language and time zone.", valueName: "profile.yaml",
      completion: .file())
    var profile: String?

    @Option(text: "Local time that counts as now. (default: the clock's)", valueName: "time")
    var now: String?

    @Option(text: "Language: en or es. (default: the profile's, else en)", completion: .languages)
    var language: String?

    @Option(parsing: .unconditional, help: "For people, for scripts.")
    var format: TextOrJSON = .text

    func run() throws {
      let profile = try self.profile.map { try Profile(file: $0) }
      let language =
        try self.language.map { try TypedValue.language($0) } ?? profile?.language ?? .english
      let index = try index(profile)
      let tip = Tip.all[index]
      switch format {
      case .text:
        let source = language.say(Phrase(es: "Fuente", en: "Source"))
        try StandardOutput.print("\(language.say(tip.text))\n\(source): \(tip.source.citation)")
      case .json:
        var object = JSONObject()
        object.set("tip", index + 1)
        object.set("text", language.say(tip.text))
        object.set("source", tip.source.citation)
        try StandardOutput.print(String(object.line.dropLast()))
      }
    }

    private func index(_ profile: Profile?) throws -> Int {
      guard let number else {
        let minute =
          try now.map { try CompanionOptions.minute($0, option: "--now") }
          ?? (profile?.timeZone ?? .gmt).table.highest(at: DiaryMoment.now)
        return Tip.at(minute.count)
      }
      guard let number = Int(number), (1...Tip.all.count).contains(number) else {
        throw InputError(
          file: "--number", "is \"\(number)\"; expected a whole number from 1 to \(Tip.all.count)")
      }
      return number - 1
    }
  }
}
