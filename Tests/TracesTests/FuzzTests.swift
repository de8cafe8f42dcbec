import Device
import HAL
import TestSupport
import Testing
import Traces

/// Damaged traces: a reader may refuse them, and may not do anything else.
struct FuzzTests {
  static let samples: [(name: String, text: String)] = [
    (
      "NMEA 0183",
      log(
        rmc("150405.00"), gga("150405.00"), "GPGSA,A,3,04,05,09,12,17,,,,,,,,2.5,1.3,2.1",
        "GPGST,150405,1.0,,,,3.0,4.0,6.0", "GPZDA,150406,21,03,2015,00,00",
        "GNGNS,150406.00,0254.0307,S,07900.2707,W,AN,12,0.7,2560,10,,,S",
        "GPGLL,0254.0307,S,07900.2707,W,150407,A,A")
    ),
    (
      "gpsd JSON",
      """
      {"class":"VERSION","release":"3.22"}
      {"class":"CONFIG","at_ms":0,"format":1,"perimeter":{"lat":-2.9,"lon":-79.0,"radius_m":250}}
      {"class":"SKY","hdop":1.5,"satellites":[{"PRN":1,"used":true},{"PRN":2,"a":"\\""}]}
      {"class":"TPV","mode":3,"time":"2015-03-21T15:04:05.000Z","lat":-2.9,"lon":-79.0,"eph":9.5}
      {"class":"TPV","at_ms":2000,"mode":2,"time":1426950246.5,"lat":-2.9e0,"lon":-79,"uSat":7}
      {"class":"TPV","mode":1,"undated":true,"epx":1,"epy":2,"speed":1.5,"track":90}

      """
    ),
    (
      "GPX",
      gpx(
        """
        <!-- c --><trkpt lat="-2.9" lon="-79.0"><ele>1</ele><time>2015-03-21T15:04:05Z</time>
        <fix>3d</fix><sat>7</sat><hdop>1.5</hdop><extensions><a:hAcc>5</a:hAcc></extensions></trkpt>
        <trkpt lat="-2.9" lon="-79.0"><time>2015-03-21T15:04:06+05:30</time><![CDATA[x]]>&lt;</trkpt>
        """)
    ),
    (
      "gpsd JSON",
      """
      {"class":"BOOT","at_ms":0,"number":1,"keys":["help","ok"],"secret":["0f","1e"]}
      {"class":"RESTORED","at_ms":0,"record":["0000000000000001","00000000000000ff"]}
      {"class":"CONFIG","at_ms":0,"wearer":{"name":"Mar\\u00eda"},"language":"es","settings":4}
      {"class":"SETTING","setting":"perimeter","lat":-2.9,"lon":-79.0,"radius_m":250}
      {"class":"SETTING","setting":"zone","utc_offset_min":[[0,-300],["2015-03-29T01:00:00Z",120]]}
      {"class":"SETTING","setting":"caregiver","mail":true,"relay":false,"name":"Ana","kinship":"hija"}
      {"class":"SETTING","setting":"reminder","id":3,"kind":"medication","first":"2015-03-21T10:05",\
      "repeats":"weekdays","weekdays":["mon"],"tells_caregiver":true,"name":"Pastilla"}
      {"class":"TPV","mode":3,"time":"2015-03-21T15:04:05.000Z","lat":-2.9,"lon":-79.0,"eph":9.5}
      {"class":"KEY","at_ms":1000,"key":"help"}
      {"class":"ANSWER","at_ms":1500,"notice":"1-2","caregiver":1,"route":"mail","outcome":"accepted"}
      {"class":"MESSAGE","at_ms":1600,"caregiver":1,"accompanied_until":"18:30"}
      {"class":"READING","at_ms":1700,"glucose":"182 mg/dL","age_s":90.5}
      {"class":"CLOCK","at_ms":1800,"time":"2015-03-21T15:04:07.000Z","source":"ntp"}
      {"class":"MARK","at_ms":1900,"text":"\\ud83d\\ude00 \\"here\\""}
      {"class":"TPV","at_ms":2000,"mode":2,"time":1426950246.5,"lat":-2.9e0,"lon":-79,"uSat":7}

      """
    ),
  ]

  /// Bytes over which parsers stumble: separators, signs, digits, quotes, and bytes that are no text.
  private static let spices =
    Array(",.*$-+0123456789eE\"\\{}[]<>&:/;\n\r \u{0}AZNn".utf8) + [0x80, 0xFF]

  @Test(
    "Three hundred damaged traces of a kind are read or refused, and never more than that",
    arguments: 0..<4)
  func mutations(kind: Int) throws {
    let sample = Array(Self.samples[kind].text.utf8)
    var random = SplitMix64(seed: UInt64(kind) + 7)
    var readable = 0
    for round in 0..<300 {
      var bytes = sample
      for _ in 0...random.integer(in: 0...3) { Self.damage(&bytes, &random) }
      // Sentences whose checksum is right go deeper into the decoder.
      if kind == 0, round % 2 == 0 { bytes = Self.withRightChecksums(bytes) }
      do {
        let recording = try read(bytes)
        readable += 1
        Self.replay(recording)
      } catch let error as TraceError {
        #expect(!error.message.isEmpty)
      }
    }
    // Most damage is small: a reader that refuses everything has not been tried.
    #expect(readable > 20)
  }

  @Test("The undamaged samples are read whole", arguments: 0..<4)
  func samples(kind: Int) throws {
    let recording = try read(Self.samples[kind].text)
    #expect(recording.format.rawValue == Self.samples[kind].name)
    #expect(recording.fixes >= 2)
    #expect(recording.skips.total == (kind == 1 ? 1 : 0))
  }

  private static func damage(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    let at = Int(random.integer(in: 0...Int64(bytes.count - 1)))
    switch random.next() % 5 {
    case 0: bytes[at] ^= 1 << UInt8(random.next() % 8)
    case 1: bytes[at] = spices[Int(random.next() % UInt64(spices.count))]
    case 2: bytes.insert(spices[Int(random.next() % UInt64(spices.count))], at: at)
    case 3: bytes.remove(at: at)
    default:
      let end = min(bytes.count, at + Int(random.integer(in: 1...40)))
      bytes.insert(contentsOf: bytes[at..<end], at: Int(random.integer(in: 0...Int64(at))))
    }
  }

  private static func withRightChecksums(_ bytes: [UInt8]) -> [UInt8] {
    bytes.split(separator: UInt8(ascii: "\n")).flatMap { line -> [UInt8] in
      guard let dollar = line.firstIndex(of: UInt8(ascii: "$")),
        let star = line.lastIndex(of: UInt8(ascii: "*")), dollar < star
      else { return Array(line) + [0x0A] }
      let sum = line[(dollar + 1)..<star].reduce(0, ^)
      let digits = Array(String(sum, radix: 16, uppercase: true).utf8)
      return line[...star] + (digits.count == 1 ? [0x30] : []) + digits + [0x0A]
    }
  }

  /// The core must bear whatever a reader lets through.
  private static func replay(_ recording: Recording) {
    var device = Device()
    for event in recording.events { device.handle(event) { _ in } }
    #expect(recording.stamps == recording.stamps.sorted())
  }
}
