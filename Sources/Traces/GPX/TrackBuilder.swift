import CExpat
import HAL
import Names

/// Makes records of the track points that expat finds.
///
/// Waypoints and routes are not recordings and are passed over where there is a track. Element names are
/// compared without their prefix, because every exporter chooses its own.
///
/// Expat calls this more than a dozen times for each point, through a plain pointer. A class would
/// count references and look for overlapping access each time, which cost a fifth of all.
struct TrackBuilder {
  /// The most points without a time that wait for one with a time. More are no plan that a person made.
  private static let mostWaiting = 100_000

  /// Phones and watches state a radius of 68 %; eph is one of 95 %. For a circular normal error the
  /// ratio is 1.62 (Rayleigh distribution).
  private static let perPhoneAccuracy = 1.62

  private let parser: XML_Parser
  private(set) var skips = SkipCounts()
  /// The first points that were skipped as damaged, with their lines.
  private(set) var complaints: [(line: Int, message: String)] = []
  private static let mostComplaints = 3
  /// Name of the outermost element, once it has begun.
  private(set) var root: String?
  /// The document has come to its end.
  private(set) var isWhole = false
  /// The points found so far; whoever takes them empties it.
  var ready: [TraceRecord] = []

  private(set) var hasTrack = false
  private(set) var hasRoute = false
  private(set) var hasWaypoint = false

  /// Points of segments in which no point had a time so far: a plan, if any other segment has times.
  private var waiting: [TraceRecord] = []
  /// The number of them that belong to earlier segments.
  private var planned = 0
  /// A position of the segment has a time. Its points without one count, too.
  private var isRecorded = false
  private var hasTimes = false

  private var isOsmAnd = false
  private var startsSegment = false
  private var isInPoint = false
  /// Elements of the point that are open.
  private var depth = 0
  private var point = Point(line: 0)
  private var text = InlineArray<64, UInt8>(repeating: 0)
  private var textCount = 0
  /// Longer than any number or time.
  private var isTooLong = false
  private var isCollecting = false

  private struct Point {
    var line: Int
    var latitude: Int64?
    var longitude: Int64?
    var hasTime = false
    var time: WallTime?
    /// The text in place of a time, where that is none.
    var noTime = ""
    var altitude: Double?
    var hdop: Double?
    var satellites: Int?
    var mode: Fix.Mode?
    var eph: Double?
    var speed: Double?
    var course: Double?
  }

  init(_ parser: XML_Parser) { self.parser = parser }

  // MARK: Callbacks

  mutating func open(
    _ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>
  ) {
    let name = TrackBuilder.localName(name)
    isCollecting = false
    if isInPoint {
      depth += 1
      textCount = 0
      isTooLong = false
      isCollecting = true
    } else if name.equals("trkpt") {
      openPoint(attributes)
    } else if name.equals("trkseg") {
      startsSegment = true
    } else if name.equals("trk") {
      hasTrack = true
    } else if name.equals("rtept") {
      hasRoute = true
    } else if name.equals("wpt") {
      hasWaypoint = true
    } else if root == nil {
      root = String(decoding: name, as: UTF8.self)
      TrackBuilder.each(attributes) { key, value in
        if key.equals("creator") { isOsmAnd = TrackBuilder.hasPrefix(value, "OsmAnd") }
      }
    }
  }

  private mutating func openPoint(_ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>) {
    isInPoint = true
    depth = 0
    point = Point(line: Int(XML_GetCurrentLineNumber(parser)))
    TrackBuilder.each(attributes) { key, value in
      if key.equals("lat") { point.latitude = Decimal.degreesE7(TrackBuilder.trimmed(value)) }
      if key.equals("lon") { point.longitude = Decimal.degreesE7(TrackBuilder.trimmed(value)) }
    }
  }

  mutating func collect(_ bytes: UnsafeRawPointer, _ count: Int) {
    guard isCollecting else { return }
    for i in 0..<count {
      let byte = bytes.load(fromByteOffset: i, as: UInt8.self)
      if textCount < 64 {
        // Blanks before the value, such as those of an indented file, take no room.
        if textCount == 0, byte <= 0x20 { continue }
        text[textCount] = byte
        textCount += 1
      } else if byte > 0x20 {
        isTooLong = true
        return
      }
    }
  }

  mutating func close(_ name: UnsafePointer<CChar>) {
    guard isInPoint else {
      let name = TrackBuilder.localName(name)
      if name.equals("trkseg") { endSegment() }
      if name.equals("gpx") { isWhole = true }
      return
    }
    guard depth > 0 else { return closePoint() }
    depth -= 1
    guard isCollecting else { return }
    isCollecting = false
    let name = TrackBuilder.localName(name)
    let value = text
    value.span.withUnsafeBufferPointer {
      // Text that does not fit is neither a number nor a time, and its beginning is another one.
      take(name, TrackBuilder.trimmed(.init(rebasing: $0[..<(isTooLong ? 0 : textCount)])))
      if isTooLong, depth == 0, name.equals("time"), complaints.count < TrackBuilder.mostComplaints
      {
        point.noTime = TrackBuilder.quoted(.init(rebasing: $0[..<textCount])) + "…"
      }
    }
  }

