import Foundation

/// A program that a test starts, and that ends with the test however it goes.
final class Daemon {
  private let process = Process()
  private let output: URL
  private let errors: URL
  let name: String

  static func exists(_ name: String) -> Bool {
    ["/usr/sbin/", "/usr/bin/", "/usr/local/sbin/", "/usr/local/bin/"].contains {
      access($0 + name, X_OK) == 0
    }
  }

  /// - Parameter command: a name, searched for in PATH and in sbin, and its arguments.
  init(_ command: [String]) throws {
    name = URL(fileURLWithPath: command[0]).lastPathComponent
    output = FileManager.default.temporaryDirectory
      .appendingPathComponent("vigia-\(UUID().uuidString)-\(name)")
    try Data().write(to: output)
    errors = output.appendingPathExtension("err")
    try Data().write(to: errors)
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["PATH=/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/bin"] + command
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    // Threads of the test runner block signals, and a child inherits that.
    var none = sigset_t()
    var before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
  }

  deinit {
    if process.isRunning { kill() }
    try? FileManager.default.removeItem(at: output)
    try? FileManager.default.removeItem(at: errors)
  }

  /// Exit status of a program that has ended.
  var status: Int32 { process.terminationStatus }
  var isRunning: Bool { process.isRunning }
  var outputPath: String { output.path }
  /// On standard error, a line each.
  func complaints() throws -> [String] {
    String(decoding: try Data(contentsOf: errors), as: UTF8.self).split(separator: "\n").map(
      String.init)
  }
  func written() throws -> String { String(decoding: try Data(contentsOf: output), as: UTF8.self) }

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
