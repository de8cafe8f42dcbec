import Device
import HAL
import Names

/// Reads JSON Lines: gpsd's reports and our own superset of them.
struct GpsdDecoder {
  /// gpsd's own limit (GPS_JSON_RESPONSE_MAX); what is longer arrives broken there too.
  static let longestLine = 10_240
  /// The version of our own lines that this program reads and writes.
  static let format: Int64 = 1

  private let lines: LineScanner
  private let name: String
  private let takesConfiguration: Bool
  private(set) var skips = SkipCounts()
  private(set) var endsTorn = false
  private(set) var polls = 0
  private var isInLongLine = false
  /// The first line that a device decides by and that cannot be read, while nothing whole has come behind it.
  private var torn: TraceError?
  private var receivers = Receivers()
  private var own: OwnLines

  init(_ lines: LineScanner, takesConfiguration: Bool, change: PerimeterChange = PerimeterChange())
  {
    self.lines = lines
    name = lines.source.name
    own = OwnLines(name: lines.source.name, change: change)
    self.takesConfiguration = takesConfiguration
  }

  var words: TraceWords { own.words }
  var complaints: [TraceError] { own.complaints }

  mutating func next(_ record: inout TraceRecord) throws(TraceError) -> TraceItem? {
    if let setting = own.nextSetting() { return setting }
    while let line = try lines.next() {
      if let item = try read(line, &record) { return item }
    }
    // A row of settings without its end means nothing, as if it had not been there.
    if own.isInRow || torn != nil { endsTorn = true }
    torn = nil
    return nil
  }

