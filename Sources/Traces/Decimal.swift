import HAL

/// Decimal numbers out of bytes, without locale and without rounding twice.
enum Decimal {
  /// Digits, sign and point of a plain decimal: value = digits / 10^places.
  struct Plain {
    var digits: Int64
    var places: Int
  }

  static let powersOfTen: [Int64] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
    1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
    1_000_000_000_000_000_000,
  ]

  /// Reads [+-]digits[.digits]. Digits beyond the 18th are dropped behind the point and refused
  /// before it. Nil when anything else is there.
  static func plain(_ text: UnsafeBufferPointer<UInt8>) -> Plain? {
    // A text this short cannot have a digit too many, so none is counted: that halves the work.
    guard text.count <= 18 else { return longPlain(text) }
    let first = text.first == 0x2D || text.first == 0x2B ? 1 : 0
    var digits: Int64 = 0
    var point: Int?
    for at in first..<text.count {
      let digit = text[at] &- 0x30
      if digit < 10 {
        digits = digits &* 10 &+ Int64(digit)
      } else if text[at] == 0x2E, point == nil {
        point = at
      } else {
        return nil
      }
    }
    guard text.count - first > (point == nil ? 0 : 1) else { return nil }
    return Plain(
      digits: text.first == 0x2D ? -digits : digits, places: point.map { text.count - $0 - 1 } ?? 0)
  }

  private static func longPlain(_ text: UnsafeBufferPointer<UInt8>) -> Plain? {
    var at = 0
    var negative = false
    if at < text.count, text[at] == 0x2D || text[at] == 0x2B {
      negative = text[at] == 0x2D
      at += 1
    }
    var digits: Int64 = 0
    var significant = 0
    var places = 0
    var seen = false
    var afterPoint = false
    while at < text.count {
      let byte = text[at]
      if byte >= 0x30 && byte <= 0x39 {
        seen = true
        if significant < 18, places < 18 {
          digits = digits * 10 + Int64(byte - 0x30)
          if digits > 0 { significant += 1 }
          if afterPoint { places += 1 }
        } else if !afterPoint {
          return nil
        }
      } else if byte == 0x2E, !afterPoint {
        afterPoint = true
      } else {
        return nil
      }
      at += 1
    }
    return seen ? Plain(digits: negative ? -digits : digits, places: places) : nil
  }

  /// Degrees as written in JSON and GPX, rounded half away from zero to 1e-7.
  static func degreesE7(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    if let plain = plain(text) {
      if plain.places <= 7 {
        let (value, overflow) = plain.digits.multipliedReportingOverflow(
          by: powersOfTen[7 - plain.places])
        return overflow ? nil : value
      }
      return rounded(plain.digits, by: powersOfTen[plain.places - 7])
    }
    guard let value = double(text), value.isFinite, value.magnitude < 1e4 else { return nil }
    return Int64((value * 1e7).rounded())
  }

  static func rounded(_ value: Int64, by divisor: Int64) -> Int64 {
    let half = divisor / 2
    return (value >= 0 ? value + half : value - half) / divisor
  }

  /// Any decimal number, exponent included. Nil when it is not one; may be infinite.
  static func double(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    if let plain = plain(text), plain.places <= 15, plain.digits.magnitude < 1 << 53 {
      // Exact integer over an exact power of ten: one correctly rounded division.
      return Double(plain.digits) / Double(powersOfTen[plain.places])
    }
    guard let first = text.first, first == 0x2D || first == 0x2E || first.isDigit,
      text.allSatisfy({ $0.isDigit || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0) })
    else { return nil }
    return Double(String(decoding: text, as: UTF8.self))
  }

  static func integer(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard let plain = plain(text), plain.places == 0 else { return nil }
    return plain.digits
  }
}

extension UInt8 {
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  /// NUL, which a power cut leaves at the end of a file, and Ctrl-Z, with which some editors end one.
  var isPadding: Bool { self == 0x00 || self == 0x1A }
}

extension UnsafeBufferPointer<UInt8> {
  /// The bytes without the padding at their end.
  var withoutPadding: UnsafeBufferPointer<UInt8> {
    guard let last = lastIndex(where: { !$0.isPadding }) else { return .init(rebasing: self[..<0]) }
    return .init(rebasing: self[...last])
  }
}

extension Position {
  /// "-2.9005123": a coordinate as every file of ours writes it.
  static func text(_ degreesE7: Int32) -> String {
    let magnitude = degreesE7.magnitude
    return (degreesE7 < 0 ? "-" : "") + String(magnitude / 10_000_000) + "."
      + (magnitude % 10_000_000).padded(7)
  }
  /// The latitude in degrees, with seven decimals; a minus sign for south.
  public var latitudeText: String { Position.text(latitudeE7) }
  /// The longitude in degrees, with seven decimals; a minus sign for west.
  public var longitudeText: String { Position.text(longitudeE7) }
}
