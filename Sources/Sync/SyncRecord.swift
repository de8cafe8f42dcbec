import HAL
import Words

/// One record of the device's log, as it goes up: `[sequence, written_ms, "hex words"]`.
public struct SyncRecord: Equatable, Sendable {
  /// Place in the device's log, from 1. It rises from record to record, and may skip numbers.
  public var sequence: Int64
  /// The time of the entry in milliseconds since 1970; nil while no clock was trusted.
  public var written: Int64?
  /// Nil: the record stays on the device.
  public var words: RecordWords?

  public init(sequence: Int64, written: Int64?, words: RecordWords?) {
    self.sequence = sequence
    self.written = written
    self.words = words
  }

  /// Ten numbers in hexadecimal, a blank between two, without the zeros at the end.
  static func text(_ words: RecordWords?) -> String {
    guard let words else { return "" }
    let last = (0..<10).last { words.words[$0] != 0 } ?? 0
    return (0...last).map { String(words.words[$0], radix: 16) }.joined(separator: " ")
  }

  /// Nil for a text that `text` does not write.
  static func words(_ text: String) -> RecordWords? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard (1...10).contains(parts.count) else { return nil }
    var words = RecordWords()
    for (index, part) in parts.enumerated() {
      guard let word: UInt64 = hexadecimal(part) else { return nil }
      words.words[index] = word
    }
    return words
  }
}

/// A whole number of 1 to 16 hexadecimal digits; nil for any other text, a sign included.
func hexadecimal(_ text: some StringProtocol) -> UInt64? {
  guard (1...16).contains(text.utf8.count), text.utf8.allSatisfy({ $0 != 0x2B && $0 != 0x2D })
  else { return nil }
  return ForeignNumber.exact(text, radix: 16)
}

extension SyncRecord: Codable {
  public init(from decoder: any Decoder) throws {
    var row = try decoder.unkeyedContainer()
    sequence = try row.decode(Int64.self)
    written = try row.decodeNil() ? nil : row.decode(Int64.self)
    let text = try row.decode(String.self)
    words = SyncRecord.words(text)
    guard row.isAtEnd, sequence > 0, text.isEmpty || words != nil, isInTime(written) else {
      throw SyncRefusal(
        "\(decoder.path) is no record; expected [sequence, written_ms, \"up to ten hex words\"]")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var row = encoder.unkeyedContainer()
    try row.encode(sequence)
    if let written { try row.encode(written) } else { try row.encodeNil() }
    try row.encode(SyncRecord.text(words))
  }
}

/// One position of the wearer: `[t_ms, lat_e7, lon_e7, eph_dm]`.
public struct SyncPlace: Equatable, Sendable {
  /// Milliseconds since 1970, by a trusted clock.
  public var time: Int64
  /// Degrees × 10⁷.
  public var latitude: Int32
  public var longitude: Int32
  /// The receiver's estimate of its error in decimetres; nil when it gave none.
  public var eph: Int32?

  public init(time: Int64, latitude: Int32, longitude: Int32, eph: Int32?) {
    self.time = time
    self.latitude = latitude
    self.longitude = longitude
    self.eph = eph
  }
}

extension SyncPlace: Codable {
  public init(from decoder: any Decoder) throws {
    var row = try decoder.unkeyedContainer()
    time = try row.decode(Int64.self)
    latitude = try row.decode(Int32.self)
    longitude = try row.decode(Int32.self)
    eph = try row.decodeNil() ? nil : row.decode(Int32.self)
    guard row.isAtEnd, isInTime(time), abs(Int64(latitude)) <= 900_000_000,
      abs(Int64(longitude)) <= 1_800_000_000, (eph ?? 0) >= 0
    else {
      throw SyncRefusal("\(decoder.path) is no place; expected [t_ms, lat_e7, lon_e7, eph_dm]")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var row = encoder.unkeyedContainer()
    try row.encode(time)
    try row.encode(latitude)
    try row.encode(longitude)
    if let eph { try row.encode(eph) } else { try row.encodeNil() }
  }
}

func isInTime(_ time: Int64?) -> Bool { time.map { SyncLimits.time.contains($0) } ?? true }

extension Decoder {
  /// The place of a value: "records[3]".
  var path: String { SyncCoding.path(codingPath) }
}
