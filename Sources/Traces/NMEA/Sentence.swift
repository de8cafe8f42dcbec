import Glibc
import Names

/// Finds NMEA 0183 sentences in a line, whatever stands before, between and after them.
enum Sentence {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Longer ones are two sentences run together: gpsd refuses above 102 characters, receivers with
  /// many satellites send a little more.
  static let longest = 256

  /// "$"
  static let start: UInt8 = 0x24
  /// "!", before the reports of ships.
  static let startOfAIS: UInt8 = 0x21

  enum Outcome {
    /// The text between "$" and "*"; the checksum was right.
    case sentence(Bytes)
    case badChecksum
    /// There is a "*", and no checksum behind it.
    case noChecksum
    /// The text up to the end of the line, without a "*".
    case bare(Bytes)
  }

  /// Calls `visit` for each candidate. Returns false when there was none.
  static func scan(
    _ line: Bytes, from start: UInt8 = Sentence.start, _ visit: (Outcome) -> Void
  ) -> Bool {
    guard let base = line.baseAddress else { return false }
    var found = false
    var at = 0
    while at < line.count, let hit = memchr(base + at, Int32(start), line.count - at) {
      let first = UnsafePointer(hit.assumingMemoryBound(to: UInt8.self)) + 1 - base
      var end = first
      var sum: UInt8 = 0
      let limit = min(line.count, first + longest)
      while end < limit, line[end] != 0x2A, line[end] >= 0x20, line[end] < 0x7F, line[end] != start
      {
        sum ^= line[end]
        end += 1
      }
      at = first
      guard looksLikeAddress(line, first, end) else { continue }
      if end + 2 < line.count, line[end] == 0x2A, let high = hex(line[end + 1]),
        let low = hex(line[end + 2])
      {
        found = true
        if high << 4 | low == sum {
          visit(.sentence(Bytes(rebasing: line[first..<end])))
          at = end + 3
        } else {
          visit(.badChecksum)
        }
      } else if end == line.count {
        found = true
        visit(.bare(Bytes(rebasing: line[first..<end])))
      } else if line[end] == 0x2A {
        found = true
        visit(.noChecksum)
      }
    }
    return found
  }

  /// Whether the sentence is of a kind that receivers of positions send. The talker AI is a ship's radio.
  static func isOfReceiver(_ sentence: Bytes) -> Bool {
    guard sentence.count > 5, sentence[5] == 0x2C, !sentence.starts(with: [0x41, 0x49]) else {
      return false
    }
    return kindsOfReceivers.contains { sentence[2..<5].elementsEqual($0.utf8) }
  }
  private static let kindsOfReceivers = [
    "RMC", "GGA", "GNS", "GLL", "GSA", "GSV", "VTG", "ZDA", "GST", "GBS", "DTM", "TXT",
  ]

  /// Three capitals or digits at least: what every address begins with and binary noise seldom.
  private static func looksLikeAddress(_ line: Bytes, _ first: Int, _ end: Int) -> Bool {
    guard end - first >= 3 else { return false }
    for i in first..<first + 3 {
      let byte = line[i]
      guard (byte >= 0x41 && byte <= 0x5A) || byte.isDigit else { return false }
    }
    return true
  }

  private static func hex(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: return byte - 0x30
    case 0x41...0x46: return byte - 0x37
    case 0x61...0x66: return byte - 0x57
    default: return nil
    }
  }
}

/// Whole sentences of receivers, by whether they have a checksum.
struct BareCounts {
  /// Those with a right one.
  var checked = 0
  /// Those without one that were read, because none had one so far.
  var taken = 0
  /// Those without one that were passed over, because others have one.
  var leftOut = 0
}

/// The constellations that a sentence speaks for.
enum Talker {
  /// All constellations together: GN.
  case all
  /// One of them.
  case one
  case other
}

/// The comma-separated fields of a sentence, without the blanks that some receivers pad them with. A field
/// that is not there is empty.
struct Fields {
  static let most = 32
  private let bytes: Sentence.Bytes
  private var starts = InlineArray<33, Int32>(repeating: 0)
  /// Fields found, the address included.
  private(set) var count = 0

  init(_ bytes: Sentence.Bytes) {
    self.bytes = bytes
    count = 1
    for i in 0..<bytes.count where bytes[i] == 0x2C && count < Fields.most {
      starts[count] = Int32(i + 1)
      count += 1
    }
    starts[count] = Int32(bytes.count + 1)
  }

