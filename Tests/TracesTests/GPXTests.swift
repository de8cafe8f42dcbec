import HAL
import Names
import Testing
import Traces

/// The content of a track.
struct GPXTests {
  private func only(_ children: String, creator: String = "test") throws -> TraceRecord {
    let recording = try read(gpx(point(children), creator: creator))
    try #require(recording.records.count == 1)
    return recording.records[0]
  }

  @Test("A track point of GPX 1.1 gives place, height, time and satellites")
  func fields() throws {
    let record = try only(
      "<ele>2560.5</ele><time>2015-03-21T15:04:05Z</time><sat>7</sat><hdop>1.5</hdop>")
    let time = try #require(CivilTime.parse("2015-03-21T15:04:05Z"))
    #expect(record.fix.position == Position(latitudeE7: -29_000_000, longitudeE7: -790_000_000))
    #expect(record.fix.time == FixTime(time, isDated: true))
    #expect(record.fix.mode == .threeD)
    #expect(record.fix.eph == Metres(1.5 * 19))
    #expect(record.altitude == Metres(2560.5))
    #expect(record.satellitesUsed == 7)
    #expect(record.startsSegment)
  }

  @Test("A track point of GPX 1.0 gives speed and course, too")
  func oldVersion() throws {
    let recording = try read(
      gpx(
        point("<time>2015-03-21T15:04:05Z</time><course>90.5</course><speed>1.25</speed>"),
        version: "1.0"))
    #expect(recording.records.map(\.fix.speed) == [MetresPerSecond(1.25)])
    #expect(recording.records.map(\.fix.course) == [Degrees(90.5)])
  }

  @Test(
    "A fix element decides the mode, a height does where there is none",
    arguments: [
      ("<fix>none</fix>", Fix.Mode.none), ("<fix>2d</fix>", .twoD), ("<fix>3d</fix>", .threeD),
      ("<fix>dgps</fix>", .threeD), ("<fix>pps</fix>", .threeD), ("<ele>5</ele>", .threeD),
      ("", .twoD), ("<ele>5</ele><fix>2d</fix>", .twoD), ("<fix>4d</fix>", .twoD),
    ])
  func mode(children: String, mode: Fix.Mode) throws {
    #expect(try only(children).fix.mode == mode)
  }

  @Test("Every segment of every track is read, and its first point says so")
  func segments() throws {
    let recording = try read(
      """
      <gpx version="1.1" creator="test"><trk><trkseg>\(point())\(point())</trkseg>
      <trkseg></trkseg><trkseg>\(point(latitude: "91"))\(point())</trkseg></trk>
      <trk><trkseg>\(point())</trkseg></trk></gpx>
      """)
    #expect(recording.records.map(\.startsSegment) == [true, false, true, true])
    #expect(recording.fixes == 4)
  }

  @Test("A point that is there twice is one fix; one second at two places is two")
  func repeated() throws {
    let time = "<time>2015-03-21T15:04:05Z</time>"
    let twice = try read(gpx(point(time) + point(time)))
    #expect(twice.fixes == 1)
    #expect(twice.events.count == 2)
    #expect(try read(gpx(point(time) + point(time, latitude: "-2.8"))).fixes == 2)
  }

  @Test("Waypoints and routes are no recording")
  func otherPoints() throws {
    let recording = try read(
      """
      <gpx version="1.1" creator="test"><wpt lat="1" lon="2"><time>2015-03-21T15:04:05Z</time></wpt>
      <rte><rtept lat="1" lon="2"/></rte><trk><trkseg>\(point())</trkseg></trk></gpx>
      """)
    #expect(recording.fixes == 1)
    #expect(recording.skips.total == 0)
  }

  @Test(
    "An accuracy of 68 per cent counts 1.62 times, whatever the exporter calls it",
    arguments: ["hAcc", "hacc", "accuracy", "acc", "horizontalAccuracy", "horizontal_accuracy"])
  func accuracy(name: String) throws {
    for tag in [name, "gte:\(name)", "a.b:\(name)"] {
      let record = try only("<extensions><x:y><\(tag)>10</\(tag)></x:y></extensions>")
      #expect(record.fix.eph == Metres(10 * 1.62))
    }
  }

  @Test(
    "An accuracy that is no positive number says nothing", arguments: ["-1", "0", "", "x", "1e999"])
  func noAccuracy(value: String) throws {
    #expect(try only("<extensions><hAcc>\(value)</hAcc></extensions>").fix.eph == nil)
  }

  @Test("OsmAnd writes its accuracy into the HDOP")
  func osmAnd() throws {
    #expect(try only("<hdop>4.5</hdop>", creator: "OsmAnd~ 4.6").fix.eph == Metres(4.5 * 1.62))
    #expect(try only("<hdop>4.5</hdop>", creator: "NotOsmAnd").fix.eph == Metres(4.5 * 19))
  }

  @Test("Speed, course and error are read from extensions with any prefix")
  func extensions() throws {
    let record = try only(
      """
      <hdop>1</hdop><extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>120</gpxtpx:hr>
      <gpxtpx:speed> 1.5 </gpxtpx:speed><gpxtpx:course>270</gpxtpx:course>
      </gpxtpx:TrackPointExtension><v:eph>33</v:eph></extensions>
      """)
    #expect(record.fix.speed == MetresPerSecond(1.5))
    #expect(record.fix.course == Degrees(270))
    #expect(record.fix.eph == Metres(33))
  }

