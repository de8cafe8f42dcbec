import HAL

/// A taker of bytes: an array, or a wire.
public protocol ByteSink {
  mutating func put(_ byte: UInt8)
}

/// A giver of bytes; nil at the end.
public protocol ByteSource {
  mutating func take() -> UInt8?
}

#if !hasFeature(Embedded)
  extension [UInt8]: ByteSink {
    public mutating func put(_ byte: UInt8) { append(byte) }
  }
#endif

/// Bytes that lie in memory. Whoever made them keeps them there.
public struct BufferSource: ByteSource {
  private let bytes: UnsafeRawBufferPointer
  public private(set) var position = 0

  public init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  public mutating func take() -> UInt8? {
    guard position < bytes.count else { return nil }
    position += 1
    return bytes[position - 1]
  }
}

extension ByteSink {
  /// Seven bits a byte, the lowest first.
  mutating func put(count value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      put(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    put(UInt8(truncatingIfNeeded: rest))
  }

  /// Small numbers of either sign are short.
  mutating func put(signed value: Int64) {
    put(count: UInt64(bitPattern: value << 1 ^ value >> 63))
  }

  /// Eight bytes, the lowest first.
  mutating func put(word value: UInt64) {
    for shift in 0..<8 { put(UInt8(truncatingIfNeeded: value >> UInt64(8 * shift))) }
  }

  /// - Parameter before: the number of the same kind before it; it becomes this one.
  mutating func put(_ value: Double, _ before: inout Double) {
    defer { before = value }
    if value.bitPattern == before.bitPattern { return put(count: 0b100) }
    for scale in 1..<4 {
      let scaled = value * Scale.steps[scale]
      guard scaled.magnitude < Scale.most else { break }
      let whole = Int64(nearest: scaled)
      guard (Double(whole) / Scale.steps[scale]).bitPattern == value.bitPattern else { continue }
      return put(count: UInt64(bitPattern: whole << 1 ^ whole >> 63) << 2 | UInt64(scale))
    }
    put(count: 0)
    put(word: value.bitPattern)
  }

  mutating func put(_ value: Double) {
    var none = 0.0
    put(value, &none)
  }
}

extension ByteSource {
  mutating func byte() throws(PackedError) -> UInt8 {
    guard let byte = take() else { throw .torn }
    return byte
  }

  mutating func count() throws(PackedError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte()
      guard shift < 63 || byte <= 1 else { throw .damaged }
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
  }

  private func signed(_ value: UInt64) -> Int64 {
    Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  mutating func signed() throws(PackedError) -> Int64 { signed(try count()) }

  mutating func word() throws(PackedError) -> UInt64 {
    var value: UInt64 = 0
    for shift in 0..<8 { value |= UInt64(try byte()) << UInt64(8 * shift) }
    return value
  }

  mutating func number(_ before: inout Double) throws(PackedError) -> Double {
    let code = try count()
    let scale = Int(code & 3)
    if scale > 0 {
      before = Double(signed(code >> 2)) / Scale.steps[scale]
    } else if code == 0 {
      before = Double(bitPattern: try word())
      // No digest may depend on a number that is none.
      guard before.isFinite else { throw .damaged }
    } else if code != 0b100 {
      throw .damaged
    }
    return before
  }

  mutating func number() throws(PackedError) -> Double {
    var none = 0.0
    return try number(&none)
  }

  mutating func flag() throws(PackedError) -> Bool {
    let byte = try byte()
    guard byte <= 1 else { throw .damaged }
    return byte == 1
  }

  mutating func whole<T: FixedWidthInteger>(in range: ClosedRange<T>) throws(PackedError) -> T {
    let value = try signed()
    guard value >= Int64(range.lowerBound), value <= Int64(range.upperBound) else { throw .damaged }
    return T(truncatingIfNeeded: value)
  }

  /// A case of an enum of numbers.
  mutating func named<T: RawRepresentable>() throws(PackedError) -> T where T.RawValue == UInt8 {
    guard let value = T(rawValue: try byte()) else { throw .damaged }
    return value
  }
}
