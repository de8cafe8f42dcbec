import Device
import Entries
import Foundation
import GRDB
import HAL
import Testing

@testable import Diary

@Suite("The log of a lost device in a new one's state (CARD-4, DIA-6)")
struct RestoredLogTests {
  private static let last: Int64 = 90

  /// Numbers are missing in it, because signs of life stayed on the lost device.
  private static let log: RestoredLog = {
    let records = stride(from: Int64(3), through: last, by: 3).map { sequence in
      let reading = Readings.reading(UInt64(sequence), sequence)
      return LoggedRecord(
        sequence: sequence, written: Readings.minute(sequence),
        words: Record.diary(.reading(reading)).words,
        annotation: sequence % 2 == 0 ? Annotation(category: nil, notes: "nota \(sequence)") : nil)
    }
    return RestoredLog(
      records: records, closing: [Record.outbox(.excursionsTold).words], boot: 12)
  }()

  /// A state that has its secrets, as `vigia pair` leaves it, and no record.
  private func emptied(_ state: TemporaryState) throws -> RecordStore {
    let store = try RecordStore(state.folder, as: .editor)
    _ = try store.beginLife { (1, 2) }
    return store
  }

  @Test("It has the diary with its notes, goes on behind it, and above the lost device's lives")
  func whole() throws {
    let state = TemporaryState()
    let log = RestoredLogTests.log
    do {
      let store = try emptied(state)
      #expect(try store.restore(log) == .restored)
      #expect(try store.log(behind: 0, most: 1000).prefix(log.records.count) == log.records[...])
      #expect(try store.lastSequence() == RestoredLogTests.last + 1)
    }
    let notes = try RecordReader(state.folder).book().items.compactMap(\.annotation.notes)
    #expect(notes.count == log.records.count / 2 && notes.contains("nota 6"), "\(notes)")
    let life = try RecordStore(state.folder, as: .device).beginLife { (3, 4) }
    #expect(life.number == log.boot + 1)
    #expect(life.secret == (1, 2), "the secret is the new device's own")
  }

  @Test("A power cut at any place of the write leaves an empty log or a whole one")
  func cut() throws {
    let state = TemporaryState()
    let store = try emptied(state)
    #expect(try store.restore(RestoredLogTests.log) == .restored)
    let database = try Data(contentsOf: state.database)
    let journal = try Data(contentsOf: URL(fileURLWithPath: state.database.path + "-wal"))
    let all = RestoredLogTests.log.records.count + RestoredLogTests.log.closing.count
    var counts: Set<Int> = []
    // The last bytes are those that make the write count.
    for length in Array(stride(from: 0, to: journal.count, by: 1013)) + [journal.count] {
      let after = TemporaryState()
      try FileManager.default.createDirectory(at: after.url, withIntermediateDirectories: true)
      try database.write(to: after.database)
      try journal.prefix(length).write(to: URL(fileURLWithPath: after.database.path + "-wal"))
      let again = try RecordStore(after.folder, as: .editor)
      let count = try again.log(behind: 0, most: 1000).count
      #expect(count == 0 || count == all, "after \(length) bytes")
      counts.insert(count)
      // The next try ends well wherever the cut was.
      _ = try again.beginLife { (1, 2) }
      #expect(try again.restore(RestoredLogTests.log) == (count == 0 ? .restored : .alreadyThere))
      #expect(try again.log(behind: 0, most: 1000).count == all)
    }
    #expect(counts == [0, all])
  }

  @Test("A state with other records stays as it is")
  func foreign() throws {
    let state = TemporaryState()
    let store = try emptied(state)
    let own = Record.diary(.reading(Readings.reading(77, 5)))
    try store.append(own.words, written: nil)
    #expect(try store.restore(RestoredLogTests.log) == .foreign)
    #expect(try store.log(behind: 0, most: 1000).map(\.words) == [own.words])
  }
}
