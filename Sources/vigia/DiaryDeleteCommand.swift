import ArgumentParser
import Diary

extension DiaryCommand {
  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Deletes an entry, after asking.",
      discussion: "The history keeps what it was.")

    @Argument(help: "The number of the entry, as listed.")
    var entry: String

    @OptionGroup var place: DiaryPlace
    @OptionGroup var confirmation: DiaryConfirmation

    @Option(parsing: .unconditional, help: "For people, for scripts.")
    var format: DiaryFormat = .text

    func run() throws {
      let desk = try place.reading()
      let item = try desk.presentItem(entry, in: desk.book())
      let question =
        "  \(desk.words.full(item.known, item.annotation))\n"
        + desk.words.say("Delete it?", "¿Borrarla?")
      guard try confirmation.isGiven(question, desk) else { return }
      try DiaryEditor(desk.folder).remove(item, at: DiaryMoment.now)
      try DiaryCommand.report(item.known, item.annotation, desk.words, format)
    }
  }
}
