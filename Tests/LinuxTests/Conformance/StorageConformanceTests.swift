import Device
import Foundation
import GRDB
import Glibc
import HAL
import Linux
import PortContracts
import TestSupport
import Testing

@testable import Diary

/// A state on a disk from which the power can be taken.
private struct StateOnDisk: Storage {
  private let folder: TemporaryFolder
  private var store: RecordStore
  private var storage: LinuxStorage
  private var path: String

  init() throws { try self.init(TemporaryFolder()) }

  init(_ folder: TemporaryFolder) throws {
    self.folder = folder
    path = "\(folder.path)/state"
    store = try RecordStore(StateFolder(path: path), as: .device)
    storage = LinuxStorage(store)
  }

  mutating func append(_ record: RecordWords) throws(StorageError) { try storage.append(record) }
  mutating func restore(_ visit: (RecordWords) -> Void) throws(StorageError) {
    try storage.restore(visit)
  }

  private func log() throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path + "/vigia.sqlite-wal"))
  }

  /// Cuts the power. The next life finds the disk as it is at this moment, without the work of SQLite
  /// at a tidy end.
  mutating func cutPower() throws { try cutPower(log: try log()) }

  /// Cuts the power while a record is being written: only a part of its log got through.
  mutating func cutPower(writing record: RecordWords, part: Double) throws {
    let before = try log()
    try storage.append(record)
    let after = try log()
    let length = before.count + Int(Double(after.count - before.count) * part)
    try cutPower(log: after.prefix(length))
  }

  private mutating func cutPower(log: Data) throws {
    let next = path + "'"
    try FileManager.default.createDirectory(atPath: next, withIntermediateDirectories: false)
    try Data(contentsOf: URL(fileURLWithPath: path + "/vigia.sqlite"))
      .write(to: URL(fileURLWithPath: next + "/vigia.sqlite"))
    try log.write(to: URL(fileURLWithPath: next + "/vigia.sqlite-wal"))
    path = next
    store = try RecordStore(StateFolder(path: path), as: .device)
    storage = LinuxStorage(store)
  }

  func set(_ pragma: String) throws {
    try store.writeAny { try $0.execute(sql: "PRAGMA \(pragma)") }
  }
}

@Suite("Port contracts on the Linux backends: storage")
struct StorageConformanceTests {
  @Test("Appended records outlive any power cut, whole and in order")
  func survives() throws {
    var state = try StateOnDisk()
    try StorageContract.survives(&state) { try $0.cutPower() }
  }

  @Test("No record is ever half there")
  func torn() throws {
    try StorageContract.isNeverHalf(StateOnDisk.init) { state, record, part in
      try state.cutPower(writing: record, part: part)
    }
  }

  @Test("A state that is read-only refuses, keeps what it has and loses nothing")
  func readOnly() throws {
    var state = try StateOnDisk()
    try state.append(StorageContract.record(1))
    try StorageContract.refuses(&state, .readOnly) {
      try $0.set("query_only = 1")
    } repair: {
      // SQLite lets nobody write who would say so; GRDB does it behind each reading.
      _ = try StorageContract.records(&$0)
    } cutPower: {
      try $0.cutPower()
    }
  }

  @Test(
    "A full disk refuses, keeps what it has and loses nothing",
    .needs(.mounting))
  func full() throws {
    let disk = try #require(SmallDisk(megabytes: 16))
    var state = try StateOnDisk(disk.folder)
    try state.append(StorageContract.record(1))
    try StorageContract.refuses(&state, .full) { _ in
      disk.fill()
    } repair: { _ in
      disk.makeRoom()
    } cutPower: {
      disk.makeRoom()
      try $0.cutPower()
    }
  }

  @Test("While a disk is away, of the signs of life only the newest waits")
  func signsOfLife() throws {
    var state = try StateOnDisk()
    try state.set("query_only = 1")
    let alive = (1...9).map { Record.alive(WallTime(milliseconds: Int64($0))).words }
    for (i, sign) in alive.enumerated() {
      #expect(throws: StorageError.readOnly) { try state.append(sign) }
      if i == 4 {
        #expect(throws: StorageError.readOnly) { try state.append(StorageContract.record(7)) }
      }
    }
    #expect(try StorageContract.records(&state) == [StorageContract.record(7), alive[8]])
  }
}
