import HAL
import Testing
import Traces

/// JSON Lines as they come: long, nested, torn, mixed.
struct JSONLineTests {
  private let report = "{\"class\":\"TPV\",\"mode\":3,\"lat\":1,\"lon\":2}"

  @Test(
    "Strings may hold anything, and members that look like ours inside other members are not ours",
    arguments: [
      #""a":"quote \" brace } bracket ] comma ,""#, #""a":"backslash \\""#,
      #""a":"\\\"\\","b":"\"""#,
      #""a":{"lat":50,"mode":1,"class":"SKY"}"#, #""a":[[1,[2]],{"b":[{"lat":9}]},"]"]"#,
      #""a":[],"b":{},"c":"","d":null,"e":true,"f":-1.5e+3"#, #""ä":"ñ \u00e9 ☂""#,
      #""a" : { "}" : "{" } "#,
    ])
  func structure(members: String) throws {
    for line in [
      "{\(members),\"class\":\"TPV\",\"mode\":3,\"lat\":1,\"lon\":2}",
      "{\"class\":\"TPV\",\"mode\":3,\"lat\":1,\"lon\":2,\(members)}",
    ] {
      let recording = try read(line + "\n")
      #expect(
        recording.records.map(\.fix.position)
          == [Position(latitudeE7: 10_000_000, longitudeE7: 20_000_000)])
      #expect(recording.skips.total == 0)
    }
  }

  @Test("Blanks around members and lines do no harm")
  func blanks() throws {
    let recording = try read(
      "  { \"class\" :\t\"TPV\" , \"mode\" : 3 , \"lat\" : 1 , \"lon\" : 2 }  \n")
    #expect(recording.fixes == 1)
  }

  @Test(
    "A line that is no whole object is skipped and counted as malformed",
    arguments: [
      "{\"class\":\"TPV\",\"mode\":3,\"lat\":1,\"lon\":2", "{\"class\":\"TPV\"}}",
      "{\"class\":\"TPV\" \"mode\":3}",
      "{class:\"TPV\"}", "{\"class\":\"TPV\",}", "{\"class\":}", "{\"class\":\"TPV", "{\"a\":[1,2}",
      "{",
    ])
  func broken(line: String) throws {
    let recording = try read("\(report)\n\(line)\n\(report)\n")
    #expect(recording.fixes == 2)
    #expect(recording.skips[.malformed] == 1)
    #expect(!recording.endsTorn)
  }

  @Test("Classes that we do not know are skipped and counted, never an error")
  func otherClasses() throws {
    let recording = try read(
      """
      {"class":"VERSION","release":"3.22","proto_major":3}
      {"class":"DEVICES","devices":[{"class":"TPV","mode":3,"lat":1,"lon":2}]}
      {"class":"WATCH","enable":true}
      {"class":"FUTURE","lat":"not a number"}
      {"noclass":1}
      \(report)

      """)
    #expect(recording.fixes == 1)
    #expect(recording.records.count == 1)
    #expect(recording.skips[.otherKind] == 5)
  }

  @Test("A byte order mark and CRLF do no harm")
  func windows() throws {
    let recording = try read("\u{FEFF}\(report)\r\n\(report)\r\n\r\n")
    #expect(recording.fixes == 2)
    #expect(recording.skips.total == 0)
  }

  private func line(of count: Int) -> String {
    let frame = report.dropLast() + ",\"pad\":\"\"}"
    return report.dropLast() + ",\"pad\":\""
      + String(repeating: "x", count: count - frame.utf8.count) + "\"}"
  }

  @Test("A line of 10,240 characters is read", arguments: ["\n", "\r\n", ""])
  func longest(end: String) throws {
    try #require(line(of: 10_240).utf8.count == 10_240)
    let recording = try read("\(report)\n" + line(of: 10_240) + end)
    #expect(recording.fixes == 2)
    #expect(recording.skips.total == 0)
  }

  @Test(
    "A longer line is skipped and counted once, even when it is longer than any buffer",
    arguments: [10_241, 262_144, 300_000, 1_000_000])
  func tooLong(count: Int) throws {
    let recording = try read(
      "\(report)\n\(line(of: count))\n\(report)\n\(line(of: count))\n\(report)\n")
    #expect(recording.fixes == 3)
    #expect(recording.skips[.tooLong] == 2)
    #expect(recording.skips.total == 2)
  }

  @Test("A trace that was cut off anywhere inside its last line is torn and keeps the rest")
  func torn() throws {
    for count in 1..<report.utf8.count {
      let recording = try read("\(report)\n\(report)\n\(report.prefix(count))")
      #expect(recording.endsTorn, "cut after \(report.prefix(count))")
      #expect(recording.fixes == 2)
      #expect(recording.skips.total == 1)
    }
  }

  @Test("A trace that ends in padding is as torn as it is without", arguments: [1, 500, 100_000])
  func padding(count: Int) throws {
    let end = [UInt8](repeating: 0, count: count)
    for text in ["\(report)\n\(report)\n", "\(report)\n\(report)"] {
      let recording = try read(Array(text.utf8) + end)
      #expect(recording.fixes == 2)
      #expect(!recording.endsTorn)
      #expect(recording.skips.total == 0)
    }
    let recording = try read(Array("\(report)\n\(report.prefix(20))".utf8) + end)
    #expect(recording.fixes == 1)
    #expect(recording.skips.total == 1)
    #expect(recording.endsTorn)
    // More of it than the reader's buffer holds.
    let long = try read(Array("\(report)\n".utf8) + [UInt8](repeating: 0, count: 600_000))
    #expect(long.fixes == 1)
    #expect(long.skips.total == 0)
  }

  @Test("A trace whose last line is whole but has no line end is not torn")
  func whole() throws {
    let recording = try read("\(report)\n\(report)")
    #expect(recording.fixes == 2)
    #expect(!recording.endsTorn)
  }

  @Test(
    "A stamp before each report, as gpspipe -t and system logs write it, does no harm",
    arguments: [
      "1715688000: ", "1715688000.123456: ", "2024-05-14 12:00:00: ", "Tue May 14 12:00:00 2024 :",
      "May 14 12:00:00 host gpspipe[123]: ", "[12:00:00] ", "\0\0\0",
    ])
  func stamps(stamp: String) throws {
    let recording = try read("\(stamp)\(report)\n\(stamp){\"class\":\"TPV\",\"mode\":1}\n")
    #expect(recording.format == .gpsdJSON)
    #expect(recording.records.count == 2)
    #expect(recording.skips.total == 0)
  }

  @Test("Reports in a list, one a line, are read")
  func list() throws {
    for text in [
      "[\n\(report),\n\(report),\n\(report)\n]\n", "[\(report),\n \(report) , \n\(report)]\n",
    ] {
      let recording = try read(text)
      #expect(recording.fixes == 3)
      #expect(recording.skips.total == 0)
    }
  }

  @Test("In a mix of JSON and sentences only the JSON counts", arguments: [true, false])
  func mixed(sentencesFirst: Bool) throws {
    let sentences = log(gga("150405"), rmc("150405"), gga("150406"), rmc("150406"))
    let recording = try read(
      sentencesFirst ? sentences + report + "\n" : report + "\n" + sentences)
    #expect(recording.format == .gpsdJSON)
    #expect(recording.fixes == 1)
    #expect(recording.skips[.otherKind] == 4)
  }
}
