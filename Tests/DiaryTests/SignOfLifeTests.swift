import Device
import Foundation
import HAL
import TestSupport
import Testing

@testable import Diary

@Suite("Signs of life, one a minute")
struct SignOfLifeTests {
  private let state = TemporaryState()

  private func alive(_ minute: Int) -> RecordWords {
    Record.alive(Readings.minute(Int64(minute))).words
  }

  private func reading(_ id: Int) -> RecordWords {
    Record.diary(.reading(Readings.reading(UInt64(id), Int64(id)))).words
  }

  private func restored() throws -> [RecordWords] {
    var all: [RecordWords] = []
    try RecordStore(state.folder, as: .device).restore { all.append($0) }
    return all
  }

  private var megabytes: Double {
    let size = try? state.database.resourceValues(forKeys: [.fileSizeKey]).fileSize
    return Double(size ?? .max) / 1e6
  }

  @Test("The newest of thousands stays, in its place, with all other records; the file is small")
  func thousands() throws {
    do {
      let store = try RecordStore(state.folder, as: .device)
      for day in 0..<365 {
        // Many in a transaction, for the sake of the test's own time.
        try store.write { appender in
          for minute in day * 24..<(day + 1) * 24 {
            _ = try appender.append(alive(minute), written: nil)
          }
          _ = try appender.append(reading(day + 1), written: nil)
        }
      }
      try store.append(alive(10_000), written: nil)
      try store.append(reading(366), written: nil)
    }
    #expect(try restored() == (1...365).map(reading) + [alive(10_000), reading(366)])
    #expect(megabytes < 0.2)
  }

  @Test("After a power cut the newest that was durable is there, and what came before it")
  func powerCut() throws {
    let store = try RecordStore(state.folder, as: .device)
    let all = (1...6).flatMap { [alive($0), reading($0)] }
    for record in all { try store.append(record, written: nil) }
    // The states after each append: nothing, then the newest sign of life and every reading, in order.
    var states: [[RecordWords]] = [[]]
    for number in 1...6 {
      let readings = (1..<number).map(reading)
      states += [readings + [alive(number)], readings + [alive(number), reading(number)]]
    }
    let database = try Data(contentsOf: state.database)
    let log = try Data(contentsOf: URL(fileURLWithPath: state.database.path + "-wal"))
    var lengths: Set<Int> = []
    for length in stride(from: 0, through: log.count, by: 1013) {
      let after = TemporaryState()
      try FileManager.default.createDirectory(at: after.url, withIntermediateDirectories: true)
      try database.write(to: after.database)
      try log.prefix(length).write(to: URL(fileURLWithPath: after.database.path + "-wal"))
      var found: [RecordWords] = []
      try RecordStore(after.folder, as: .device).restore { found.append($0) }
      #expect(states.contains(found), "\(length)")
      lengths.insert(found.count)
    }
    #expect(lengths.count > 5, "the cuts went through the records: \(lengths)")
  }

  @Test(
    "A log of an earlier version opens, and only its old signs of life are gone", .needs(.python3))
  func earlier() throws {
    do { _ = try RecordStore(state.folder, as: .device) }
    let hex = [alive(0), reading(1)].map { record in
      record.data.map { String(format: "%02x", $0) }.joined()
    }
    _ = try Python.answer(
      """
      import sqlite3, sys
      c = sqlite3.connect(sys.argv[1])
      c.executescript('''DELETE FROM grdb_migrations WHERE identifier != '1'; DROP TABLE device;
        DROP TRIGGER record_delete; CREATE TRIGGER record_delete BEFORE DELETE ON record
        BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;''')
      alive, reading = map(bytes.fromhex, sys.argv[2:])
      insert = "INSERT INTO record (kind, words, writer) VALUES (?, ?, 'device')"
      for hour in range(200):
          c.executemany(insert, [(1, alive)] * 60)
          c.execute(insert, (11, reading))
      c.commit()
      """, [state.database.path] + hex)
    // The diary is read first, by an editor, as somebody would who has just installed this.
    #expect(try RecordReader(state.folder).book().current.count == 1)
    let expected = [RecordWords](repeating: reading(1), count: 199) + [alive(0), reading(1)]
    #expect(try restored() == expected)
    do { try RecordStore(state.folder, as: .device).append(alive(1), written: nil) }
    #expect(try restored() == Array(expected[..<199]) + [reading(1), alive(1)])
  }

  @Test("Nobody can take away the newest, or anything else", .needs(.python3))
  func kept() throws {
    do {
      let store = try RecordStore(state.folder, as: .device)
      for record in [alive(1), reading(1), alive(2)] { try store.append(record, written: nil) }
    }
    let failure = #expect(throws: Program.Failure.self) {
      try Python.answer(
        "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('DELETE FROM record')",
        [state.database.path])
    }
    #expect(failure?.description.contains("append-only") == true)
    #expect(try restored() == [reading(1), alive(2)])
  }
}
