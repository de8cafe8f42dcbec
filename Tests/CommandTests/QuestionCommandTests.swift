import Device
import Diary
import Foundation
import HAL
import Testing

@Suite("A reminder that asks: by command, in the diary and in a simulated day (ALZ-5)")
struct QuestionCommandTests {
  private let folder: Folder
  private let profile: String

  private static let text = """
    perimeter: {lat: -2.9005, lon: -79.0045, radius_m: 200}
    time_zone: America/Guayaquil
    reminders:
      - {name: Regar, at: 2026-11-21 10:00, repeat: daily}   # the garden

    """

  init() throws {
    folder = Folder()
    profile = try folder.write("profile.yaml", QuestionCommandTests.text)
  }

  private func reminders(_ arguments: String) throws -> Command.Result {
    try Command.shell("\"$vigia\" reminders \(arguments) --profile '\(profile)'")
  }

  private func text() throws -> String { try String(contentsOfFile: profile, encoding: .utf8) }

  private func asks() throws -> String? {
    let list = try reminders("list --format json").events.last
    guard let ask = list?["ask"] as? [String: Int] else { return nil }
    return "\(ask["from"] ?? -1)..\(ask["to"] ?? -1), from \(ask["start"] ?? -1)"
  }

  @Test("A question is added, listed, changed and taken away; the rest of the file stays")
  func whole() throws {
    expectSuccess(
      try reminders("add --name Dolor --at '2026-11-21 08:00' --ask 0..10 --ask-start 7"))
    #expect(try asks() == "0..10, from 7")
    #expect(try text().contains("ask: {from: 0, to: 10, start: 7}"))
    let list = try reminders("list --now '2026-11-20 08:00'").output
    #expect(list.contains("Dolor, asks 0..10, from 7"), "\(list)")

    expectSuccess(try reminders("edit 2 --ask-start 3"))
    #expect(try asks() == "0..10, from 3")
    expectSuccess(try reminders("edit 2 --ask 2..5"))
    #expect(try asks() == "2..5, from 3")
    expectSuccess(try reminders("edit 2 --ask 8..11"))
    #expect(try asks() == "8..11, from 9")
    expectSuccess(try reminders("edit 2 --ask ''"))
    #expect(try asks() == nil)
    expectSuccess(try reminders("delete 2 --yes"))
    #expect(try text() == QuestionCommandTests.text)
  }

  @Test(
    "A question that cannot be asked is refused with status 2, and the file stays",
    arguments: [
      ("--ask 10", "--ask: is \"10\"; expected two whole numbers such as 0..10"),
      ("--ask 10..0", "--ask: is \"10..0\""), ("--ask 0..251", "neither above 250"),
      ("--ask ' 0 .. 9'", "--ask: is"), ("--ask 0..10..12", "--ask: is"),
      ("--ask -1..10", "ask"),
      ("--ask 0..10 --ask-start 11", "expected a whole number from 0 to 10"),
      ("--ask-start 5", "expected --ask such as 0..10 beside it"),
      ("--ask '' --ask-start 5", "expected none with --ask \"\""),
    ])
  func refused(_ arguments: String, _ reason: String) throws {
    for command in ["add --name a --at 08:00", "edit 1"] {
      let result = try reminders("\(command) \(arguments)")
      #expect(result.status == 2)
      #expect(result.errors.contains(reason), "\(result.errors)")
    }
    #expect(try text() == QuestionCommandTests.text)
  }

  @Test(
    "A mistake in the profile is named with its line",
    arguments: [
      ("{from: 0, to: 10, start: 12}", "is 12, outside the question; expected 0 to 10"),
      ("{from: 10, to: 0}", "goes from 10 to 0; expected the first number below the second"),
      ("{to: 10}", "from"), ("{from: 0, to: 300}", "300"), ("{from: 0, to: 10, begin: 1}", "begin"),
      ("0..10", "ask"),
    ])
  func profileMistake(_ ask: String, _ reason: String) throws {
    let path = try folder.write(
      "wrong.yaml",
      QuestionCommandTests.text + "  - {name: a, at: 2026-11-21 08:00, ask: \(ask)}\n")
    let result = try Command.vigia("profile", "check", path)
    #expect(result.status == 2)
    #expect(result.errors.contains("line 5"), "\(result.errors)")
    #expect(result.errors.contains(reason), "\(result.errors)")
  }

  @Test("Answers stand among the entries of the diary, by name, in both languages and for scripts")
  func diary() throws {
    let state = try DiaryState()
    expectSuccess(try state.diary("add --glucose 90mg/dL --at 2026-01-02T12:00"))
    let answered = WallTime(milliseconds: 1_767_358_800_000)  // 2026-01-02T13:00Z
    do {
      let store = try RecordStore(StateFolder(path: state.path), as: .device)
      for id in [1, 9] as [UInt16] {
        let due = Occurrence(reminder: id, due: CivilMinute(29_455_200))
        try store.append(
          Record.reminder(due, .answered(7), at: answered).words, written: answered)
      }
    }
    let spanish = try state.diary("list --profile '\(profile)'")
    #expect(
      spanish.output.hasSuffix(
        """
          07:00  1  90 mg/dL, otra
          08:00     respuesta a «Regar»: 7
          08:00     respuesta a recordatorio 9: 7

        """))
    let english = try state.diary("list --profile '\(profile)' --language en")
    #expect(
      english.output.hasSuffix(
        """
          07:00  1  90 mg/dL, other
          08:00     answer to “Regar”: 7
          08:00     answer to reminder 9: 7

        """))
    let json = try state.diary("list --profile '\(profile)' --format json --from 2026-01-02T12:30")
    #expect(json.output == "")
    #expect(try state.diary("list --category other").output.contains("90"))
    #expect(try !state.diary("list --category other").output.contains("answer"))
    #expect(try state.diary("list --from 2026-01-03").output.isEmpty)
  }

  @Test("A simulated day tells the answer, for people and for scripts")
  func simulated() throws {
    let scenario = Places.own("simulations/pain-asked-for.yaml")
    let text = try Command.vigia("simulate", scenario)
    #expect(text.status == 0)
    #expect(text.output.contains("8."), "\(text.output)")
    let answers = try Command.vigia("simulate", scenario, "--format", "json").events
      .named("reminder.answered")
    #expect(answers.count == 1)
    #expect(answers.first?["answer"] as? Int == 8)
    #expect(answers.first?["reminder"] as? Int == 7)
  }
}
