import ArgumentParser
import Console
import Diary
import Entries
import Trial

struct DiaryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diary",
    abstract: "Keeps glucose readings and insulin doses, and works out statistics of them.",
    discussion: """
      The diary is in DIR/vigia.sqlite, beside the device's own records. No reading and no dose is ever \
      overwritten: a change is one record more, and list --history shows them all. Only the device's \
      own signs of life are replaced by the newest one. A running device applies a change at once; \
      otherwise it counts from its next start.
      """,
    subcommands: [
      Add.self, List.self, Edit.self, Delete.self, Stats.self, Export.self,
    ])

  @OptionGroup var place: DiaryPlace

  /// Says what was done with an entry: for people, or for scripts.
  static func report(
    _ entry: DiaryEntry, _ annotation: Annotation, _ words: DiaryWords, _ format: TextOrJSON
  ) throws {
    let output = StandardOutput()
    switch format {
    case .text: try output.write(words.full(entry, annotation) + "\n")
    case .json: try output.write(DiaryJSON.line(entry, annotation))
    }
    try output.flush()
  }
}
