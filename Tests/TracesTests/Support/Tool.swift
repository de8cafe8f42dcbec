import Foundation
import Testing

/// A program that knows the right answer.
///
/// A tool that is missing, fails or hangs fails the test: an oracle that is silent proves nothing.
enum Tool {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Runs to the end and returns standard output, in a file because it may be large.
  ///
  /// - Parameter command: a name, searched for in PATH, and its arguments.
  static func run(
    _ command: [String], input: String? = nil, timeout: TimeInterval = 60
  ) throws -> TemporaryFile {
    let output = try TemporaryFile(name: "out")
    let complaints = try TemporaryFile(name: "err")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardInput =
      try input.map { try FileHandle(forReadingFrom: URL(fileURLWithPath: $0)) }
      ?? FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output.url)
    process.standardError = try FileHandle(forWritingTo: complaints.url)
    try withoutBlockedSignals { try process.run() }
    let deadline = Date(timeIntervalSinceNow: timeout)
    while process.isRunning, Date() < deadline { usleep(2000) }
    guard !process.isRunning else {
      // Politely first, so that gpsfake can take its gpsd with it.
      process.terminate()
      usleep(2_000_000)
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
      throw Failure(description: "\(command[0]) did not end within \(timeout) s")
    }
    guard process.terminationStatus == 0 else {
      let text = try complaints.lines().joined(separator: "\n").prefix(500)
      throw Failure(
        description: "\(command[0]) ended with status \(process.terminationStatus): \(text)")
    }
    return output
  }

  /// Threads of the test runner block signals, and a child inherits that. A gpsd that cannot be ended
  /// by a signal keeps gpsfake waiting for ever.
  private static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
    var none = sigset_t()
    var before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try body()
  }

  /// A loopback port that nobody listens on now.
  static func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1
      }
    }
    guard status == 0 else { throw Failure(description: "no free loopback port") }
    return UInt16(bigEndian: address.sin_port)
  }
}
