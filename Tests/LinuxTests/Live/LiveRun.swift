import Foundation
import Glibc
import Testing

/// `vigia run` in a process of its own, on a state and a profile in a temporary folder.
final class LiveRun {
  static let binary = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("vigia").path

  let folder: URL
  private(set) var daemon: Daemon?

  /// - Parameter profile: what stands in it beside the perimeter.
  init(perimeter: String, profile: String = "") throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "vl-\(UInt32.random(in: 0...(.max)))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try "perimeter: \(perimeter)\n\(profile)".write(
      to: file("profile.yaml"), atomically: true, encoding: .utf8)
  }

  deinit {
    daemon?.kill()
    try? FileManager.default.removeItem(at: folder)
  }

  func file(_ name: String) -> URL { folder.appendingPathComponent(name) }
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
    try LiveRun.events(daemon?.written() ?? "")
  }

  /// Ends it as systemd would, and waits.
  func stop() {
    daemon?.send(SIGTERM)
    daemon?.end()
  }

  static func events(_ text: String) -> [[String: Any]] {
    text.split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }

  /// The events of a replay.
  static func replay(_ arguments: [String]) throws -> [[String: Any]] {
    let daemon = try Daemon([binary, "replay"] + arguments + ["--format", "json"])
    daemon.wait()
    return try events(daemon.written())
  }

  /// The wearer's events, in order.
  static func story(_ events: [[String: Any]]) -> [String] {
    events.compactMap { $0["event"] as? String }.filter {
      $0.hasPrefix("perimeter.") || $0.hasPrefix("position.")
    }
  }
}
