import Glibc

/// A standard stream of a program that must not wait for whoever reads it: a pipe may be full, a terminal
/// stopped, a journal gone.
///
/// A line that does not go out at once is left out and counted; the next that does tells how many. The
/// rest of one that went out in part comes first.
final class LineSink {
  private let descriptor: Int32
  /// The stream, opened anew: non-blocking mode is ours alone, not that of others who share it.
  private let own: Int32
  private let isSocket: Bool
  private var rest: ArraySlice<UInt8> = []
  private var lost = 0
  private let confession: (Int) -> String

  /// - Parameter confession: the line that says how many are missing; empty for none.
  init(_ descriptor: Int32, confession: @escaping (Int) -> String) {
    self.descriptor = descriptor
    self.confession = confession
    var status = stat()
    let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
    isSocket = kind == S_IFSOCK
    // A file does not make anybody wait, and has its place.
    own =
      kind == S_IFIFO || kind == S_IFCHR
      ? open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1
  }

  deinit { if own >= 0 { close(own) } }

  /// - Parameter text: whole lines.
  func say(_ text: String) {
    guard !text.isEmpty else { return }
    flush()
    if lost > 0, rest.isEmpty {
      rest = Array(confession(lost).utf8)[...]
      flush()
      // Gone out, if only in part.
      if rest.isEmpty { lost = 0 }
    }
    guard rest.isEmpty else {
      lost += 1
      return
    }
    let line = Array(text.utf8)
    rest = line[...]
    flush()
    if rest.count == line.count {
      rest = []
      lost += 1
    }
  }

  private func flush() {
    while !rest.isEmpty {
      let count = write(rest)
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count == 0 || errno != EINTR {
        return
      }
    }
  }

  private func write(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBytes {
      if isSocket {
        return send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
      }
      if own >= 0 { return Glibc.write(own, $0.baseAddress, $0.count) }
      var one = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&one, 1, 0) == 1 else {
        errno = EAGAIN
        return -1
      }
      // A pipe that has room takes this much without waiting.
      return Glibc.write(descriptor, $0.baseAddress, min($0.count, Int(PIPE_BUF)))
    }
  }
}
