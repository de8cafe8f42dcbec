import Foundation

/// The reason why the bench stops: a program that failed, or a result that the walk does not imply.
struct BenchError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Another program, timed from its start to its end.
struct Command {
  let words: [String]
  /// Whether its words on standard error mean nothing.
  var mayComplain = false

  /// - Returns: wall seconds and what it printed; nil when there is no such program.
  /// - Throws: `BenchError` when it fails or complains.
  func run(in folder: String) throws -> (seconds: Double, output: String)? {
    let output = folder + "/output"
    let complaints = folder + "/complaints"
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (descriptor, path) in [(STDOUT_FILENO, output), (STDERR_FILENO, complaints)] {
      posix_spawn_file_actions_addopen(
        &actions, descriptor, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
    let arguments = words.map { strdup($0) } + [nil]
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let environment = [strdup("LC_ALL=C.UTF-8"), strdup("PATH=" + path), nil]
    defer { for text in arguments + environment { free(text) } }

    var process: pid_t = 0
    var status: Int32 = 0
    let clock = ContinuousClock()
    let start = clock.now
    // Foundation's Process will not do: it looks only every 50 ms whether the program has ended.
    let problem = posix_spawnp(&process, words[0], &actions, nil, arguments, environment)
    if problem == ENOENT { return nil }
    guard problem == 0 else {
      throw BenchError("\(words[0]): \(String(cString: strerror(problem)))")
    }
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let seconds = (clock.now - start) / .seconds(1)

    let complaint = try String(contentsOfFile: complaints, encoding: .utf8)
    guard status == 0, mayComplain || complaint.isEmpty else {
      throw BenchError("\(words.joined(separator: " ")): wait status \(status)\n\(complaint)")
    }
    return (seconds, try String(contentsOfFile: output, encoding: .utf8))
  }
}
