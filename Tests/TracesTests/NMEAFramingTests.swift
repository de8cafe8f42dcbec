import HAL
import Testing
import Traces

/// Sentences are found among everything else that a log holds.
struct NMEAFramingTests {
  private let good = sentence(gga("150405"))

  @Test("A sentence with a wrong checksum is skipped and counted")
  func checksum() throws {
    let spoilt = good.replacing("2560.0", with: "2561.0")
    let recording = try read("\(spoilt)\r\n\(sentence(gga("150406")))\r\n")
    #expect(recording.fixes == 1)
    #expect(recording.skips[.badChecksum] == 1)
    #expect(recording.skips.total == 1)
  }

  @Test("A sentence without a checksum is skipped and counted", arguments: ["", "*", "*4", "*XY"])
  func noChecksum(ending: String) throws {
    let recording = try read("$\(gga("150405"))\(ending)\r\n\(sentence(gga("150406")))\r\n")
    #expect(recording.fixes == 1)
    #expect(recording.skips[.noChecksum] == 1)
    #expect(!recording.endsTorn)
  }

  @Test("A checksum in small letters is a checksum")
  func smallLetters() throws {
    // One whose checksum has a letter, else the test would test nothing.
    let body = gga("150402")
    let text = sentence(body)
    let small = text.prefix(text.count - 2) + text.suffix(2).lowercased()
    try #require(small != text)
    #expect(try read("\(small)\n").fixes == 1)
  }

  @Test(
    "Lines may end in LF, CRLF or blank lines", arguments: ["\n", "\r\n", "\r\n\r\n", "\r\r\n"])
  func lineEnds(end: String) throws {
    let recording = try read(good + end + sentence(gga("150406")) + end)
    #expect(recording.fixes == 2)
    #expect(recording.skips.total == 0)
  }

  @Test(
    "A logger's prefix and what it appends after the checksum do no harm",
    arguments: ["NMEA,%,1426946645000", "2015-03-21 10:04:05 %", "[12345.678] %;ok", "%,%"])
  func prefixes(pattern: String) throws {
    #expect(try read(pattern.replacing("%", with: good) + "\n").fixes == 1)
  }

  @Test("Binary packets before, between and behind the sentences of a line do no harm")
  func binary() throws {
    // A u-blox header, dollars and line ends among the bytes, then the sentence in the same line.
    let noise: [UInt8] = [0xB5, 0x62, 0x01, 0x07, 0x00, 0x24, 0x24, 0x47, 0xFF, 0x2A, 0x0A, 0x24]
    let bytes =
      noise + Array(good.utf8) + noise + Array("\r\n".utf8) + noise
      + Array(sentence(gga("150406")).utf8) + noise
    let recording = try read(bytes)
    #expect(recording.fixes == 2)
    #expect(recording.skips[.noise] > 0)
  }

  @Test("Two sentences run together on one line are both read")
  func runTogether() throws {
    #expect(try read(good + sentence(gga("150406")) + "\n").fixes == 2)
  }

  @Test("A sentence that was interrupted by the next one does not spoil it")
  func interrupted() throws {
    let recording = try read("\(good.prefix(30))\(good)\n")
    #expect(recording.fixes == 1)
  }

  @Test("A sentence longer than gpsd takes is two sentences run together, and is skipped")
  func tooLong() throws {
    let long = sentence("GPTXT," + String(repeating: "A", count: 300))
    let recording = try read("\(long)\n\(good)\n")
    #expect(recording.fixes == 1)
  }

  @Test(
    "A sentence with too few or garbled fields is skipped and counted as malformed",
    arguments: [
      "GPRMC,150405,A", "GPGGA,150405,0254.0307", "GPGSA,A,3", "GPGNS,150405", "GPGLL,0254.0307,S",
      "GPZDA,150405", "GPGST,150405,1", "GPGGA,25xx05,0254.0307,S,07900.2707,W,1,09,1.0,0,M,0,M,,",
      "GPGGA,240000,0254.0307,S,07900.2707,W,1,09,1.0,0,M,0,M,,",
    ])
  func malformed(body: String) throws {
    let recording = try read(log(body, gga("150406")))
    #expect(recording.fixes == 1)
    #expect(recording.skips[.malformed] == 1)
  }

  @Test("A log that was cut off anywhere inside its last sentence is torn and keeps the rest")
  func torn() throws {
    let whole = log(gga("150405"), gga("150406"))
    let last = sentence(gga("150407"))
    for count in 1..<last.utf8.count {
      let recording = try read(whole + last.prefix(count))
      #expect(recording.endsTorn, "cut after \(last.prefix(count))")
      #expect(recording.fixes == 2, "cut after \(last.prefix(count))")
    }
  }

  @Test(
    "A log that ends in padding is as torn as it is without", arguments: [1, 500, 300_000, 600_000])
  func padding(count: Int) throws {
    let end = [UInt8](repeating: 0, count: count)
    for text in [good, good + "\r\n"] {
      let recording = try read(Array(text.utf8) + end)
      #expect(recording.fixes == 1)
      #expect(recording.skips.total == 0)
      #expect(!recording.endsTorn)
    }
    let cut = sentence(gga("150406")).prefix(30)
    let recording = try read(Array("\(good)\r\n\(cut)".utf8) + end)
    #expect(recording.fixes == 1)
    #expect(recording.endsTorn)
  }

  @Test("A log whose last sentence is whole is not torn, with or without a line end")
  func whole() throws {
    #expect(try !read(good).endsTorn)
    #expect(try !read(good + "\r\n").endsTorn)
    #expect(try !read(good + "\r").endsTorn)
  }

  @Test("Lines longer than the reader's buffer neither hide what follows nor tear the log")
  func endlessLine() throws {
    let noise = "x$GPGGA,1" + String(repeating: "A", count: 300_000)
    let recording = try read("\(good)\n\(noise)\n\(sentence(gga("150406")))\n")
    #expect(recording.fixes == 2)
    #expect(!recording.endsTorn)
  }
}
