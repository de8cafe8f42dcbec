import HAL
import Names
import Testing
import Traces

/// The content of one sentence of an epoch.
struct NMEASentenceTests {
  private func only(_ bodies: String...) throws -> TraceRecord {
    let recording = try read(bodies.map { sentence($0) + "\r\n" }.joined())
    try #require(recording.records.count == 1)
    return recording.records[0]
  }

  @Test("A GGA gives place, height, satellites and error")
  func gga_() throws {
    let record = try only(gga("150405.25", hdop: "1.2"))
    #expect(record.fix.position == Position(latitudeE7: -29_005_117, longitudeE7: -790_045_117))
    #expect(record.fix.mode == .threeD)
    #expect(record.altitude == Metres(2560))
    #expect(record.satellitesUsed == 9)
    #expect(record.hdop == 1.2)
    #expect(record.fix.eph == Metres(1.2 * 19))
    #expect(record.fix.time == FixTime(WallTime(milliseconds: 54_245_250), isDated: false))
  }

  @Test("An RMC gives place, date, course, and speed in metres per second")
  func rmc_() throws {
    let record = try only(rmc("150405.00"))
    #expect(record.fix.position == Position(latitudeE7: -29_005_117, longitudeE7: -790_045_117))
    #expect(record.fix.mode == .twoD)
    #expect(record.fix.course == Degrees(90))
    let speed = try #require(record.fix.speed)
    #expect(abs(speed.value - 10 * 1852.0 / 3600) < 1e-12)
    #expect(record.fix.eph == nil)
    let time = try #require(CivilTime.parse("2015-03-21T15:04:05Z"))
    #expect(record.fix.time == FixTime(time, isDated: true))
  }

  @Test(
    "A GNS counts when any constellation has a fix", arguments: ["AN", "NA", "AA", "D", "NNNA"])
  func gns(modes: String) throws {
    let record = try only("GNGNS,150405.00,0254.0307,S,07900.2707,W,\(modes),12,0.7,2560,10,,,S")
    #expect(record.hasPosition)
    #expect(record.fix.mode == .threeD)
    #expect(record.fix.eph == Metres(modes == "D" ? 3.325 : 13.3))
  }

  @Test("A receiver that states no navigation status has a fix", arguments: ["V", "", "S", "C"])
  func navigationStatus(status: String) throws {
    let record = try only("GNGNS,150405.00,0254.0307,S,07900.2707,W,AA,12,0.7,2560,10,,,\(status)")
    #expect(record.fix.position == Position(latitudeE7: -29_005_117, longitudeE7: -790_045_117))
    #expect(record.fix.mode == .threeD)
    #expect(record.fix.eph == Metres(13.3))
  }

  @Test(
    "A GNS without a fix, or unsafe, is no fix",
    arguments: [("N", "S"), ("NN", "S"), ("", "S"), ("N", "V"), ("AA", "U")])
  func voidGNS(modes: String, status: String) throws {
    let record = try only(
      "GNGNS,150405.00,0254.0307,S,07900.2707,W,\(modes),12,0.7,2560,10,,,\(status)")
    #expect(!record.hasPosition)
    #expect(record.fix.mode == .none)
  }

  @Test("A GLL gives a place")
  func gll() throws {
    let record = try only("GPGLL,0254.0307,S,07900.2707,W,150405,A,A")
    #expect(record.fix.position == Position(latitudeE7: -29_005_117, longitudeE7: -790_045_117))
    #expect(record.fix.mode == .twoD)
  }

  @Test("A void GLL is no fix", arguments: ["V,N", "V,A", "A,N", ",A"])
  func voidGLL(status: String) throws {
    #expect(try !only("GPGLL,0254.0307,S,07900.2707,W,150405,\(status)").hasPosition)
  }

  @Test(
    "A GSA gives the error of its epoch and, as in gpsd, the mode of the next",
    arguments: [(2, Fix.Mode.twoD), (3, .threeD)])
  func gsa(number: Int, mode: Fix.Mode) throws {
    let gsa = "GPGSA,A,\(number),04,05,09,,,,,,,,,,2.5,1.3,2.1"
    let recording = try read(log(rmc("150405"), gsa, rmc("150406"), gsa))
    #expect(recording.records.map(\.fix.mode) == [.twoD, mode])
    #expect(recording.records.map(\.fix.eph) == [Metres(24.7), Metres(24.7)])
  }

