import Device
import HAL
import Traces

/// A trace of any kind is read, cut in two and read again, and written down in our own format and as GPX.
enum TraceEntry {
  private static let longestGap: Int64 = 366 * 86_400_000

  struct Contents: Equatable {
    var events: [Event] = []
    var marks: [TraceMark] = []
    var offs: [Instant] = []
    var words = TraceWords()
    var skipped = 0
    var error: TraceError?

    /// Settings that are not in a row from its begin to its end are written without their words.
    var hasWholeRows: Bool {
      var begun: Instant?
      for event in events {
        guard case .setting(let setting) = event.kind else {
          if begun != nil { return false }
          continue
        }
        if setting == .begin, begun == nil { begun = event.at }
        guard event.at == begun else { return false }
        if setting == .end { begun = nil }
      }
      return begun == nil
    }
  }

  static func run(_ bytes: [UInt8]) throws {
    let file = try MemoryFile(bytes)
    guard let contents = read([file.path]) else { return }
    let (first, rest) = bytes.halves
    let (head, tail) = (try MemoryFile(first), try MemoryFile(rest))
    let inPieces = read([head.path, tail.path])
    try must(inPieces == contents, "cut in two it reads \(String(describing: inPieces))")
    for event in contents.events {
      if case .fix(let fix) = event.kind { try check(fix) }
    }
    if contents.error == nil {
      try copy(file.path, contents)
      try convert(file.path)
    }
  }

  /// Nil: it is no trace.
  private static func read(_ parts: [String]) -> Contents? {
    var contents = Contents()
    do throws(TraceError) {
      let reader = try TraceReader(parts: parts, named: "trace")
      do throws(TraceError) {
        while let event = try reader.nextEvent() {
          contents.events.append(event)
          contents.marks += reader.takeMarks()
          if let off = reader.offSince { contents.offs.append(off) }
        }
        if let off = reader.offSince { contents.offs.append(off) }
        contents.marks += reader.takeMarks()
      } catch { contents.error = error }
      contents.words = reader.words
      // The skips before a mistake depend on how much was read at once.
      if contents.error == nil { contents.skipped = reader.skips.total }
      return contents
    } catch { return nil }
  }

  /// The promises to writers of traces: docs/traces.md.
  private static func check(_ fix: Fix) throws {
    for number in [fix.eph?.value, fix.speed?.value, fix.course?.value] {
      try must(number?.isFinite ?? true, "a fix has \(String(describing: number))")
    }
  }

  private static func copy(_ path: String, _ original: Contents) throws {
    var text = ""
    var copy = TraceCopy { text += $0 }
    try copy.copy(TraceReader(path: path))
    guard !text.isEmpty else { return try must(original.events.isEmpty, "the copy is empty") }
    let file = try MemoryFile(text.utf8)
    guard let again = read([file.path]) else { throw Broken(description: "the copy is no trace") }
    try must(again.error == nil, "the copy cannot be read: \(again.error?.description ?? "")")
    try must(again.events.map(\.kind) == original.events.map(\.kind), "other events in the copy")
    // Longer notes are cut, so that their lines can be read again.
    let notes = original.marks.map { String($0.text.unicodeScalars.prefix(1000)) }
    try must(again.marks.map(\.text) == notes, "other marks in the copy")
    try must(
      again.words == original.words || !original.hasWholeRows, "other words in the copy")
    let moments = original.events.map(\.at.milliseconds)
    // The first line of a trace may lie anywhere, and a later one not so far ahead.
    let isEven = zip(moments, moments.dropFirst()).allSatisfy { $1 - $0 <= longestGap }
    guard isEven, original.offs.isEmpty else { return }
    try must(again.events == original.events, "other moments in the copy")
  }

  private static func convert(_ path: String) throws {
    var places: [Fix] = []
    var text = ""
    let writer = try GPXWriter { text += $0 }
    let reader = try TraceReader(path: path)
    while let item = try reader.next() {
      guard let record = item.record, record.hasPosition else { continue }
      try writer.add(record)
      places.append(record.fix)
    }
    try writer.finish()
    let file = try MemoryFile(text.utf8)
    let again = try TraceReader(path: file.path)
    for place in places {
      let fix = try again.next()?.record?.fix
      try must(fix?.position == place.position, "another place in the track")
      try must(fix?.eph == place.eph || place.eph == nil, "another eph in the track")
      try must(fix?.speed == place.speed, "another speed in the track")
    }
    try must(try again.next() == nil, "more points in the track")
  }
}
