import ArgumentParser
import Diary
import Glibc
import Profile
import Traces
import Trial

extension ParsableCommand {
  /// Runs the program that was called, with our exit statuses, on which scripts depend: 2 for bad usage or
  /// input, one line on standard error. ArgumentParser has others.
  package static func runProgram() {
    signal(SIGPIPE, SIG_IGN)
    // A file at its largest size is an error like a full disk.
    signal(SIGXFSZ, SIG_IGN)
    // A file that gets the number of a closed standard stream would take its text.
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDWR)
    }
    if let refusal = ArgumentBytes.refusal { fail(refusal) }
    // The parser takes COLUMNS as it is, and where no terminal is, too.
    let columns = Terminal.columns(STDOUT_FILENO, atLeast: Terminal.leastForHelp)
    setenv("COLUMNS", String(columns), 1)
    do {
      var command: any ParsableCommand
      do {
        command = try parseAsRoot()
      } catch  where exitCode(for: error) == .success {
        // The version, or completions.
        return try StandardOutput.print(fullMessage(for: error))
      }
      if let (option, times, path) = repeated() {
        // A device that would not start for such a mistake watches nobody.
        guard path.last == "run" else {
          throw InputError(file: option, "is given \(times) times; expected once")
        }
        complain("\(option): is given \(times) times; the last one counts")
      }
      do {
        try command.run()
      } catch  where exitCode(for: error) == .success {
        // The parser shows the help of the last command that it knows, whatever stands behind.
        let line = followed()
        if let refusal = line.refusal { fail(refusal, see: line.path) }
        // It takes "-walk-home.gpx" for short flags, and the h among them for -h.
        if !line.asksForHelp, let word = line.flagsWithHelp {
          fail(misplaced(word), see: line.path)
        }
        try StandardOutput.print(fullMessage(for: error))
      }
    } catch let code as ExitCode {
      Glibc.exit(code.rawValue)
    } catch let error as InputError {
      fail(error.description)
    } catch let error as TraceError {
      fail(error.description)
    } catch let error as StateError {
      fail(error.description)
    } catch {
      let line = followed()
      fail(line.refusal ?? usage(message(for: error)), see: line.path)
    }
  }

  /// Ends with status 2 and one line, which names the help of a command.
  private static func fail(_ problem: String, see path: [String]) -> Never {
    let see = problem.hasSuffix("?") ? " See" : "; see"
    fail("\(problem)\(see) \(path.joined(separator: " ")) --help")
  }

  private static func followed() -> CommandTree.Line {
    (try? CommandTree(of: self))?.follow(CommandLine.arguments.dropFirst())
      ?? CommandTree.Line(path: [configuration.commandName ?? ""])
  }

  /// The first option that stands there twice for one value. The parser would drop all but the last.
  private static func repeated() -> (option: String, times: Int, path: [String])? {
    let names = CommandLine.arguments.dropFirst().filter { $0.hasPrefix("-") }
      .map { $0.prefix { $0 != "=" } }
    // A tree of the commands takes a tenth of a second and megabytes, which few starts need.
    guard Set(names).count < names.count else { return nil }
    let line = followed()
    guard !line.asksForHelp, let (option, times) = line.repeated else { return nil }
    return (option, times, line.path)
  }

  private static func misplaced(_ word: String) -> String {
    "\(word) begins with a minus sign and is no option; expected it without, "
      + "or ./\(word) for a file"
  }

  /// One line says what was wrong with the arguments.
  fileprivate static func usage(_ problem: String) -> String {
    if problem.hasPrefix("Invalid option: ") {
      return problem + "; expected --option='value' for a value that begins like this"
    }
    let arguments = Array(CommandLine.arguments.dropFirst())
    // "-1" counts as an option, and then its place as empty.
    let isMisplaced =
      problem.hasPrefix("Missing expected argument") || problem.hasPrefix("Unknown option")
    for (index, argument) in arguments.enumerated()
    where isMisplaced && argument.hasPrefix("-") && !argument.hasPrefix("--") && argument != "-y" {
      var others = arguments
      others[index].removeFirst()
      if (try? parseAsRoot(others)) != nil {
        return misplaced(argument)
      }
    }
    return problem.hasSuffix(".") ? String(problem.dropLast()) : problem
  }

  fileprivate static func fail(_ message: String) -> Never {
    complain(message)
    Glibc.exit(2)
  }
}

/// The arguments as the system handed them over. Swift repairs bytes that are not UTF-8. The repaired name
/// of a file would be that of another one, or of none.
private enum ArgumentBytes {
  /// The reason why the arguments cannot be used; nil when all of them are UTF-8.
  static var refusal: String? {
    for (index, argument) in UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)
    ).enumerated() {
      guard let argument, String(validatingCString: argument) == nil else { continue }
      return "argument \(index) is \"\(shown(argument))\", which is not UTF-8; expected UTF-8: "
        + "rename the file, or give it as standard input"
    }
    return nil
  }

  /// The characters of ASCII as they are, other bytes as "\xE9".
  private static func shown(_ argument: UnsafePointer<CChar>) -> String {
    UnsafeBufferPointer(start: argument, count: strlen(argument)).map { character in
      let byte = UInt8(bitPattern: character)
      return (0x20..<0x7F).contains(byte)
        ? String(UnicodeScalar(byte)) : "\\x" + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}

/// The forms in which a command says what it found.
package enum TextOrJSON: String, ExpressibleByArgument, CaseIterable { case text, json }

/// Longer than any line of ours; a server's may have no end.
private let longestComplaint = 2_000

/// One line on standard error. The message may quote a bad file, and must not steer the terminal that shows it.
package func complain(_ message: String) { writeToStandardError(complaint(message)) }

/// The complaint as one line, cut where nobody would read on.
package func complaint(_ message: String) -> String {
  let scalars = message.unicodeScalars
  let line = scalars.prefix(longestComplaint).map { scalar -> Character in
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: scalar == "\n" ? " " : "\u{FFFD}"
    case .format where scalar.turnsText: "\u{FFFD}"
    default: Character(scalar)
    }
  }
  let isCut = scalars.dropFirst(longestComplaint).first != nil
  return "vigia: \(String(line))\(isCut ? " (cut)" : "")\n"
}

package func writeToStandardError(_ text: String) {
  let bytes = Array(text.utf8)
  // Nobody is left to tell when even this fails.
  _ = write(STDERR_FILENO, bytes, bytes.count)
}
