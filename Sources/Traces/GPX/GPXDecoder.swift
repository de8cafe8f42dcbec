import CExpat
import HAL

/// Reads the tracks of GPX 1.0 and 1.1, streaming through expat.
final class GPXDecoder {
  private let source: ByteSource
  private let parser: XML_Parser
  private let track: UnsafeMutablePointer<TrackBuilder>
  /// The file ended inside the document; what came before is good.
  private(set) var endsTorn = false

  private var ready: [TraceRecord] = []
  private var readyIndex = 0
  private var isFinished = false

  init(_ source: ByteSource) {
    self.source = source
    parser = XML_ParserCreate(nil)
    track = .allocate(capacity: 1)
    track.initialize(to: TrackBuilder(parser))
    XML_SetUserData(parser, track)
    XML_SetElementHandler(
      parser,
      { GPXDecoder.track($0).pointee.open($1!, $2!) },
      { GPXDecoder.track($0).pointee.close($1!) })
    XML_SetCharacterDataHandler(parser) {
      GPXDecoder.track($0).pointee.collect(UnsafeRawPointer($1!), Int($2))
    }
  }

  deinit {
    XML_ParserFree(parser)
    track.deinitialize(count: 1)
    track.deallocate()
  }

  private static func track(_ user: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<TrackBuilder>
  {
    user!.assumingMemoryBound(to: TrackBuilder.self)
  }

  var skips: SkipCounts { track.pointee.skips }

  func next(_ record: inout TraceRecord) throws(TraceError) -> TraceItem? {
    while readyIndex >= ready.count {
      guard !isFinished else { return nil }
      ready.removeAll(keepingCapacity: true)
      readyIndex = 0
      try feed()
      swap(&ready, &track.pointee.ready)
    }
    readyIndex += 1
    record = ready[readyIndex - 1]
    return .epoch
  }

  /// Gives expat one chunk. The first one was read to recognise the format.
  private func feed() throws(TraceError) {
    if source.available.isEmpty { _ = try source.fill() }
    let bytes = source.available
    // Small helpings keep the queue of points short.
    let count = min(bytes.count, 1 << 16)
    let isLast = count == 0
    let status = bytes.withMemoryRebound(to: CChar.self) {
      XML_Parse(parser, $0.baseAddress, Int32(count), isLast ? 1 : 0)
    }
    source.consume(count)
    let root = track.pointee.root
    if let root, root != "gpx" {
      throw TraceError(
        file: source.name, "is XML with the root element <\(root)>; expected <gpx>")
    }
    guard status == XML_STATUS_ERROR else {
      isFinished = isLast
      return
    }
    isFinished = true
    if isLast, root != nil {
      endsTorn = true
      return
    }
    let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "unknown"
    throw TraceError(
      file: source.name, line: Int(XML_GetCurrentLineNumber(parser)),
      "is not well-formed XML (\(reason)); expected GPX")
  }
}
