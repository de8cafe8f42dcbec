import HAL
import Names
import TestSupport
import Testing
import Traces

/// A date that is wrong for a line or two, in a trace that says no arrival times.
struct StrayDateTests {
  private static let day = 86_400

  /// Device time of positions at these seconds after 15:00.
  private func stamps(_ seconds: [Int], inTrack isTrack: Bool = false) throws -> [Int64] {
    let start = try #require(CivilTime.parse("2015-03-21T15:00:00Z"))
    let lines = seconds.map { second in
      let time = CivilTime.text(WallTime(milliseconds: start.milliseconds + Int64(second) * 1000))
      return isTrack
        ? point("<time>\(time)</time>")
        : #"{"class":"TPV","mode":3,"lat":1,"lon":1,"time":"\#(time)"}"# + "\n"
    }
    return try read(isTrack ? gpx(lines.joined()) : lines.joined()).stamps
  }

  @Test("A receiver that finds its date, years later, does not make the device wait years")
  func yearsAhead() throws {
    let years = 7305 * Self.day
    #expect(try stamps([0, 1, years, years + 1, years + 2]) == [0, 1000, 1000, 2000, 3000])
  }

  @Test("Years between two walks of a track are a pause of a year, and the hours of both stay")
  func yearsOfPause() throws {
    let years = 7305 * Self.day
    let year: Int64 = 365 * 86_400_000
    let walk = Array(0...9)
    for hour in [3600, -3600] {
      let later = try stamps(walk + (0...3).map { years + hour + $0 }, inTrack: true)
      // Whole days less, and the third of them that agree begins the walk.
      let begin = year + Int64(hour > 0 ? hour : hour + Self.day) * 1000
      #expect(later.prefix(10) == walk.map { Int64($0) * 1000 }[...])
      #expect(later.suffix(4) == [9000, 9000, begin + 2000, begin + 3000])
    }
  }

  @Test(
    "A date or two, years ahead in a track, move no clock, at whatever time of day",
    arguments: [0, 3600])
  func strayYears(later: Int) throws {
    let years = 7305 * Self.day + later
    for stray in [[4], [4, 5], [4, 6], [2, 5, 8, 11]] {
      let seconds = (0...12).map { stray.contains($0) ? years + $0 : $0 }
      let stamps = try stamps(seconds, inTrack: true)
      #expect(stamps.last == 12_000)
      #expect(zip(stamps, 0...).allSatisfy { $0 <= $1 * 1000 }, "\(stray) \(stamps)")
    }
  }

  @Test("A track whose receiver found its date late has no pause, and no time is lost")
  func dateFound() throws {
    let rollover = 7168 * Self.day
    for wrong in [1, 5, 9] {
      // The time of day goes on, or is another one: then nobody knows how long the first second was.
      for (other, lost) in [(0, 0), (7200, 1)] {
        let seconds = (0..<wrong).map { $0 - rollover - other } + (wrong...(wrong + 9))
        #expect(try stamps(seconds, inTrack: true).last == Int64(wrong + 9 - lost) * 1000)
      }
    }
    // Many points of 1970 are no walk.
    let old = -16_515 * Self.day - 40_000
    let seconds = (0..<40).map { old + $0 } + (0..<10)
    #expect(try stamps(seconds, inTrack: true).last == 48_000)
  }

  @Test("One date, or two, a day to a year ahead moves no clock", arguments: [1, 31, 365])
  func stray(days: Int) throws {
    let ahead = days * Self.day
    #expect(try stamps([0, 1, 2 + ahead, 3, 4]) == [0, 1000, 2000, 3000, 4000])
    #expect(try stamps([0, 1, 2 + ahead, 3 + ahead, 4]) == [0, 1000, 2000, 3000, 4000])
    // A late line, too, and one that is there twice.
    #expect(try stamps([0, 2, 1 + ahead, 3, 4]) == [0, 2000, 2000, 3000, 4000])
    let twice = [0, 1, 2 + ahead, 2 + ahead, 2 + ahead, 3]
    #expect(try stamps(twice) == [0, 1000, 2000, 2000, 2000, 3000])
    // Those that come again and again between good ones stay stray.
    let mixed = [0, 1 + ahead, 2, 3 + ahead, 4, 5 + ahead, 6]
    #expect(try stamps(mixed) == (0...6).map { $0 * 1000 })
  }

  @Test("A pause of whole days shows with the third position behind it, and no time is lost")
  func wholeDays() throws {
    let later = 3 * Self.day
    #expect(
      try stamps([0, 1, 2 + later, 3 + later, 4 + later, 5 + later])
        == [0, 1000, 2000, 3000, 259_204_000, 259_205_000])
  }

  @Test("A pause of any other length shows at once")
  func otherPause() throws {
    #expect(try stamps([0, 1, 90_000, 90_001]) == [0, 1000, 90_000_000, 90_001_000])
  }

  @Test("A position a day, always at the same time, keeps its pace from the third")
  func daily() throws {
    let stamps = try stamps((0..<6).map { $0 * Self.day + $0 })
    #expect(stamps.suffix(4) == [2, 3, 4, 5].map { Int64($0) * 86_401_000 }[...])
  }

  @Test("A trace that ends with dates ahead says so, and one that goes on does not")
  func atTheEnd() throws {
    func endsAhead(_ days: [Int]) throws -> Bool {
      let lines = days.enumerated().map { index, day in
        #"{"class":"TPV","mode":3,"lat":1,"lon":1,"time":"2015-03-\#(10 + day)T15:00:0\#(index)Z"}"#
          + "\n"
      }
      let file = try TemporaryFile(lines.joined())
      let reader = try TraceReader(path: file.path)
      while try reader.next() != nil {}
      return reader.endsAhead
    }
    #expect(try endsAhead([0, 0, 1]) && endsAhead([0, 0, 1, 1]))
    #expect(try !endsAhead([0, 0, 1, 1, 1]) && !endsAhead([0, 1, 2]) && !endsAhead([0, 1, 0]))
  }

  @Test("The dates of a track count at once: a point a day is no standstill")
  func track() throws {
    let points = (0..<3).map { point("<time>2015-03-1\($0)T09:00:00Z</time>") }
    #expect(try read(gpx(points.joined())).stamps == [0, 86_400_000, 172_800_000])
  }

  @Test("One RMC with the date of tomorrow makes no day")
  func sentence() throws {
    let recording = try read(
      log(rmc("150405"), rmc("150406", date: "220315"), rmc("150407"), rmc("150408")))
    #expect(recording.stamps == [0, 1000, 2000, 3000])
  }
}
