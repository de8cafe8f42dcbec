import CLinux
import Glibc
import HAL
import Linux
import Testing

/// gpsd that hangs, or is something else.
@Suite("The receiver behind gpsd: its hanging", .serialized)
struct GPSHangTests {
  private let fix = GPSReportTests.fix(1)
  private let report = GPSReportTests.report(1)

  @Test("A daemon that hangs is asked, given up, and called again")
  func hangs() throws {
    let (watcher, daemon) = try Watcher.pair(Watcher.hasty)
    _ = daemon.heard()
    var question = ""
    try watcher.turn {
      question += daemon.heard()
      return question.contains("?VERSION;\n")
    }
    try watcher.turn { watcher.errors == [.unavailable] }
    #expect(
      watcher.lines == ["gpsd at \(daemon.address) is not there (it hangs); trying again"])
    daemon.hangUp()
    try watcher.meet(daemon)
    daemon.say(report)
    try watcher.turn { watcher.fixes == [fix] }
  }

  @Test("A daemon whose receiver is silent is asked, answers, and is kept")
  func silentReceiver() throws {
    let (watcher, daemon) = try Watcher.pair(
      .init(backOff: 10...80, silence: 30, answer: 60_000))
    _ = daemon.heard()
    for _ in 0..<5 {
      var question = ""
      try watcher.turn {
        question += daemon.heard()
        return question.contains("?VERSION;\n")
      }
      daemon.say(ScriptedGpsd.banner)
    }
    daemon.say(report)
    try watcher.turn { watcher.fixes == [fix] }
    #expect(watcher.errors.isEmpty)
    #expect(watcher.lines.isEmpty)
  }

  @Test("A daemon that answers nothing at all from the start is not there")
  func mute() throws {
    let daemon = try ScriptedGpsd()
    let watcher = try Watcher(daemon.address, Watcher.hasty)
    try watcher.turn { watcher.errors == [.unavailable] }
    #expect(watcher.lines.count == 1)
  }

  @Test("A daemon that hangs so that the kernel takes no call does not hold up the board")
  func fullBacklog() throws {
    let daemon = try ScriptedGpsd(listens: false)
    daemon.listen(backlog: 0)
    var calls: [Int32] = []
    defer { for call in calls { close(call) } }
    // Some are taken by the kernel; the rest hangs in the middle of connecting.
    for _ in 0..<4 { calls.append(clinux_gps_connect(daemon.address.host, daemon.address.port)) }
    let watcher = try Watcher(daemon.address, Watcher.hasty)
    var ticks = 0
    let other = watcher.reactor.addTimer { ticks += 1 }
    try watcher.turn {
      watcher.reactor.set(other, at: watcher.reactor.now)
      return watcher.errors == [.unavailable]
    }
    #expect(ticks > 2, "others had their turns")
    #expect(
      watcher.lines
        == ["gpsd at \(daemon.address) is not there (no answer to the call); trying again"])
  }

  @Test("Something else behind that port is left, with longer and longer waits")
  func somethingElse() throws {
    let (watcher, daemon) = try Watcher.pair()
    let noise = [UInt8](repeating: UInt8(ascii: "x"), count: 4000)
    try watcher.turn {
      daemon.say(noise[...])
      return watcher.errors.contains(.unavailable)
    }
    #expect(
      watcher.lines.last
        == "gpsd at \(daemon.address) is not there (it sends what cannot be read); trying again")
    #expect(watcher.fixes.isEmpty)
    daemon.hangUp()
    try watcher.meet(daemon)
    daemon.say(report)
    try watcher.turn { watcher.fixes == [fix] }
  }

  @Test("Other programs that the board starts do not inherit the connection")
  func closesOnExec() throws {
    let (watcher, daemon) = try Watcher.pair()
    var found = 0
    for descriptor: Int32 in 3..<1024 {
      var peer = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let status = withUnsafeMutablePointer(to: &peer) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          getpeername(descriptor, $0, &length)
        }
      }
      guard status == 0, UInt16(bigEndian: peer.sin_port) == daemon.address.port else { continue }
      found += 1
      #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
      #expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0)
    }
    #expect(found == 1)
    #expect(watcher.gps.isAvailable)
  }

  @Test("A receiver that is let go of leaves nothing behind on the reactor")
  func letGo() throws {
    let reactor = try Reactor()
    let daemon = try ScriptedGpsd()
    var gps: LinuxGPS? = LinuxGPS(reactor, address: daemon.address) { _ in }
    while !daemon.isCalled { try reactor.turn(until: reactor.now.after(milliseconds: 20)) }
    try daemon.answer()
    #expect(gps?.isAvailable == false)
    gps = nil
    #expect(try !reactor.turn(until: reactor.now.after(milliseconds: 20)))
    #expect(daemon.isLeft())
  }

  @Test("Only addresses in figures: a name could not be looked up without waiting")
  func addresses() {
    #expect(GpsdAddress("127.0.0.1")?.description == "127.0.0.1:2947")
    #expect(GpsdAddress("::1", port: 3000)?.description == "[::1]:3000")
    for wrong in ["localhost", "gpsd.example.org", "", "127.0.0", "1.2.3.4:2947"] {
      #expect(GpsdAddress(wrong) == nil)
    }
  }
}