  /// Takes one field. Time, height, mode, satellites and HDOP must be the point's own: extensions have such
  /// fields, too.
  private mutating func take(
    _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>
  ) {
    let isOwn = depth == 0
    guard let first = name.first else { return }
    switch first {
    case UInt8(ascii: "t"):
      if isOwn, name.equals("time") {
        point.hasTime = true
        point.time = CivilTime.parse(value)
        if point.time == nil, complaints.count < TrackBuilder.mostComplaints {
          point.noTime = TrackBuilder.quoted(value)
        }
      }
    case UInt8(ascii: "e"):
      if isOwn, name.equals("ele") { point.altitude = number(value) }
      if name.equals("eph") { point.eph = number(value) }
    case UInt8(ascii: "h"):
      if isOwn, name.equals("hdop") {
        // OsmAnd writes the phone's accuracy in metres here.
        if isOsmAnd { takeAccuracy(value) } else { point.hdop = number(value) }
      }
      if name.equals("hAcc") || name.equals("hacc") || name.equals("horizontalAccuracy")
        || name.equals("horizontal_accuracy")
      {
        takeAccuracy(value)
      }
    case UInt8(ascii: "a"):
      if name.equals("accuracy") || name.equals("acc") { takeAccuracy(value) }
    case UInt8(ascii: "s"):
      if isOwn, name.equals("sat") { point.satellites = Decimal.integer(value).map { Int($0) } }
      if name.equals("speed") { point.speed = number(value) }
    case UInt8(ascii: "c"): if name.equals("course") { point.course = number(value) }
    case UInt8(ascii: "f"):
      if isOwn, name.equals("fix") {
        point.mode =
          value.equals("none")
          ? Fix.Mode.none
          : value.equals("2d")
            ? .twoD
            : value.equals("3d") || value.equals("dgps") || value.equals("pps")
              ? .threeD : nil
      }
    default: break
    }
  }

  private mutating func takeAccuracy(_ value: UnsafeBufferPointer<UInt8>) {
    // Negative means unknown on Apple's platforms.
    guard point.eph == nil, let metres = number(value), metres > 0 else { return }
    let radius = metres * TrackBuilder.perPhoneAccuracy
    if radius.isFinite { point.eph = radius }
  }

  private mutating func closePoint() {
    isInPoint = false
    guard let latitude = point.latitude, let longitude = point.longitude else {
      return skip(
        .malformed, "has no lat and lon that are numbers; expected degrees, such as -2.9005")
    }
    guard !point.hasTime || point.time != nil else {
      return skip(
        .malformed, "has the time \"\(point.noTime)\"; expected one such as 2015-03-21T15:04:05Z")
    }
    guard let position = Position(latitudeE7: latitude, longitudeE7: longitude) else {
      return skip(.outOfRange, "is not on Earth; expected lat up to 90 and lon up to 180")
    }
    let mode = point.mode ?? (point.altitude == nil ? .twoD : .threeD)
    var fix = Fix(mode: mode, position: position)
    fix.time = point.time.map { FixTime($0, isDated: true) }
    fix.eph = point.eph.map { Metres($0) } ?? ErrorModel.eph(hdop: point.hdop)
    fix.speed = point.speed.map { MetresPerSecond($0) }
    fix.course = point.course.map { Degrees($0) }
    var record = TraceRecord(fix: fix, line: point.line)
    record.altitude = point.altitude.map { Metres($0) }
    record.hdop = point.hdop
    record.satellitesUsed = point.satellites
    record.startsSegment = startsSegment
    startsSegment = false
    add(record)
  }

  private mutating func skip(_ reason: SkipReason, _ message: String) {
    skips.add(reason)
    guard complaints.count < TrackBuilder.mostComplaints else { return }
    complaints.append((point.line, "a track point " + message))
  }

  private mutating func add(_ record: TraceRecord) {
    // A time without a position says nothing about the others, and passes all the same.
    if record.fix.time != nil, !record.hasPosition { return ready.append(record) }
    if !isRecorded, record.fix.time != nil {
      hasTimes = true
      isRecorded = true
      passOver(planned)
      release()
    }
    if !isRecorded, waiting.count == TrackBuilder.mostWaiting {
      isRecorded = true
      release()
    }
    if isRecorded { ready.append(record) } else { waiting.append(record) }
  }

  private mutating func endSegment() {
    if hasTimes { passOver(waiting.count) }
    planned = waiting.count
    isRecorded = false
  }

  /// Nothing follows. A document without any time has its points all the same.
  mutating func finish() {
    endSegment()
    release()
  }

  private mutating func passOver(_ count: Int) {
    waiting.removeFirst(count)
    for _ in 0..<count { skips.add(.otherKind) }
  }

  private mutating func release() {
    ready += waiting
    waiting = []
    planned = 0
  }

  private func number(_ value: UnsafeBufferPointer<UInt8>) -> Double? {
    guard let number = Decimal.double(value), number.isFinite else { return nil }
    return number
  }

  // MARK: C strings

  private static func bytes(_ text: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
    let raw = UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
    var count = 0
    while raw[count] != 0 { count += 1 }
    return .init(start: raw, count: count)
  }

  private static func localName(_ name: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
    let whole = bytes(name)
    guard let colon = whole.lastIndex(of: 0x3A) else { return whole }
    return .init(rebasing: whole[(colon + 1)...])
  }

  private static func each(
    _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>,
    _ visit: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    var at = 0
    while let key = attributes[at], let value = attributes[at + 1] {
      visit(bytes(key), bytes(value))
      at += 2
    }
  }

  /// The text as a complaint may show it: ASCII moves no terminal's cursor, and turns no line round.
  private static func quoted(_ text: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: text.map { $0 >= 0x20 && $0 < 0x7F ? $0 : 0x3F }, as: UTF8.self)
  }

  private static func hasPrefix(_ text: UnsafeBufferPointer<UInt8>, _ prefix: String) -> Bool {
    text.count >= prefix.utf8.count && text.prefix(prefix.utf8.count).elementsEqual(prefix.utf8)
  }

  private static func trimmed(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var first = 0
    var end = text.count
    while first < end, text[first] <= 0x20 { first += 1 }
    while end > first, text[end - 1] <= 0x20 { end -= 1 }
    return .init(rebasing: text[first..<end])
  }
}
