import Foundation
import TestSupport
import Testing

@Suite("Escape codes and the width of a terminal are for terminals", .needs(.python3))
struct TerminalTests {
  private let terminal: OnTerminal

  init() throws { terminal = try OnTerminal() }

  /// The columns of the longest line of help; the parser does not wrap the line of usage.
  private func width(_ help: String) -> Int {
    help.split(separator: "\n").filter { !$0.hasPrefix("USAGE") }.map(\.count).max() ?? 0
  }

  @Test("Without a terminal, help has 80 columns, whatever COLUMNS says")
  func piped() throws {
    let plain = try Command.shell("unset COLUMNS; \"$vigia\" replay --help")
    expectSuccess(plain)
    #expect((70...80).contains(width(plain.output)))
    for columns in ["0", "-1", "20", "50", "200", "wide"] {
      let result = try Command.shell("COLUMNS=\(columns) \"$vigia\" replay --help")
      expectSuccess(result)
      #expect(result.output == plain.output, "COLUMNS=\(columns)")
    }
  }

  @Test("On a terminal, help is as wide as the terminal", arguments: [50, 100, 120])
  func wide(columns: Int) throws {
    let result = try terminal.run("\"$vigia\" replay --help", columns: columns)
    expectSuccess(result)
    #expect((columns - 12...columns).contains(width(result.output)))
    #expect(!result.output.contains("\u{1B}"))
  }

  @Test("On a terminal too narrow for help, help comes all the same", arguments: [1, 10, 26])
  func narrow(columns: Int) throws {
    let result = try terminal.run("\"$vigia\" diary add --help", columns: columns)
    expectSuccess(result)
    #expect(result.output.contains("--notes <notes>         Free text"))
    let mistyped = try terminal.run("COLUMNS=0 \"$vigia\" diary", columns: columns)
    expectSuccess(mistyped)
  }

  /// Twenty days, which take longer than the half second after which it shows how far it is.
  private let slowly = "\"$vigia\" explore --seeds 0:1 --days 20 > /dev/null"

  @Test("Progress is one line of the terminal, and goes away; no colour in it")
  func progress() throws {
    let result = try terminal.run("TERM=xterm; \(slowly)", columns: 7)
    #expect(result.status == 0, "\(result.output)")
    let rows = result.output.components(separatedBy: "\r\u{1B}[K")
    #expect(rows.contains("1 of 1"), "\(result.output.debugDescription)")
    #expect(rows.last?.isEmpty == true)
    for row in rows { #expect(row.count < 7, "\(row)") }
    #expect(!result.output.contains(/\u{1B}\[[0-9;]*m/))
  }

  @Test("Neither a terminal with TERM=dumb nor a file gets escape codes")
  func dumb() throws {
    let result = try terminal.run("export TERM=dumb; \(slowly)")
    #expect(result.status == 0 && result.output.isEmpty, "\(result.output.debugDescription)")
    let piped = try Command.shell("export TERM=xterm; \(slowly)")
    #expect(piped.status == 0 && piped.errors.isEmpty, "\(piped.errors.debugDescription)")
  }

  @Test("The wearer's page is drawn on a terminal, and lines are printed on a dumb one")
  func panel() throws {
    let folder = Folder()
    let profile = folder.path("p.yaml")
    expectSuccess(try Command.vigia("profile", "init", profile))
    func run(_ term: String) throws -> String {
      let result = try terminal.run(
        """
        export TERM=\(term); "$vigia" run --profile '\(profile)' --state '\(folder.path(term))' \
          --duration 2 --gpsd 127.0.0.1:9
        """)
      #expect(result.status == 0, "\(result.output)")
      return result.output
    }
    #expect(try run("xterm").contains("\u{1B}["))
    let dumb = try run("dumb")
    #expect(!dumb.contains("\u{1B}"), "\(dumb.debugDescription)")
    #expect(dumb.contains("digest "))
  }
}
