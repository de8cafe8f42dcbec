/// Bytes as text of a page, 5 letters for 4 bytes: Ascii85 of Adobe without its abbreviation "z".
enum Base85 {
  /// The letters are "!" to "u"; "v", "w" and "x" stand for the markup "&", "<" and ">" among them.
  static func text(of bytes: [UInt8]) -> String {
    var letters: [UInt8] = []
    letters.reserveCapacity((bytes.count + 3) / 4 * 5)
    for start in stride(from: 0, to: bytes.count, by: 4) {
      let count = min(4, bytes.count - start)
      var value = (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32($1 < count ? bytes[start + $1] : 0) }
      var group = [UInt8](repeating: 0, count: 5)
      for place in (0..<5).reversed() {
        group[place] = letter(UInt8(value % 85))
        value /= 85
      }
      // The last bytes, fewer than four, have one letter more than they are.
      letters += group.prefix(count + 1)
    }
    return String(decoding: letters, as: UTF8.self)
  }

  private static func letter(_ digit: UInt8) -> UInt8 {
    switch digit + UInt8(ascii: "!") {
    case UInt8(ascii: "&"): UInt8(ascii: "v")
    case UInt8(ascii: "<"): UInt8(ascii: "w")
    case UInt8(ascii: ">"): UInt8(ascii: "x")
    case let plain: plain
    }
  }
}
