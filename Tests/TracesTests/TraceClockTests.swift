import HAL
import Names
import TestSupport
import Testing
import Traces

/// Device time in a replay, seen through the reader.
struct TraceClockTests {
  /// Track points at these seconds after 15:00.
  private func stamps(_ seconds: [Double]) throws -> [Int64] {
    try read(track(seconds)).stamps
  }

  private func track(_ seconds: [Double]) throws -> String {
    let start = try #require(CivilTime.parse("2015-03-21T15:00:00Z"))
    let points = seconds.map { second in
      let time = WallTime(milliseconds: start.milliseconds + Int64(second * 1000))
      return point("<time>\(CivilTime.text(time))</time>")
    }
    return gpx(points.joined(separator: "\n"))
  }

  @Test("A trace begins at zero and keeps its own pace")
  func pace() throws {
    #expect(try stamps([100, 101, 102.5, 200]) == [0, 1000, 2500, 100_000])
  }

  @Test("A single late line does not move the clock back")
  func late() throws {
    #expect(try stamps([100, 101, 90, 102, 103]) == [0, 1000, 1000, 2000, 3000])
  }

  @Test("An arrival time that lies centuries ahead stands still; three that agree are a new count")
  func centuriesAhead() throws {
    let lines = [0, 1000, 9_000_000_000_000_000, 2000, 9_000_000_000_000_000].map {
      "{\"class\":\"TPV\",\"at_ms\":\($0),\"mode\":1}\n"
    }
    #expect(try read(lines.joined()).stamps == [0, 1000, 1000, 2000, 2000])
  }

  @Test("Two late lines in a row do not move the clock forward either")
  func twoLate() throws {
    #expect(try stamps([100, 101, 90, 95, 102, 103]) == [0, 1000, 1000, 1000, 2000, 3000])
  }

