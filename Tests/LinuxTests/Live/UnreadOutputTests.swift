import CLinux
import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Standard error that nobody reads does not stop the device", .serialized)
struct UnreadOutputTests {
  private static let home = "{lat: -2.9005, lon: -79.0045, radius_m: 150}"

  /// `vigia run` with these streams; it says 100 KB about its sound card.
  private func start(
    _ run: LiveRun, output: FileHandle, errors: FileHandle
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: LiveRun.binary)
    process.arguments = [
      "run", "--profile", run.file("profile.yaml").path, "--state", run.file("state").path,
      "--format", "json", "--gpsd", "127.0.0.1:1",
      "--sound", "plughw:CARD=" + String(repeating: "x", count: 100_000),
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try Program.withoutBlockedSignals { try process.run() }
    return process
  }

  private func until(_ what: String, _ condition: () throws -> Bool) throws {
    let end = Date(timeIntervalSinceNow: 120)
    while try !condition() {
      if Date() > end { throw LiveWalkTests.TookTooLong(what: what) }
      usleep(20_000)
    }
  }

  /// It starts, and ends when it is told to.
  private func lives(_ run: LiveRun, _ process: Process) throws {
    defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    let box = run.file("state/blackbox.jsonl").path
    try until("the start") {
      (try? String(contentsOfFile: box, encoding: .utf8))?.contains("CONFIG") == true
    }
    kill(process.processIdentifier, SIGTERM)
    try until("the end") { !process.isRunning }
    #expect(process.terminationStatus == 0)
  }

  private func fill(_ descriptor: Int32) {
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    let block = [UInt8](repeating: 0x2E, count: 4096)
    while write(descriptor, block, block.count) > 0 {}
    while write(descriptor, block, 1) > 0 {}
    _ = fcntl(descriptor, F_SETFL, flags)
  }

  private func drain(_ descriptor: Int32) -> String {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      text += buffer[..<count]
    }
    return String(decoding: text, as: UTF8.self)
  }

  @Test("A pipe that nobody reads, with and without room", arguments: [false, true])
  func pipe(isFull: Bool) throws {
    let run = try LiveRun(perimeter: Self.home)
    let pipe = Pipe()
    if isFull { fill(pipe.fileHandleForWriting.fileDescriptor) }
    try lives(
      run, try start(run, output: .nullDevice, errors: pipe.fileHandleForWriting))
    let said = drain(pipe.fileHandleForReading.fileDescriptor)
    #expect(isFull || said.contains("xxx (cut)\n"))
    #expect(said.split(separator: "\n").allSatisfy { isFull || $0.utf8.count < 2100 })
  }

  @Test("Standard output is a full pipe as well")
  func both() throws {
    let run = try LiveRun(perimeter: Self.home)
    let pipe = Pipe()
    fill(pipe.fileHandleForWriting.fileDescriptor)
    try lives(
      run,
      try start(run, output: pipe.fileHandleForWriting, errors: pipe.fileHandleForWriting))
  }

  @Test("A pipe whose reader is gone, and a socket that is full")
  func gone() throws {
    let run = try LiveRun(perimeter: Self.home)
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    try lives(run, try start(run, output: .nullDevice, errors: pipe.fileHandleForWriting))
    let another = try LiveRun(perimeter: Self.home)
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    fill(ends[0])
    try lives(
      another,
      try start(another, output: .nullDevice, errors: FileHandle(fileDescriptor: ends[0])))
  }

  @Test("A terminal that was stopped with Control-S")
  func stopped() throws {
    let run = try LiveRun(perimeter: Self.home)
    var (master, slave): (Int32, Int32) = (0, 0)
    try #require(openpty(&master, &slave, nil, nil, nil) == 0)
    defer {
      close(master)
      close(slave)
    }
    try #require(tcflow(slave, TCOOFF) == 0)
    // A service on a console: at a terminal, this profile would do, but nobody sits there.
    try lives(
      run, try start(run, output: .nullDevice, errors: FileHandle(fileDescriptor: slave)))
  }

  @Test("Lines that could not be written are counted, and the count is written once there is room")
  func counted() throws {
    let run = try LiveRun(perimeter: Self.home)
    let pipe = Pipe()
    fill(pipe.fileHandleForWriting.fileDescriptor)
    let process = try start(run, output: .nullDevice, errors: pipe.fileHandleForWriting)
    defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    try until("the start") {
      (try? String(contentsOf: run.file("state/blackbox.jsonl"), encoding: .utf8))?
        .contains("CONFIG") == true
    }
    _ = drain(pipe.fileHandleForReading.fileDescriptor)
    try "perimeter: none".write(to: run.file("profile.yaml"), atomically: true, encoding: .utf8)
    kill(process.processIdentifier, SIGHUP)
    var said = ""
    try until("the confession") {
      said += drain(pipe.fileHandleForReading.fileDescriptor)
      return said.contains("lines could not be written here\n") && said.contains("profile.yaml")
    }
    kill(process.processIdentifier, SIGTERM)
    try until("the end") { !process.isRunning }
  }
}
