import Glibc

/// Cuts a byte source into lines without copying them.
final class LineScanner {
  struct Line {
    /// Without the line end. Valid until the next line is asked for.
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

  init(_ source: ByteSource) { self.source = source }

  func next() throws(TraceError) -> Line? {
    source.consume(pending)
    pending = 0
    var searched = 0
    while true {
      let bytes = source.available
      if let base = bytes.baseAddress, bytes.count > searched,
        let hit = memchr(base + searched, 0x0A, bytes.count - searched)
      {
        let length = hit.assumingMemoryBound(to: UInt8.self) - UnsafeMutablePointer(mutating: base)
        pending = length + 1
        let whole = !isInside
        isInside = false
        number += 1
        let trimmed = length > 0 && base[length - 1] == 0x0D ? length - 1 : length
        return Line(
          bytes: .init(start: base, count: trimmed), number: number - 1, isWhole: whole,
          isTerminated: true)
      }
      searched = bytes.count
      if try source.fill() { continue }
      guard searched > 0 else { return nil }
      pending = searched
      let whole = !isInside && source.isAtEnd
      isInside = true
      return Line(
        bytes: source.available, number: number, isWhole: whole, isTerminated: false)
    }
  }
}
