import CExpat
import HAL
import Names

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
  /// The mistake behind the points that are ready.
  private var failure: TraceError?
  /// Bytes that expat was given before the present ones.
  private var fed = 0

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
    XML_SetUnknownEncodingHandler(
      parser, { GPXDecoder.describe(String(cString: $1!), &$2!.pointee) ? 1 : 0 }, nil)
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
  var complaints: [TraceError] {
    track.pointee.complaints.map { TraceError(file: source.name, line: $0.line, $0.message) }
  }

  func next(_ record: inout TraceRecord) throws(TraceError) -> TraceItem? {
    while readyIndex >= ready.count {
      if let failure { throw failure }
      guard !isFinished else {
        try refusePlans()
        return nil
      }
      ready.removeAll(keepingCapacity: true)
      readyIndex = 0
      try feed()
      if isFinished { track.pointee.finish() }
      swap(&ready, &track.pointee.ready)
    }
    readyIndex += 1
    record = ready[readyIndex - 1]
    return .epoch
  }

  /// Refuses a document without any track. Replayed as an empty recording it would seem to be in order.
  private func refusePlans() throws(TraceError) {
    let found = track.pointee
    guard !found.hasTrack, found.hasRoute || found.hasWaypoint else { return }
    let kinds = [found.hasRoute ? "routes" : nil, found.hasWaypoint ? "waypoints" : nil]
    throw TraceError(
      file: source.name,
      "holds \(kinds.compactMap(\.self).joined(separator: " and ")) only; vigia replays recorded tracks"
    )
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
    let mistake = Int(XML_GetCurrentByteIndex(parser)) - fed
    fed += count
    let meetsPadding =
      status == XML_STATUS_ERROR && mistake >= 0 && mistake < count && bytes[mistake].isPadding
    source.consume(meetsPadding ? mistake : count)
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
    if root != nil, isLast {
      endsTorn = true
      return
    }
    if root != nil, meetsPadding, try restIsPadding() {
      endsTorn = !track.pointee.isWhole
      return
    }
    let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "unknown"
    failure = TraceError(
      file: source.name, line: Int(XML_GetCurrentLineNumber(parser)),
      "is not well-formed XML (\(reason)); expected GPX")
  }

  /// Whether nothing follows but blanks and what a power cut or an old editor leaves: NUL and Ctrl-Z.
  private func restIsPadding() throws(TraceError) -> Bool {
    while true {
      let bytes = source.available
      guard bytes.allSatisfy({ $0.isPadding || $0 == 0x20 || ($0 >= 0x09 && $0 <= 0x0D) }) else {
        return false
      }
      source.consume(bytes.count)
      guard try source.fill() else { return true }
    }
  }

  /// Encodings of one byte a character that expat does not know by itself. They have ASCII in common, and
  /// every name and value that we read is ASCII. The other characters pass for those of Latin 1.
  private static func describe(_ name: String, _ encoding: inout XML_Encoding) -> Bool {
    let name = name.lowercased()
    let families = [
      "windows-125", "cp125", "iso-8859", "iso8859", "iso_8859", "latin", "koi8", "macintosh",
      // A misspelt UTF-8 has ASCII in common, too.
      "utf8",
    ]
    guard families.contains(where: { name.hasPrefix($0) }) else { return false }
    withUnsafeMutableBytes(of: &encoding.map) { map in
      let map = map.bindMemory(to: CInt.self)
      for byte in map.indices { map[byte] = CInt(byte) }
    }
    return true
  }
}

/// Writes the epochs that have a position as a GPX 1.1 track.
///
/// eph and speed go into extensions of our own, so that the track replays to the same decisions.
public final class GPXWriter {
  private let write: (String) throws -> Void
  private var isInSegment = false

  /// Begins the document. It throws what `write` throws.
  public init(to write: @escaping (String) throws -> Void) throws {
    self.write = write
    try write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="vigia" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:vigia="urn:vigia:gpx:1">
      <trk>

      """)
  }

  /// Writes one track point; an epoch without a position is left out. It throws what `write`
  /// throws.
  /// - Parameter arrival: stands for the receiver's time where there is none.
  public func add(_ record: TraceRecord, arrival: WallTime? = nil) throws {
    guard record.hasPosition, let position = record.fix.position else { return }
    if isInSegment, record.startsSegment { try write("</trkseg>\n") }
    if !isInSegment || record.startsSegment { try write("<trkseg>\n") }
    isInSegment = true
    var text =
      "<trkpt lat=\"\(position.latitudeText)\" lon=\"\(position.longitudeText)\">"
    if let altitude = record.altitude { text += "<ele>\(altitude.value)</ele>" }
    if let time = record.fix.time?.wall ?? arrival {
      text += "<time>\(CivilTime.text(time))</time>"
    }
    text += "<fix>\(record.fix.mode == .threeD ? "3d" : "2d")</fix>"
    if let used = record.satellitesUsed { text += "<sat>\(used)</sat>" }
    if let hdop = record.hdop { text += "<hdop>\(hdop)</hdop>" }
    var extensions = ""
    if let eph = record.fix.eph { extensions += "<vigia:eph>\(eph.value)</vigia:eph>" }
    if let speed = record.fix.speed { extensions += "<vigia:speed>\(speed.value)</vigia:speed>" }
    if let course = record.fix.course {
      extensions += "<vigia:course>\(course.value)</vigia:course>"
    }
    if !extensions.isEmpty { text += "<extensions>\(extensions)</extensions>" }
    try write(text + "</trkpt>\n")
  }

  /// Closes track and document. It throws what `write` throws.
  public func finish() throws {
    try write(isInSegment ? "</trkseg>\n</trk>\n</gpx>\n" : "</trk>\n</gpx>\n")
  }
}
