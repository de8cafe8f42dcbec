import Glibc

/// The pages of a damaged database as they lie on the disk, without SQLite, which gives up at the first
/// bad one.
struct DatabasePages {
  /// SQLite's own choice for a new file, which all of ours are.
  static let size = 4096

  /// Calls `visit` with each page that can be read: those of the write-ahead log first, newest first.
  ///
  /// Closing a file drops the locks that SQLite has on it: nobody else may write.
  static func visit(_ database: String, _ visit: (ArraySlice<UInt8>) throws -> Void) rethrows {
    let log = WriteAheadLog(database + "-wal")
    for frame in log.readable.reversed() { try visit(log.page(frame)) }
    let file = open(database, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { return }
    var page = [UInt8](repeating: 0, count: size)
    // The last one may be cut short; one that the disk refuses costs no other.
    for offset in stride(from: 0, to: Int(status.st_size), by: size) {
      for i in page.indices { page[i] = 0 }
      guard pread(file, &page, size, off_t(offset)) > 0 else { continue }
      try visit(page[...])
    }
  }
}

/// The file beside the database that holds what is not in it yet.
struct WriteAheadLog {
  private static let head = 32
  private static let frameHead = 24
  private static var frameSize: Int { frameHead + DatabasePages.size }

  private let bytes: [UInt8]
  /// Frames of the newest round that are whole, in their order.
  private(set) var readable: [Int] = []
  /// A power cut spoils the last transaction only: here one is bad that others follow. SQLite would
  /// forget those without a word.
  private(set) var isDamaged = false

  init(_ path: String) {
    bytes = WriteAheadLog.contents(path)
    let count = max(bytes.count - WriteAheadLog.head, 0) / WriteAheadLog.frameSize
    guard count > 0 else { return }
    let isHeadWhole = sums(0..<24, from: (0, 0)) == (word(24), word(28))
    // The first frame shows which round it was if the head is damaged.
    let salts = isHeadWhole ? salts(at: 16) : self.salts(at: WriteAheadLog.head + 8)
    var isSpoilt = !isHeadWhole
    var hasLostCommit = !isHeadWhole
    for frame in 0..<count {
      // The frame is of an earlier round, unless one of this round comes behind it.
      guard self.salts(at: offset(frame) + 8) == salts else {
        isSpoilt = true
        continue
      }
      if isWhole(frame) {
        readable.append(frame)
        if hasLostCommit { isDamaged = true }
      } else {
        isSpoilt = true
      }
      // A frame that ends a transaction says how large the database is then.
      if isSpoilt, word(offset(frame) + 4) != 0 { hasLostCommit = true }
    }
  }

  func page(_ frame: Int) -> ArraySlice<UInt8> {
    let start = offset(frame) + WriteAheadLog.frameHead
    return bytes[start..<start + DatabasePages.size]
  }

  private func offset(_ frame: Int) -> Int {
    WriteAheadLog.head + frame * WriteAheadLog.frameSize
  }

  /// Whether the frame is whole by the checksum of the frame before it. So one bad frame does not spoil
  /// all behind it.
  private func isWhole(_ frame: Int) -> Bool {
    let start = offset(frame)
    let before = frame == 0 ? 24 : offset(frame - 1) + 16
    var sum = sums(start..<start + 8, from: (word(before), word(before + 4)))
    sum = sums(start + WriteAheadLog.frameHead..<start + WriteAheadLog.frameSize, from: sum)
    return sum == (word(start + 16), word(start + 20))
  }

  private func salts(at offset: Int) -> UInt64 {
    UInt64(word(offset)) << 32 | UInt64(word(offset + 4))
  }

  /// Numbers of the format are stored with the highest byte first.
  private func word(_ offset: Int) -> UInt32 {
    UInt32(bytes[offset]) << 24 | UInt32(bytes[offset + 1]) << 16 | UInt32(bytes[offset + 2]) << 8
      | UInt32(bytes[offset + 3])
  }

  /// The format's checksum (sqlite.org/fileformat2.html#checksum_algorithm), in the byte order that
  /// the lowest bit of the file's first word names.
  private func sums(_ range: Range<Int>, from start: (UInt32, UInt32)) -> (UInt32, UInt32) {
    var (a, b) = start
    let isBig = bytes[3] & 1 == 1
    for i in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
      let (first, second) = (word(i), word(i + 4))
      a = a &+ (isBig ? first : first.byteSwapped) &+ b
      b = b &+ (isBig ? second : second.byteSwapped) &+ a
    }
    return (a, b)
  }

  private static func contents(_ path: String) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        pread(file, $0.baseAddress! + done, min($0.count - done, 1 << 16), off_t(done))
      }
      // A piece that the disk refuses stays zero: no frame of it is whole.
      done += count > 0 ? count : 1 << 16
    }
    return bytes
  }
}
