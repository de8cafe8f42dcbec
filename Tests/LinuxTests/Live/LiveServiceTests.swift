import Foundation
import Glibc
import TestSupport
import Testing

/// A running device as seen by the service manager, the family and a power cut.
@Suite("vigia run as a service", .serialized)
struct LiveServiceTests {
  private static let home = "{lat: -2.9005, lon: -79.0045, radius_m: 100}"

  private func until(
    _ what: String, seconds: Double = 60, _ condition: () throws -> Bool
  ) throws {
    let end = Date(timeIntervalSinceNow: seconds)
    while try !condition() {
      if Date() > end { throw LiveWalkTests.TookTooLong(what: what) }
      usleep(20_000)
    }
  }

  @Test("It says that it is ready, then that it lives, and at the end that it stops")
  func notified() throws {
    let run = try LiveRun(perimeter: LiveServiceTests.home)
    let path = run.file("notify").path
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
    func hear() -> String? {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
    try run.start(environment: ["NOTIFY_SOCKET=\(path)", "WATCHDOG_USEC=200000"])
    var said: [String] = []
    func listen() -> Bool {
      while let message = hear() { said.append(message) }
      return true
    }
    try until("READY=1 and three signs of life") {
      listen() && said.contains("READY=1") && said.count { $0 == "WATCHDOG=1" } >= 3
    }
    run.daemon?.send(SIGHUP)
    try until("the profile loaded again") {
      listen() && said.contains { $0.hasPrefix("RELOADING=1") }
        && said.count { $0 == "READY=1" } == 2
    }
    run.stop()
    #expect(listen() && said.last == "STOPPING=1")
  }

  @Test("Two devices on one state: the second is refused, and the first lives on")
  func second() throws {
    let run = try LiveRun(perimeter: LiveServiceTests.home)
    try run.start()
    try until("the device's start") { try !run.events().isEmpty }
    let second = try Daemon([
      LiveRun.binary, "run", "--profile", run.file("profile.yaml").path, "--state",
      run.file("state").path, "--sound", "null",
    ])
    second.wait()
    #expect(second.status == 2)
    #expect(run.daemon?.isRunning == true)
    run.stop()
  }

  @Test("An edit of a running device's diary is in its black box at once")
  func diary() throws {
    let run = try LiveRun(perimeter: LiveServiceTests.home)
    try run.start()
    try until("the device's start") { try !run.events().isEmpty }
    let add = try Daemon([
      LiveRun.binary, "diary", "add", "--state", run.file("state").path, "--glucose", "182mg/dL",
    ])
    add.wait()
    #expect(add.status == 0)
    try until("the event") {
      try String(contentsOfFile: run.blackBox, encoding: .utf8).contains(#""class":"EDITED""#)
    }
    run.stop()
    let list = try Daemon([
      LiveRun.binary, "diary", "list", "--state", run.file("state").path, "--format", "json",
    ])
    list.wait()
    #expect(try list.written().contains("182"))
  }

  @Test("Without a state that can be written it watches all the same")
  func noState() throws {
    let run = try LiveRun(perimeter: LiveServiceTests.home)
    try "in the way".write(to: run.file("state"), atomically: true, encoding: .utf8)
    try run.start(["--duration", "1", "--blackbox", run.file("box.jsonl").path])
    run.daemon?.wait()
    #expect(run.daemon?.status == 0)
    #expect(try run.events().contains { $0["event"] as? String == "device.started" })
  }

  @Test(
    "Killed again and again on a walk: one exit, one return, and each life's black box is kept",
    .needs(.gpsd))
  func powerCuts() throws {
    let scale = 10
    // The walk, without the long rest at home behind it.
    let log = try ReceiverLogs.nmea(ofOwn: "cuenca-1-lanyard.jsonl")
    let feeder = try LogFeeder(Array(log.prefix(log.count * 2 / 5)), scale: Double(scale))
    defer { feeder.stop() }
    let port = try LoopbackPort.free()
    let gpsd = try Daemon(["gpsd", "-N", "-n", "-S", "\(port)", feeder.source])
    let run = try LiveRun(perimeter: LiveServiceTests.home)
    let options = ["--gpsd", "127.0.0.1:\(port)", "--time-scale", "\(scale)", "--clock", "gps"]
    try until("gpsd's calling its receiver") { feeder.isHeard }
    try run.start(options)
    try until("the device's start") { try !run.events().isEmpty }
    feeder.start()
    var story: [String] = []
    var lives = 1
    // No two kills come at the same phase of a life.
    var pause: UInt32 = 3_300_000
    while !feeder.isDone {
      usleep(pause)
      pause = pause % 1_000_000 + 3_370_000
      guard !feeder.isDone else { break }
      run.daemon?.kill()
      story += LiveRun.story(try run.events())
      try run.start(options)
      try until("the start of another life") { try !run.events().isEmpty }
      lives += 1
    }
    run.stop()
    story += LiveRun.story(try run.events())
    gpsd.end()
    #expect(story.count { $0 == "perimeter.exit" } == 1, "\(story)")
    #expect(story.count { $0 == "perimeter.return" } == 1, "\(story)")
    let boxes = try FileManager.default.contentsOfDirectory(atPath: run.file("state").path)
      .filter { $0.hasPrefix("blackbox") }
    #expect(boxes.count == lives)
    let whole = try LiveRun.replay([run.file("state").path])
    let summaries = whole.named("summary")
    #expect(summaries.count == lives, "the state's folder replays as its lives")
    let last = try run.events().last?["digest"] as? String
    #expect(summaries.last?["digest"] as? String == last, "in their order")
    for box in boxes {
      let replayed = try LiveRun.replay([run.file("state/\(box)").path])
      #expect(replayed.last?["digest"] != nil, "\(box)")
    }
  }
}
