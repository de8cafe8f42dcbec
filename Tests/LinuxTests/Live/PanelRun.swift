import Foundation
import Glibc
import TestSupport

/// `vigia run` on a terminal: its screen is watched, and its keys are typed.
final class PanelRun {
  /// A page as the wearer reads it, in a line.
  private(set) var pages: [String] = []
  private let terminal = Terminal(columns: 60, rows: 24)
  private let errors: String
  private var process: pid_t = 0
  private(set) var isRunning = false
  /// It ended when it was told to, and nobody had to kill it.
  private(set) var hasEnded = false

  /// - Parameter errors: the file for what it says to whoever looks after it; it grows.
  init(_ arguments: [String], errors: String) throws {
    self.errors = errors
    terminal.hasPage = { [unowned self] in
      pages.append(
        terminal.lines.filter { !$0.isEmpty }.map(PanelRun.trim).joined(separator: " | "))
    }
    process = try Spawn.start([LiveRun.binary] + arguments) { [terminal] files in
      files.copy(terminal.end, as: 0)
      files.copy(terminal.end, as: 1)
      files.write(errors, as: 2, flags: O_APPEND)
    }
    isRunning = true
  }

  deinit { if isRunning { kill() } }

  /// Draws the output since the last look.
  func look() { terminal.draw() }
  var page: String { pages.last ?? "" }
  func type(_ keys: String) { terminal.type(keys) }
  /// Its words to whoever looks after it.
  var complaints: String { (try? String(contentsOfFile: errors, encoding: .utf8)) ?? "" }
  func send(_ signal: Int32) { _ = Glibc.kill(process, signal) }

  func residentKilobytes() throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    return Int(line.filter(\.isNumber)) ?? .max
  }

  /// Kills it at once. The pages before that are seen.
  func kill() {
    send(SIGKILL)
    waitpid(process, nil, 0)
    isRunning = false
    look()
  }

  /// Politely; not for ever.
  func end() {
    send(SIGTERM)
    for _ in 0..<3000 {
      look()
      if waitpid(process, nil, WNOHANG) != 0 {
        isRunning = false
        hasEnded = true
        return look()
      }
      usleep(10_000)
    }
    kill()
  }

  private static func trim(_ line: String) -> String {
    line.split(separator: " ").joined(separator: " ")
  }
}
