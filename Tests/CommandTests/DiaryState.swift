import Foundation

/// A diary of its own for a test.
struct DiaryState {
  let folder: Folder
  var path: String { folder.path("state") }

  init() throws { folder = Folder() }

  /// `vigia diary` on it, the arguments as a shell takes them.
  func diary(_ arguments: String) throws -> Command.Result {
    try Command.shell("\"$vigia\" diary --state '\(path)' \(arguments)")
  }

  /// A line for the shell in which "$diary" is the command on it.
  func shell(_ line: String) throws -> Command.Result {
    try Command.shell("state='\(path)'; diary=\"$vigia diary --state $state\"; \(line)")
  }

  /// Answers a question on a terminal, as a person would.
  func atTerminal(_ arguments: String, answer: String) throws -> Command.Result {
    let script = try folder.write(
      "terminal.py",
      """
      import os, pty, sys
      child, terminal = pty.fork()
      if child == 0:
          os.execv(sys.argv[2], sys.argv[2:])
      seen = b""
      while True:
          try:
              got = os.read(terminal, 4096)
          except OSError:
              break
          if not got:
              break
          seen += got
          if b"N] " in got:
              os.write(terminal, sys.argv[1].encode() + b"\\n")
      sys.stdout.write(seen.decode())
      sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
      """)
    return try Command.shell(
      "python3 '\(script)' '\(answer)' \"$vigia\" diary --state '\(path)' \(arguments)")
  }

  func amounts() throws -> [Double] {
    try diary("list --format json").events.compactMap { $0["amount"] as? Double }
  }
}
