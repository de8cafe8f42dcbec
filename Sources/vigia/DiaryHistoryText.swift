import Diary

/// What was changed in an entry, when, and by whom. DIA-4.
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

  /// For scripts: what became of the entry with this version.
  static func change(_ index: Int, of item: DiaryBook.Item) -> String {
    if item.versions[index].entry == nil { return "deleted" }
    return index == 0 || item.versions[index - 1].entry == nil ? "added" : "changed"
  }
}
