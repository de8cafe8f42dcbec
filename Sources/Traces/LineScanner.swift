import Glibc

/// Cuts a byte source into lines without copying them. A line ends at LF, CRLF or CR.
final class LineScanner {
  struct Line {
    /// The line without its end; at the end of a file without padding, too. Valid until the next line is
    /// asked for.
    var bytes: UnsafeBufferPointer<UInt8>
    var number: Int
    /// False for a piece of a line that is longer than the buffer.
    var isWhole: Bool
    /// False for the last line of a file that ends without a line end.
    var isTerminated: Bool
  }

  let source: ByteSource
  private var number = 1
  private var pending = 0
  private var isInside = false
  /// The last line ended at a CR, whose LF may come next.
  private var endedAtReturn = false

  init(_ source: ByteSource) { self.source = source }

  func next() throws(TraceError) -> Line? {
    source.consume(pending)
    pending = 0
    var searched = 0
    while true {
      if endedAtReturn, let next = source.available.first {
        endedAtReturn = false
        if next == 0x0A { source.consume(1) }
      }
      let bytes = source.available
      if let length = LineScanner.end(of: bytes, from: searched) {
        pending = length + 1
        endedAtReturn = bytes[length] == 0x0D
        let whole = !isInside
        isInside = false
        number += 1
        return Line(
          bytes: .init(rebasing: bytes[..<length]), number: number - 1, isWhole: whole,
          isTerminated: true)
      }
      searched = bytes.count
      if try source.fill() { continue }
      guard searched > 0 else { return nil }
      pending = searched
      let whole = !isInside && source.isAtEnd
      isInside = true
      return Line(
        bytes: source.available.withoutPadding, number: number, isWhole: whole,
        isTerminated: false)
    }
  }

  /// The index of the first LF or CR at `start` or behind it; nil where the line goes on.
  static func end(of bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let base = bytes.baseAddress, start < bytes.count else { return nil }
    func find(_ byte: Int32, before end: Int) -> Int? {
      memchr(base + start, byte, end - start).map {
        UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) - base
      }
    }
    let feed = find(0x0A, before: bytes.count)
    return find(0x0D, before: feed ?? bytes.count) ?? feed
  }
}

/// The bytes of a file, of several files as if they were one, or of standard input, a chunk at a time.
final class ByteSource {
  /// The first chunk is also what the format is recognised by.
  static let capacity = 1 << 18

  let name: String
  /// Size of a regular file; nil for a pipe or a device.
  let size: Int?
  private(set) var bytesRead = 0
  private(set) var isAtEnd = false
  private var descriptor: Int32
  private var following: ArraySlice<String> = []
  private let base: UnsafeMutablePointer<UInt8>
  private var start = 0
  private var end = 0
  private let hasher: FingerprintHasher?
  private var fingerprints: [Fingerprint] = []

  /// - Parameters:
  ///   - path: "-" names standard input.
  ///   - isHashed: whether `fingerprintsAtEnd` will be asked for.
  init(path: String, isHashed: Bool = false) throws(TraceError) {
    name = path == "-" ? "standard input" : path
    hasher = isHashed ? FingerprintHasher() : nil
    (descriptor, size) = try ByteSource.open(path, named: name)
    base = .allocate(capacity: ByteSource.capacity)
  }

  /// - Parameter parts: files, at least one, in their order.
  init(parts: [String], named name: String, isHashed: Bool = false) throws(TraceError) {
    self.name = name
    hasher = isHashed ? FingerprintHasher() : nil
    var total: Int? = 0
    for part in parts.dropFirst() {
      let (descriptor, size) = try ByteSource.open(part, named: part)
      close(descriptor)
      total = total.flatMap { sum in size.map { sum + $0 } }
    }
    let first: Int?
    (descriptor, first) = try ByteSource.open(parts[0], named: parts[0])
    size = total.flatMap { sum in first.map { sum + $0 } }
    following = parts.dropFirst()
    base = .allocate(capacity: ByteSource.capacity)
  }

  private static func open(
    _ path: String, named name: String
  ) throws(TraceError) -> (descriptor: Int32, size: Int?) {
    let descriptor = path == "-" ? STDIN_FILENO : Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw TraceError(file: name, "cannot be opened: \(ByteSource.reason(errno))")
    }
    var status = stat()
    let known = fstat(descriptor, &status) == 0
    if known, status.st_mode & S_IFMT == S_IFDIR {
      if descriptor != STDIN_FILENO { close(descriptor) }
      throw TraceError(file: name, "is a directory; expected a trace file")
    }
    return (descriptor, known && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil)
  }

  deinit {
    base.deallocate()
    if descriptor > STDIN_FILENO { close(descriptor) }
  }

  /// Bytes that have been read and not yet consumed. Valid until the next `fill`.
  var available: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base + start, count: end - start)
  }

  func consume(_ count: Int) { start += count }

  /// Reads more behind `available`. False when nothing was added: the end, or a full buffer.
  func fill() throws(TraceError) -> Bool {
    if start > 0 {
      base.update(from: base + start, count: end - start)
      end -= start
      start = 0
    }
    guard !isAtEnd, end < ByteSource.capacity else { return false }
    while true {
      let count = read(descriptor, base + end, ByteSource.capacity - end)
      if count < 0 {
        if errno == EINTR { continue }
        throw TraceError(file: name, "cannot be read: \(ByteSource.reason(errno))")
      }
      if count == 0 {
        if let hasher { fingerprints.append(hasher.take()) }
        if let next = following.popFirst() {
          close(descriptor)
          // Closed once, whatever becomes of the next.
          descriptor = -1
          (descriptor, _) = try ByteSource.open(next, named: next)
          continue
        }
        isAtEnd = true
        return false
      }
      hasher?.add(UnsafeRawBufferPointer(start: base + end, count: count))
      end += count
      bytesRead += count
      return true
    }
  }

  /// The fingerprint of each part. The rest is read for them, and does not count as read by others.
  func fingerprintsAtEnd() throws(TraceError) -> [Fingerprint] {
    while !isAtEnd {
      consume(end - start)
      _ = try fill()
    }
    return fingerprints
  }

  static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
