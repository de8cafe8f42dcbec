/// A line that is no whole object, searched for the lines of our own that it was.
///
/// A power cut may join the beginning of a line to the next one, and a byte may be missing anywhere. What a
/// device decides by must not vanish with it.
struct DamagedLine {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// A class of ours.
  enum Name {
    case configuration
    case own(OwnClass)

    init?(_ text: Bytes) {
      if text.equals("CONFIG") {
        self = .configuration
      } else if let own = OwnClass(text) {
        self = .own(own)
      } else {
        return nil
      }
    }
  }

  /// The line of ours at the end, where it is whole behind what was torn.
  private(set) var rest: Bytes?
  /// The whole line at the end is that of a device that starts.
  private(set) var restStarts = false
  /// The classes of ours in what cannot be read.
  private(set) var lost: [Name] = []

  init(_ line: Bytes) {
    // A comment puts out of use what it quotes.
    if let first = line.first(where: { !GpsdDecoder.isBlank($0) }), "#;/".utf8.contains(first) {
      return
    }
    var at = 0
    var lastStart = 0
    while let mention = DamagedLine.mention(in: line, from: at) {
      at = mention.end
      guard DamagedLine.isBeforeOurs(line[..<mention.start]) else { continue }
      lost.append(mention.name)
      lastStart = mention.start
    }
    guard let last = lost.last, lastStart > 0, line[lastStart] == 0x7B,
      let object = GpsdDecoder.object(in: Bytes(rebasing: line[lastStart...])),
      JSONScanner.members(of: object, { _, _ in })
    else { return }
    rest = object
    lost.removeLast()
    if case .own(.boot) = last { restStarts = true }
  }

  /// Nothing, a stamp or what is left of a torn line stands before a line of ours. Behind anything else it is
  /// quoted.
  private static func isBeforeOurs(_ front: Slice<Bytes>) -> Bool {
    if isAround(front) { return false }
    return front.contains { $0 == 0x7B || $0 == 0x22 || ($0 < 0x20 && $0 != 0x09) }
      || front.allSatisfy { GpsdDecoder.isBlank($0) || $0 == 0x5B } || GpsdDecoder.isStamp(front)
  }

  /// Whether what stands before an object holds it as a value. No report holds another one of a class of ours, so
  /// what begins like one is torn.
  private static func isAround(_ front: Slice<Bytes>) -> Bool {
    guard let brace = front.firstIndex(of: 0x7B),
      let last = front.last(where: { !GpsdDecoder.isBlank($0) })
    else { return false }
    return "[,:".utf8.contains(last) && !front[brace...].starts(with: "{\"class\"".utf8)
  }

  /// The next `{"class":"…"` of a class of ours. A byte of it may be missing.
  private static func mention(
    in line: Bytes, from first: Int
  ) -> (start: Int, end: Int, name: Name)? {
    let word = "class".utf8
    var key = first
    while key + word.count < line.count {
      guard line[key] == 0x63, line[key...].starts(with: word) else {
        key += 1
        continue
      }
      var start = key
      if start > first, line[start - 1] == 0x22 { start -= 1 }
      if start > first, line[start - 1] == 0x7B { start -= 1 }
      let end = key + word.count
      let value = line[end...].firstIndex { !":\" ".utf8.contains($0) } ?? line.count
      let valueEnd = line[value...].firstIndex { $0 < 0x41 || $0 > 0x5A } ?? line.count
      let marks = line[end..<value].count(where: { $0 != 0x20 })
      if marks >= 2, start < key || key == 0,
        let name = Name(Bytes(rebasing: line[value..<valueEnd]))
      {
        return (start, valueEnd, name)
      }
      key = end
    }
    return nil
  }
}
