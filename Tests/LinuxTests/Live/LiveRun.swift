import Foundation
import Glibc
import TestSupport
import Testing

/// `vigia run` in a process of its own, on a state and a profile in a temporary folder.
final class LiveRun {
  static let binary = Places.built("vigia")

  private let folder = TemporaryFolder()
  private(set) var daemon: Daemon?

  /// - Parameter profile: what stands in it beside the perimeter.
  init(perimeter: String, profile: String = "") throws {
    try folder.write("profile.yaml", "perimeter: \(perimeter)\n\(profile)")
  }

  deinit { daemon?.kill() }

  func file(_ name: String) -> URL { folder.url.appendingPathComponent(name) }
  var blackBox: String { file("state/blackbox.jsonl").path }

  /// - Parameter environment: NAME=VALUE.
  func start(_ more: [String] = [], environment: [String] = []) throws {
    daemon = try Daemon(
      environment + [
        LiveRun.binary, "run", "--profile", file("profile.yaml").path, "--state",
        file("state").path, "--format", "json", "--sound", "null",
      ] + more)
  }

  /// Runs until it ends by itself, with a terminal for all its output.
  func runAtTerminal() throws -> (status: Int32, text: String) {
    let daemon = try Daemon([
      "script", "-qec",
      "\(LiveRun.binary) run --profile \(file("profile.yaml").path) --state \(file("state").path) "
        + "--sound null --duration 20", "/dev/null",
    ])
    daemon.wait()
    return (daemon.status, try daemon.written())
  }

  /// Its lines on standard error, without those that tests alone hear.
  func complaints() throws -> [String] {
    try daemon?.complaints().filter { !$0.contains("FOR TESTS ONLY") } ?? []
  }

  /// Its output so far, whole lines only.
  func events() throws -> [[String: Any]] {
    try EventLines.read(daemon?.written() ?? "")
  }

  /// Ends it as systemd would, and waits.
  func stop() {
    daemon?.send(SIGTERM)
    daemon?.end()
  }

  /// The events of a replay.
  static func replay(_ arguments: [String]) throws -> [[String: Any]] {
    let daemon = try Daemon([binary, "replay"] + arguments + ["--format", "json"])
    daemon.wait()
    return try EventLines.read(daemon.written())
  }

  /// The wearer's events, in order.
  static func story(_ events: [[String: Any]]) -> [String] {
    events.compactMap { $0["event"] as? String }.filter {
      $0.hasPrefix("perimeter.") || $0.hasPrefix("position.")
    }
  }
}