  private mutating func read(
    _ line: LineScanner.Line, _ record: inout TraceRecord
  ) throws(TraceError) -> TraceItem? {
    // Nothing but padding.
    if line.bytes.isEmpty, !line.isTerminated { return nil }
    var bytes = line.isWhole ? GpsdDecoder.withoutLeadingBlanks(line.bytes) : line.bytes
    if !line.isWhole || bytes.count > GpsdDecoder.longestLine {
      if !isInLongLine { skips.add(.tooLong) }
      isInLongLine = !line.isTerminated
      return nil
    }
    if line.number == 1, bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      bytes = .init(rebasing: bytes[3...])
    }
    // Blank, or the bracket of a list of reports.
    guard bytes.contains(where: { $0 > 0x20 && $0 != 0x5B && $0 != 0x5D }) else { return nil }
    var report = Report()
    let object = GpsdDecoder.object(in: bytes)
    if let object, JSONScanner.members(of: object, { report.take($0, $1) }) {
      bytes = object
    } else {
      if object != nil {
        skips.add(.malformed)
      } else {
        skips.add(GpsdDecoder.isSentence(bytes) ? .otherKind : .noise)
      }
      guard let rest = try mend(bytes, line) else {
        if object != nil { endsTorn = !line.isTerminated }
        return nil
      }
      bytes = rest
      report = Report()
      _ = JSONScanner.members(of: bytes) { report.take($0, $1) }
    }
    if let torn { throw torn }
    if own.isInRow { try interruptRow(report.kind, line: line.number) }
    switch report.kind {
    case .tpv: return epoch(report, line: line.number, &record)
    case .sky:
      receivers.take(
        hdop: report.hdop, satellitesUsed: report.satellitesUsed, of: report.device)
      return nil
    case .configuration, .setting:
      guard takesConfiguration else { return nil }
      if report.kind == .setting {
        try own.addSetting(bytes, line: line.number)
      } else {
        try own.configure(bytes, line: line.number)
      }
      return own.nextSetting()
    case .own(let kind):
      if let item = try own.event(kind, bytes, line: line.number) { return item }
      skips.add(.malformed)
      return nil
    case .poll, .other:
      if report.kind == .poll { polls += 1 }
      skips.add(.otherKind)
      return nil
    }
  }

  /// The whole line of ours at the end of a damaged one. What cannot be read of ours is named: a line that a
  /// device decides by is an error.
  private mutating func mend(
    _ bytes: UnsafeBufferPointer<UInt8>, _ line: LineScanner.Line
  ) throws(TraceError) -> UnsafeBufferPointer<UInt8>? {
    let damaged = DamagedLine(bytes)
    // A power cut tears the last line of a file, and the run ends there.
    guard damaged.rest != nil || line.isTerminated else { return nil }
    for name in damaged.lost {
      switch name {
      case .configuration, .own(.setting):
        guard takesConfiguration else { continue }
      case .own: break
      }
      do throws(TraceError) {
        // A device that starts behind a torn line has lost it, too.
        try own.lose(name, isHarmless: damaged.restStarts, line: line.number)
      } catch {
        // Zeros and a line end may stand behind the line that a power cut has torn.
        if damaged.rest != nil { throw error }
        if torn == nil { torn = error }
      }
    }
    return damaged.rest
  }

  /// The longest stamp before a report.
  private static let longestStamp = 64

  /// The object in a line, without the brackets and commas of a list. The stamp that `gpspipe -t` and system
  /// logs write before each report is left out, too. Nil where there is no object.
  static func object(in line: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    let line = withoutLeadingBlanks(line)
    guard let brace = line.prefix(longestStamp + 1).firstIndex(of: 0x7B) else { return nil }
    var hasDigit = false
    var isBare = true
    for byte in line[..<brace] where !isBlank(byte) {
      guard isOfStamp(byte) else { return nil }
      if byte.isDigit { hasDigit = true }
      if byte != 0x5B { isBare = false }
    }
    let rest = UnsafeBufferPointer(rebasing: line[brace...])
    // A sentence of prose that quotes a report has no number before it.
    guard isBare || (hasDigit && rest.starts(with: "{\"class\"".utf8)) else { return nil }
    var end = rest.count
    while end > 0, isBlank(rest[end - 1]) || rest[end - 1] == 0x2C || rest[end - 1] == 0x5D {
      end -= 1
    }
    return UnsafeBufferPointer(rebasing: rest[..<end])
  }

  private static func withoutLeadingBlanks(
    _ line: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    guard let first = line.first, isBlank(first) else { return line }
    return .init(rebasing: line[(line.firstIndex { !isBlank($0) } ?? line.count)...])
  }

  /// Whether the bytes before a report are a stamp. Prose has no number.
  static func isStamp(_ front: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    front.allSatisfy { isBlank($0) || isOfStamp($0) } && front.contains { $0.isDigit }
  }

  /// A power cut may leave padding before the next report, too.
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte.isPadding
  }

  /// Letters, digits and what stands between them in a date, a time and the name of a program.
  private static func isOfStamp(_ byte: UInt8) -> Bool {
    byte.isDigit || (byte >= 0x41 && byte <= 0x5A) || (byte >= 0x61 && byte <= 0x7A)
      || "[]():.,-+/_".utf8.contains(byte)
  }

  /// gpsd may send the receiver's own sentences between its reports.
  private static func isSentence(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    var isWhole = false
    for start in [Sentence.start, Sentence.startOfAIS] {
      _ = Sentence.scan(line, from: start) { outcome in
        if case .sentence = outcome { isWhole = true }
      }
    }
    return isWhole
  }

  private mutating func interruptRow(_ kind: Report.Kind, line: Int) throws(TraceError) {
    switch kind {
    case .setting, .poll, .other: break
    case .own(let kind): try own.interruptRow(kind, line: line)
    case .tpv, .sky, .configuration: try own.interruptRow(nil, line: line)
    }
  }

  private mutating func epoch(
    _ report: Report, line: Int, _ record: inout TraceRecord
  ) -> TraceItem? {
    guard !report.isMalformed, let modeNumber = report.mode else {
      skips.add(.malformed)
      return nil
    }
    let mode =
      Fix.Mode(rawValue: UInt8(clamping: modeNumber)) ?? (modeNumber > 3 ? nil : Fix.Mode.none)
    guard let mode else {
      skips.add(.malformed)
      return nil
    }
    var fix = Fix(mode: mode, time: report.time)
    if let latitude = report.latitude, let longitude = report.longitude {
      guard let position = Position(latitudeE7: latitude, longitudeE7: longitude) else {
        skips.add(.outOfRange)
        return nil
      }
      fix.position = position
    }
    guard receivers.takes(mode, of: report.device) else {
      skips.add(.otherKind)
      return nil
    }
    let sky = receivers.sky(of: report.device)
    let hdop = report.hdop ?? sky.hdop
    fix.eph = report.eph ?? (mode == .none ? nil : ErrorModel.eph(hdop: hdop))
    fix.speed = report.speed.map { MetresPerSecond($0) }
    fix.course = report.course.map { Degrees($0) }
    record = TraceRecord(fix: fix, line: line)
    record.altitude = report.altitude.map { Metres($0) }
    record.hdop = hdop
    record.satellitesUsed = report.satellitesUsed ?? sky.satellitesUsed
    record.atMilliseconds = report.atMilliseconds
    return .epoch
  }
}

/// The members that matter of one line, whatever its class.
private struct Report {
  enum Kind: Equatable {
    case tpv, sky, configuration, setting
    case own(OwnClass)
    /// gpsd's answer to `?POLL`, with a list of reports in it.
    case poll
    case other
  }

