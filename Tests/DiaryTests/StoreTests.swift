import Device
import Diary
import Entries
import Foundation
import HAL
import TestSupport
import Testing

@Suite("The log of the device")
struct StoreTests {
  private func words(_ number: UInt64) -> RecordWords {
    var record = RecordWords()
    for index in 0..<10 { record.words[index] = number &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(index) }
    return record
  }

  private func restored(_ folder: StateFolder) throws -> [RecordWords] {
    var all: [RecordWords] = []
    try RecordStore(folder, as: .device).restore { all.append($0) }
    return all
  }

  @Test("Everything that was stored comes back after a restart, bit for bit and in order")
  func restores() throws {
    let state = TemporaryState()
    for life in 0..<3 as Range<UInt64> {
      let store = try RecordStore(state.folder, as: .device)
      for number in 0..<5 as Range<UInt64> {
        try store.append(words(life * 5 + number), written: nil)
      }
    }
    #expect(try restored(state.folder) == (0..<15).map { words($0) })
  }

  @Test("While the device runs, a second writer is refused and told why; a reader is not")
  func oneWriter() throws {
    let state = TemporaryState()
    let device = try RecordStore(state.folder, as: .device)
    let reading = Readings.reading(1, 0)
    try device.append(Record.diary(.reading(reading)).words, written: Readings.minute(0))
    for writer in [StateWriter.device, .editor] {
      let refusal = #expect(throws: StateError.self) {
        _ = try RecordStore(state.folder, as: writer, patience: Milliseconds(60))
      }
      #expect(refusal?.description.contains("a device is running on this state") == true)
      #expect(refusal?.description.contains("\(getpid())") == true)
    }
    #expect(try RecordReader(state.folder).book().current.map(\.known) == [.reading(reading)])
    // The refused record has left nothing behind, and the device goes on.
    try device.append(words(1), written: nil)
  }

  @Test("A writer that ended, in whatever way, keeps nobody out")
  func lockEnds() throws {
    let state = TemporaryState()
    do { _ = try RecordStore(state.folder, as: .device) }
    // A crash leaves the name in the file; only the kernel's lock counts.
    try Data("device 4242\n".utf8).write(to: state.url.appendingPathComponent("lock"))
    _ = try RecordStore(state.folder, as: .editor, patience: Milliseconds(0))
  }

  @Test("Health is nobody else's business: files are for their owner, whatever the umask")
  func mode() throws {
    let before = umask(0)
    defer { umask(before) }
    let state = TemporaryState()
    let store = try RecordStore(state.folder, as: .device)
    try store.append(words(1), written: nil)
    for name in ["vigia.sqlite", "vigia.sqlite-wal", "vigia.sqlite-shm", "lock"] {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: state.url.appendingPathComponent(name).path)
      #expect((attributes[.posixPermissions] as? Int) == 0o600, "\(name)")
    }
    let folder = try FileManager.default.attributesOfItem(atPath: state.url.path)
    #expect((folder[.posixPermissions] as? Int) == 0o700)
  }

  @Test("A database that others can read is closed to them")
  func laxMode() throws {
    let state = TemporaryState()
    do { _ = try RecordStore(state.folder, as: .device) }
    chmod(state.database.path, 0o644)
    do { _ = try RecordStore(state.folder, as: .device) }
    let attributes = try FileManager.default.attributesOfItem(atPath: state.database.path)
    #expect((attributes[.posixPermissions] as? Int) == 0o600)
  }

  @Test("No program can overwrite or take away what is in the log", .needs(.python3))
  func appendOnly() throws {
    let state = TemporaryState()
    do { try RecordStore(state.folder, as: .device).append(words(1), written: nil) }
    for change in [
      "UPDATE record SET writer = 'editor'", "DELETE FROM record",
      "UPDATE record SET words = zeroblob(80)",
    ] {
      let failure = #expect(throws: Program.Failure.self) {
        try Python.answer(
          "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()",
          [state.database.path, change])
      }
      #expect(failure?.description.contains("append-only") == true)
    }
    #expect(try restored(state.folder) == [words(1)])
  }

  @Test(
    "A database that is not ours to use is refused in one line and left as it was",
    .needs(.python3),
    arguments: [
      ("INSERT INTO grdb_migrations VALUES ('999')", "newer vigia"),
      ("PRAGMA application_id = 1", "another program"),
    ])
  func refused(_ change: String, _ reason: String) throws {
    let state = TemporaryState()
    do { try RecordStore(state.folder, as: .device).append(words(1), written: nil) }
    _ = try Python.answer(
      "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()",
      [state.database.path, change])
    let before = try Data(contentsOf: state.database)
    let writing = #expect(throws: StateError.self) {
      _ = try RecordStore(state.folder, as: .device)
    }
    let reading = #expect(throws: StateError.self) { _ = try RecordReader(state.folder) }
    for refusal in [writing, reading] {
      #expect(refusal?.description.contains(reason) == true)
      #expect(refusal?.description.contains("vigia.sqlite") == true)
      #expect(refusal?.description.contains("\n") == false)
    }
    #expect(try Data(contentsOf: state.database) == before)
  }

  @Test("A file that is no database is refused, not overwritten")
  func garbage() throws {
    let state = TemporaryState()
    try FileManager.default.createDirectory(at: state.url, withIntermediateDirectories: true)
    let text = Data(String(repeating: "a note of the family\n", count: 100).utf8)
    try text.write(to: state.database)
    let refusal = #expect(throws: StateError.self) {
      _ = try RecordStore(state.folder, as: .editor)
    }
    #expect(refusal?.message == "is not a database; expected one of vigia")
    #expect(try Data(contentsOf: state.database) == text)
  }
}
