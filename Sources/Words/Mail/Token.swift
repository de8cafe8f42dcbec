/// A notice's token as people can send it back: "[vigia:0A2B-…]".
///
/// 13 symbols of Crockford's base 32 hold the 64 bits. Three more are a check of 15 bits, so that a
/// typing error acknowledges nothing. Crockford's alphabet has no I, L, O or U: symbols that look alike
/// are read alike.
private let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

public func tokenText(_ token: UInt64) -> String {
  var symbols: [UInt8] = []
  for shift in stride(from: 60, through: 0, by: -5) {
    symbols.append(alphabet[Int(token >> UInt64(shift) & 31)])
  }
  let check = Int(checkOf(token))
  symbols += [10, 5, 0].map { alphabet[check >> $0 & 31] }
  let groups = stride(from: 0, to: 16, by: 4).map {
    String(decoding: symbols[$0..<$0 + 4], as: UTF8.self)
  }
  return "[vigia:\(groups.joined(separator: "-"))]"
}

/// The first token in a text, whatever a mail program did to it. It may be quoted, broken over lines,
/// in small letters, with other dashes or an accent on Vigía. Nil when there is none, or none with a
/// right check. O(length).
public func token(in text: String) -> UInt64? {
  // Letters and digits alone carry meaning: quotes, dashes, brackets and line breaks go.
  let letters = text.unicodeScalars.compactMap { upper($0) }
  let name = Array("VIGIA".utf8)
  guard letters.count >= name.count + 16 else { return nil }
  for start in 0...letters.count - name.count - 16
  where letters[start] == name[0] && letters[start..<start + name.count].elementsEqual(name) {
    if let token = decoded(letters[(start + name.count)...].prefix(16)) { return token }
  }
  return nil
}

/// Nil for what is neither an ASCII letter nor a digit.
private func upper(_ scalar: Unicode.Scalar) -> UInt8? {
  switch scalar {
  case "0"..."9", "A"..."Z": UInt8(scalar.value)
  case "a"..."z": UInt8(scalar.value) - 32
  case "í", "Í": UInt8(ascii: "I")
  default: nil
  }
}

private func decoded(_ symbols: ArraySlice<UInt8>) -> UInt64? {
  var values: [UInt64] = []
  for symbol in symbols {
    let read: UInt8 =
      switch symbol {
      case UInt8(ascii: "O"): UInt8(ascii: "0")
      case UInt8(ascii: "I"), UInt8(ascii: "L"): UInt8(ascii: "1")
      default: symbol
      }
    guard let value = alphabet.firstIndex(of: read) else { return nil }
    values.append(UInt64(value))
  }
  // 13 symbols hold 65 bits.
  guard values.count == 16, values[0] < 16 else { return nil }
  let token = values[..<13].reduce(0) { $0 << 5 | $1 }
  let check = values[13...].reduce(0) { $0 << 5 | $1 }
  return check == UInt64(checkOf(token)) ? token : nil
}

/// The lower 15 bits of CRC-16/CCITT-FALSE over the eight bytes, highest first.
private func checkOf(_ token: UInt64) -> UInt16 {
  var crc: UInt16 = 0xFFFF
  for shift in stride(from: 56, through: 0, by: -8) {
    crc ^= UInt16(truncatingIfNeeded: token >> UInt64(shift)) << 8
    for _ in 0..<8 { crc = crc & 0x8000 != 0 ? crc << 1 ^ 0x1021 : crc << 1 }
  }
  return crc & 0x7FFF
}