  @Test("Late lines that come again and again between good ones never become a base")
  func interleaved() throws {
    #expect(
      try stamps([100, 101, 90, 102, 91, 103, 92, 104, 93, 105])
        == [0, 1000, 1000, 2000, 2000, 3000, 3000, 4000, 4000, 5000])
  }

  @Test("A backward step that stays consistent for three epochs becomes the new base")
  func newBase() throws {
    #expect(
      try stamps([100, 101, 50, 51, 52, 53, 63]) == [0, 1000, 1000, 1000, 3000, 4000, 14_000])
  }

  @Test("A position cached for hours and two late ones are no new base together")
  func cachedBurst() throws {
    let recording = try stamps([100, 101, 102, -72_000, 95, 98, 103, 104])
    #expect(recording == [0, 1000, 2000, 2000, 2000, 2000, 3000, 4000])
  }

  @Test("One date of 1024 weeks ago among late lines is no pause of 1024 weeks")
  func rolloverOnce() throws {
    let weeks = 1024 * 7 * 86_400.0
    #expect(
      try stamps([100, 101, 106, 102 - weeks, 103, 104, 105, 106, 107])
        == [0, 1000, 6000, 6000, 6000, 6000, 6000, 6000, 7000])
  }

  @Test("A date that stays 1024 weeks behind is a new base, also where every epoch is there twice")
  func rolloverForGood() throws {
    let weeks = 1024 * 7 * 86_400.0
    let times = [102.0, 102, 103, 103, 104, 105].map { $0 - weeks }
    #expect(
      try stamps([100, 101] + times) == [0, 1000, 1000, 1000, 1000, 1000, 3000, 4000])
  }

  @Test("Late lines that are years apart are no pause, and a copy of them has the same moments")
  func yearsBetweenLateLines() throws {
    let year = 31_557_600.0
    let times = [-35 * year, -33 * year, -30 * year, 1 - 30 * year]
    let points = try track([100, 101] + times)
    let expected: [Int64] = [0, 1000, 1000, 1000, 1000, 2000]
    #expect(try read(points).stamps == expected)
    let file = try TemporaryFile(points)
    var text = ""
    var copy = TraceCopy { text += $0 }
    try copy.copy(try TraceReader(path: file.path))
    #expect(try read(text).stamps.suffix(6) == expected[...])
  }

  private func arrivals(_ lines: [(at: Int, second: Int)]) throws -> [Int64] {
    try read(
      lines.map {
        "{\"class\":\"TPV\",\"at_ms\":\($0.at),\"mode\":3,\"lat\":1,\"lon\":1,"
          + "\"time\":\"2015-03-21T15:00:\($0.second)Z\"}\n"
      }.joined()
    ).stamps
  }

  @Test("A device that restarts counts from zero again, and time goes on")
  func restart() throws {
    #expect(
      try arrivals([(50_000, 10), (51_000, 11), (0, 12), (1000, 13), (2000, 14), (3000, 15)])
        == [50_000, 51_000, 51_000, 51_000, 53_000, 54_000])
  }

  @Test("One absurd arrival does not stop the clock for ever")
  func glitch() throws {
    let stamps = try arrivals([
      (0, 10), (900_000_000, 11), (2000, 12), (3000, 13), (4000, 14), (5000, 15),
    ])
    #expect(stamps == [0, 900_000_000, 900_000_000, 900_000_000, 900_002_000, 900_003_000])
  }

  @Test("A line without a position moves the clock by a minute at most")
  func blindLeap() throws {
    let lines = [
      tpv("15:00:00"), "{\"class\":\"TPV\",\"mode\":1,\"time\":\"2015-03-21T15:49:00Z\"}\n",
      tpv("15:00:02"),
    ]
    #expect(try read(lines.joined()).stamps == [0, 0, 2000])
  }

  private func blind(_ time: String) -> String {
    "{\"class\":\"TPV\",\"mode\":1,\"time\":\"\(time)Z\"}\n"
  }

  private func blind(_ times: [String]) -> [String] { times.map { blind("2015-03-21T" + $0) } }

  private func stamps(_ lines: [String]) throws -> [Int64] { try read(lines.joined()).stamps }

  @Test("Lines without a position measure time behind a pause, so that a lost position shows")
  func blindAfterPause() throws {
    let lines =
      [tpv("15:00:00"), tpv("15:00:01")]
      + blind(["15:01:31", "15:01:32", "15:01:33", "15:01:34"]) + [tpv("15:01:40")]
    #expect(try stamps(lines) == [0, 1000, 1000, 1000, 2000, 3000, 100_000])
    let seldom = blind(["15:01:30", "15:03:00", "15:04:30", "15:06:00"])
    #expect(try stamps([tpv("15:00:00")] + seldom) == [0, 0, 0, 90_000, 180_000])
  }

  @Test(
    "Without a position, wrong times tell how much time passes, until a position knows better",
    arguments: ["2015-03-21T20:00:", "2015-03-22T00:00:", "1980-01-06T00:00:", "2034-11-05T15:00:"])
  func wrongBlindTime(minute: String) throws {
    let lines = ["00", "01", "02", "03", "04"].map { blind(minute + $0) }
    #expect(
      try stamps([tpv("15:00:00")] + lines + [tpv("15:00:06"), tpv("15:00:07")])
        == [0, 0, 0, 1000, 2000, 3000, 6000, 7000])
  }

  @Test("A log that counts from midnight while it has no position does not jump to midnight")
  func blindSinceMidnight() throws {
    func none(_ time: String) -> String { "GPGGA,\(time),,,,,0,00,99.9,,,,,," }
    let text = log(
      gga("150405"), gga("150406"), none("000007"), none("000008"), none("000009"), none("000010"))
    #expect(try read(text).stamps == [0, 1000, 1000, 1000, 2000, 3000])
  }

  @Test("Lines without a position that disagree, repeat or alternate with positions move nothing")
  func blindNoise() throws {
    let start = tpv("15:00:00")
    let leaps = blind(["15:49:00", "18:00:00", "16:10:00", "17:20:00"])
    #expect(try stamps([start] + leaps + [tpv("15:00:03")]) == [0, 0, 0, 0, 0, 3000])
    let still = Array(repeating: blind("2015-03-21T15:10:00"), count: 4)
    #expect(try stamps([start] + still + [tpv("15:00:03")]) == [0, 0, 0, 0, 0, 3000])
    let between = (0..<4).flatMap { [tpv("15:00:0\($0)"), blind("2015-03-21T15:20:0\($0)")] }
    #expect(try stamps(between) == [0, 0, 1000, 1000, 2000, 2000, 3000, 3000])
  }

  @Test("Lines without a position that come a second time are not lived through again")
  func blindAgain() throws {
    let block = blind((1...6).map { "15:00:0\($0)" })
    #expect(
      try stamps([tpv("15:00:00")] + block + block + [tpv("15:00:07")])
        == [0, 1000, 2000, 3000, 4000, 5000, 6000, 6000, 6000, 6000, 6000, 6000, 6000, 7000])
  }

  @Test("Positions go on after lines without one that were minutes ahead")
  func blindAhead() throws {
    let lines =
      [tpv("15:00:00")] + blind(["15:20:00", "15:20:01", "15:20:02"])
      + ["15:00:03", "15:00:04", "15:00:05", "15:00:06"].map(tpv)
    #expect(
      try stamps(lines)
        == [0, 0, 0, 1000, 3000, 4000, 5000, 6000])
  }

  private func tpv(_ time: String) -> String {
    "{\"class\":\"TPV\",\"mode\":3,\"lat\":1,\"lon\":1,\"time\":\"2015-03-21T\(time)Z\"}\n"
  }

  @Test("Wall time follows the new base")
  func wallTime() throws {
    let text = gpx(
      ["05:00", "05:01", "04:00", "04:01", "04:02"]
        .map { point("<time>2015-03-21T15:\($0)Z</time>") }.joined())
    let file = try TemporaryFile(text)
    let reader = try TraceReader(path: file.path)
    var last = Instant.start
    while let item = try reader.next() { last = item.event.at }
    #expect(reader.knowsWallTime)
    #expect(reader.wallTime(at: last) == CivilTime.parse("2015-03-21T15:04:02Z"))
    #expect(reader.timesBack == 1)
  }

  @Test("A log that learns the date on its way does not jump by decades")
  func undatedThenDated() throws {
    let recording = try read(log(gga("150405"), gga("150406"), rmc("150407"), gga("150408")))
    #expect(recording.stamps == [0, 1000, 2000, 3000])
    #expect(recording.times.first == "1970-01-01T15:04:05.000Z")
    #expect(recording.times.last == "2015-03-21T15:04:08.000Z")
  }

  @Test("A log that learns the date just after midnight does not jump by a day")
  func datedAfterMidnight() throws {
    let recording = try read(
      log(gga("235958"), gga("235959"), rmc("000000", date: "220315"), gga("000001")))
    #expect(recording.stamps == [0, 1000, 2000, 3000])
  }

  @Test("The wrong clock of a cold start does not count")
  func coldStart() throws {
    let recording = try read(
      """
      {"class":"TPV","mode":1,"time":"1980-01-05T23:59:46Z"}
      {"class":"TPV","mode":1,"time":"1980-01-05T23:59:47Z"}
      {"class":"TPV","mode":1,"time":"1999-08-22T00:00:10Z"}
      {"class":"TPV","mode":3,"time":"2015-03-21T15:04:05Z","lat":1,"lon":2}
      {"class":"TPV","mode":3,"time":"2015-03-21T15:04:06Z","lat":1,"lon":2}

      """)
    #expect(recording.stamps == [0, 1000, 1000, 1000, 2000])
    #expect(recording.knowsWallTime)
  }

  @Test("A hole in the recording is time that passed")
  func hole() throws {
    #expect(try stamps([0, 1, 18_000, 18_001]) == [0, 1000, 18_000_000, 18_001_000])
  }

  @Test("A line without a time has the time of the line before it")
  func untimed() throws {
    let recording = try read(
      """
      {"class":"TPV","mode":3,"time":"2015-03-21T15:04:05Z","lat":1,"lon":2}
      {"class":"TPV","mode":3,"time":"2015-03-21T15:04:07Z","lat":1,"lon":2}
      {"class":"TPV","mode":1}
      {"class":"TPV","mode":3,"time":"2015-03-21T15:04:08Z","lat":1,"lon":2}

      """)
    #expect(recording.stamps == [0, 2000, 2000, 3000])
  }

  @Test("Arrival times that go backward stand still")
  func arrivalBackward() throws {
    let recording = try read(
      """
      {"class":"TPV","at_ms":2000,"mode":1}
      {"class":"TPV","at_ms":1000,"mode":1}
      {"class":"TPV","at_ms":3000,"mode":1}

      """)
    #expect(recording.stamps == [2000, 2000, 3000])
  }

  /// Wall time at the arrival of the last of these epochs, which arrive one second after another.
  private func wallTimeOfLast(_ times: [String]) throws -> String {
    let lines = times.enumerated().map { index, time in
      "{\"class\":\"TPV\",\"at_ms\":\(index * 1000),\"mode\":3,"
        + "\"time\":\"2015-03-21T\(time)Z\",\"lat\":1,\"lon\":2}\n"
    }
    let file = try TemporaryFile(lines.joined())
    let reader = try TraceReader(path: file.path)
    while try reader.next() != nil {}
    return CivilTime.text(
      reader.wallTime(at: Instant(milliseconds: Int64(times.count - 1) * 1000)))
  }

  @Test(
    "With lines that say when they arrived, a receiver that lags does not turn back the wall clock")
  func lag() throws {
    #expect(
      try wallTimeOfLast(["15:00:00", "15:00:01", "15:00:01", "15:00:01", "15:00:02"])
        == "2015-03-21T15:00:04.000Z")
    #expect(
      try wallTimeOfLast(["15:00:00", "15:00:01", "14:00:00", "14:30:00", "15:00:04"])
        == "2015-03-21T15:00:04.000Z")
  }

  @Test(
    "With lines that say when they arrived, a step that three epochs agree on sets the wall clock")
  func agreedStep() throws {
    #expect(
      try wallTimeOfLast(["15:00:00", "15:00:01", "14:00:02", "14:00:03", "14:00:04"])
        == "2015-03-21T14:00:04.000Z")
    #expect(
      try wallTimeOfLast(["15:00:00", "15:00:01", "16:00:02", "16:00:03", "16:00:04"])
        == "2015-03-21T16:00:04.000Z")
  }

  @Test("The wall clock comes back from a receiver that was seconds ahead, but not for late lines")
  func aheadForAWhile() throws {
    func time(_ second: Int) -> String {
      let text = String(10_000 + second / 60 * 100 + second % 60).suffix(4)
      return "15:\(text.prefix(2)):\(text.suffix(2))"
    }
    let ahead = (0..<10).map(time) + (10..<20).map { time($0 + 9) }
    #expect(try wallTimeOfLast(ahead + (20..<80).map(time)) == "2015-03-21T15:01:28.000Z")
    #expect(try wallTimeOfLast(ahead + (20..<81).map(time)) == "2015-03-21T15:01:20.000Z")
    let late = (0..<10).map(time) + (10..<100).map { time($0 % 30 == 0 ? $0 : $0 - 5) }
    #expect(try wallTimeOfLast(late) == "2015-03-21T15:01:39.000Z")
  }

  @Test("Neither a burst of old lines nor a receiver that catches up turns back the wall clock")
  func backlog() throws {
    let start = try #require(CivilTime.parse("2015-03-21T15:00:00Z"))
    func wallTimeOfLast(_ lags: [Int64], every pace: Int64) throws -> String {
      let lines = lags.enumerated().map { index, lag in
        let at = Int64(index) * pace
        let time = CivilTime.text(WallTime(milliseconds: start.milliseconds + at - lag))
        return "{\"class\":\"TPV\",\"at_ms\":\(at),\"mode\":3,\"lat\":1,\"lon\":1,"
          + "\"time\":\"\(time)\"}\n"
      }
      let file = try TemporaryFile(lines.joined())
      let reader = try TraceReader(path: file.path)
      while try reader.next() != nil {}
      return CivilTime.text(
        reader.wallTime(at: Instant(milliseconds: Int64(lags.count - 1) * pace)))
    }
    // Ten lines a second, and a backlog of six seconds.
    let burst = (0..<200).map { _ in Int64(0) } + (0..<61).map { _ in Int64(1500) }
    #expect(try wallTimeOfLast(burst, every: 100) == "2015-03-21T15:00:26.000Z")
    // Nine seconds late, and a tenth of a second less with each line.
    let slow = (0..<20).map { _ in Int64(0) } + (0..<75).map { Int64(9000 - $0 * 100) }
    #expect(try wallTimeOfLast(slow, every: 1000) == "2015-03-21T15:01:34.000Z")
  }

  @Test("A bad arrival after a time moves nothing, also where it is the first of its kind")
  func firstArrivalAfterATime() throws {
    func line(_ more: String) -> String {
      #"{"class":"TPV","mode":3,"lat":1,"lon":1,"# + more + "}\n"
    }
    let recording = try read(
      line(#""time":"2026-01-01T00:00:00Z""#) + line(#""time":"2026-01-01T00:10:00Z""#)
        + line(#""at_ms":99999999999999,"time":"2026-01-01T00:20:00Z""#))
    #expect(recording.stamps == [0, 600_000, 600_000])
  }

  @Test(
    "Times at the ends of the calendar overflow nothing",
    arguments: [["0000-01-01T00:00:00Z", "9999-12-31T23:59:60Z", "0000-01-01T00:00:01Z"]])
  func ends(times: [String]) throws {
    let recording = try read(gpx(times.map { point("<time>\($0)</time>") }.joined()))
    #expect(recording.fixes == 3)
    #expect(recording.stamps == recording.stamps.sorted())
  }
}

@Suite(.needsShared(Shared.realTraces))
struct RealTraceClockTests {
  /// Its two recordings are three days apart, which only the dates in ZDA say; the manifest's script
  /// did not read them.
  private static let threeDays = "stat_krakow_geodetic_201403.nmea"

  @Test(
    "Device time never goes backward and runs as long as the manifest says",
    arguments: RealTraces.readable)
  func duration(name: String) throws {
    let recording = try Recording(path: Shared.realTrace(name))
    #expect(recording.stamps == recording.stamps.sorted())
    #expect(recording.stamps.first == 0)
    let fixes = recording.items.filter { $0.record?.hasPosition == true }
    let first = try #require(fixes.first?.event.at)
    let last = try #require(fixes.last?.event.at)
    let listed = try #require(RealTraces.durations[name])
    let expected = name == Self.threeDays ? 3 * 86_400 + 7199 : listed
    #expect(abs((last - first).seconds - Double(expected)) < 2)
  }
}
