import Device
import Diary
import Entries
import HAL
import Testing

@Suite("The diary that the records add up to (DIA-4)")
struct BookTests {
  /// A day: readings, a dose undone, an edit, a deletion, and records of other features between.
  private static let day: [Record] = [
    .alive(Readings.minute(0)),
    .diary(.reading(Readings.reading(1, 10))),
    .diary(.dose(Readings.dose(2, 12, .breakfast))),
    .diary(.doseRemoved(EntryID(2))),
    .diary(.dose(Readings.dose(3, 14, .breakfast))),
    .diary(.reading(Readings.reading(4, 5))),
    .accompanied(until: nil),
    .diary(.reading(Readings.reading(1, 10, Readings.milligrams(140)))),
    .diary(.readingRemoved(EntryID(4))),
    .diary(.readingRemoved(EntryID(77))),
    .diary(.dose(Readings.dose(1, 20, .lunch))),
  ]

  @Test("Changed entries show as changed, deleted and undone ones not at all, in the order of time")
  func fold() {
    let book = DiaryBook(Readings.log(BookTests.day))
    #expect(
      book.current.map(\.known) == [
        .reading(Readings.reading(1, 10, Readings.milligrams(140))),
        .dose(Readings.dose(3, 14, .breakfast)),
        .dose(Readings.dose(1, 20, .lunch)),
      ])
  }

  @Test("The history keeps every version, with who wrote it and when")
  func history() throws {
    var log = Readings.log(BookTests.day)
    log[7].writer = .editor
    let book = DiaryBook(log)
    let item = try #require(book.items(numbered: EntryID(1)).first { !$0.known.isDose })
    #expect(
      item.versions.map(\.entry) == [
        .reading(Readings.reading(1, 10)),
        .reading(Readings.reading(1, 10, Readings.milligrams(140))),
      ])
    #expect(item.versions.map(\.writer) == [.device, .editor])
    #expect(item.versions.map(\.written) == [Readings.minute(1), Readings.minute(7)])
    let deleted = try #require(book.items(numbered: EntryID(4)).first)
    #expect(deleted.isRemoved)
    #expect(deleted.known == .reading(Readings.reading(4, 5)))
    #expect(deleted.versions.count == 2)
  }

  @Test("Any prefix of the records is a diary: a power cut may end the log anywhere")
  func prefixes() {
    let log = Readings.log(BookTests.day)
    let counts = log.indices.map { DiaryBook(Array(log[..<$0])).current.count }
    #expect(counts == [0, 0, 1, 2, 1, 2, 3, 3, 3, 2, 2])
  }

  @Test("Records of a newer program are counted, and cost nothing else")
  func unreadable() {
    var log = Readings.log(BookTests.day)
    log[0].record = nil
    let book = DiaryBook(log)
    #expect(book.unreadable == 1)
    #expect(book.current.count == 3)
  }

  @Test("Notes stay with an entry that the device stores again, and go where they are taken away")
  func notes() {
    var log = Readings.log(Array(repeating: .diary(.reading(Readings.reading(1, 10))), count: 3))
    log[0].annotation = Annotation(category: "sport", notes: "after a walk")
    #expect(DiaryBook(Array(log[..<2])).items[0].annotation.notes == "after a walk")
    #expect(DiaryBook(Array(log[..<2])).categories == ["sport"])
    log[2].annotation = Annotation()
    #expect(DiaryBook(log).items[0].annotation == Annotation())
    #expect(DiaryBook(log).categories.isEmpty)
  }

  @Test("The command line numbers its entries beside the device's, never twice the same")
  func numbers() throws {
    let state = TemporaryState()
    let device = Readings.reading(7 << 32 | 3, 0)
    do {
      try RecordStore(state.folder, as: .device)
        .append(Record.diary(.reading(device)).words, written: nil)
    }
    let entry = DiaryEntry.reading(Readings.reading(0, 1))
    func add() throws -> [String] {
      try DiaryEditor(state.folder)
        .add([(entry, Annotation()), (entry, Annotation())], at: Readings.minute(2)).map(\.id.text)
    }
    #expect(try add() == ["1", "2"])
    let book = try RecordReader(state.folder).book()
    #expect(book.items.map(\.id.text) == ["7-3", "1", "2"])
    try DiaryEditor(state.folder).remove(book.items[2], at: Readings.minute(3))
    #expect(try add() == ["3", "4"])
  }

  @Test("A number reads back as what it was", arguments: ["1", "4294967295", "7-3", "2-0"])
  func numberText(_ text: String) {
    #expect(EntryID(text: text)?.text == text)
  }

  @Test(
    "A figure that is no number is none",
    arguments: ["", "-", "7-", "-3", "1-2-3", "x", "4294967296", "+1", " 1", "٣x"])
  func noNumber(_ text: String) { #expect(EntryID(text: text) == nil) }

  @Test("An edit of an entry that changed meanwhile is refused, and nothing is lost")
  func meanwhile() throws {
    let state = TemporaryState()
    _ = try DiaryEditor(state.folder)
      .add([(.reading(Readings.reading(0, 1)), Annotation())], at: Readings.minute(2))
    let seen = try RecordReader(state.folder).book().items[0]
    let first = DiaryEntry.reading(Readings.reading(1, 1, Readings.milligrams(90)))
    let second = DiaryEntry.reading(Readings.reading(1, 1, Readings.milligrams(300)))
    try DiaryEditor(state.folder).change(seen, to: first, Annotation(), at: Readings.minute(3))
    #expect(throws: StateError.self) {
      try DiaryEditor(state.folder).change(seen, to: second, Annotation(), at: Readings.minute(3))
    }
    #expect(throws: StateError.self) {
      try DiaryEditor(state.folder).remove(seen, at: Readings.minute(3))
    }
    #expect(try RecordReader(state.folder).book().current.map(\.known) == [first])
  }
}
