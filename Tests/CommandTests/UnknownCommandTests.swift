import Foundation
import Testing

@Suite("A word that is no command is named, with the command that was probably meant")
struct UnknownCommandTests {
  @Test(
    "One line names the nearest command, with status 2",
    arguments: [
      ("replya", "replay"), ("help replya", "replay"), ("replya --help", "replay"),
      ("replya walk.nmea --format json", "replay"), ("Replay", "replay"), ("reminder", "reminders"),
      ("sim", "simulate"), ("diary lst", "diary list"), ("help diary lst", "diary list"),
      ("diary lst --help", "diary list"), ("diary --state /x lst", "diary list"),
      ("diary --state=/x lst", "diary list"), ("profile chekc", "profile check"),
      ("profile chekc p.yaml", "profile check"), ("perimeter advice", "perimeter advise"),
    ])
  func near(arguments: String, meant: String) throws {
    let result = try Command.shell("\"$vigia\" \(arguments)")
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.complaints.count == 1, "\(result.errors)")
    #expect(result.errors.contains("unknown command \""))
    #expect(result.errors.contains("did you mean \"\(meant)\"?"), "\(result.errors)")
    let group = meant.split(separator: " ").dropLast().map { " \($0)" }.joined()
    #expect(result.errors.hasSuffix("? See vigia\(group) --help\n"), "\(result.errors)")
  }

  @Test("Where none is near, the line lists all of them, and none that is hidden")
  func far() throws {
    let result = try Command.vigia("frobnicate")
    #expect(result.status == 2)
    #expect(result.complaints.count == 1)
    #expect(result.errors.contains("\"frobnicate\"; expected one of run, replay, "))
    #expect(!result.errors.contains("help-files"))
    let group = try Command.vigia("diary", "help")
    #expect(group.errors.contains("\"diary help\"; expected one of add, list, "))
    #expect(try Command.vigia("").status == 2)
    let leaf = try Command.vigia("help", "replay", "walk")
    #expect(leaf.status == 2)
    #expect(leaf.errors.contains("unknown command \"replay walk\""))
  }

  @Test("vigia-lab does the same")
  func lab() throws {
    let result = try Command.shell("\"$vigia_lab\" help perimeter bnch")
    #expect(result.status == 2)
    #expect(result.errors.contains("did you mean \"perimeter bench\"? See vigia-lab perimeter"))
  }

  @Test("Help for a command is the same in both ways of asking, and no error")
  func help() throws {
    for command in ["replay", "diary", "diary list"] {
      let asked = try Command.shell("\"$vigia\" help \(command)")
      expectSuccess(asked)
      #expect(asked.output == (try Command.shell("\"$vigia\" \(command) --help").output))
      #expect(asked.output.contains("USAGE: vigia \(command) "))
    }
    expectSuccess(try Command.vigia("help"))
  }

  @Test("A mistyped option is answered with the nearest one, and the help that lists it")
  func option() throws {
    let result = try Command.vigia("diary", "list", "--hstory")
    #expect(result.status == 2)
    #expect(
      result.errors
        == "vigia: Unknown option '--hstory'. Did you mean '--history'? See vigia diary list --help\n"
    )
  }
}
