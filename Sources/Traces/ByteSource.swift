import Glibc

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

  /// - Parameter path: "-" names standard input.
  init(path: String) throws(TraceError) {
    name = path == "-" ? "standard input" : path
    (descriptor, size) = try ByteSource.open(path, named: name)
    base = .allocate(capacity: ByteSource.capacity)
  }

  /// - Parameter parts: files, at least one, in their order.
  init(parts: [String], named name: String) throws(TraceError) {
    self.name = name
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

  /// What has been read and not yet consumed. Valid until the next `fill`.
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
      end += count
      bytesRead += count
      return true
    }
  }

  static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
