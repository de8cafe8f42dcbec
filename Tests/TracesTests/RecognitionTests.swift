import TestSupport
import Testing
import Traces

/// The kind of a file, told by its content; and the message to a person who brings the wrong one.
struct RecognitionTests {
  private func refusal(of path: String) throws -> TraceError {
    let error = try #require(throws: TraceError.self) { try Recording(path: path) }
    #expect(error.description.hasPrefix("\(path): "), "\(error)")
    return error
  }

  private func expectRefusal(_ bytes: [UInt8], saying words: String...) throws {
    let file = try TemporaryFile(bytes)
    let error = try refusal(of: file.path)
    for word in words { #expect(error.message.contains(word), "\(error)") }
  }

  private func expectRefusal(_ text: String, saying words: String) throws {
    try expectRefusal(Array(text.utf8), saying: words, "expected", "NMEA", "GPX", "gpsd")
  }

  @Test("The format is told by content, not by name")
  func formats() throws {
    #expect(try read(log(gga("150405"))).format == .nmea)
    #expect(try read("{\"class\":\"TPV\",\"mode\":1}\n").format == .gpsdJSON)
    #expect(try read(gpx(point())).format == .gpx)
  }

  @Test("Output of gpspipe -r is NMEA: gpsd's banner holds no epoch")
  func banner() throws {
    let banner = "{\"class\":\"VERSION\",\"release\":\"3.22\"}\n{\"class\":\"WATCH\"}\n"
    let recording = try read(banner + log(gga("150405"), gga("150406")))
    #expect(recording.format == .nmea)
    #expect(recording.fixes == 2)
    #expect(try read(banner).format == .gpsdJSON)
  }

  @Test("Output of gpspipe -r is NMEA also where the receiver sends no checksums")
  func bareBanner() throws {
    let banner = "{\"class\":\"VERSION\",\"release\":\"3.22\"}\n{\"class\":\"WATCH\"}\n"
    let bare = "$\(gga("150405"))\n$\(gga("150406"))\n"
    let recording = try read(banner + bare)
    #expect(recording.format == .nmea)
    #expect(recording.fixes == 2)
    #expect(try read(banner + bare + "{\"class\":\"TPV\",\"mode\":1}\n").format == .gpsdJSON)
  }

  @Test("Sentences beside reports of the sky are NMEA: those hold no position")
  func sky() throws {
    let sky = "{\"class\":\"SKY\",\"hdop\":1.5}\n"
    let walk = log(gga("150405"), gga("150406"))
    for text in [sky + walk, walk + sky, sky + walk + sky + log(gga("150407"))] {
      let recording = try read(text)
      #expect(recording.format == .nmea)
      #expect(recording.fixes == (text.contains("150407") ? 3 : 2))
    }
    let report = "{\"class\":\"TPV\",\"mode\":1}\n"
    #expect(try read(sky + walk + report).format == .gpsdJSON)
    #expect(try read(sky).format == .gpsdJSON)
    #expect(try read(sky + report).format == .gpsdJSON)
  }

  @Test("An empty file is refused as empty", arguments: ["", "\n\n", " \t\r\n", "\u{FEFF}"])
  func empty(text: String) throws { try expectRefusal(text, saying: "empty") }

  @Test("A directory is refused as one")
  func directory() throws {
    let file = try TemporaryFile()
    let folder = file.url.deletingLastPathComponent().path
    #expect(try refusal(of: folder).message.contains("directory"))
  }

  @Test("A file that is not there is refused with the system's reason")
  func missing() throws {
    let file = try TemporaryFile()
    #expect(
      try refusal(of: file.path + ".missing").message.contains("cannot be opened: No such file"))
  }

  @Test("A binary file is refused as one")
  func binary() throws {
    try expectRefusal(
      [0x7F, 0x45, 0x4C, 0x46] + (0..<2000).map { UInt8(truncatingIfNeeded: $0 &* 37) },
      saying: "binary", "expected", "NMEA", "GPX", "gpsd")
  }

  @Test("Four bytes of a binary file do not make it text in UTF-16")
  func notWide() throws {
    try expectRefusal([1, 0, 0, 5] + (0..<1024).map { UInt8($0 % 256) }, saying: "is binary")
  }

  @Test("Amounts of money are no sentences of a receiver")
  func prices() throws {
    let file = try TemporaryFile("$100.0,apples\n$250.0,pears\n$999.9,plums\n")
    _ = try refusal(of: file.path)
  }

  @Test("A compressed file is refused with what to do")
  func gzip() throws {
    try expectRefusal([0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00], saying: "gzip", "unpack")
  }

  @Test(
    "Text of another kind is refused",
    arguments: [
      "Dear diary,\n", "lat,lon\n1,2\n", "$ ls\n", "[1,2]\n",
      "A report: {\"class\":\"TPV\",\"mode\":1}\n", "3. `{\"class\":\"TPV\",\"mode\":1}\n",
      "7: {\"type\":\"x\",\"class\":\"TPV\"}\n",
    ])
  func text(text: String) throws { try expectRefusal(text, saying: "another kind") }

  @Test(
    "JSON without a class of gpsd is refused as JSON",
    arguments: [
      "{\"lat\":1,\"lon\":2}\n", "{\n  \"type\": \"FeatureCollection\"\n}\n",
      "{\"class\":\"tpv\"}\n",
    ])
  func json(text: String) throws { try expectRefusal(text, saying: "is JSON") }

  @Test("Valid sentences of a maker's own are not called damaged")
  func proprietary() throws {
    let own = log("PMTK011,MTKGPS", "PMTK010,001")
    let message = "2 NMEA sentences of a maker's own, but no valid one with a position"
    try expectRefusal(own, saying: message)
    try expectRefusal(log("PMTK010,001"), saying: "1 NMEA sentence of a maker's own, but no valid")
    // Damaged ones beside them are what somebody can mend.
    try expectRefusal(
      own + "$\(gga("150405"))\n",
      saying: "3 NMEA sentences, but none but 2 of a maker's own with a valid checksum")
    #expect(try read(own + log(gga("150405"))).format == .nmea)
  }

  @Test("Sentences without a valid checksum are refused with their number")
  func withoutChecksum() throws {
    let bare = "$\(gga("150405"))\n"
    try expectRefusal(bare, saying: "1 NMEA sentence, but none with a valid checksum")
    // One of them has lost its checksum, so the other has, too.
    try expectRefusal(
      bare + bare + "$\(gga("150406"))*\n",
      saying: "3 NMEA sentences, but none with a valid checksum")
    try expectRefusal(
      "cd $HOME\nls $HOME\n", saying: "2 NMEA sentences, but none with a valid checksum")
    try expectRefusal("$GPTXT,1*00\n", saying: "1 NMEA sentence")
  }

  @Test(
    "A GeoLife log is refused as text of another kind",
    .needsShared(Shared.realTraces))
  func geoLife() throws {
    let path = Shared.realTrace("day_beijing_geolife005_20081027.plt")
    #expect(try refusal(of: path).message.contains("another kind"))
  }
}
