import Device
import Diary
import Entries
import Foundation
import HAL
import Linux

/// An editor at the device's socket says whatever it likes: each line gets an answer of one line, and what is
/// refused changes nothing.
enum DiaryEntry {
  static func run(_ bytes: [UInt8]) throws {
    let (first, rest) = bytes.halves
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .dropLast().map(Array.init)
    try must(try heard([bytes[...]]) == lines, "other lines at the socket")
    try must(try heard([first, rest]) == lines, "other lines in two pieces")
    // A store is dear, and garbage needs it only once.
    guard let begun = lines.firstIndex(where: { $0.first == UInt8(ascii: "{") }) else { return }
    try serve(lines[begun...])
  }

  private static func serve(_ lines: ArraySlice<[UInt8]>) throws {
    let folder = try TemporaryFolder()
    let state = StateFolder(path: folder.path)
    let store = try RecordStore(state, as: .device)
    var edited: [Record] = []
    for line in lines {
      let (answer, records) = EditRequest.serve(line, store)
      try must(answer.last == UInt8(ascii: "\n"), "an answer without an end")
      try must(!answer.dropLast().contains(UInt8(ascii: "\n")), "an answer of several lines")
      try must(answer.count < 1000, "an answer of \(answer.count) bytes")
      edited += records
    }
    var stored: [Record] = []
    try store.restore { words in Record(words).map { stored.append($0) } }
    try must(stored == edited, "\(stored.count) records are stored of \(edited.count)")
    let book = try RecordReader(state).book()
    try must(book.unreadable == 0, "the diary cannot be read")
    try must(book.items.count <= edited.count, "more entries than records")
  }

  /// The lines that a socket hands over, of what an editor says in pieces.
  private static func heard(_ pieces: [ArraySlice<UInt8>]) throws -> [[UInt8]] {
    let folder = try TemporaryFolder()
    let state = StateFolder(path: folder.path)
    guard let address = state.socketAddress else { return [] }
    let reactor = try Reactor()
    var lines: [[UInt8]] = []
    let door = try LineSocket(
      reactor, path: state.socket, address: address, longest: EditRequest.longest
    ) { line in
      lines.append(line)
      return Array("\n".utf8)
    }
    try withExtendedLifetime(door) {
      let editor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(editor) }
      var address = address
      let result = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(editor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      try must(result == 0, "no connection: \(String(cString: strerror(errno)))")
      for piece in pieces {
        let piece = Array(piece)
        try must(
          send(editor, piece, piece.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            == piece.count,
          "the socket takes no \(piece.count) bytes")
        while try reactor.turn(until: reactor.now) {}
      }
    }
    return lines
  }
}
