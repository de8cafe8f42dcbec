import Device
import HAL
import Names

/// A format's decoder, as the reader sees it.
protocol TraceDecoder {
  /// Returns the content of the next lines, nil at the end. An epoch is put into the record.
  mutating func next(_ record: inout TraceRecord) throws(TraceError) -> TraceItem?
  var skips: SkipCounts { get }
  /// True when the file ended in the middle of a line or document.
  var endsTorn: Bool { get }
  /// The words of the settings read so far.
  var words: TraceWords { get }
  /// Complaints about the first lines of our own that were skipped.
  var complaints: [TraceError] { get }
  /// Sentences with and without a checksum.
  var bare: BareCounts { get }
  /// Answers to `?POLL`, which are not read.
  var polls: Int { get }
}

extension TraceDecoder {
  var words: TraceWords { TraceWords() }
  var complaints: [TraceError] { [] }
  var bare: BareCounts { BareCounts() }
  var polls: Int { 0 }
}

extension GpsdDecoder: TraceDecoder {}
extension NMEADecoder: TraceDecoder {}
extension GPXDecoder: TraceDecoder {}

/// Reads a trace of any kind as the events of a device.
///
/// Memory does not grow with the trace: 2 GB stream through one buffer.
public final class TraceReader {
  /// The choices of somebody who reads a trace.
  public struct Options: Sendable {
    /// Midnight, in whatever zone, of the day on which a log without a date begins. That of 1970-01-01 in UTC
    /// unless said otherwise.
    public var baseDate: WallTime
    /// eph of fixes that have none.
    public var assumedEph: Metres?
    /// False when the caller brings a configuration that overrides the trace's own.
    public var takesConfiguration: Bool
    /// Changes every perimeter of the trace. Where it brings a whole circle, a perimeter of the trace that is
    /// none is no mistake.
    public var change = PerimeterChange()
    /// True when `fingerprints` will be asked for.
    public var takesFingerprints = false

    public init(
      baseDate: WallTime = WallTime(milliseconds: 0), assumedEph: Metres? = nil,
      takesConfiguration: Bool = true
    ) {
      self.baseDate = baseDate
      self.assumedEph = assumedEph
      self.takesConfiguration = takesConfiguration
    }
  }

  /// One event, and the record it was made of; only a fix has one.
  public struct Item: Sendable {
    /// The event for the device.
    public var event: Event
    /// The epoch as the file has it; nil for every event but a fix.
    public var record: TraceRecord?
  }

  /// Marks that are kept until they are taken; more are forgotten.
  public static let mostMarks = 1000

  /// The path as given, or "standard input".
  public let name: String
  /// The format, recognised by its content.
  public let format: TraceFormat
  /// Distinct epochs that had a position.
  public private(set) var fixes = 0
  /// Reports or track points with a position: an epoch may be there several times.
  public private(set) var positions = 0
  /// Epochs without a position.
  public private(set) var withoutPosition = 0
  /// Positions at the moment of the one before.
  public private(set) var atSameMoment = 0
  /// Events that are neither fixes nor settings.
  public private(set) var others = 0
  private var marks: [TraceMark] = []
  /// The record is behind a pointer, so that no access to it is checked for overlaps: that would be a
  /// tenth of all.
  private let epoch = UnsafeMutablePointer<TraceRecord>.allocate(capacity: 1)
  private var isEpoch = false
  private let source: ByteSource
  private let options: Options
  private var decoder: any TraceDecoder
  private var clock = TraceClock()
  private var lastTime: FixTime?
  private var lastPosition: Position?
  private var lastMoment: Instant?

  /// - Parameter path: "-" names standard input.
  /// - Throws: when the file cannot be read, or is no trace.
  public convenience init(path: String, options: Options = Options()) throws(TraceError) {
    try self.init(ByteSource(path: path, isHashed: options.takesFingerprints), options)
  }

  /// - Parameter parts: files, at least one, that make one trace in this order.
  /// - Throws: when a file cannot be read, or the first is no trace.
  public convenience init(
    parts: [String], named name: String, options: Options = Options()
  ) throws(TraceError) {
    try self.init(
      ByteSource(parts: parts, named: name, isHashed: options.takesFingerprints), options)
  }

  private init(_ source: ByteSource, _ options: Options) throws(TraceError) {
    self.source = source
    name = source.name
    self.options = options
    epoch.initialize(to: .none)
    let hasChecksums: Bool
    (format, hasChecksums) = try TraceFormat.recognise(source)
    switch format {
    case .gpsdJSON:
      decoder = GpsdDecoder(
        LineScanner(source), takesConfiguration: options.takesConfiguration, change: options.change)
    case .nmea:
      decoder = NMEADecoder(
        LineScanner(source), base: options.baseDate, isUnchecked: !hasChecksums)
    case .gpx: decoder = GPXDecoder(source)
    }
    clock = TraceClock(believesDates: format == .gpx)
  }

  deinit { epoch.deallocate() }

  /// The fingerprint of each file of the trace, of the very bytes that were replayed; empty unless the
  /// options ask for them. It throws when the rest of a file cannot be read.
  public func fingerprints() throws(TraceError) -> [Fingerprint] {
    options.takesFingerprints ? try source.fingerprintsAtEnd() : []
  }

