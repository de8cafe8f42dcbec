import Foundation
import TestSupport

/// A program that a test starts, and that ends with the test however it goes.
final class Daemon {
  private let process = Process()
  private let folder = TemporaryFolder()
  let name: String

  /// - Parameter command: a name, searched for in PATH and in sbin, and its arguments.
  init(_ command: [String]) throws {
    name = URL(fileURLWithPath: command[0]).lastPathComponent
    for file in ["out", "err"] { try folder.write(file, "") }
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["PATH=\(Program.folders.joined(separator: ":"))"] + command
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: outputPath))
    process.standardError = try FileHandle(
      forWritingTo: URL(fileURLWithPath: folder.path("err")))
    try Program.withoutBlockedSignals { try process.run() }
  }

  deinit { if process.isRunning { kill() } }

  /// Exit status of a program that has ended.
  var status: Int32 { process.terminationStatus }
  var isRunning: Bool { process.isRunning }
  var outputPath: String { folder.path("out") }
  /// On standard error, a line each.
  func complaints() throws -> [String] {
    folder.text("err").split(separator: "\n").map(String.init)
  }
  func written() throws -> String { folder.text("out") }

  func send(_ signal: Int32) { _ = Glibc.kill(process.processIdentifier, signal) }

  /// Waits until it ends by itself.
  func wait() { process.waitUntilExit() }

  /// Kills it at once, and waits until it is gone.
  func kill() {
    send(SIGKILL)
    process.waitUntilExit()
  }

  /// Politely, so that it can take its own children with it; not for ever.
  func end() {
    send(SIGTERM)
    let deadline = Date(timeIntervalSinceNow: 10)
    while process.isRunning, Date() < deadline { usleep(2000) }
    if process.isRunning { kill() }
  }
}
