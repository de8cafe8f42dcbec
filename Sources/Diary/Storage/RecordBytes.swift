import Foundation
import HAL

/// A record in the database: ten words, each eight bytes, the lowest first.
extension RecordWords {
  static let byteCount = 80

  var data: Data {
    var data = Data(capacity: RecordWords.byteCount)
    for index in 0..<10 {
      withUnsafeBytes(of: words[index].littleEndian) { data.append(contentsOf: $0) }
    }
    return data
  }

  /// Nil for a blob of another length.
  init?(data: Data) {
    guard data.count == RecordWords.byteCount else { return nil }
    self.init()
    for (offset, byte) in data.enumerated() {
      words[offset / 8] |= UInt64(byte) << UInt64(offset % 8 * 8)
    }
  }

  /// What the record is about: its lowest byte.
  var kind: Int64 { Int64(words[0] & 0xff) }
}
