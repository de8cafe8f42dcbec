import Device
import Entries
import Foundation
import Glibc
import HAL
import Synchronization
import TestSupport
import Testing

@testable import Diary

/// A device that holds the state and takes edits through its socket, on a thread of its own.
private final class HoldingDevice: @unchecked Sendable {
  let folder: StateFolder
  let store: RecordStore
  let listener: Int32
  let before: @Sendable (HoldingDevice) throws -> Void
  private(set) var edited: [Record] = []
  private(set) var requests = 0
  private(set) var last: [UInt8] = []
  private let done = DispatchSemaphore(value: 0)

  init(_ folder: StateFolder, before: @escaping @Sendable (HoldingDevice) throws -> Void) throws {
    self.folder = folder
    self.before = before
    store = try RecordStore(folder, as: .device)
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = try #require(folder.socketAddress)
    unlink(folder.socket)
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    listen(listener, 4)
  }

  /// Serves one connection until it ends.
  /// - Parameter isHanging: it takes the first line, and neither serves nor answers it.
  func serve(isHanging: Bool = false) {
    Thread.detachNewThread { [self] in
      let peer = accept(listener, nil, nil)
      var received: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while case let count = read(peer, &buffer, buffer.count), count > 0 {
        received += buffer[..<count]
        guard received.last == UInt8(ascii: "\n") else { continue }
        requests += 1
        last = Array(received.dropLast())
        if isHanging { break }
        try? before(self)
        let (answer, records) = EditRequest.serve(last, store)
        edited += records
        received = []
        _ = write(peer, answer, answer.count)
      }
      close(peer)
      done.signal()
    }
  }

  func finish() {
    done.wait()
    close(listener)
  }
}

@Suite("An editor beside a running device")
struct DeviceLinkTests {
  private static let reading = DiaryEntry.reading(
    DiaryReading(
      id: EntryID(0), taken: WallTime(milliseconds: 1_426_950_000_000), result: .low,
      category: .other))

  @Test("The device writes what the editor asks for, and learns of it; nobody writes beside it")
  func edits() throws {
    let state = TemporaryState()
    let folder = state.folder
    let device = try HoldingDevice(folder) { _ in }
    device.serve()
    let written = WallTime(milliseconds: 1_426_950_100_000)
    do {
      let editor = try DiaryEditor(folder)
      let added = try editor.add(
        [(DeviceLinkTests.reading, Annotation(category: "walk", notes: "tired"))], at: written)
      #expect(added.map(\.id) == [EntryID(1)])
      let item = try #require(RecordReader(folder).book().items.first)
      #expect(item.latest.annotation.notes == "tired")
      #expect(item.latest.writer == .editor && item.latest.written == written)
      try editor.remove(item, at: written)
      #expect(throws: StateError.self) { try editor.remove(item, at: written) }
    }
    device.finish()
    #expect(device.edited.count == 2)
    #expect(device.edited.last == .diary(.readingRemoved(EntryID(1))))
    #expect(throws: StateError.self) { _ = try RecordStore(folder, as: .editor) }
  }

  @Test("Notes that are taken away through a running device are gone")
  func withoutNotes() throws {
    let state = TemporaryState()
    let folder = state.folder
    let device = try HoldingDevice(folder) { _ in }
    device.serve()
    do {
      let editor = try DiaryEditor(folder)
      let now = WallTime(milliseconds: 1_426_950_100_000)
      _ = try editor.add([(DeviceLinkTests.reading, Annotation(notes: "tired"))], at: now)
      let item = try #require(RecordReader(folder).book().items.first)
      try editor.change(item, to: item.known, Annotation(), at: now)
      #expect(try RecordReader(folder).book().items.first?.annotation == Annotation())
    }
    device.finish()
  }

