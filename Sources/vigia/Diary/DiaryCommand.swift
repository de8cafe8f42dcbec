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

  /// Says what was done with entries, which are stored by then: for people, or for scripts.
  static func report(
    _ changes: [(entry: DiaryEntry, annotation: Annotation)], _ words: DiaryWords,
    _ format: TextOrJSON
  ) {
    let lines = changes.map { change in
      switch format {
      case .text: words.full(change.entry, change.annotation) + "\n"
      case .json: DiaryJSON.line(change.entry, change.annotation)
      }
    }
    let output = StandardOutput()
    do {
      try output.write(lines.joined())
      try output.flush()
    } catch {
      // A script that took this for a failure would add a dose twice.
      complain(
        "\(error); "
          + words.say("the change was stored all the same", "el cambio se ha guardado igualmente"))
    }
  }
}
