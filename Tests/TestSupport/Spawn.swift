import Glibc

/// Programs that a test starts, watches and ends. `Program.run` is for those that end by themselves.
public enum Spawn {
  /// The test's end of what a program reads and writes.
  public struct Files {
    fileprivate var actions = posix_spawn_file_actions_t()

    public mutating func read(_ path: String, as descriptor: Int32 = 0) {
      posix_spawn_file_actions_addopen(&actions, descriptor, path, O_RDONLY, 0)
    }

    public mutating func write(_ path: String, as descriptor: Int32, flags: Int32 = O_TRUNC) {
      posix_spawn_file_actions_addopen(
        &actions, descriptor, path, O_WRONLY | O_CREAT | flags, 0o644)
    }

    public mutating func copy(_ open: Int32, as descriptor: Int32) {
      posix_spawn_file_actions_adddup2(&actions, open, descriptor)
    }
  }

  /// Starts a program in a group of its own, to end with its children. Signals are unblocked: a child of a
  /// thread that blocks signals, as those of tests do, could not be told to end.
  ///
  /// Foundation's `Process` will not do for servers. PulseAudio closes all descriptors that it did not
  /// open, and one of them tells Foundation that it ended.
  ///
  /// - Parameters:
  ///   - environment: NAME=VALUE; nil: that of the test.
  ///   - connect: says which files the program has.
  public static func start(
    _ command: [String], environment: [String]? = nil, connect: (inout Files) -> Void
  ) throws -> pid_t {
    let program = try Program.find(command[0])
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
    var files = Files()
    posix_spawn_file_actions_init(&files.actions)
    defer { posix_spawn_file_actions_destroy(&files.actions) }
    connect(&files)
    var words = ([program] + command.dropFirst()).map { strdup($0) } + [nil]
    var settings = (environment ?? []).map { strdup($0) } + [nil]
    defer { for text in words + settings { free(text) } }
    var process: pid_t = 0
    let status =
      environment == nil
      ? posix_spawn(&process, program, &files.actions, &attributes, &words, environ)
      : posix_spawn(&process, program, &files.actions, &attributes, &words, &settings)
    guard status == 0 else { throw Program.Failure(description: "\(program) does not start") }
    return process
  }
}
