import HAL
import Linux
import Testing

/// Reports of gpsd as they can arrive, and those that must not become a fix.
@Suite("The receiver behind gpsd: its reports")
struct GPSReportTests {
  static func report(_ second: Int, _ rest: String = "") -> String {
    #"{"class":"TPV","mode":3,"time":"2015-03-21T15:00:"# + (second < 10 ? "0" : "")
      + "\(second)" + #".000Z","lat":-2.900512350,"lon":-79.004512349"# + rest + "}\r\n"
  }
  static func fix(_ second: Int64) -> Fix {
    Fix(
      mode: .threeD, position: Position(latitudeE7: -29_005_124, longitudeE7: -790_045_123),
      time: FixTime(WallTime(milliseconds: 1_426_950_000_000 + second * 1000), isDated: true))
  }

  @Test("Several reports in one piece arrive at once, in order")
  func together() throws {
    let (watcher, daemon) = try Watcher.pair()
    daemon.say((0..<9).map { Self.report($0) }.joined())
    try watcher.turn { watcher.fixes.count == 9 }
    #expect(watcher.fixes == (0..<9).map { Self.fix($0) })
  }

  @Test("A report in two pieces arrives once, with its end; half of one keeps nobody busy")
  func halves() throws {
    let (watcher, daemon) = try Watcher.pair()
    let whole = Array(Self.report(7).utf8)
    daemon.say(Self.report(6))
    daemon.say(whole[..<60])
    try watcher.turn { watcher.fixes.count == 1 }
    for _ in 0..<3 { try watcher.turn() }
    let before = watcher.reactor.wakeUps
    #expect(try !watcher.reactor.turn(until: watcher.reactor.now.after(milliseconds: 100)))
    #expect(watcher.reactor.wakeUps == before + 1, "it sleeps")
    #expect(watcher.fixes.count == 1)
    daemon.say(whole[60...])
    try watcher.turn { watcher.fixes.count == 2 }
    #expect(watcher.fixes[1] == Self.fix(7))
  }

  @Test("A report without a position repeats no old one")
  func otherReports() throws {
    let (watcher, daemon) = try Watcher.pair()
    daemon.say(
      Self.report(1)
        + #"{"class":"SKY","satellites":[{"PRN":3,"el":9,"az":9,"ss":30,"used":true}]}"#
        + "\n" + #"{"class":"DEVICE","path":"/dev/ttyS0","activated":0}"# + "\n"
        + #"{"class":"ERROR","message":"TPV"}"# + "\n" + #"{"class":"NOVELTY","lat":1.0}"# + "\n"
        + "\r\n" + Self.report(2))
    try watcher.turn { watcher.fixes.count == 2 }
    #expect(watcher.fixes == [Self.fix(1), Self.fix(2)])
    #expect(watcher.errors.isEmpty)
  }

  @Test("A fix without a place says so, and does not stand at 0, 0 or where the last one was")
  func modeWithoutPlace() throws {
    let (watcher, daemon) = try Watcher.pair()
    let time = #""time":"2015-03-21T15:00:02.000Z""#
    daemon.say(
      Self.report(1) + #"{"class":"TPV","mode":3,\#(time)}"# + "\n"
        + #"{"class":"TPV","mode":2,"lat":1.5}"# + "\n" + #"{"class":"TPV","mode":1}"# + "\n"
        + #"{"class":"TPV","mode":0}"# + "\n")
    try watcher.turn { watcher.fixes.count == 5 }
    #expect(
      watcher.fixes[1...] == [
        Fix(mode: .threeD, time: Self.fix(2).time), Fix(mode: .twoD), Fix(mode: .none),
        Fix(mode: .none),
      ])
  }

  @Test(
    "A report that cannot be a fix is logged, and the next one counts",
    arguments: [
      #"{"class":"TPV","mode":3,"time":"2015-03-21T15:00:01.000Z","lat":1.5,"lon":2.5"#,
      #"{"class":"TPV","mode":3,"lat":1.5,"lon":"#, #"{"class":"TPV","mode":3,"lat":1.5 "lon""#,
      #"{"class":"TPV","mode":3,"lat":"1.5","lon":2.5}"#,
      #"{"class":"TPV","mode":3,"lat":nan,"lon":2.5}"#,
      #"{"class":"TPV","mode":3,"lat":90.1,"lon":2.5}"#,
      #"{"class":"TPV","mode":3,"lat":1.5,"lon":-180.1}"#,
      #"{"class":"TPV","mode":3,"lat":1.5,"lon":1e300}"#,
      #"{"class":"TPV","mode":4,"lat":1.5,"lon":2.5}"#,
      #"{"class":"TPV","mode":-1,"lat":1.5,"lon":2.5}"#, #"{"class":"TPV","lat":1.5,"lon":2.5}"#,
      #"{"class":"TPV","mode":3,"time":"yesterday","lat":1.5,"lon":2.5}"#,
      // libgps stops at a list that it does not know, and leaves the place out.
      #"{"class":"TPV","mode":3,"new":[1,2],"lat":1.5,"lon":2.5}"#,
      #"{"class":"TPV","mode":3,"lat":1.5,"lon":2.5}{"class":"TPV","mode":2,"lat":3,"lon":4}"#,
      // libgps would read this for ever.
      #"{:"class":"TPV","mode":3,"lat":1.5,"lon":2.5}"#,
      #"{"class":"TPV",:"class":"TPV","mode":3,"lat":1.5,"lon":2.5}"#,
      "220 mail.example.org ESMTP", "{", "}", "{}", "\u{0}", "\u{FF}",
      #"{"class":"TPV","mode":3,"lat":1.5,"lon":2.5}"# + "\u{0}",
    ])
  func rubbish(_ line: String) throws {
    let (watcher, daemon) = try Watcher.pair()
    daemon.say(Self.report(1) + line + "\n" + Self.report(2))
    try watcher.turn { watcher.fixes.count == 2 && !watcher.errors.isEmpty }
    #expect(watcher.fixes == [Self.fix(1), Self.fix(2)])
    #expect(watcher.errors == [.garbled])
    #expect(watcher.gps.isAvailable)
    #expect(watcher.gps.garbled == 1)
    #expect(watcher.lines == ["gpsd at \(daemon.address) sends what cannot be read"])
  }

