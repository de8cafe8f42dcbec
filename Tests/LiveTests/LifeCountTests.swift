import Diary
import Foundation
import TestSupport
import Testing

@testable import Live

@Suite("The number of a life on a full disk", .serialized, .needs(.mounting))
struct LifeCountTests {
  private let disk: SmallDisk
  private let state: StateFolder
  private var box: String { state.path + "/blackbox.jsonl" }

  /// A state as a killed device leaves it, with its log, of which one life is counted.
  init() throws {
    disk = try #require(SmallDisk(megabytes: 2))
    state = StateFolder(path: disk.path + "/state")
    try FileManager.default.createDirectory(
      atPath: state.path, withIntermediateDirectories: true)
    let temporary = TemporaryFolder()
    let lived = StateFolder(path: temporary.path + "/state")
    let store = try RecordStore(lived, as: .device)
    #expect(try store.beginLife(program: "vigia 1") { (1, 2) }.number == 1)
    for name in ["", "-wal", "-shm"] {
      try FileManager.default.copyItem(atPath: lived.database + name, toPath: state.database + name)
    }
    withExtendedLifetime(store) {}
  }

  @Test("An old part of the black box gives way to it: the life is counted")
  func givesWay() throws {
    try Data(count: 400_000).write(to: URL(fileURLWithPath: state.path + "/blackbox-1-0.jsonl"))
    disk.fill()
    let life = try LiveState(
      state, program: "vigia 1", makeRoom: { BlackBox.yield(box) }, { _ in })
    #expect(life.boot == 2)
    #expect(life.error == nil)
    #expect(!FileManager.default.fileExists(atPath: state.path + "/blackbox-1-0.jsonl"))
  }

  @Test("Without anything to give up its number is above all that are counted, and it lives")
  func nothingLeft() throws {
    disk.fill()
    var asked = 0
    let life = try LiveState(
      state, program: "vigia 1",
      makeRoom: {
        asked += 1
        return false
      }, { _ in })
    #expect(life.boot >= 1 << 31)
    #expect(life.error != nil)
    #expect(asked > 0)
  }
}