  @Test("Time, height, mode, satellites and HDOP in an extension do not replace the point's own")
  func foreign() throws {
    let record = try only(
      """
      <ele>2560.5</ele><time>2015-03-21T15:04:05Z</time><fix>3d</fix><sat>7</sat><hdop>1.5</hdop>
      <extensions><g:time>2001-01-01T00:00:00Z</g:time><g:ele>1</g:ele><g:x><g:fix>none</g:fix>
      <g:sat>2</g:sat><g:hdop>9</g:hdop></g:x><g:speed>1.5</g:speed></extensions>
      """)
    #expect(record.fix.time?.wall == CivilTime.parse("2015-03-21T15:04:05Z"))
    #expect(record.altitude == Metres(2560.5))
    #expect(record.fix.mode == .threeD)
    #expect(record.satellitesUsed == 7)
    #expect(record.fix.eph == Metres(1.5 * 19))
    #expect(record.fix.speed == MetresPerSecond(1.5))
  }

  @Test(
    "Time zones are taken into account",
    arguments: [
      "2015-03-21T15:04:05Z", "2015-03-21T10:04:05-05:00", "2015-03-21T20:34:05+05:30",
      "2015-03-22T00:04:05+0900", "2015-03-21T15:04:05", "2015-03-21 15:04:05.000Z",
      "\n 2015-03-21T16:04:05+01 ",
    ])
  func zones(text: String) throws {
    let record = try only("<time>\(text)</time>")
    #expect(record.fix.time?.wall == CivilTime.parse("2015-03-21T15:04:05Z"))
  }

  @Test(
    "Blanks round a value do not change it, however many they are", arguments: [1, 44, 70, 500])
  func indented(count: Int) throws {
    let blanks = "\n" + String(repeating: " ", count: count)
    let record = try only(
      "<time>\(blanks)2015-03-21T10:04:05-05:00\(blanks)</time><ele>\(blanks)7\(blanks)</ele>")
    #expect(record.fix.time?.wall == CivilTime.parse("2015-03-21T15:04:05Z"))
    #expect(record.altitude == Metres(7))
  }

  @Test("A time with more behind it is none, however far behind")
  func longTime() throws {
    for count in [1, 44, 70] {
      let blanks = String(repeating: " ", count: count)
      let recording = try read(gpx(point("<time>2015-03-21T15:04:05\(blanks)-05:00</time>")))
      #expect(recording.skips[.malformed] == 1)
    }
  }

  @Test("A point without a time is a fix without a time")
  func timeless() throws {
    let recording = try read(gpx(point("<ele>5</ele>") + point()))
    #expect(recording.fixes == 2)
    #expect(recording.times == ["-", "-"])
    #expect(!recording.knowsWallTime)
  }

  @Test("A planned track beside a recorded one is not where the wearer was")
  func plan() throws {
    let plan = point(latitude: "-2.8") + point(latitude: "-2.7")
    let times = (5..<8).map { point("<time>2015-03-21T15:04:0\($0)Z</time>") }
    let next = "</trkseg></trk><trk><trkseg>"
    let segment = "</trkseg><trkseg>"
    for (text, planned) in [
      (plan + next + times.joined(), 2), (times.joined() + next + plan, 2),
      (plan + segment + plan + segment + times.joined(), 4),
    ] {
      let recording = try read(gpx(text))
      #expect(recording.fixes == 3)
      #expect(recording.stamps == [0, 1000, 2000])
      #expect(recording.skips.unneeded == planned)
      #expect(recording.skips.damaged == 0)
    }
    // A recorder that learns the time later has recorded all the same.
    let late = try read(gpx(plan + times.joined() + point(latitude: "-2.85") + next + plan))
    #expect(late.fixes == 6)
    #expect(late.skips.total == 2)
    // A time at which there was no position makes no plan a recording, and is not lost.
    let none = point("<time>2015-03-21T15:04:04Z</time><fix>none</fix>")
    let blind = try read(gpx(plan + none + next + times.joined()))
    #expect(blind.fixes == 3)
    #expect(blind.records.map(\.hasPosition) == [false, true, true, true])
    // A file without any time counts whole, and a replay refuses it.
    #expect(try read(gpx(plan + next + plan)).fixes == 4)
    // So it does where a power cut has ended the document.
    #expect(try read("<gpx><trk><trkseg>" + plan).fixes == 2)
  }

  @Test(
    "A point with a time or place that is none is skipped and counted",
    arguments: [
      point("<time>yesterday</time>"), point("<time></time>"),
      point("<time>2015-02-30T00:00:00Z</time>"),
      point(latitude: "x"), point(longitude: ""), "<trkpt lat=\"1\"></trkpt>",
    ])
  func malformed(text: String) throws {
    let recording = try read(gpx(text + point()))
    #expect(recording.fixes == 1)
    #expect(recording.skips[.malformed] == 1)
  }

  @Test(
    "A point that is not on Earth is skipped and counted",
    arguments: [("91", "0"), ("0", "-180.1")])
  func offEarth(latitude: String, longitude: String) throws {
    let recording = try read(gpx(point(latitude: latitude, longitude: longitude) + point()))
    #expect(recording.fixes == 1)
    #expect(recording.skips[.outOfRange] == 1)
  }
}
