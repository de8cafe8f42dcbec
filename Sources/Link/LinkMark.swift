import HAL

extension RecordWords {
  /// Stands for the record: equal ones have equal marks. It is a 64-bit FNV-1a hash of the numbers in it.
  public var linkMark: Int64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for i in 0..<10 {
      for byte in 0..<8 {
        hash = (hash ^ (words[i] >> UInt64(8 * byte)) & 0xFF) &* 0x100_0000_01B3
      }
    }
    return Int64(bitPattern: hash)
  }
}
