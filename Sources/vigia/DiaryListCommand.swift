import ArgumentParser
import Console
import Diary
import Profile
import Trial

extension DiaryCommand {
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Lists readings and doses in the order of time.")

    @Argument(help: "Only this entry.")
    var entry: String?

    @OptionGroup var place: DiaryPlace
    @OptionGroup var selection: DiarySelection

    @Flag(help: "Also what was changed and deleted, when, and by whom.")
    var history = false

    @Option(parsing: .unconditional, help: "For people, for scripts.")
    var format: DiaryFormat = .text

    func run() throws {
      let desk = try place.reading()
      let book = try desk.book()
      var items = try selection.items(of: book, removed: history, desk.moment)
      if let entry {
        guard selection.isAll else {
          throw InputError(
            file: entry, "is one entry; expected no --from, --to or --category beside it")
        }
        let item =
          try history ? desk.item(entry, in: book) : desk.presentItem(entry, in: book)
        items = [item]
      }
      let output = StandardOutput()
      switch format {
      case .json:
        for item in items {
          try output.write(
            history
              ? DiaryJSON.history(item)
              : DiaryJSON.line(item.known, item.annotation, isAhead: item.isAhead))
        }
      case .text:
        for line in text(items, desk.words) { try output.write(line + "\n") }
        if items.isEmpty { complain(desk.words.say("no entries", "no hay anotaciones")) }
      }
      try output.flush()
    }

    private func text(_ items: [DiaryBook.Item], _ words: DiaryWords) -> [String] {
      var lines: [String] = []
      var day: String?
      let width = items.map(\.id.text.count).max() ?? 0
      for item in items {
        let date = words.moment.date(item.known.taken)
        if date != day {
          day = date
          lines.append("\(date) (\(words.moment.name))")
        }
        let number = String(repeating: " ", count: width - item.id.text.count) + item.id.text
        let deleted = item.isRemoved ? words.say("DELETED  ", "BORRADA  ") : ""
        let ahead = item.isAhead ? words.say("AHEAD OF THE CLOCK  ", "ADELANTADA AL RELOJ  ") : ""
        lines.append(
          "  \(words.moment.clock(item.known.taken))  \(number)  \(deleted)\(ahead)"
            + words.text(item.known, item.annotation))
        guard history else { continue }
        lines += DiaryHistoryText(words: words).lines(item).map { "           \($0)" }
      }
      return lines
    }
  }
}
