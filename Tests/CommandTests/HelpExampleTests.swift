import ArgumentParser
import Testing

@testable import vigia

@Suite("The examples of the help")
struct HelpExampleTests {
  /// The lines of a command's help, and of those below it, that begin with the program's name.
  private static func examples(_ command: any ParsableCommand.Type = Vigia.self) -> [String] {
    let lines = command.configuration.discussion.split(separator: "\n").map(String.init)
    return lines.filter { $0.hasPrefix("vigia ") }
      + command.configuration.subcommands.flatMap { examples($0) }
  }

  @Test("The parser takes each of them")
  func parse() throws {
    let examples = Self.examples()
    #expect(examples.count >= 25)
    for example in examples {
      let words = example.matches(of: /"([^"]*)"|[^ "]+/).map {
        String($0.output.1 ?? $0.output.0)
      }
      #expect(throws: Never.self, "\(example)") {
        _ = try Vigia.parseAsRoot(Array(words.dropFirst()))
      }
    }
  }

  @Test("A dose and a score that they ask for are worked out")
  func run() throws {
    let folder = Folder()
    expectSuccess(
      try Command.vigia("profile", "init", folder.path("profile.yaml"), "--insulin"))
    let examples = Self.examples().filter {
      $0.hasPrefix("vigia dose ") || $0.hasPrefix("vigia score ")
    }
    #expect(examples.count == 4)
    for example in examples {
      // The shell takes the words behind the program's name.
      expectSuccess(
        try Command.shell("cd '\(folder.path)' && \"$vigia\" \(example.dropFirst(6))"))
    }
  }
}
