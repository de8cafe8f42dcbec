import Device
import Entries
import Foundation
import Glibc
import HAL
import TestSupport
import Testing

@testable import Diary

@Suite("A damaged log is set aside, and what can be read of it goes on", .serialized)
struct DamageTests {
  static let count: UInt64 = 401
  static let page = 4096

  private func record(_ number: UInt64) -> Record {
    .diary(.reading(Readings.reading(number, Int64(number))))
  }

  /// A state with many records and notes, all of them in the file itself.
  private func state(_ count: UInt64 = DamageTests.count) throws -> TemporaryState {
    let state = TemporaryState()
    let store = try RecordStore(state.folder, as: .device)
    _ = try store.beginLife { (7, 8) }
    _ = try store.beginLife { (9, 9) }
    try store.write { appender in
      for number in 1...count {
        let _: Int64 = try appender.append(
          record(number).words, written: Readings.minute(Int64(number)),
          number % 10 == 0 ? Annotation(category: "c\(number)", notes: "n\(number)") : nil)
      }
    }
    return state
  }

  private func restored(_ store: RecordStore) throws -> [RecordWords] {
    var all: [RecordWords] = []
    try store.restore { all.append($0) }
    return all
  }

  private func pages(_ state: TemporaryState) throws -> Int {
    try Data(contentsOf: state.database).count / Self.page
  }

  private func spoil(_ state: TemporaryState, page: Int, _ byte: UInt8 = 0xA5) throws {
    let file = try FileHandle(forWritingTo: state.database)
    defer { try? file.close() }
    try file.seek(toOffset: UInt64(page * Self.page))
    try file.write(contentsOf: Data(repeating: byte, count: Self.page))
  }

