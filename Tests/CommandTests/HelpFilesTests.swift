import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import vigia

/// `make install` puts these beside the program.
@Suite("Manual pages", .needs(.man, .mandoc, .col))
struct ManualPageTests {
  private let folder: Folder
  private var pages: String { folder.path("share/man/man1") }

  init() throws {
    folder = Folder()
    expectSuccess(try Command.vigia("help-files", folder.url.path, "--day", "2026-11-24"))
  }

  /// The words that lead to each command which the help shows, from the program's name on.
  private static func paths(
    _ command: any ParsableCommand.Type = Vigia.self, after path: [String] = []
  ) -> [[String]] {
    let name =
      command.configuration.commandName ?? String(describing: command).lowercased()
    let below = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
    return [path + [name]] + below.flatMap { paths($0, after: path + [name]) }
  }

  private func rendered(_ page: String) throws -> String {
    let result = try Command.shell("MANWIDTH=100 man -l '\(pages)/\(page).1' | col -bx")
    expectSuccess(result)
    return result.output
  }

  @Test("Every command has a page, in which neither mandoc nor man finds a mistake")
  func lint() throws {
    let expected = Set(Self.paths().map { $0.joined(separator: "-") + ".1" })
    #expect(expected.count >= 28)
    #expect(Set(try FileManager.default.contentsOfDirectory(atPath: pages)) == expected)
    let result = try Command.shell(
      """
      cd '\(pages)' && mandoc -T lint *.1 && \
        for page in *.1; do man --warnings -E UTF-8 -l -Tutf8 -Z $page > /dev/null; done
      """)
    #expect(result.status == 0)
    #expect(result.output == "" && result.errors == "", "\(result.output)\(result.errors)")
  }

  @Test("A page has every option of the help, and says how the command ends")
  func options() throws {
    for path in Self.paths() {
      let page = try rendered(path.joined(separator: "-"))
      let help = try Command.shell(
        "\"$vigia\" \(path.dropFirst().joined(separator: " ")) --help")
      let options = help.output.components(separatedBy: "OPTIONS:").dropFirst().joined()
        .matches(of: /--[a-z][a-z0-9-]*/).map { String($0.output) }
      #expect(options.contains("--help"))
      for option in Set(options) { #expect(page.contains(option), "\(path): \(option)") }
      #expect(page.contains(#/\nEXIT STATUS\n +0 /#), "\(path)")
      #expect(page.contains(#/\n +2 +[A-Z]/#), "\(path)")
      #expect(page.contains(#/\n +130 or 143\n/#), "\(path)")
    }
  }

  @Test("A page has the command's own exit status, examples, files, and what else to read")
  func content() throws {
    let dose = try rendered("vigia-dose")
    #expect(dose.contains(#/\n +1 +None is, and why\./#))
    #expect(
      dose.contains(
        "vigia dose --profile profile.yaml --meal dinner --glucose 182mg/dL --last-dose 4U@-90min"))
    #expect(!dose.contains("Exit status:"))
    let run = try rendered("vigia-run")
    #expect(run.contains(#/\nFILES\n +~/\.local/state/vigia\n/#))
    #expect(run.contains(#/\n +0 +Ended by Ctrl-C, SIGTERM or --duration\./#))
    #expect(!run.contains(#/\n +1 /#))
    let diary = try rendered("vigia-diary")
    #expect(diary.contains("vigia(1), vigia-diary-add(1)"))
    #expect(diary.contains(#/\nCOMMANDS\n +add /#))
    #expect(try rendered("vigia-score").contains("/usr/share/doc/vigia/liver.md"))
  }

  @Test("man finds a page by the words of the command")
  func found() throws {
    for words in ["vigia", "vigia diary", "vigia-diary", "vigia-diary-add"] {
      let result = try Command.shell("man -M '\(folder.path("share/man"))' -w \(words)")
      expectSuccess(result)
      #expect(result.output == "\(pages)/\(words.replacing(" ", with: "-")).1\n")
    }
    let names = try Command.shell("cd '\(pages)' && lexgrog *.1")
    expectSuccess(names)
    #expect(names.output.contains("\"vigia-diary-add - adds a reading, a dose, or both\""))
  }

  @Test("Every example of a help text is a command line that the program takes")
  func examples() throws {
    var count = 0
    for path in Self.paths() {
      let page = try String(
        contentsOfFile: "\(pages)/\(path.joined(separator: "-")).1", encoding: .utf8)
      for line in page.split(separator: "\n") where line.hasPrefix("vigia ") {
        let typed = line.replacing("\\-", with: "-").replacing("\\(ti", with: "~")
        let words = try Command.shell("printf '%s\\n' \(typed.dropFirst("vigia ".count))").output
        #expect(throws: Never.self, "\(typed)") {
          _ = try Vigia.parseAsRoot(words.split(separator: "\n").map(String.init))
        }
        count += 1
      }
    }
    #expect(count >= 15)
  }

  @Test("A day that is none is refused", arguments: ["", "yesterday", "2026-13-01", "2026-1-1"])
  func day(_ text: String) throws {
    let result = try Command.vigia("help-files", folder.url.path, "--day", text)
    #expect(result.status == 2)
    #expect(result.complaints.count == 1)
  }
}