  /// The next event, nil at the end.
  /// - Throws: when the file cannot be read, or has a line that no replay may skip.
  public func next() throws(TraceError) -> Item? {
    guard let event = try nextEvent() else { return nil }
    return Item(event: event, record: record)
  }

  /// The next event without its record: events are many, and copies are dear. Nil at the end; it throws
  /// like `next`.
  public func nextEvent() throws(TraceError) -> Event? {
    if offSince != nil { offSince = nil }
    while true {
      switch try decoder.next(&epoch.pointee) {
      case .epoch:
        isEpoch = true
        return Event(at: takeEpoch(), .fix(epoch.pointee.fix))
      case .event(let kind, let at):
        isEpoch = false
        return take(kind, atMilliseconds: at)
      case .mark(let text, let at):
        guard marks.count < TraceReader.mostMarks else { continue }
        marks.append(TraceMark(at: clock.moment(atMilliseconds: at), text: text))
      case .off(let at): offSince = clock.moment(atMilliseconds: at)
      case nil: return nil
      }
    }
  }

  /// From this moment until the last event that was read, or until the end, the device had no power;
  /// nil: it had.
  public private(set) var offSince: Instant?

  /// The source of the last event; nil unless that was a fix.
  public var record: TraceRecord? { isEpoch ? epoch.pointee : nil }

  private func take(_ kind: Event.Kind, atMilliseconds: Int64?) -> Event {
    if case .booted = kind, let atMilliseconds { clock.restart(atMilliseconds: atMilliseconds) }
    let instant = clock.stamp(atMilliseconds: atMilliseconds, time: nil, hasPosition: false)
    if case .clock(let wall, let source) = kind { clock.hear(wall, source, at: instant) }
    if case .setting = kind {} else { others += 1 }
    return Event(at: instant, kind)
  }

  private func takeEpoch() -> Instant {
    let hasPosition = epoch.pointee.hasPosition
    if let assumed = options.assumedEph, hasPosition {
      // A zero or infinite estimate is as good as none.
      let stated = epoch.pointee.fix.eph?.value ?? 0
      if !(stated > 0 && stated.isFinite) { epoch.pointee.fix.eph = assumed }
    }
    let moment = clock.stamp(
      atMilliseconds: epoch.pointee.atMilliseconds, time: epoch.pointee.fix.time,
      hasPosition: hasPosition)
    if hasPosition { countFix(at: moment) } else { withoutPosition += 1 }
    return moment
  }

  /// gpsd and GPX tracks may repeat an epoch, and a track may hold one second at two places. NMEA makes one
  /// record of each epoch.
  private func countFix(at moment: Instant) {
    positions += 1
    if moment == lastMoment { atSameMoment += 1 }
    lastMoment = moment
    let isRepeat =
      format != .nmea && epoch.pointee.fix.time != nil && epoch.pointee.fix.time == lastTime
      && epoch.pointee.fix.position == lastPosition
    if !isRepeat { fixes += 1 }
    lastTime = epoch.pointee.fix.time
    lastPosition = epoch.pointee.fix.position
  }

  /// The marks before the last event, or before the end, that were not taken yet.
  public func takeMarks() -> [TraceMark] {
    if marks.isEmpty { return [] }
    defer { marks = [] }
    return marks
  }

  /// The words of the settings read so far.
  public var words: TraceWords { decoder.words }
  /// Complaints about the first lines of our own, or track points, that were skipped.
  public var complaints: [TraceError] { decoder.complaints }
  /// Sentences with and without a checksum.
  var bare: BareCounts { decoder.bare }
  /// The number of answers to `?POLL`: gpsd's reports are read, and these are not.
  public var polls: Int { decoder.polls }
  /// Lines, sentences or track points passed over.
  public var skips: SkipCounts { decoder.skips }
  /// Track points without a time that were passed over as a plan, because others have times.
  public var planned: Int { format == .gpx ? skips.unneeded : 0 }
  /// True when the file ended in the middle of a line or document.
  public var endsTorn: Bool { decoder.endsTorn }

  /// Wall time in the trace of a moment of device time.
  public func wallTime(at instant: Instant) -> WallTime { clock.wallTime(at: instant) }
  /// False until a line with a position has said what time it is.
  public var knowsWallTime: Bool { clock.knowsWallTime }

  /// False while the trace has told a time of day only, or nothing.
  public var isDated: Bool { clock.tellsDate }

  /// The number of times that the lines went back for good. What came before and after is joined then,
  /// without a pause.
  public var timesBack: Int { clock.timesBack }

  /// The number of times that the lines went ahead by more than a year. What came before and after is joined then,
  /// without a pause.
  public var timesAhead: Int { clock.timesAhead }

  /// The number of times that a track went ahead by more than a year, to another walk. A pause of a year stands
  /// between the two.
  public var pauses: Int { clock.pauses }

  /// The last positions were dated days ahead, and counted as a wrong date.
  public var endsAhead: Bool { clock.endsAhead }

  /// Bytes of the files that were read so far.
  public var bytesRead: Int { source.bytesRead }
  /// Bytes of all files; nil for a pipe.
  public var size: Int? { source.size }
}
