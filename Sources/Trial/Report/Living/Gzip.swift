import CZlib

/// Bytes as gzip has them. The same bytes make the same file: its frame holds neither time nor name.
enum Gzip {
  static func packed(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    // Both calls fail only without memory, and then nothing else of the program runs either.
    guard vigia_gzip_init(&stream) == Z_OK else { fatalError("zlib has no memory") }
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    let written = input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        (stream.next_in, stream.avail_in) = (source.baseAddress, UInt32(source.count))
        (stream.next_out, stream.avail_out) = (target.baseAddress, UInt32(target.count))
        guard deflate(&stream, Z_FINISH) == Z_STREAM_END else { fatalError("zlib has no room") }
        return target.count - Int(stream.avail_out)
      }
    }
    return Array(output.prefix(written))
  }
}
