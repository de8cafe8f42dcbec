import HAL
import TestSupport
import Testing
import Traces

/// GPX as XML: encodings, syntax and malice.
struct XMLTests {
  @Test("CDATA, comments, processing instructions and character references do no harm")
  func syntax() throws {
    let recording = try read(
      gpx(
        """
        <!-- <trkpt lat="1" lon="2"/> --><?x y?>
        <trkpt lon='&#45;79.0' lat = " -2.9 " ><time><![CDATA[2015-03-21T]]>15:04<!-- : -->:05Z</time
        ><cmt><![CDATA[<trkpt lat="1" lon="2"></trkpt> & ]]></cmt><ele>2&#x35;60</ele></trkpt>
        <trkpt lat="1" lon="2"/>
        """))
    #expect(recording.fixes == 2)
    #expect(
      recording.records[0].fix.position
        == Position(latitudeE7: -29_000_000, longitudeE7: -790_000_000))
    #expect(recording.times == ["2015-03-21T15:04:05.000Z", "-"])
    #expect(recording.records[0].altitude == Metres(2560))
  }

  @Test("A prefix before every name does no harm")
  func prefixed() throws {
    let recording = try read(
      "<g:gpx xmlns:g=\"http://www.topografix.com/GPX/1/1\"><g:trk><g:trkseg><g:trkpt lat=\"1\" lon=\"2\">"
        + "<g:ele>7</g:ele></g:trkpt></g:trkseg></g:trk></g:gpx>")
    #expect(recording.records.map(\.altitude) == [Metres(7)])
  }

  @Test("A file in UTF-16 is read, in either byte order", arguments: [true, false])
  func utf16(bigEndian: Bool) throws {
    let text =
      "\u{FEFF}" + gpx(point("<name>Año ☂</name><ele>7</ele>")).replacing("UTF-8", with: "UTF-16")
    let bytes = text.utf16.flatMap { unit in
      bigEndian ? [UInt8(unit >> 8), UInt8(unit & 255)] : [UInt8(unit & 255), UInt8(unit >> 8)]
    }
    #expect(try read(bytes).records.map(\.altitude) == [Metres(7)])
  }

  @Test("A byte order mark, Latin 1 and leading blanks do no harm")
  func encodings() throws {
    #expect(try read("\u{FEFF}" + gpx(point())).fixes == 1)
    let latin = gpx(point("<name>@</name>")).replacing("UTF-8", with: "ISO-8859-1")
    #expect(try read(latin.utf8.map { $0 == UInt8(ascii: "@") ? 0xF1 : $0 }).fixes == 1)
    #expect(
      try read("\n  <gpx version=\"1.1\"><trk><trkseg>\(point())</trkseg></trk></gpx>").fixes == 1)
  }

  @Test(
    "An encoding of one byte a character is read, whichever it is",
    arguments: ["windows-1252", "Windows-1251", "ISO-8859-15", "KOI8-R", "utf8"])
  func otherEncodings(name: String) throws {
    let text = gpx(point("<name>@</name><ele>7</ele>")).replacing("UTF-8", with: name)
    let recording = try read(text.utf8.map { $0 == UInt8(ascii: "@") ? 0x80 : $0 })
    #expect(recording.records.map(\.altitude) == [Metres(7)])
    #expect(throws: TraceError.self) { try read(gpx(point()).replacing("UTF-8", with: "EBCDIC")) }
  }

  @Test(
    "Padding behind a whole track does no harm, and a cut is one with padding behind it, too",
    arguments: [1, 500, 100_000, 600_000])
  func padding(count: Int) throws {
    let whole = gpx(point("<time>2015-03-21T15:04:05Z</time>") + point("<ele>7</ele>"))
    for text in [whole, whole + "\n"] {
      for end in [[UInt8](repeating: 0, count: count), [0x1A], [0x1A, 0x0D, 0x0A]] {
        let recording = try read(Array(text.utf8) + end)
        #expect(recording.fixes == 2)
        #expect(!recording.endsTorn)
      }
    }
    let second = try #require(whole.range(of: "<ele>7"))
    for cut in [second.lowerBound, second.upperBound] {
      let recording = try read(
        Array(whole[..<cut].utf8) + [UInt8](repeating: 0, count: count))
      #expect(recording.fixes == 1)
      #expect(recording.endsTorn)
    }
  }

  @Test("Padding in the middle of a track is refused", arguments: [1, 100_000, 600_000])
  func hole(count: Int) throws {
    let whole = gpx(point() + "@" + point())
    let bytes = whole.utf8.flatMap { byte in
      byte == UInt8(ascii: "@") ? [UInt8](repeating: 0, count: count) : [byte]
    }
    #expect(throws: TraceError.self) { try read(bytes) }
  }

  @Test("A track that was cut off anywhere is torn and keeps the points before the cut")
  func torn() throws {
    let points = (0..<3).map { point("<time>2015-03-21T15:04:0\($0)Z</time>") }
    let whole = gpx(points.joined(separator: "\n"))
    let third = try #require(whole.range(of: points[2]))
    let first = whole.distance(from: whole.startIndex, to: third.lowerBound)
    for count in first..<first + points[2].count {
      let recording = try read(String(whole.prefix(count)))
      #expect(recording.endsTorn, "cut after \(count) characters")
      #expect(recording.fixes == 2, "cut after \(count) characters")
    }
    #expect(try !read(whole).endsTorn)
  }

  @Test("XML that is not well-formed is refused by line")
  func malformed() throws {
    for points in [
      "</trk>", "<trkpt lat=1 lon=2/>", "<a b='1' b='2'/>", "&unknown;", "<1/>", "\u{1}",
    ] {
      let file = try TemporaryFile(gpx(points))
      let error = try #require(throws: TraceError.self) { try Recording(path: file.path) }
      #expect(error.line == 4)
      #expect(error.description.hasPrefix("\(file.path): line 4: "))
      #expect(error.message.contains("expected GPX"))
    }
  }

  @Test("A track is read up to the mistake in it, however much of it comes at once")
  func untilMistake() throws {
    let file = try TemporaryFile(gpx(point() + "<1/>"))
    let reader = try TraceReader(path: file.path)
    #expect(try reader.next()?.record?.hasPosition == true)
    let error = #expect(throws: TraceError.self) { try reader.next() }
    #expect(error?.message.hasPrefix("is not well-formed XML") == true)
  }

  @Test("Text behind the document is refused")
  func trailing() throws {
    #expect(throws: TraceError.self) { try read(gpx(point()) + "<gpx/>") }
  }

  @Test(
    "Another root than gpx is refused by name",
    arguments: ["kml", "html", "TrainingCenterDatabase"])
  func otherRoots(name: String) throws {
    let file = try TemporaryFile("<?xml version=\"1.0\"?>\n<\(name) x=\"1\"><a/></\(name)>\n")
    let error = try #require(throws: TraceError.self) { try Recording(path: file.path) }
    #expect(error.file == file.path)
    #expect(error.message.contains("<\(name)>"))
    #expect(error.message.contains("expected <gpx>"))
  }

  @Test("A billion laughs end in an error, soon", .timeLimit(.minutes(1)))
  func entityBomb() throws {
    var entities = "<!ENTITY l0 \"ha\">\n"
    for i in 1...12 {
      let many = String(repeating: "&l\(i - 1);", count: 10)
      entities += "<!ENTITY l\(i) \"\(many)\">\n"
    }
    let bomb = """
      <?xml version="1.0"?>
      <!DOCTYPE gpx [\(entities)]>
      <gpx version="1.1"><trk><trkseg><trkpt lat="1" lon="2"><name>&l12;</name></trkpt></trkseg></trk></gpx>
      """
    #expect(throws: TraceError.self) { try read(bomb) }
  }

  @Test("Entities from files are not fetched")
  func externalEntity() throws {
    let secret = try TemporaryFile("2015-03-21T15:04:05Z")
    let text = """
      <?xml version="1.0"?>
      <!DOCTYPE gpx [<!ENTITY x SYSTEM "file://\(secret.path)">]>
      <gpx version="1.1"><trk><trkseg><trkpt lat="1" lon="2"><time>&x;</time></trkpt>
      <trkpt lat="3" lon="4"/></trkseg></trk></gpx>
      """
    let recording = try read(text)
    #expect(recording.records.allSatisfy { $0.fix.time == nil })
  }
}