  @Test("A GSA that announces the loss of the fix does not take back the fix before it")
  func gsaBeforeLoss() throws {
    let recording = try read(
      log(gga("150405"), "GPGSA,A,1,,,,,,,,,,,,,99.9,99.9,99.9", gga("150406", quality: "0")))
    #expect(recording.records.map(\.hasPosition) == [true, false])
  }

  @Test("A GST gives the standard deviation of its epoch and changes no error estimate")
  func gst() throws {
    let record = try only(gga("150405"), "GPGST,150405,1.0,,,,3.0,4.0,6.0")
    #expect(record.sigma == Metres(5))
    #expect(record.fix.eph == Metres(19))
  }

  @Test("A GST of another epoch is left alone")
  func lateGST() throws {
    #expect(try only(gga("150405"), "GPGST,150404,1.0,,,,3.0,4.0,6.0").sigma == nil)
  }

  @Test("A void sentence that carries a position is not a fix")
  func void() throws {
    #expect(try !only(rmc("150405", status: "V")).hasPosition)
    #expect(try !only(gga("150405", quality: "0")).hasPosition)
  }

  @Test("A GGA with an empty quality that carries a position is not a fix")
  func emptyQuality() throws {
    #expect(try !only(gga("150405", quality: "")).hasPosition)
  }

  @Test("A GGA of a quality that does not exist is not a fix", arguments: ["10", "-1", "x"])
  func strangeQuality(quality: String) throws {
    #expect(try !only(gga("150405", quality: quality)).hasPosition)
  }

  @Test("Blanks round a field do no harm")
  func blanks() throws {
    let plain = try only(gga("150405"), rmc("150405"))
    for body in [gga("150405"), rmc("150405")] {
      let padded = body.replacing(",", with: ", ").replacing(",", with: " ,")
        .replacing("GGA ", with: "GGA").replacing("RMC ", with: "RMC")
      #expect(try only(padded).fix == only(body).fix)
    }
    let trimble = gga("150405").replacing(",1,09,", with: ", 1, 9,")
    #expect(try only(trimble, rmc("150405")).fix == plain.fix)
  }

  @Test("A fix whose place cannot be read is counted; one that has none is not")
  func unreadable() throws {
    let gga = gga("150405")
    for place in ["25x4.0307", "-0254.0307", "0260.0000"] {
      #expect(try read(log(gga.replacing("0254.0307", with: place))).skips[.malformed] == 1)
    }
    #expect(try read(log("GPGGA,150405,,,,,1,09,1.0,2560.0,M,10.0,M,,")).skips.total == 0)
    #expect(try read(log("GPGGA,150405,,N,,W,1,09,1.0,2560.0,M,10.0,M,,")).skips.total == 0)
  }

  @Test(
    "A differential GGA has a quarter of the error of any other",
    arguments: [("1", 19.0), ("2", 4.75), ("4", 19.0), ("5", 19.0), ("6", 19.0), ("9", 19.0)])
  func quality(quality: String, perHDOP: Double) throws {
    #expect(try only(gga("150405", quality: quality, hdop: "2")).fix.eph == Metres(2 * perHDOP))
  }

  @Test("A HDOP of zero or none is no error estimate", arguments: ["0.0", ""])
  func noHDOP(hdop: String) throws {
    #expect(try only(gga("150405", hdop: hdop)).fix.eph == nil)
  }

  @Test("The assumed error stands in where the log gives none")
  func assumed() throws {
    let recording = try read(
      log(rmc("150405"), gga("150406")), options: .init(assumedEph: Metres(40)))
    #expect(recording.records.map(\.fix.eph) == [Metres(40), Metres(19)])
  }

