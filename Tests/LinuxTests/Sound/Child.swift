import Glibc

/// A program that a test starts and ends.
///
/// Foundation's `Process` will not do. PulseAudio closes all descriptors that it did not open, and one
/// of them tells Foundation that it ended. Also, a program that Foundation starts from a test has
/// SIGTERM blocked.
final class Child {
  private var process: pid_t = 0

  /// - Parameter output: the file that gets its standard output; nil: nothing is kept.
  init(_ arguments: [String], _ environment: [String], output: String? = nil) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let (file, flags) = (output ?? "/dev/null", O_WRONLY | O_CREAT | O_TRUNC)
    posix_spawn_file_actions_addopen(&actions, 1, file, flags, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var settings: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for text in words + settings { free(text) } }
    if posix_spawn(&process, arguments[0], &actions, nil, &words, &settings) != 0 { process = 0 }
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