  @Test("Rubbish is logged once, however much of it there is")
  func logsOnce() throws {
    let (watcher, daemon) = try Watcher.pair()
    for second in 1..<4 { daemon.say("rubbish\nmore of it\n" + Self.report(second)) }
    try watcher.turn { watcher.fixes.count == 3 }
    #expect(watcher.gps.garbled == 6)
    #expect(watcher.lines.count == 1)
  }

  @Test("A line that is too long is passed over, and the next report counts")
  func longLine() throws {
    let (watcher, daemon) = try Watcher.pair()
    let long = #"{"class":"TPV","mode":3,"pad":""# + String(repeating: "x", count: 25_000)
    daemon.say(Self.report(1) + long + #"","lat":1.5,"lon":2.5}"# + "\n" + Self.report(2))
    try watcher.turn { watcher.fixes.count == 2 }
    #expect(watcher.fixes == [Self.fix(1), Self.fix(2)])
    #expect(watcher.gps.garbled == 1)
    #expect(watcher.gps.isAvailable)
  }

  @Test("The end of a line that is too long is no report, even where it looks like one")
  func longLineEnd() throws {
    let (watcher, daemon) = try Watcher.pair()
    daemon.say(Self.report(1))
    try watcher.turn { watcher.fixes.count == 1 }
    // Twice what is kept of a line.
    daemon.say(String(repeating: "x", count: 2 * 10_241) + Self.report(2) + Self.report(3))
    try watcher.turn { watcher.fixes.count >= 2 }
    #expect(watcher.fixes == [Self.fix(1), Self.fix(3)])
    #expect(watcher.gps.garbled == 1)
  }

  @Test("A report of gpsd's greatest length is read", arguments: [10_239, 10_240])
  func longestLine(length: Int) throws {
    let (watcher, daemon) = try Watcher.pair()
    let plain = Self.report(1, #","pad":""""#)
    let pad = String(repeating: "x", count: length - (plain.utf8.count - 2))
    daemon.say(Self.report(1, #","pad":"\#(pad)""#).replacing("\r", with: "") + Self.report(2))
    try watcher.turn { watcher.fixes.count == 2 }
    #expect(watcher.gps.garbled == 0)
  }

  @Test("When nobody reads, the newest fixes are kept")
  func overflow() throws {
    let (watcher, daemon) = try Watcher.pair()
    daemon.say((0..<2000).map { #"{"class":"TPV","mode":2,"eph":\#($0)}"# + "\n" }.joined())
    daemon.say(#"{"class":"TPV","mode":1}"# + "\nrubbish\n")
    while watcher.gps.garbled == 0 { try watcher.reactor.turn(until: nil) }
    let lost = watcher.gps.overflowed
    #expect(lost > 1000)
    watcher.read()
    #expect(watcher.fixes.dropLast().map { $0.eph?.value } == (lost..<2000).map { Double($0) })
    #expect(watcher.fixes.last == Fix(mode: .none))
  }

  @Test("A second receiver without a fix takes nothing from the first, nor does its dilution")
  func secondReceiver() throws {
    let (watcher, daemon) = try Watcher.pair()
    func tpv(_ device: String, mode: Int) -> String {
      #"{"class":"TPV","device":"\#(device)","mode":\#(mode)}"# + "\n"
    }
    func sky(_ device: String, _ hdop: Double) -> String {
      #"{"class":"SKY","device":"\#(device)","hdop":\#(hdop)}"# + "\n"
    }
    daemon.say(
      sky("/dev/ttyACM0", 1) + tpv("/dev/ttyACM0", mode: 3) + sky("/dev/ttyUSB1", 9)
        + tpv("/dev/ttyUSB1", mode: 1) + tpv("/dev/ttyACM0", mode: 3)
        + tpv("/dev/ttyACM0", mode: 1) + tpv("/dev/ttyUSB1", mode: 1))
    try watcher.turn { watcher.fixes.count == 4 }
    #expect(watcher.fixes.map(\.mode) == [.threeD, .threeD, .none, .none])
    #expect(watcher.fixes.map { $0.eph?.value } == [19, 19, nil, nil])
  }

  @Test("eph is gpsd's, else of its two axes, else of the last HDOP, else unknown")
  func horizontalError() throws {
    let (watcher, daemon) = try Watcher.pair()
    func tpv(_ rest: String, mode: Int = 3) -> String {
      #"{"class":"TPV","mode":\#(mode)\#(rest)}"# + "\n"
    }
    daemon.say(
      tpv("") + tpv(#","epx":3,"epy":4"#) + #"{"class":"SKY","hdop":1.5}"# + "\n" + tpv("")
        + #"{"class":"SKY","satellites":[]}"# + "\n" + tpv("") + tpv(#","eph":12.345"#)
        + tpv("", mode: 1))
    try watcher.turn { watcher.fixes.count == 6 }
    #expect(watcher.fixes.map { $0.eph?.value } == [nil, 5, 28.5, 28.5, 12.345, nil])
  }
}
