/// The formats of a trace, told apart by content.
public enum TraceFormat: String, Sendable {
  case gpsdJSON = "gpsd JSON"
  case nmea = "NMEA 0183"
  case gpx = "GPX"

  /// Looks at the first quarter of a megabyte.
  /// - Returns: the format, and whether its sentences have checksums.
  static func recognise(
    _ source: ByteSource
  ) throws(TraceError) -> (format: TraceFormat, hasChecksums: Bool) {
    // A pipe may deliver little at a time; stop waiting as soon as the answer is clear.
    while true {
      if let format = clear(source.available) { return (format, true) }
      if try !source.fill() { break }
    }
    let found = Findings(source.available)
    if found.isBare, found.receiverSentences == 0 { return (.nmea, false) }
    if found.sentences > 0 { return (.nmea, true) }
    if found.banners > 0 { return (.gpsdJSON, true) }
    throw TraceError(file: source.name, found.complaint)
  }

  /// gpsd's JSON reports of an epoch count wherever they are. A few sentences alone do not decide: reports
  /// may follow, with each epoch, and then the JSON counts.
  private static func clear(_ bytes: UnsafeBufferPointer<UInt8>) -> TraceFormat? {
    let found = Findings(bytes)
    if found.isMarkup { return .gpx }
    if found.reports > 0 { return .gpsdJSON }
    return found.receiverSentences >= enoughSentences ? .nmea : nil
  }

  /// More than any receiver sends in one epoch.
  private static let enoughSentences = 200
}

/// Findings at the beginning of a file.
private struct Findings {
  var isEmpty = false
  var isMarkup = false
  var isBinary = false
  var isGzip = false
  var isUTF16 = false
  /// Lines that hold an epoch or a configuration.
  var reports = 0
  /// Lines of other classes: `gpspipe -r` begins with three of them, and then comes NMEA. A `SKY` holds no
  /// position: beside sentences it would take the walk away.
  var banners = 0
  var otherJSONLines = 0
  /// The first character is a bracket: a file that merely quotes JSON begins otherwise.
  var beginsAsJSON = false
  var sentences = 0
  /// Those of kinds that receivers of positions send.
  var receiverSentences = 0
  /// Sentences of a maker's own, such as `$PMTK011,…`.
  var proprietarySentences = 0
  var spoiltSentences = 0
  /// Sentences without a checksum, and those of them that receivers of positions send, in whole lines.
  var bareSentences = 0
  var wholeSentences = 0

  init(_ all: UnsafeBufferPointer<UInt8>) {
    var bytes = all
    if bytes.count >= 2, bytes[0] == 0x1F, bytes[1] == 0x8B { isGzip = true }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = .init(rebasing: bytes[3...]) }
    // UTF-16, which expat reads by itself.
    if bytes.starts(with: [0xFF, 0xFE, 0x3C, 0x00]) || bytes.starts(with: [0xFE, 0xFF, 0x00, 0x3C])
    {
      isMarkup = true
      return
    }
    guard let first = bytes.first(where: { $0 > 0x20 }) else {
      isEmpty = true
      return
    }
    if first == 0x3C {
      isMarkup = true
      return
    }
    // Every second byte of Latin letters is a zero, with or without a mark of the byte order before them.
    let head = bytes.prefix(64)
    let zeros = (0..<2).map { side in
      head.indices.count { $0 % 2 == side && head[$0] == 0 }
    }
    isUTF16 =
      head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF])
      || head.count >= 4 && zeros.contains(0) && zeros.contains(head.count / 2)
    beginsAsJSON = first == 0x7B || first == 0x5B
    isBinary = bytes.prefix(4096).contains { $0 < 0x09 || ($0 > 0x0D && $0 < 0x20) }
    countLines(bytes)
  }

  private mutating func countLines(_ bytes: UnsafeBufferPointer<UInt8>) {
    var start = 0
    while start < bytes.count {
      let lineEnd = LineScanner.end(of: bytes, from: start)
      let end = lineEnd ?? bytes.count
      let line = UnsafeBufferPointer(rebasing: bytes[start..<end]).withoutPadding
      start = end + 1
      if let object = GpsdDecoder.object(in: line) {
        count(json: object)
        if reports > 0 { return }
        continue
      }
      _ = Sentence.scan(line) { outcome in
        switch outcome {
        case .sentence(let sentence) where sentence.count > 5 && sentence[5] == 0x2C:
          sentences += 1
          if Sentence.isOfReceiver(sentence) { receiverSentences += 1 }
        case .sentence: proprietarySentences += 1
        case .bare(let sentence):
          bareSentences += 1
          if lineEnd != nil, Sentence.isOfReceiver(sentence) { wholeSentences += 1 }
        case .badChecksum, .noChecksum: spoiltSentences += 1
        }
      }
    }
  }

  private mutating func count(json line: UnsafeBufferPointer<UInt8>) {
    var isReport = false
    var isBanner = false
    let isWhole = JSONScanner.members(of: line) { key, value in
      guard key.equals("class"), case .string(let name) = value else { return }
      isReport = name.equals("TPV") || name.equals("CONFIG")
      // Every class of gpsd and of ours is written in capitals.
      isBanner = !name.isEmpty && name.allSatisfy { $0 >= 0x41 && $0 <= 0x5A }
    }
    if isWhole, isReport {
      reports += 1
    } else if isWhole, isBanner {
      banners += 1
    } else {
      otherJSONLines += 1
    }
  }

  /// A receiver sends no checksums, and gpsd takes that. Where one sentence has a checksum, the others have lost
  /// theirs. A single line may stand in any text, and a few lines of a long log may be damaged.
  var isBare: Bool {
    wholeSentences > 1 && spoiltSentences * 50 < wholeSentences && proprietarySentences == 0
  }

  var complaint: String {
    let expected = "expected gpsd JSON lines, NMEA 0183 sentences or a GPX track"
    if isEmpty { return "is empty; \(expected)" }
    if isGzip { return "is compressed with gzip; unpack it first" }
    if isUTF16 { return "is text in UTF-16; save it as UTF-8; \(expected)" }
    let own = proprietarySentences
    let spoilt = spoiltSentences + bareSentences
    if spoilt > 0 {
      let but = own == 0 ? "none" : "none but \(own) of a maker's own"
      let all = spoilt + own
      let sentences = all == 1 ? "sentence" : "sentences"
      return "holds \(all) NMEA \(sentences), but \(but) with a valid checksum; \(expected)"
    }
    if own > 0 {
      return
        "holds \(own) NMEA \(own == 1 ? "sentence" : "sentences") of a maker's own, but no valid "
        + "one with a position; \(expected)"
    }
    if isBinary { return "is binary and holds no NMEA sentence; \(expected)" }
    if otherJSONLines > 0, beginsAsJSON {
      return "is JSON, but no line is a whole report with a gpsd class; \(expected)"
    }
    return "is text of another kind: no gpsd JSON, no NMEA sentence, no GPX; \(expected)"
  }
}
