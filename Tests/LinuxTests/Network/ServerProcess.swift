import Foundation
import Glibc
import TestSupport

/// A program that runs as long as its test.
final class ServerProcess {
  private var process: pid_t = 0
  /// Goes after it: it may still write.
  private let folder: TemporaryFolder

  /// Its output goes to the file "out" of its folder.
  /// - Parameter port: it listens there once it is ready.
  init(
    _ program: String, _ arguments: [String], port: UInt16, in folder: TemporaryFolder
  ) throws {
    self.folder = folder
    let log = "\(folder.path)/out"
    process = try Spawn.start([program] + arguments) { files in
      files.read("/dev/null")
      files.write(log, as: 1)
      files.copy(1, as: 2)
    }
    for _ in 0..<1500 {
      if LoopbackPort.answers(port) { return }
      guard waitpid(process, nil, WNOHANG) == 0 else { break }
      usleep(20_000)
    }
    throw Failure(log: log)
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
    init(log: String) {
      description = (try? String(contentsOfFile: log, encoding: .utf8)) ?? "no \(log)"
    }
  }

  deinit {
    kill(-process, SIGTERM)
    for _ in 0..<500 {
      if waitpid(process, nil, WNOHANG) != 0 { break }
      usleep(10_000)
    }
    kill(-process, SIGKILL)
    waitpid(process, nil, 0)
  }
}
