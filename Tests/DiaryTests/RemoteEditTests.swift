import Device
import Diary
import Entries
import Foundation
import HAL
import Testing

@Suite("A change of the diary from afar")
struct RemoteEditTests {
  private static let now = Readings.minute(600)

  private func reading(_ id: UInt64, _ at: Int64 = 500, _ amount: Double = 104) -> Record {
    .diary(.reading(Readings.reading(id, at, Readings.milligrams(amount), .beforeLunch)))
  }

  private func dose(_ id: UInt64, _ at: Int64 = 500, confirmed: Int64 = 8000) -> Record {
    .diary(.dose(Readings.dose(id, at, .lunch, confirmed: confirmed)))
  }

  private func edit(
    _ records: Record..., after: Int64 = 0, last: Record? = nil, seen: [Record] = [],
    notes: String? = nil
  ) -> RemoteEdit {
    RemoteEdit(
      after: after, last: last, seen: seen,
      changes: records.map {
        .init(record: $0, annotation: notes.map { Annotation(notes: $0) })
      })
  }

  private func open(_ state: TemporaryState) throws -> RecordStore {
    try RecordStore(state.folder, as: .device)
  }

  private func refusal(_ edit: RemoteEdit, _ store: RecordStore) throws -> RemoteEdit.Refusal? {
    if case .refused(let why) = try store.apply(edit, at: RemoteEditTests.now) { why } else { nil }
  }

  private func isBefore(_ edit: RemoteEdit, _ store: RecordStore) throws -> Bool {
    if case .before = try store.apply(edit, at: RemoteEditTests.now) { true } else { false }
  }

  @Test("It is in the diary with its notes, by an editor, and the core hears of the same records")
  func applied() throws {
    let state = TemporaryState()
    let store = try open(state)
    let change = edit(reading(1), dose(2), notes: "tras el paseo")
    guard case .applied(let records) = try store.apply(change, at: RemoteEditTests.now) else {
      Issue.record("it was not applied")
      return
    }
    #expect(records == [reading(1), dose(2)])
    let items = try RecordReader(state.folder).book().current
    #expect(items.map(\.id) == [EntryID(1), EntryID(2)])
    #expect(items.allSatisfy { $0.annotation.notes == "tras el paseo" })
    #expect(items.allSatisfy { $0.latest.writer == .editor })
    #expect(items.allSatisfy { $0.latest.written == RemoteEditTests.now })
  }

  /// The power goes after the diary has it, and before the link has written down that it was done.
  @Test("After a power cut between doing and remembering it is not done twice")
  func powerCut() throws {
    let state = TemporaryState()
    let change = edit(dose(1))
    for life in 0..<3 {
      let store = try open(state)
      #expect(try isBefore(change, store) == (life > 0))
      // Others change the diary meanwhile, on this device and with its program.
      try store.append(reading(UInt64(1) << 32 | UInt64(life + 1)).words, written: nil)
      #expect(try isBefore(change, store))
    }
    let doses = try RecordReader(state.folder).book().items.filter(\.known.isDose)
    #expect(doses.count == 1 && doses[0].versions.count == 1)
  }

  @Test("What somebody else did already counts, unless the entry was changed again since")
  func same() throws {
    let state = TemporaryState()
    let store = try open(state)
    try store.append(reading(1).words, written: nil)
    let removed = Record.diary(.readingRemoved(EntryID(1)))
    try store.append(removed.words, written: nil)
    #expect(try isBefore(edit(removed, after: 1), store))
    // Brought back: a page that said "deleted" would not be true.
    try store.append(reading(1).words, written: nil)
    #expect(try refusal(edit(removed, after: 1), store) == .outdated)
    try store.append(reading(2).words, written: nil)
    try store.append(removed.words, written: nil)
    #expect(try isBefore(edit(removed, after: 1), store))
  }

  @Test("Notes of somebody else to the same reading are not taken for the editor's")
  func sameNotes() throws {
    let state = TemporaryState()
    let store = try open(state)
    #expect(try refusal(edit(reading(1)), store) == nil)
    #expect(try refusal(edit(reading(1), after: 1, notes: "zumo"), store) == nil)
    #expect(try refusal(edit(reading(1), after: 1, notes: "con Luis"), store) == .outdated)
    #expect(try isBefore(edit(reading(1), after: 1, notes: "zumo"), store))
    #expect(try RecordReader(state.folder).book().current.map(\.annotation.notes) == ["zumo"])
  }

