import HAL
import Names
import Testing
import Traces

/// The content of one TPV report.
struct GpsdReportTests {
  private func only(_ lines: String...) throws -> TraceRecord {
    let recording = try read(lines.map { $0 + "\n" }.joined())
    try #require(recording.records.count == 1)
    #expect(recording.skips.total == 0)
    return recording.records[0]
  }

  @Test("A TPV gives place, time, height, error, speed and course")
  func fields() throws {
    let record = try only(
      """
      {"class":"TPV","device":"/dev/ttyS0","mode":3,"time":"2015-03-21T15:04:05.250Z",\
      "lat":-2.900511667,"lon":-79.004511667,"altHAE":2570.0,"altMSL":2560.5,"alt":2560.0,\
      "eph":12.35,"speed":1.25,"track":271.5,"climb":0.1}
      """)
    let time = try #require(CivilTime.parse("2015-03-21T15:04:05.250Z"))
    #expect(
      record.fix
        == Fix(
          mode: .threeD, position: Position(latitudeE7: -29_005_117, longitudeE7: -790_045_117),
          time: FixTime(time, isDated: true), eph: Metres(12.35), speed: MetresPerSecond(1.25),
          course: Degrees(271.5)))
    #expect(record.altitude == Metres(2560.5))
  }

  @Test("A receiver without a fix says nothing of the one that has one")
  func secondReceiver() throws {
    let good = #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"lat":1,"lon":2}"# + "\n"
    let lost = #"{"class":"TPV","device":"/dev/ttyACM0","mode":1}"# + "\n"
    let other = #"{"class":"TPV","device":"/dev/ttyUSB1","mode":1}"# + "\n"
    let nameless = #"{"class":"TPV","mode":1}"# + "\n"
    func modes(_ text: String) throws -> [Fix.Mode] { try read(text).records.map(\.fix.mode) }
    #expect(try modes(other + good + other + other + good) == [.none, .threeD, .threeD])
    #expect(try read(good + other).skips[.otherKind] == 1)
    #expect(try modes(good + lost + other) == [.threeD, .none, .none])
    #expect(try modes(good + nameless) == [.threeD, .none])
    // The one with the fix was pulled out.
    let many = String(repeating: other, count: Receivers.patience + 2)
    #expect(try modes(good + many) == [.threeD, .none, .none])
  }

  @Test("The dilution of one receiver is not that of another")
  func secondSky() throws {
    func tpv(_ device: String) -> String {
      #"{"class":"TPV","device":"\#(device)","mode":3,"lat":1,"lon":2}"# + "\n"
    }
    func sky(_ device: String, _ hdop: Double) -> String {
      #"{"class":"SKY","device":"\#(device)","hdop":\#(hdop)}"# + "\n"
    }
    let recording = try read(
      sky("a", 1) + sky("b", 9) + tpv("a") + tpv("b") + tpv("c") + #"{"class":"SKY","hdop":2}"#
        + "\n" + tpv("a"))
    #expect(recording.records.map { $0.fix.eph?.value } == [19, 171, nil, 38])
  }

  @Test("Axes of an error beyond all numbers are as good as none")
  func hugeAxes() throws {
    let record = try only(#"{"class":"TPV","mode":2,"lat":1,"lon":2,"epx":1e200,"epy":1}"#)
    #expect(record.fix.eph == nil)
  }

  @Test(
    "Modes 0 and 1 are no fix, 2 and 3 are",
    arguments: [(0, Fix.Mode.none), (1, .none), (2, .twoD), (3, .threeD)])
  func modes(number: Int, mode: Fix.Mode) throws {
    let record = try only("{\"class\":\"TPV\",\"mode\":\(number),\"lat\":1,\"lon\":2}")
    #expect(record.fix.mode == mode)
    #expect(record.hasPosition == (number >= 2))
  }

  @Test(
    "A TPV of mode 3 without coordinates is an epoch without a position",
    arguments: ["", ",\"lat\":1", ",\"lon\":1"])
  func withoutPlace(members: String) throws {
    let recording = try read("{\"class\":\"TPV\",\"mode\":3\(members)}\n")
    #expect(recording.records.map(\.fix.position) == [nil])
    #expect(recording.records.map(\.fix.mode) == [.threeD])
    #expect(recording.fixes == 0)
    #expect(recording.skips.total == 0)
  }

  @Test(
    "A TPV with a coordinate, mode or time that is none is skipped and counted as malformed",
    arguments: [
      "\"mode\":3,\"lat\":NaN,\"lon\":2", "\"mode\":3,\"lat\":1,\"lon\":1e400",
      "\"mode\":3,\"lat\":-1e400,\"lon\":2", "\"mode\":3,\"lat\":Infinity,\"lon\":2",
      "\"mode\":3,\"lat\":null,\"lon\":2", "\"mode\":3,\"lat\":\"1\",\"lon\":2",
      "\"mode\":4,\"lat\":1,\"lon\":2", "\"mode\":-1,\"lat\":1,\"lon\":2",
      "\"mode\":2.5,\"lat\":1,\"lon\":2", "\"mode\":\"3\",\"lat\":1,\"lon\":2",
      "\"lat\":1,\"lon\":2",
      "\"mode\":3,\"lat\":1,\"lon\":2,\"time\":\"yesterday\"",
      "\"mode\":3,\"lat\":1,\"lon\":2,\"at_ms\":-5", "\"mode\":3,\"lat\":1,\"lon\":2,\"at_ms\":1.5",
    ])
  func malformed(members: String) throws {
    let recording = try read("{\"class\":\"TPV\",\(members)}\n{\"class\":\"TPV\",\"mode\":1}\n")
    #expect(recording.records.count == 1)
    #expect(recording.skips[.malformed] == 1)
    #expect(recording.skips.total == 1)
    #expect(!recording.endsTorn)
  }

  @Test(
    "A TPV whose coordinates are not on Earth is skipped and counted apart",
    arguments: ["\"lat\":91,\"lon\":2", "\"lat\":-90.0000001,\"lon\":2", "\"lat\":1,\"lon\":180.1"])
  func offEarth(members: String) throws {
    let recording = try read("{\"class\":\"TPV\",\"mode\":3,\(members)}\n")
    #expect(recording.records.isEmpty)
    #expect(recording.skips[.outOfRange] == 1)
  }

  @Test(
    "The ends of the range, and any way of writing a number, are places",
    arguments: [
      ("90", "180", 900_000_000, 1_800_000_000), ("-90.0", "-180", -900_000_000, -1_800_000_000),
      ("0.00000005", "-0.00000005", 1, -1), ("1e1", "-2.5E-1", 100_000_000, -2_500_000),
      ("12.3456789012345678901234", "+0.5", 123_456_789, 5_000_000),
    ])
  func numbers(latitude: String, longitude: String, north: Int64, east: Int64) throws {
    let record = try only("{\"class\":\"TPV\",\"mode\":2,\"lat\":\(latitude),\"lon\":\(longitude)}")
    #expect(record.fix.position == Position(latitudeE7: north, longitudeE7: east))
  }

  @Test(
    "An error, speed or course that is no finite number is as good as absent",
    arguments: ["NaN", "1e400", "null", "\"5\"", "true"])
  func nonsense(value: String) throws {
    let record = try only(
      "{\"class\":\"TPV\",\"mode\":3,\"lat\":1,\"lon\":2,\"eph\":\(value),\"speed\":\(value),"
        + "\"track\":\(value),\"altMSL\":\(value)}")
    #expect(record.fix == Fix(mode: .threeD, position: record.fix.position))
    #expect(record.altitude == nil)
  }

  @Test("With errors of the two axes only, the error is their length")
  func axes() throws {
    let record = try only("{\"class\":\"TPV\",\"mode\":3,\"lat\":1,\"lon\":2,\"epx\":3,\"epy\":4}")
    #expect(record.fix.eph == Metres(5))
  }

  @Test("A fix without an error takes the HDOP of the sky report before it")
  func sky() throws {
    let record = try only(
      "{\"class\":\"SKY\",\"hdop\":1.5,\"uSat\":7,\"satellites\":[{\"PRN\":1,\"hdop\":9}]}",
      "{\"class\":\"TPV\",\"mode\":3,\"lat\":1,\"lon\":2}")
    #expect(record.fix.eph == Metres(1.5 * 19))
    #expect(record.satellitesUsed == 7)
    let own = try only(
      "{\"class\":\"SKY\",\"hdop\":1.5}",
      "{\"class\":\"TPV\",\"mode\":3,\"lat\":1,\"lon\":2,\"eph\":8}")
    #expect(own.fix.eph == Metres(8))
  }

  @Test("An epoch without a fix takes no error from the sky")
  func skyWithoutFix() throws {
    let record = try only("{\"class\":\"SKY\",\"hdop\":1.5}", "{\"class\":\"TPV\",\"mode\":1}")
    #expect(record.fix.eph == nil)
  }

  @Test("Arrival times drive the device's clock")
  func arrival() throws {
    let recording = try read(
      """
      {"class":"TPV","at_ms":5000,"mode":3,"time":"2015-03-21T15:04:05Z","lat":1,"lon":2}
      {"class":"TPV","at_ms":9000,"mode":3,"time":"2015-03-21T15:04:06Z","lat":1,"lon":2}
      {"class":"TPV","at_ms":9500,"mode":1}

      """)
    #expect(recording.stamps == [5000, 9000, 9500])
  }

  @Test("A report that repeats the epoch before it is no new fix")
  func repeated() throws {
    let report =
      "{\"class\":\"TPV\",\"mode\":3,\"time\":\"2015-03-21T15:04:05Z\",\"lat\":1,\"lon\":2}\n"
    let other = report.replacing("05Z", with: "06Z")
    #expect(try read(report + report + other + other).fixes == 2)
    #expect(try read(report + report.replacing("\"lon\":2", with: "\"lon\":3")).fixes == 2)
    // Nothing tells a repeated report without a time from a wearer who stands still.
    let untimed = "{\"class\":\"TPV\",\"mode\":3,\"lat\":1,\"lon\":2}\n"
    #expect(try read(untimed + untimed).fixes == 2)
  }

  @Test("The seconds since 1970 of an old gpsd are a time")
  func oldTime() throws {
    let record = try only(
      "{\"class\":\"TPV\",\"mode\":3,\"time\":1426950245.25,\"lat\":1,\"lon\":2}")
    #expect(record.fix.time?.wall == CivilTime.parse("2015-03-21T15:04:05.250Z"))
  }
}
