import ArgumentParser
import Console
import Diary
import Entries
import HAL
import Profile
import Trial

extension DiaryCommand {
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Lists readings, doses and answers in the order of time.")

    @Argument(help: "Only this entry.")
    var entry: String?

    @OptionGroup var place: DiaryPlace
    @OptionGroup var selection: DiarySelection

    @Flag(help: "Also changes and deletions, when, and by whom.")
    var history = false

    @Option(parsing: .unconditional, help: "For people, for scripts.")
    var format: TextOrJSON = .text

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
      var answers = try DiaryAnswers(desk, selection)
      // One entry that was asked for by its number stands alone.
      if entry != nil { _ = answers.take(before: nil) }
      let isEmpty = items.isEmpty && answers.isEmpty
      let output = StandardOutput()
      switch format {
      case .json:
        for item in items {
          for answer in answers.take(before: item.known.taken) {
            try output.write(answers.json(answer))
          }
          try output.write(
            history
              ? DiaryJSON.history(item)
              : DiaryJSON.line(item.known, item.annotation, isAhead: item.isAhead))
        }
        for answer in answers.take(before: nil) { try output.write(answers.json(answer)) }
      case .text:
        for line in text(items, &answers, desk.words) { try output.write(line + "\n") }
        if isEmpty { complain(desk.words.say("no entries", "no hay anotaciones")) }
      }
      try output.flush()
    }

    private func text(
      _ items: [DiaryBook.Item], _ answers: inout DiaryAnswers, _ words: DiaryWords
    ) -> [String] {
      var lines: [String] = []
      var day: String?
      let width = items.map(\.id.text.count).max() ?? 0
      func begin(_ moment: WallTime) {
        let date = words.moment.date(moment)
        guard date != day else { return }
        day = date
        lines.append("\(date) (\(words.moment.name))")
      }
      func add(_ found: [DiaryAnswer]) {
        let gap = String(repeating: " ", count: width)
        for answer in found {
          begin(answer.answered)
          lines.append("  \(words.moment.clock(answer.answered))  \(gap)  \(answers.text(answer))")
        }
      }
      for item in items {
        add(answers.take(before: item.known.taken))
        begin(item.known.taken)
        let number = String(repeating: " ", count: width - item.id.text.count) + item.id.text
        let deleted = item.isRemoved ? words.say("DELETED  ", "BORRADA  ") : ""
        let ahead = item.isAhead ? words.say("AHEAD OF THE CLOCK  ", "ADELANTADA AL RELOJ  ") : ""
        lines.append(
          "  \(words.moment.clock(item.known.taken))  \(number)  \(deleted)\(ahead)"
            + words.text(item.known, item.annotation))
        guard history else { continue }
        lines += DiaryHistoryText(words: words).lines(item).map { "           \($0)" }
      }
      add(answers.take(before: nil))
      return lines
    }
  }
}

/// The changes of an entry: when each was made, and by whom. DIA-4.
struct DiaryHistoryText {
  let words: DiaryWords

  /// A line a version, oldest first.
  func lines(_ item: DiaryBook.Item) -> [String] {
    var lines: [String] = []
    var before: DiaryBook.Version?
    for version in item.versions {
      lines.append("\(when(version)), \(who(version)): \(what(version, before))")
      before = version
    }
    return lines
  }

  private func when(_ version: DiaryBook.Version) -> String {
    version.written.map { words.moment.text($0) }
      ?? words.say("at an unknown time", "en un momento desconocido")
  }

  private func who(_ version: DiaryBook.Version) -> String {
    switch version.writer {
    case .device: words.say("device", "dispositivo")
    case .editor: words.say("command line", "línea de órdenes")
    }
  }

  private func what(_ version: DiaryBook.Version, _ before: DiaryBook.Version?) -> String {
    guard let entry = version.entry else { return words.say("deleted", "borrada") }
    let now = text(entry, version)
    guard let before else { return words.say("added: ", "añadida: ") + now }
    guard let earlier = before.entry else {
      return words.say("added again: ", "añadida otra vez: ") + now
    }
    return words.say("changed: ", "cambiada: ") + "\(text(earlier, before)) → \(now)"
  }

  private func text(_ entry: DiaryEntry, _ version: DiaryBook.Version) -> String {
    "\(words.moment.text(entry.taken)), \(words.text(entry, version.annotation))"
  }

  /// The change of the entry with this version, for scripts.
  static func change(_ index: Int, of item: DiaryBook.Item) -> String {
    if item.versions[index].entry == nil { return "deleted" }
    return index == 0 || item.versions[index - 1].entry == nil ? "added" : "changed"
  }
}