  @Test("One that is over is not made, and one that was made in time is not said to be late")
  func late() throws {
    let state = TemporaryState()
    let store = try open(state)
    func outcome(_ edit: RemoteEdit) throws -> String {
      "\(try store.apply(edit, at: RemoteEditTests.now, isOver: true))"
    }
    let made = edit(dose(1))
    #expect(try refusal(made, store) == nil)
    #expect(try outcome(made) == "before")
    #expect(try outcome(edit(dose(2), after: 1)) == "expired")
    #expect(try outcome(edit(dose(2), after: 0)) == "expired", "not even a reason to look again")
    #expect(try RecordReader(state.folder).book().current.map(\.id) == [EntryID(1)])
  }

  @Test("Of a diary that has moved on since the editor saw it nothing is changed")
  func outdated() throws {
    let state = TemporaryState()
    let store = try open(state)
    try store.append(reading(1).words, written: nil)
    try store.append(reading(1, 500, 61).words, written: nil)
    #expect(try refusal(edit(.diary(.readingRemoved(EntryID(1))), after: 1), store) == .outdated)
    #expect(try refusal(edit(dose(2), after: 0), store) == .outdated)
    // A state that was put back from a copy knows less than the editor.
    #expect(try refusal(edit(dose(2), after: 9), store) == .outdated)
    // Another record stands where the editor saw this one: it was written after the state was put back.
    #expect(
      try refusal(edit(dose(2), after: 2, last: reading(1, 500, 180)), store) == .outdated)
    #expect(try RecordReader(state.folder).book().current.count == 1)
    let removed = Record.diary(.readingRemoved(EntryID(1)))
    #expect(try refusal(edit(removed, after: 2, last: reading(1, 500, 61)), store) == nil)
    #expect(try RecordReader(state.folder).book().current.isEmpty)
  }

  @Test("Several changes on their way follow each other, also where one of them was refused")
  func chain() throws {
    let state = TemporaryState()
    let store = try open(state)
    let first = edit(reading(1))
    let ahead = edit(reading(2, 700), seen: [reading(1)])
    let third = edit(dose(3), seen: [reading(1), reading(2, 700)])
    #expect(try refusal(first, store) == nil)
    #expect(try refusal(ahead, store) == .ahead)
    #expect(try refusal(third, store) == nil)
    #expect(try RecordReader(state.folder).book().current.map(\.id) == [EntryID(1), EntryID(3)])
    for change in [first, third] { #expect(try isBefore(change, store)) }
  }

  @Test("It keeps to the rules of `vigia diary add`, whatever the portal let through")
  func rules() throws {
    let state = TemporaryState()
    let store = try open(state)
    try store.append(reading(1, 400, 12).words, written: nil)
    try store.append(reading(7 << 32 | 3, 400).words, written: nil)
    try store.append(reading(5, 400).words, written: nil)
    try store.append(Record.diary(.readingRemoved(EntryID(5))).words, written: nil)
    let long = String(repeating: "ñ", count: 2001)
    let wrong: [(RemoteEdit, RemoteEdit.Refusal)] = [
      (edit(reading(6, 500, 19.9), after: 4), .unfit),
      (edit(reading(6, 500, 601), after: 4), .unfit),
      (edit(dose(6, confirmed: -1), after: 4), .unfit),
      (edit(dose(6, confirmed: 100_001), after: 4), .unfit),
      (edit(dose(6), after: 4, notes: long), .unfit),
      (edit(.place(.outside), after: 4), .unfit), (edit(after: 4), .unfit),
      (edit(reading(6, 606), after: 4), .ahead),
      (
        edit(
          .diary(
            .reading(
              DiaryReading(
                id: EntryID(6), taken: WallTime(milliseconds: 946_684_799_999), result: .low,
                category: .other))), after: 4), .ahead
      ),
      // Numbers that are not new, that were deleted, and of a device's life.
      (edit(dose(5), after: 4), .gone), (edit(reading(5), after: 4), .gone),
      (edit(reading(7 << 32 | 4), after: 4), .gone),
      (edit(.diary(.doseRemoved(EntryID(1))), after: 4), .gone),
      (edit(.diary(.readingRemoved(EntryID(5))), after: 4), .gone),
      // One wrong record, and nothing of the others is done.
      (edit(reading(6), dose(7, confirmed: -1), after: 4), .unfit),
      (edit(reading(6), reading(6), .diary(.doseRemoved(EntryID(6))), after: 4), .gone),
    ]
    for (place, line) in wrong.enumerated() {
      #expect(try refusal(line.0, store) == line.1, "\(place)")
    }
    #expect(try RecordReader(state.folder).book().current.count == 2)
    // A value that stays as it was may lie beyond the rules: a meter said it.
    #expect(try refusal(edit(reading(1, 410, 12), after: 4), store) == nil)
    // Five minutes ahead are two clocks that differ.
    #expect(try refusal(edit(reading(6, 605), after: 5), store) == nil)
  }
}