  subscript(index: Int) -> Sentence.Bytes {
    guard index < count else { return Sentence.Bytes(rebasing: bytes[0..<0]) }
    // A span, because indexing the array itself would copy it whole.
    let starts = starts.span
    var first = Int(starts[index])
    var end = Int(starts[index + 1]) - 1
    while first < end, bytes[first] == 0x20 { first += 1 }
    while first < end, bytes[end - 1] == 0x20 { end -= 1 }
    return Sentence.Bytes(rebasing: bytes[first..<end])
  }

  /// The first two letters of the address: GP, GL, GA, GB, GQ, GI, and BD and QZ of older receivers.
  var talker: Talker {
    switch (bytes[0], bytes[1]) {
    case (0x47, 0x4E): .all
    case (0x47, 0x50), (0x47, 0x4C), (0x47, 0x41), (0x47, 0x42), (0x47, 0x51), (0x47, 0x49),
      (0x42, 0x44), (0x51, 0x5A):
      .one
    default: .other
    }
  }

  /// Talker and type as one number.
  var address: UInt64 { bytes.prefix(5).reduce(0) { $0 << 8 | UInt64($1) } }

  /// The first byte of a field, 0 when it is empty.
  func letter(_ index: Int) -> UInt8 { self[index].first ?? 0 }

  func number(_ index: Int) -> Double? {
    let field = self[index]
    guard !field.isEmpty, let value = Decimal.double(field), value.isFinite else { return nil }
    return value
  }

  func integer(_ index: Int) -> Int? {
    let field = self[index]
    guard !field.isEmpty else { return nil }
    return Decimal.integer(field).map { Int($0) }
  }

  /// hhmmss[.fff] in milliseconds since midnight. A leap second reads as the second after it.
  func timeOfDay(_ index: Int) -> Int64? {
    guard let plain = Decimal.plain(self[index]), plain.digits >= 0, self[index].count >= 6,
      plain.places <= 12
    else { return nil }
    let scale = Decimal.powersOfTen[plain.places]
    let whole = plain.digits / scale
    let hours = whole / 10_000
    let minutes = whole / 100 % 100
    let seconds = whole % 100
    guard hours < 24, minutes < 60, seconds <= 60 else { return nil }
    let fraction = (plain.digits % scale) * 1000 / scale
    return (hours * 3600 + minutes * 60 + seconds) * 1000 + fraction
  }

  /// ddmmyy as days since 1970. Two-digit years are 1980 to 2079, as in gpsd.
  func date(_ index: Int) -> Int64? {
    let field = self[index]
    guard field.count == 6, field.allSatisfy(\.isDigit), let value = Decimal.integer(field) else {
      return nil
    }
    let year = Int(value % 100)
    return CivilDate.days(
      year: year >= 80 ? 1900 + year : 2000 + year, month: Int(value / 100 % 100),
      day: Int(value / 10_000))
  }

  /// The FAA mode indicator: D is differential, and gpsd takes P, precise, for the same.
  func isDifferential(_ index: Int) -> Bool { letter(index) == 0x44 || letter(index) == 0x50 }

  /// Four fields: ddmm.mmmm, N or S, dddmm.mmmm, E or W, as 1e-7 degree.
  func position(_ index: Int) -> (latitude: Int64, longitude: Int64)? {
    guard let latitude = degreesE7(index), let longitude = degreesE7(index + 2) else { return nil }
    let north = letter(index + 1)
    let east = letter(index + 3)
    guard north == 0x4E || north == 0x53, east == 0x45 || east == 0x57 else { return nil }
    return (north == 0x53 ? -latitude : latitude, east == 0x57 ? -longitude : longitude)
  }

  private func degreesE7(_ index: Int) -> Int64? {
    guard var plain = Decimal.plain(self[index]), plain.digits >= 0 else { return nil }
    // Ten places of a minute are a tenth of a nanometre; more would overflow below.
    while plain.places > 9 {
      plain.digits /= 10
      plain.places -= 1
    }
    let scale = Decimal.powersOfTen[plain.places]
    let degrees = plain.digits / (100 * scale)
    let minutes = plain.digits - degrees * 100 * scale
    guard degrees <= 180, minutes < 60 * scale else { return nil }
    return degrees * 10_000_000 + Decimal.rounded(minutes * 10_000_000, by: 60 * scale)
  }
}
