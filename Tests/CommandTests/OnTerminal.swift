import Foundation

/// Runs commands on a terminal of their own, as a person's window would.
struct OnTerminal {
  private let script: String
  private let folder: Folder

  init() throws {
    folder = Folder()
    script = try folder.write(
      "terminal.py",
      """
      import fcntl, os, pty, signal, struct, sys, termios
      columns, after, keys, line = int(sys.argv[1]), sys.argv[2].encode(), sys.argv[3].encode(), sys.argv[4]
      child, terminal = pty.fork()
      if child == 0:
          # Whatever the test runner blocks or ignores.
          signal.pthread_sigmask(signal.SIG_SETMASK, [])
          signal.signal(signal.SIGINT, signal.SIG_DFL)
          fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 25, columns, 0, 0))
          # Else Linux drops what a program writes in the very moment of its Ctrl-C.
          modes = termios.tcgetattr(0)
          modes[3] |= termios.NOFLSH
          termios.tcsetattr(0, termios.TCSANOW, modes)
          os.execv("/bin/bash", ["bash", "-c", line])
      seen = b""
      while True:
          try:
              got = os.read(terminal, 4096)
          except OSError:
              break
          if not got:
              break
          seen += got
          if after and after in seen:
              os.write(terminal, keys)
              after = b""
      sys.stdout.buffer.write(seen)
      status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
      sys.exit(status if status >= 0 else 128 - status)
      """)
  }

  /// - Parameters:
  ///   - line: for the shell, in which "$vigia" and "$vigia_lab" are the commands.
  ///   - columns: the width of the terminal.
  ///   - keys: typed once the terminal shows `prompt`.
  /// - Returns: all that the terminal got as output, and the status as a shell sees it.
  func run(
    _ line: String, columns: Int = 80, prompt: String = "", keys: String = ""
  ) throws -> Command.Result {
    let file = try folder.write("line.sh", "exec 2>&1; \(line)")
    var result = try Command.shell(
      "export vigia vigia_lab; python3 '\(script)' \(columns) '\(prompt)' $'\(keys)' '. \(file)'")
    result.output = result.output.replacing("\r\n", with: "\n")
    return result
  }
}
