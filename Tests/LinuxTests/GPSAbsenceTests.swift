import HAL
import Linux
import Testing

/// gpsd that is absent, comes and goes.
@Suite("The receiver behind gpsd: its coming and going", .serialized)
struct GPSAbsenceTests {
  private let fix = GPSReportTests.fix(1)
  private let report = GPSReportTests.report(1)

  @Test("The device asks gpsd for reports in JSON, and for nothing else")
  func request() throws {
    let (watcher, daemon) = try Watcher.pair()
    #expect(daemon.heard() == "?WATCH={\"enable\":true,\"json\":true};\n")
    #expect(watcher.lines.isEmpty, "a start that goes well needs no word")
    #expect(watcher.errors.isEmpty)
  }

  @Test("gpsd may come after the device: its absence is told once, its return is told")
  func absentAtStart() throws {
    let daemon = try ScriptedGpsd(listens: false)
    let watcher = try Watcher(daemon.address, Watcher.hasty)
    try watcher.turn { !watcher.errors.isEmpty }
    for _ in 0..<10 { try watcher.turn() }
    #expect(watcher.errors == [.unavailable])
    #expect(
      watcher.lines == ["gpsd at \(daemon.address) is not there (Connection refused); trying again"]
    )
    daemon.listen()
    try watcher.meet(daemon)
    daemon.say(report)
    try watcher.turn { watcher.fixes == [fix] }
    #expect(watcher.lines.last == "gpsd at \(daemon.address) is back")
  }

  @Test("While gpsd is down it is tried less and less often, and nothing else wakes the board")
  func backOff() throws {
    let daemon = try ScriptedGpsd(listens: false)
    let watcher = try Watcher(daemon.address, .init(backOff: 10...400))
    let end = watcher.reactor.now.after(milliseconds: 1500)
    while try watcher.reactor.turn(until: end) {}
    // The calls come after 0, 10, 30, 70, 150, 310, 630, 1030 and 1430 ms; a slow machine tries less
    // often. Each time it is woken to call, and by the refusal.
    #expect(watcher.reactor.wakeUps <= 2 * 9 + 1)
  }

  @Test("The wait does not grow any more at its limit, and is short again after a report")
  func backOffStartsAnew() throws {
    let daemon = try ScriptedGpsd()
    let watcher = try Watcher(daemon.address, .init(backOff: 50...1_000_000))
    for count in 1...12 {
      try watcher.meet(daemon)
      daemon.say(report)
      try watcher.turn { watcher.fixes.count == count }
      daemon.hangUp()
      try watcher.turn { !watcher.gps.isAvailable }
    }
    // Twelve doublings without a report between would be minutes.
    try watcher.meet(daemon)
  }

  @Test("A daemon that accepts and closes at once, again and again, is not hammered")
  func closesAtOnce() throws {
    let daemon = try ScriptedGpsd()
    let watcher = try Watcher(daemon.address, .init(backOff: 10...400))
    let end = watcher.reactor.now.after(milliseconds: 1000)
    var calls = 0
    while watcher.reactor.now < end {
      try watcher.turn()
      guard daemon.isCalled else { continue }
      try daemon.answer()
      daemon.say(ScriptedGpsd.banner)
      daemon.hangUp()
      calls += 1
    }
    #expect(calls >= 2)
    #expect(calls <= 8)
  }

  @Test("gpsd that goes away in the middle of a line: the line is no fix, the fixes before it are")
  func peerCloses() throws {
    let (watcher, daemon) = try Watcher.pair()
    daemon.say(report)
    daemon.say(Array(GPSReportTests.report(2).utf8)[..<80])
    daemon.hangUp()
    try watcher.turn { watcher.errors == [.unavailable] }
    #expect(watcher.fixes == [fix])
    #expect(!watcher.gps.isAvailable)
    #expect(
      watcher.lines
        == ["gpsd at \(daemon.address) is not there (it closed the connection); trying again"])
    try watcher.meet(daemon)
    daemon.say(GPSReportTests.report(3))
    try watcher.turn { watcher.fixes.count == 2 }
    #expect(watcher.fixes == [fix, GPSReportTests.fix(3)])
    #expect(watcher.gps.garbled == 0)
  }

  @Test("A reader sees the fixes that came before the loss, then the loss, once")
  func order() throws {
    let (watcher, daemon) = try Watcher.pair()
    daemon.say(report + "rubbish\n")
    daemon.hangUp()
    while watcher.gps.isAvailable { try watcher.reactor.turn(until: nil) }
    #expect(try watcher.gps.read() == fix)
    #expect(throws: GPSError.unavailable) { _ = try watcher.gps.read() }
    #expect(throws: GPSError.garbled) { _ = try watcher.gps.read() }
    #expect(try watcher.gps.read() == nil)
  }

  @Test("Restarted twenty times, every report of gpsd's becomes one fix")
  func restarts() throws {
    let (watcher, daemon) = try Watcher.pair()
    for second in 0..<20 {
      daemon.say(GPSReportTests.report(second))
      daemon.hangUp()
      try watcher.turn { !watcher.gps.isAvailable }
      try watcher.meet(daemon)
    }
    #expect(watcher.fixes == (0..<20).map { GPSReportTests.fix($0) })
    #expect(watcher.errors == Array(repeating: .unavailable, count: 20))
  }

  @Test("An error model of one daemon does not count for the next")
  func forgetsSky() throws {
    let (watcher, daemon) = try Watcher.pair()
    daemon.say(#"{"class":"SKY","hdop":0.5}"# + "\n" + report)
    try watcher.turn { watcher.fixes.count == 1 }
    daemon.hangUp()
    try watcher.turn { !watcher.gps.isAvailable }
    try watcher.meet(daemon)
    daemon.say(report)
    try watcher.turn { watcher.fixes.count == 2 }
    #expect(watcher.fixes.map { $0.eph?.value } == [9.5, nil])
  }
}