  var kind = Kind.other
  /// A member that must be a number, a time or a place is none.
  var isMalformed = false
  /// The number of the receiver's name; 0: it is not named.
  var device: UInt32 = 0
  var mode: Int64?
  var latitude: Int64?
  var longitude: Int64?
  var reportedEph: Double?
  var epx: Double?
  var epy: Double?
  var speed: Double?
  var course: Double?
  var altitudeMSL: Double?
  var altitudePlain: Double?
  var hdop: Double?
  var satellitesUsed: Int?
  var atMilliseconds: Int64?
  var wall: WallTime?
  var isDated = true

  var time: FixTime? { wall.map { FixTime($0, isDated: isDated) } }
  var altitude: Double? { altitudeMSL ?? altitudePlain }
  /// gpsd before 3.20 gave the two axes only.
  var eph: Metres? {
    if let reportedEph { return Metres(reportedEph) }
    guard let epx, let epy else { return nil }
    let radius = (epx * epx + epy * epy).squareRoot()
    return radius.isFinite ? Metres(radius) : nil
  }

  mutating func take(_ key: JSONScanner.Bytes, _ value: JSONScanner.Value) {
    switch value {
    case .string(let text): takeString(key, text)
    case .literal(let text): takeLiteral(key, text)
    case .object, .array: break
    }
  }

  private mutating func takeString(_ key: JSONScanner.Bytes, _ text: JSONScanner.Bytes) {
    if key.equals("class") {
      kind =
        text.equals("TPV")
        ? .tpv : text.equals("SKY") ? .sky : text.equals("CONFIG") ? .configuration : own(text)
    } else if key.equals("time") {
      wall = CivilTime.parse(text)
      if wall == nil { isMalformed = true }
    } else if key.equals("device") {
      device = text.isEmpty ? 0 : Receivers.number(of: text)
    } else if key.equals("lat") || key.equals("lon") || key.equals("mode") {
      isMalformed = true
    }
  }

  private func own(_ name: JSONScanner.Bytes) -> Kind {
    guard let own = OwnClass(name) else { return name.equals("POLL") ? .poll : .other }
    return own == .setting ? .setting : .own(own)
  }

  private mutating func takeLiteral(_ key: JSONScanner.Bytes, _ text: JSONScanner.Bytes) {
    guard let first = key.first else { return }
    switch first {
    case UInt8(ascii: "l"):
      if key.equals("lat") { latitude = degrees(text) }
      if key.equals("lon") { longitude = degrees(text) }
    case UInt8(ascii: "m"):
      if key.equals("mode") {
        mode = Decimal.integer(text)
        if mode == nil || mode! < 0 { isMalformed = true }
      }
    case UInt8(ascii: "e"):
      if key.equals("eph") { reportedEph = finite(text) }
      if key.equals("epx") { epx = finite(text) }
      if key.equals("epy") { epy = finite(text) }
    case UInt8(ascii: "s"):
      if key.equals("speed") { speed = finite(text) }
    case UInt8(ascii: "t"):
      if key.equals("track") { course = finite(text) }
      // gpsd before 2.96 wrote seconds since 1970.
      if key.equals("time"), let seconds = finite(text), seconds.magnitude < 1e11 {
        wall = WallTime(milliseconds: Int64((seconds * 1000).rounded()))
      }
    case UInt8(ascii: "a"):
      if key.equals("altMSL") { altitudeMSL = finite(text) }
      if key.equals("alt") { altitudePlain = finite(text) }
      if key.equals("at_ms") {
        atMilliseconds = Decimal.integer(text)
        if atMilliseconds == nil || atMilliseconds! < 0 { isMalformed = true }
      }
    case UInt8(ascii: "h"): if key.equals("hdop") { hdop = finite(text) }
    case UInt8(ascii: "u"):
      if key.equals("uSat") { satellitesUsed = Decimal.integer(text).map { Int($0) } }
      if key.equals("undated"), text.equals("true") { isDated = false }
    default: break
    }
  }

  /// A coordinate that is no number, or not a finite one, spoils the line.
  private mutating func degrees(_ text: JSONScanner.Bytes) -> Int64? {
    let value = Decimal.degreesE7(text)
    if value == nil { isMalformed = true }
    return value
  }

  /// Anything but a finite number is as good as absent.
  private func finite(_ text: JSONScanner.Bytes) -> Double? {
    guard let value = Decimal.double(text), value.isFinite else { return nil }
    return value
  }
}
