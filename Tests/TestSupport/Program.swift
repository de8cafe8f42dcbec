import Foundation
import Glibc

/// Programs of this machine, run to their end.
public enum Program {
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
    public init(description: String) { self.description = description }
  }

  public struct Result: Sendable {
    /// The exit status; negative: the number of the signal that ended it.
    public var status: Int32
    public var output: String
    public var errors: String
  }

  /// Debian's own, which has Debian's modules.
  public static let python = "/usr/bin/python3"

  public static var compiler: String? { path("cc") ?? path("clang") }

  /// The folders of PATH, each followed by the sbin beside it: servers are there, and PATH of a user often
  /// lacks them.
  public static let folders: [String] = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").map(String.init).flatMap { folder in
      folder.hasSuffix("/bin") ? [folder, folder.dropLast(3) + "sbin"] : [folder]
    }
  }()

  /// Nil where no folder has it.
  public static func path(_ name: String) -> String? {
    if name == "python3" { return access(python, X_OK) == 0 ? python : nil }
    return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// The path, or an error that names the program.
  static func find(_ name: String) throws -> String {
    if name.contains("/") { return name }
    guard let path = path(name) else { throw Failure(description: "\(name) is not installed") }
    return path
  }

  /// Runs a command to its end. Its output goes to files, because pipes can fill up and wait.
  ///
  /// - Parameters:
  ///   - command: a name or path, and arguments.
  ///   - input: the file that is its standard input.
  ///   - seconds: the time after which it has failed.
  /// - Throws: `Failure` where it is not there or does not end.
  public static func run(
    _ command: [String], reading input: String = "/dev/null", seconds: TimeInterval = 600
  ) throws -> Result {
    let folder = TemporaryFolder()
    for name in ["out", "err"] { try folder.write(name, "") }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try find(command[0]))
    process.arguments = Array(command.dropFirst())
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["PATH": folders.joined(separator: ":")]
    ) { $1 }
    let files = [
      try FileHandle(forReadingFrom: URL(fileURLWithPath: input)),
      try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path("out"))),
      try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path("err"))),
    ]
    process.standardInput = files[0]
    process.standardOutput = files[1]
    process.standardError = files[2]
    // `Process` keeps them, and it reads beyond its list of open files once there are about 1,360.
    defer { for file in files { try? file.close() } }
    try withoutBlockedSignals { try process.run() }
    let deadline = Date(timeIntervalSinceNow: seconds)
    while process.isRunning, Date() < deadline { usleep(2000) }
    if process.isRunning {
      // Politely first, so that it can take its own children with it.
      process.terminate()
      usleep(2_000_000)
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
      throw Failure(description: "\(command[0]) did not end within \(seconds) s")
    }
    let isExit = process.terminationReason == .exit
    return Result(
      status: isExit ? process.terminationStatus : -process.terminationStatus,
      output: folder.text("out"), errors: folder.text("err"))
  }

  /// Standard output of a command that must end well: an oracle that is silent proves nothing.
  public static func answer(
    _ command: [String], reading input: String = "/dev/null", seconds: TimeInterval = 120
  ) throws -> String {
    let result = try run(command, reading: input, seconds: seconds)
    guard result.status == 0 else {
      throw Failure(
        description:
          "\(command[0]) ended with status \(result.status): \(result.errors.prefix(500))")
    }
    return result.output
  }

  /// Threads of the test runner block signals, and a child inherits that. One that cannot be ended by a
  /// signal keeps its parent waiting for ever.
  public static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
    var none = sigset_t()
    var before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try body()
  }
}