  @Test(
    "A GGA without four satellites or without a height is 2-D",
    arguments: [("03", "2560.0"), ("09", "")])
  func twoD(satellites: String, height: String) throws {
    let record = try only(
      "GPGGA,150405,0254.0307,S,07900.2707,W,1,\(satellites),1.0,\(height),M,10.0,M,,")
    #expect(record.fix.mode == .twoD)
  }

  @Test("Any talker is heard", arguments: ["GP", "GN", "GL", "GA", "GB", "BD", "GQ", "QZ", "II"])
  func talkers(talker: String) throws {
    let body = String(gga("150405").dropFirst(2))
    #expect(try only(talker + body).hasPosition)
  }

  /// A sentence of a u-blox receiver about the same place.
  private func pubx(_ time: String, _ accuracy: String) -> String {
    "PUBX,00,\(time),0254.0307,S,07900.2707,W,2570,G3,\(accuracy),4.1,0.1,0.0,0.0,,1.0,1.2,0.9,9,0,0"
  }

  @Test(
    "The accuracy that u-blox states counts before that of the HDOP, wherever it stands",
    arguments: [[0, 1, 2], [1, 0, 2], [1, 2, 0]])
  func statedAccuracy(order: [Int]) throws {
    let bodies = { (time: String, accuracy: String) in
      let all = [pubx(time, accuracy), gga(time), rmc(time)]
      return order.map { sentence(all[$0]) + "\r\n" }.joined()
    }
    let recording = try read(
      bodies("150405.00", "2.0") + bodies("150406.00", "10")
        + log(gga("150407.00"), rmc("150407.00")))
    // One standard deviation in the plane is a radius of 63 %; eph is one of 95 %.
    #expect(recording.records.map(\.fix.eph) == [Metres(3.46), Metres(17.3), Metres(19)])
    #expect(recording.skips.total == 0)
  }

  @Test("An accuracy that is none leaves that of the HDOP", arguments: ["", "0", "-3", "x"])
  func noStatedAccuracy(accuracy: String) throws {
    #expect(try only(gga("150405.00"), pubx("150405.00", accuracy)).fix.eph == Metres(19))
  }

  @Test("Another sentence of u-blox, or one of another time, states nothing")
  func otherStatement() throws {
    #expect(try only(gga("150405.00"), pubx("150404.00", "2")).fix.eph == Metres(19))
    let recording = try read(log(gga("150405.00"), "PUBX,04,150405.00,210315,1,2,3,4,5,6"))
    #expect(recording.skips[.otherKind] == 1)
    #expect(try read(log(gga("150405.00"), "PUBX,00,150405.00,1")).skips[.malformed] == 1)
  }

  @Test("A proprietary sentence that ends like a GGA is passed over")
  func proprietary() throws {
    let recording = try read(log("PXGGA" + gga("150405").dropFirst(5), gga("150406")))
    #expect(recording.fixes == 1)
    #expect(recording.skips[.otherKind] == 1)
  }

  @Test(
    "Both hemispheres, both poles and the 180th meridian are read",
    arguments: [
      ("9000.0000,N,18000.0000,E", 900_000_000, 1_800_000_000),
      ("9000.0000,S,18000.0000,W", -900_000_000, -1_800_000_000),
      ("0000.0000,N,00000.0000,W", 0, 0),
      ("0000.00001,S,00000.00001,W", -2, -2),
      ("5959.99999,N,00059.99999,E", 599_999_998, 9_999_998),
    ])
  func places(text: String, latitude: Int64, longitude: Int64) throws {
    let record = try only("GPGGA,150405,\(text),1,09,1.0,0,M,0,M,,")
    #expect(record.fix.position == Position(latitudeE7: latitude, longitudeE7: longitude))
  }

  @Test(
    "A place that is not on Earth is no fix",
    arguments: [
      "9000.0001,N,00000.0000,E", "0000.0000,N,18000.0001,E", "0000.0000,X,00000.0000,E",
      "0060.0000,N,00000.0000,E", "0000.0000,N,00000.0000,", ",,,", "abc,N,def,E",
    ])
  func nowhere(text: String) throws {
    #expect(try !only("GPGGA,150405,\(text),1,09,1.0,0,M,0,M,,").hasPosition)
  }
}