  private func names(_ state: TemporaryState) throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: state.url.path))
  }

  @Test("Whichever page is bad: all records of the others come back, and new ones go behind them")
  func eachPage() throws {
    let whole = try state()
    let original = try Data(contentsOf: whole.database)
    let all = (1...Self.count).map { record($0).words }
    for byte in [UInt8(0), 0xA5, 0x0D] {
      var uncounted = 0
      for page in 0..<(try pages(whole)) {
        let state = TemporaryState()
        try FileManager.default.createDirectory(at: state.url, withIntermediateDirectories: true)
        try original.write(to: state.database)
        try spoil(state, page: page, byte)
        let damaged = try Data(contentsOf: state.database)
        do {
          let store = try RecordStore(state.folder, as: .device)
          let found = try restored(store)
          #expect(found.count >= all.count - 40, "page \(page) held no more than these")
          #expect(found.allSatisfy(all.contains))
          #expect(found.map { $0.words[1] } == found.map { $0.words[1] }.sorted())
          let damage = try store.untoldDamage()
          #expect(damage.count == 1)
          #expect(damage.first?.records == found.count)
          #expect(try Data(contentsOf: URL(fileURLWithPath: damage[0].file)) == damaged)
          try store.append(record(999).words, written: nil)
          if try store.beginLife(newSecret: { (1, 1) }).number != 3 { uncounted += 1 }
        }
        // A power cut later nothing is missing, and nothing is set aside again.
        let store = try RecordStore(state.folder, as: .device)
        #expect(try restored(store).last == record(999).words)
        #expect(try names(state).filter { $0.hasSuffix(".sqlite") }.count == 2)
      }
      #expect(uncounted == 1, "the number of lives stands in one page")
    }
  }

  @Test("Two bad pages, a file that was cut off, and one that is cut in a page")
  func variants() throws {
    let count = Int(Self.count)
    for change in 0..<4 {
      let state = try state()
      let pages = try pages(state)
      switch change {
      case 0:
        try spoil(state, page: pages / 2)
        try spoil(state, page: pages / 2 + 3)
      case 1: truncate(state.database.path, off_t((pages - 2) * Self.page))
      case 2: truncate(state.database.path, off_t((pages - 2) * Self.page - 1000))
      default: truncate(state.database.path, off_t(pages / 2 * Self.page))
      }
      let store = try RecordStore(state.folder, as: .device)
      let found = try restored(store)
      #expect(found.count >= (change == 3 ? count / 8 : count - 120), "\(change): \(found.count)")
      #expect(try store.untoldDamage().count == 1)
    }
  }

  @Test("A page of the free list is bad: nothing is lost", .needs(.python3))
  func freeList() throws {
    let state = try state()
    _ = try Python.answer(
      """
      import sqlite3, sys
      c = sqlite3.connect(sys.argv[1]); c.execute("CREATE TABLE t (x)")
      c.executemany("INSERT INTO t VALUES (?)", [("x" * 3000,)] * 9); c.commit()
      c.execute("DROP TABLE t"); c.commit()
      print(int.from_bytes(open(sys.argv[1], "rb").read()[32:36], "big"))
      """, [state.database.path])
    let head = try Data(contentsOf: state.database)
    let trunk = head[32..<36].reduce(0) { $0 << 8 | Int($1) }
    try #require(trunk > 0)
    try spoil(state, page: trunk - 1, 0xFF)
    let store = try RecordStore(state.folder, as: .device)
    #expect(try restored(store).count == Int(Self.count))
    #expect(try store.untoldDamage().count == 1)
  }

  /// A copy of a state as a power cut leaves it, the log beside the file.
  private func cut(_ change: (inout Data) -> Void) throws -> TemporaryState {
    let running = TemporaryState()
    let store = try RecordStore(running.folder, as: .device)
    for number in 1...40 as ClosedRange<UInt64> {
      try store.append(record(number).words, written: nil)
    }
    var log = try Data(contentsOf: URL(fileURLWithPath: running.database.path + "-wal"))
    change(&log)
    let state = TemporaryState()
    try FileManager.default.createDirectory(at: state.url, withIntermediateDirectories: true)
    try Data(contentsOf: running.database).write(to: state.database)
    try log.write(to: URL(fileURLWithPath: state.database.path + "-wal"))
    return state
  }

  @Test("A bad frame in the write-ahead log, or a bad head, costs nothing that others say as well")
  func writeAheadLog() throws {
    for place in [5, 32 + 4120 * 20 + 3000, 32 + 4120 * 20 + 3] {
      let state = try cut { $0[place] ^= 0x55 }
      let store = try RecordStore(state.folder, as: .device)
      #expect(try restored(store) == (1...40).map { record($0).words }, "\(place)")
      #expect(try store.untoldDamage().count == 1)
      #expect(try names(state).contains("vigia-damaged-1.sqlite-wal"))
    }
    // The traces of a power cut are no damage.
    for length in [20_000, 100_001] {
      let state = try cut { $0 = $0.prefix(length) }
      #expect(try RecordStore(state.folder, as: .device).untoldDamage() == [])
    }
  }

  @Test("The power goes between any two steps: the next start ends with the same records")
  func powerCut() throws {
    for step in 0..<5 {
      let state = try state()
      try spoil(state, page: try pages(state) / 2)
      let path = state.database.path
      let log = Data("a log that belongs to the damaged file".utf8)
      if step == 0 {
        // The cut came while the new file was being filled.
        try Data("half".utf8).write(to: URL(fileURLWithPath: path + ".mending"))
      } else {
        _ = try state.folder.mend(life: nil)
        try log.write(to: URL(fileURLWithPath: path + "-wal"))
        let aside = state.url.path + "/vigia-damaged-1.sqlite"
        if step > 1 { rename(path + "-wal", aside + "-wal") }
        if step > 2 { rename(path, aside) }
        if step > 3 { rename(path + ".mended", path) }
      }
      if step == 3 {
        // The family looks at the diary before the device starts.
        #expect(try RecordReader(state.folder).book().current.count > 300)
      }
      let store = try RecordStore(state.folder, as: .device)
      #expect(try restored(store).count > 360)
      #expect(try store.untoldDamage().count == 1)
      let names = try names(state)
      #expect(names.contains("vigia-damaged-1.sqlite"))
      #expect(!names.contains { $0.hasPrefix("vigia-damaged-2") || $0.contains("mend") })
      if step > 0 {
        #expect(
          try Data(contentsOf: state.url.appendingPathComponent("vigia-damaged-1.sqlite-wal"))
            == log)
      }
    }
  }

  @Test("While the device runs: the record that met the bad page is stored in the new file")
  func running() throws {
    let state = try state()
    let store = try RecordStore(state.folder, as: .device)
    try store.write { appender in
      try appender.db.execute(sql: "PRAGMA cache_size = 0; PRAGMA shrink_memory")
    }
    // The index's page, which every new record needs.
    for page in 1..<(try pages(state)) { try spoil(state, page: page) }
    #expect(throws: StorageError.damaged) {
      try store.append(record(500).words, written: nil)
    }
    try store.setAside(life: DeviceLife(number: 5, secret: (7, 8), root: (9, 10)))
    try store.append(record(500).words, written: nil)
    #expect(try restored(store).last == record(500).words)
    #expect(try store.beginLife { (1, 1) }.number == 6)
    #expect(throws: StateError.self) {
      _ = try RecordStore(state.folder, as: .editor, patience: Milliseconds(0))
    }
  }

  @Test("The notice of it is in the log: it is told, also after a power cut, and only once")
  func told() throws {
    let state = try state()
    try spoil(state, page: try pages(state) / 2)
    for life in 0..<3 {
      let store = try RecordStore(state.folder, as: .device)
      #expect(try store.untoldDamage().count == (life < 2 ? 1 : 0))
      guard life == 1 else { continue }
      let notice = Notice(
        id: NoticeID(1), matter: .storageFailed(.damaged), whereabouts: nil)
      try store.append(Record.outbox(.notice(notice)).words, written: nil)
    }
  }

  @Test("The diary shows what can be read, and says what is missing, before and after")
  func diary() throws {
    let state = try state()
    try spoil(state, page: try pages(state) / 2)
    var reader = try RecordReader(state.folder)
    #expect(try reader.book().current.count > 360)
    #expect(try reader.complaints().contains { $0.contains("vigia.sqlite: is damaged") })
    #expect(throws: StateError.self) { _ = try RecordStore(state.folder, as: .editor) }
    do { _ = try RecordStore(state.folder, as: .device) }
    reader = try RecordReader(state.folder)
    let book = try reader.book()
    #expect(book.current.count > 360)
    #expect(try reader.complaints().count == 1)
    #expect(
      try reader.complaints().contains { $0.contains("vigia-damaged-1.sqlite: is a damaged") })
    let notes = book.current.compactMap(\.latest.annotation.notes)
    #expect(notes.count > 30)
    unlink(state.url.path + "/vigia-damaged-1.sqlite")
    #expect(try RecordReader(state.folder).complaints() == [])
  }
}
