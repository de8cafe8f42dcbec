import Foundation

/// A program that a test starts, and that ends with the test however it goes.
final class Daemon {
  private let process = Process()
  private let output: URL
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
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["PATH=/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/bin"] + command
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
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
  }

  /// Of one that has ended.
  var status: Int32 { process.terminationStatus }
  var isRunning: Bool { process.isRunning }
  var outputPath: String { output.path }
  func written() throws -> String { String(decoding: try Data(contentsOf: output), as: UTF8.self) }

  func send(_ signal: Int32) { _ = Glibc.kill(process.processIdentifier, signal) }

  /// Until it ends by itself.
  func wait() { process.waitUntilExit() }

  /// At once, and waits until it is gone.
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
