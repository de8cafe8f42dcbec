import Device
import Foundation
import GRDB
import HAL
import TestSupport
import Testing

@testable import Diary

/// States as programs of earlier steps have left them, and the way back to those programs.
@Suite(
  "A newer program changes the state's tables once, and keeps the state as it was",
  .needs(.python3))
struct StateUpdateTests {
  private let state = TemporaryState()

  private func copy(before step: String) -> String { state.database.path + ".before-\(step)" }

  private func alive(_ minute: Int64) -> RecordWords {
    Record.alive(Readings.minute(minute)).words
  }

  /// A state with the tables of that step. Steps never change once they are in the history, so the first
  /// of today's make what that program made.
  private func make(step: String) throws {
    try state.folder.make()
    try state.folder.makeDatabaseFile()
    let queue = try DatabaseQueue(path: state.database.path)
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA application_id = 1447642953") }
    try StateSchema.migrator.migrate(queue, upTo: step)
    try queue.write { db in
      let readings = (1...3).map { Record.diary(.reading(Readings.reading($0, Int64($0)))).words }
      for words in readings + [alive(9)] {
        try db.execute(
          sql: "INSERT INTO record (kind, words, writer) VALUES (?, ?, 'device')",
          arguments: [words.kind, words.data])
      }
      guard step >= "3" else { return }
      try db.execute(sql: "INSERT INTO device (boots, secret) VALUES (6, zeroblob(16))")
    }
  }

  /// Everything in a database, as another program reads it.
  private func content(_ path: String) throws -> String {
    try Python.answer(
      """
      import sqlite3, sys
      c = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
      for name, sql in sorted(c.execute("SELECT name, sql FROM sqlite_master").fetchall()):
          print(name, sql)
          if sql and sql.startswith("CREATE TABLE"):
              for row in c.execute(f"SELECT rowid, * FROM {name}"): print(row)
      print(c.execute("PRAGMA application_id").fetchone())
      print(c.execute("PRAGMA integrity_check").fetchone())
      """, [path])
  }

  @Test(
    "What it holds counts on, and the copy is the state before", arguments: ["1", "2", "3", "4"])
  func updated(from step: String) throws {
    try make(step: step)
    let before = try content(state.database.path)
    let next = "\(try #require(Int(step)) + 1)"
    do {
      let store = try RecordStore(state.folder, as: .device)
      #expect(store.update == StateUpdate(from: step, to: "5", copy: copy(before: next)))
      let life = try store.beginLife(program: "vigia 2") { (1, 2) }
      #expect(life.number == (step >= "3" ? 7 : 1))
    }
    #expect(try RecordReader(state.folder).book().current.count == 3)
    // Only the lives of the program before go on where no life of the newer one has been.
    #expect(
      try content(copy(before: next))
        == before.replacingOccurrences(of: "(1, 6,", with: "(1, 1000006,"))
    let rights = try FileManager.default.attributesOfItem(atPath: copy(before: next))
    #expect(rights[.posixPermissions] as? Int == 0o600)
    // The second start finds nothing to change.
    #expect(try RecordStore(state.folder, as: .device).update == nil)
    let names = try FileManager.default.contentsOfDirectory(atPath: state.url.path)
    #expect(names.filter { $0.contains("before") } == ["vigia.sqlite.before-\(next)"])
  }

  @Test("A new state has no copy")
  func new() throws {
    #expect(try RecordStore(state.folder, as: .device).update == nil)
    let names = try FileManager.default.contentsOfDirectory(atPath: state.url.path)
    #expect(!names.contains { $0.contains("before") })
  }

  @Test("The program before opens the copy that was put in the state's place")
  func back() throws {
    try make(step: "4")
    do { _ = try RecordStore(state.folder, as: .device) }
    for name in ["", "-wal", "-shm"] { unlink(state.database.path + name) }
    try FileManager.default.copyItem(
      atPath: copy(before: "5"), toPath: state.database.path)
    // A migrator that ends with step 4 is what that program has.
    let queue = try DatabaseQueue(path: state.database.path)
    let steps = try queue.read { try StateSchema.migrator.appliedIdentifiers($0) }
    #expect(steps == ["1", "2", "3", "4"])
    try queue.close()
    // It goes forward again, and the newer copy takes the older one's place.
    let store = try RecordStore(state.folder, as: .device)
    #expect(store.update?.copy == copy(before: "5"))
    // No life comes twice, although the copy did not know those of the newer program.
    #expect(try store.beginLife { (1, 2) }.number == 1_000_007)
    #expect(try RecordReader(state.folder).book().current.count == 3)
  }

  @Test("A copy never counts lives anew, also after a life that a full disk could not count")
  func uncounted() throws {
    try make(step: "4")
    let last: UInt32 = 2_681_717_173
    let queue = try DatabaseQueue(path: state.database.path)
    try queue.write { try $0.execute(sql: "UPDATE device SET boots = ?", arguments: [last]) }
    try queue.close()
    do {
      let store = try RecordStore(state.folder, as: .device)
      #expect(try store.beginLife { (1, 2) }.number == last + 1)
    }
    for name in ["", "-wal", "-shm"] { unlink(state.database.path + name) }
    try FileManager.default.copyItem(atPath: copy(before: "5"), toPath: state.database.path)
    let store = try RecordStore(state.folder, as: .device)
    #expect(try store.beginLife { (1, 2) }.number == last + 1_000_001)
  }

  @Test("The refusal of a newer state names its program, and the copy where there is one")
  func refused() throws {
    try make(step: "4")
    do {
      let store = try RecordStore(state.folder, as: .device)
      _ = try store.beginLife(program: "vigia 9.9.9 (0123456789ab)") { (1, 2) }
    }
    let queue = try DatabaseQueue(path: state.database.path)
    try queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('6'), ('10')") }
    try queue.close()
    func refusal() throws -> String {
      try #require(#expect(throws: StateError.self) { _ = try RecordReader(state.folder) })
        .description
    }
    let newer =
      "\(state.database.path): was written by a newer vigia (vigia 9.9.9 (0123456789ab)); "
      + "expected one of this version or older"
    #expect(try refusal() == newer)
    try FileManager.default.copyItem(atPath: copy(before: "5"), toPath: copy(before: "6"))
    #expect(try refusal() == newer + "; \(copy(before: "6")) is the state before that")
  }

  @Test("Reading changes nothing, and works beside a device of the older program")
  func reading() throws {
    try make(step: "4")
    let before = try Data(contentsOf: state.database)
    let lock = try StateLock(state.folder, for: .device, patience: 0)
    #expect(try RecordReader(state.folder).book().current.count == 3)
    withExtendedLifetime(lock) {}
    #expect(try Data(contentsOf: state.database) == before)
    let names = try FileManager.default.contentsOfDirectory(atPath: state.url.path)
    #expect(!names.contains { $0.contains("before") })
  }

  @Test("The state remembers each program once, with the life in which it began")
  func programs() throws {
    var before: [String?] = []
    for program in ["a", "a", "b", "b", "a"] {
      let store = try RecordStore(state.folder, as: .device)
      before.append(try store.beginLife(program: program) { (1, 2) }.programBefore)
    }
    #expect(before == [nil, nil, "a", nil, "b"])
    let rows = try Python.answer(
      """
      import sqlite3, sys
      print(sqlite3.connect(sys.argv[1]).execute("SELECT * FROM program").fetchall())
      """, [state.database.path])
    #expect(rows == "[(1, 'a'), (3, 'b'), (5, 'a')]\n")
  }
}