  @Test("A reading that the wearer enters meanwhile makes the editor look again, and loses nothing")
  func outdated() throws {
    let state = TemporaryState()
    let folder = state.folder
    let own = Record.diary(
      .reading(
        DiaryReading(
          id: EntryID(7), taken: WallTime(milliseconds: 1_426_950_000_001), result: .high,
          category: .other)))
    let device = try HoldingDevice(folder) { device in
      if device.requests == 1 { try device.store.append(own.words, written: nil) }
    }
    device.serve()
    do {
      let editor = try DiaryEditor(folder)
      let added = try editor.add(
        [(DeviceLinkTests.reading, Annotation())], at: WallTime(milliseconds: 1))
      #expect(added.map(\.id) == [EntryID(8)], "above the number that came between")
    }
    device.finish()
    #expect(device.requests == 2)
    #expect(try RecordReader(folder).book().items.count == 2)
  }

  @Test("SAFE-2: a change whose editor has given up is not stored later, when the device goes on")
  func late() throws {
    let state = TemporaryState()
    let folder = state.folder
    let device = try HoldingDevice(folder) { _ in }
    device.serve(isHanging: true)
    let before = EditRequest.now
    do {
      let editor = try DiaryEditor(folder)
      let error = #expect(throws: StateError.self) {
        _ = try editor.add(
          [(DeviceLinkTests.reading, Annotation())], at: WallTime(milliseconds: 1))
      }
      #expect(error?.message.contains("may be stored") == true)
    }
    device.finish()
    let until = try #require(JSONDecoder().decode(EditRequest.self, from: Data(device.last)).until)
    #expect((before + 10_000...EditRequest.now + 10_000).contains(until))
    let (answer, late) = EditRequest.serve(device.last, device.store, at: until + 1)
    #expect(late.isEmpty)
    #expect(String(decoding: answer, as: UTF8.self).contains("too late"))
    #expect(try RecordReader(folder).book().items.isEmpty)
    let (_, inTime) = EditRequest.serve(device.last, device.store, at: until)
    #expect(inTime.count == 1)
    #expect(try RecordReader(folder).book().items.count == 1)
  }

  @Test("A line of an editor from before, which names no end, is served")
  func formerEditor() throws {
    let state = TemporaryState()
    let store = try RecordStore(state.folder, as: .device)
    let record = DeviceLinkTests.reading.record.words.data.base64EncodedString()
    let line = #"{"after":0,"changes":[{"record":"\#(record)"}]}"#
    let (_, edited) = EditRequest.serve(Array(line.utf8), store)
    #expect(edited.count == 1)
  }

  @Test("Lines that are no edits are refused, and change nothing")
  func hostile() throws {
    let state = TemporaryState()
    let folder = state.folder
    let store = try RecordStore(folder, as: .device)
    let record = Record.place(.outside).words.data.base64EncodedString()
    for line in [
      "", "{}", "[]", "\u{0}", #"{"after":0,"changes":[{"record":"AA=="}]}"#,
      #"{"after":0,"changes":[{"record":"\#(record)"}]}"#,
    ] {
      let (answer, edited) = EditRequest.serve(Array(line.utf8), store)
      #expect(edited.isEmpty, "\(line)")
      #expect(String(decoding: answer, as: UTF8.self).contains("refused"), "\(line)")
    }
    #expect(try RecordReader(folder).book().items.isEmpty)
  }

  /// The kernel gives the number of a closed descriptor to whoever opens next, here another thread.
  @Test("Where no device listens, a call closes its own descriptor only")
  func closesOnce() throws {
    let folder = TemporaryState().folder
    let done = DispatchSemaphore(value: 0)
    let taken = Mutex(0)
    Thread.detachNewThread {
      for _ in 0..<200_000 {
        let own = open("/dev/null", O_RDONLY | O_CLOEXEC)
        sched_yield()
        if close(own) != 0 { taken.withLock { $0 += 1 } }
      }
      done.signal()
    }
    while done.wait(timeout: .now()) == .timedOut { #expect(DeviceLink(folder) == nil) }
    #expect(taken.withLock { $0 } == 0, "the other thread's descriptor was closed")
  }

  @Test("Starts are counted, the secret stays")
  func boots() throws {
    let state = TemporaryState()
    let folder = state.folder
    for number in 1...3 {
      let life = try RecordStore(folder, as: .device).beginLife { (11, UInt64(number)) }
      #expect(life.number == UInt32(number))
      #expect(life.secret == (11, 1))
    }
  }
}
