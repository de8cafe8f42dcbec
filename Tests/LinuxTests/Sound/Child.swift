import Glibc
import TestSupport

/// A program that a test starts and ends, with an environment of its own.
final class Child {
  private var process: pid_t

  /// - Parameter output: the file that gets its standard output; nil: nothing is kept.
  init(_ arguments: [String], _ environment: [String], output: String? = nil) {
    let started = try? Spawn.start(arguments, environment: environment) { files in
      files.write(output ?? "/dev/null", as: 1)
      files.write("/dev/null", as: 2)
    }
    process = started ?? 0
  }

  deinit { kill() }

  /// Kills it at once, with no chance to say anything.
  func kill() {
    guard process > 0 else { return }
    Glibc.kill(process, SIGKILL)
    _ = wait()
  }

  /// - Returns: whether it ended well.
  func wait() -> Bool {
    guard process > 0 else { return false }
    var status: Int32 = 0
    waitpid(process, &status, 0)
    process = 0
    return status == 0
  }
}
