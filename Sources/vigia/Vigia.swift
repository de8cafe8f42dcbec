import ArgumentParser
import Console

@main
struct Vigia: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vigia",
    abstract: """
      Replays and simulates the days of a wearable for people with early dementia, and keeps its \
      settings, reminders and diary.
      """,
    discussion: """
      Exit status: 0 fine; 1 something expected did not hold, or no dose; 2 bad usage or input; \
      130 or 143 ended by a signal. \
      Results go to standard output, everything else to standard error.
      """,
    version: ThisProgram.versionLine,
    subcommands: [
      RunCommand.self, ReplayCommand.self, VerifyCommand.self, SimulateCommand.self,
      ExploreCommand.self,
      ConvertCommand.self,
      ProfileCommand.self, PerimeterCommand.self,
      RemindersCommand.self, DoseCommand.self, DiaryCommand.self, NoticeCommand.self,
      PairCommand.self, SetupCommand.self, AgendaCommand.self, QuitCommand.self, ScoreCommand.self,
      HelpFilesCommand.self,
    ])

  static func main() { runProgram() }
}
