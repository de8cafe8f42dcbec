import ArgumentParser
import Diary
import Glibc
import Profile
import Traces
import Trial

@main
struct Vigia: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vigia",
    abstract: """
      Replays and simulates the days of a wearable for people with early dementia, and keeps its \
      settings, reminders and diary.
      """,
    discussion: """
      Exit status: 0 fine; 1 ran, and an expectation or invariant did not hold, or no dose is \
      proposed; 2 bad usage or input. \
      Results go to standard output, everything else to standard error.
      """,
    version: "0.1.0",
    subcommands: [
      RunCommand.self, ReplayCommand.self, SimulateCommand.self, ExploreCommand.self,
      ConvertCommand.self,
      ProfileCommand.self, PerimeterCommand.self,
      RemindersCommand.self, DoseCommand.self, DiaryCommand.self, NoticeCommand.self,
    ])

  /// Ours instead of ArgumentParser's, because scripts depend on the exit statuses.
  static func main() {
    signal(SIGPIPE, SIG_IGN)
    // A file that gets the number of a closed standard stream would take its text.
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDWR)
    }
    do {
      do {
        var command = try parseAsRoot()
        try command.run()
      } catch  where exitCode(for: error) == .success {
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
      fail(usage(message(for: error)) + "; see vigia --help")
    }
  }

  /// What was wrong with the arguments, as one line.
  private static func usage(_ problem: String) -> String {
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
        return "\(argument) begins with a minus sign and is no option; expected it without, "
          + "or ./\(argument) for a file"
      }
    }
    return problem.hasSuffix(".") ? String(problem.dropLast()) : problem
  }

  private static func fail(_ message: String) -> Never {
    complain(message)
    Glibc.exit(2)
  }
}
