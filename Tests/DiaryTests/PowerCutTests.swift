import Foundation
import GRDB
import HAL
import Testing

@testable import Diary

@Suite("A power cut")
struct PowerCutTests {
  private func record(_ number: UInt64) -> RecordWords {
    var record = RecordWords()
    for index in 0..<10 { record.words[index] = number << 8 | UInt64(index) }
    return record
  }

  @Test(
    "After any cut of the last writes a prefix of the records comes back, none of them half")
  func tornLog() throws {
    let state = TemporaryState()
    let count = 12
    let store = try RecordStore(state.folder, as: .device)
    for number in 0..<UInt64(count) { try store.append(record(number), written: nil) }
    let database = try Data(contentsOf: state.database)
    let log = try Data(contentsOf: URL(fileURLWithPath: state.database.path + "-wal"))
    #expect(log.count > 10_000)
    var lengths: Set<Int> = []
    // A step that hits frames (4,120 bytes behind a head of 32) at ever other places.
    for length in stride(from: 0, through: log.count, by: 1013) {
      let after = TemporaryState()
      try FileManager.default.createDirectory(at: after.url, withIntermediateDirectories: true)
      try database.write(to: after.database)
      try log.prefix(length).write(to: URL(fileURLWithPath: after.database.path + "-wal"))
      var found: [RecordWords] = []
      try RecordStore(after.folder, as: .device).restore { found.append($0) }
      #expect(found == (0..<UInt64(found.count)).map(record))
      lengths.insert(found.count)
      // The store still takes records.
      try RecordStore(after.folder, as: .device).append(record(99), written: nil)
    }
    #expect(lengths.count > count / 2, "the cuts went through the records: \(lengths)")
  }

  @Test("A cut while the database is being made leaves a state that can be used")
  func emptyFile() throws {
    let state = TemporaryState()
    try FileManager.default.createDirectory(at: state.url, withIntermediateDirectories: true)
    try Data().write(to: state.database)
    #expect(try RecordReader(state.folder).book().items.isEmpty)
    try RecordStore(state.folder, as: .device).append(record(1), written: nil)
  }

  @Test("An append waits until the disk has it")
  func synchronous() throws {
    let state = TemporaryState()
    // The file is there already the second time.
    for _ in 0..<2 {
      let store = try RecordStore(state.folder, as: .device)
      let settings = try store.write { appender in
        (
          try String.fetchOne(appender.db, sql: "PRAGMA journal_mode"),
          try Int.fetchOne(appender.db, sql: "PRAGMA synchronous")
        )
      }
      #expect(settings == ("wal", 2))
    }
  }

  @Test("The disk is full: the device is told so, and what was stored stays")
  func full() throws {
    let state = TemporaryState()
    let store = try RecordStore(state.folder, as: .device)
    try store.append(record(1), written: nil)
    try store.limitPages()
    let error = #expect(throws: StorageError.self) {
      for number in 2..<1000 as Range<UInt64> { try store.append(record(number), written: nil) }
    }
    #expect(error == .full)
    var found: [RecordWords] = []
    try store.restore { found.append($0) }
    #expect(found.count > 1)
    #expect(found == (1...UInt64(found.count)).map(record))
  }
}

extension RecordStore {
  /// Limits the database as if the disk had no room for more than a page or two.
  fileprivate func limitPages() throws {
    try write { appender in
      let pages = try Int.fetchOne(appender.db, sql: "PRAGMA page_count") ?? 0
      _ = try Int.fetchOne(appender.db, sql: "PRAGMA max_page_count = \(pages + 1)")
    }
  }
}
