import Device
import HAL

/// What each format's decoder offers the reader.
protocol TraceDecoder {
  /// What the next lines hold, nil at the end.
  mutating func next() throws(TraceError) -> TraceItem?
  var skips: SkipCounts { get }
  /// True when the file ended in the middle of a line or document.
  var endsTorn: Bool { get }
}

extension GpsdDecoder: TraceDecoder {}
extension NMEADecoder: TraceDecoder {}
extension GPXDecoder: TraceDecoder {}

/// Reads a trace of any kind as the events of a device.
///
/// Memory does not grow with the trace: 2 GB stream through one buffer.
public final class TraceReader {
  public struct Options: Sendable {
    /// Where a log without a date begins: midnight of this day. 1970-01-01 unless said otherwise.
    public var baseDate: WallTime
    /// eph of fixes that have none.
    public var assumedEph: Metres?
    /// False when the caller brings a configuration that overrides the trace's own.
    public var takesConfiguration: Bool

    public init(
      baseDate: WallTime = WallTime(milliseconds: 0), assumedEph: Metres? = nil,
      takesConfiguration: Bool = true
    ) {
      self.baseDate = baseDate
      self.assumedEph = assumedEph
      self.takesConfiguration = takesConfiguration
    }
  }

  /// One event, and the record it was made of; a configuration has none.
  public struct Item: Sendable {
    public var event: Event
    public var record: TraceRecord?
  }

  /// The path as given, or "standard input".
  public let name: String
  public let format: TraceFormat
  /// Distinct epochs that had a position.
  public private(set) var fixes = 0
  private let source: ByteSource
  private let options: Options
  private var decoder: any TraceDecoder
  private var clock = TraceClock()
  private var lastTime: FixTime?
  private var lastPosition: Position?

  /// - Parameter path: "-" names standard input.
  public init(path: String, options: Options = Options()) throws(TraceError) {
    source = try ByteSource(path: path)
    name = source.name
    self.options = options
    format = try TraceFormat.recognise(source)
    switch format {
    case .gpsdJSON:
      decoder = GpsdDecoder(
        LineScanner(source), takesConfiguration: options.takesConfiguration)
    case .nmea:
      let day = options.baseDate.milliseconds / CivilTime.day
      decoder = NMEADecoder(LineScanner(source), baseDay: day)
    case .gpx: decoder = GPXDecoder(source)
    }
  }

  /// The next event, nil at the end.
  public func next() throws(TraceError) -> Item? {
    switch try decoder.next() {
    case nil: return nil
    case .configuration(let configuration, let at):
      let instant = clock.stamp(atMilliseconds: at, time: nil, hasPosition: false)
      return Item(event: Event(at: instant, .configured(configuration)))
    case .epoch(var record):
      if let assumed = options.assumedEph, record.hasPosition {
        // A zero or infinite estimate is as good as none.
        let stated = record.fix.eph?.value ?? 0
        if !(stated > 0 && stated.isFinite) { record.fix.eph = assumed }
      }
      let instant = clock.stamp(
        atMilliseconds: record.atMilliseconds, time: record.fix.time,
        hasPosition: record.hasPosition)
      count(record)
      return Item(event: Event(at: instant, .fix(record.fix)), record: record)
    }
  }

  /// gpsd may report one epoch several times; a GPX track may hold one second at two places.
  private func count(_ record: TraceRecord) {
    guard record.hasPosition else { return }
    let isRepeat =
      format == .gpsdJSON && record.fix.time != nil && record.fix.time == lastTime
      && record.fix.position == lastPosition
    if !isRepeat { fixes += 1 }
    lastTime = record.fix.time
    lastPosition = record.fix.position
  }

  /// Lines, sentences or track points passed over.
  public var skips: SkipCounts { decoder.skips }
  /// True when the file ended in the middle of a line or document.
  public var endsTorn: Bool { decoder.endsTorn }

  /// What the trace calls a moment of device time.
  public func wallTime(at instant: Instant) -> WallTime { clock.wallTime(at: instant) }
  /// False until a line with a position has said what time it is.
  public var knowsWallTime: Bool { clock.knowsWallTime }

  /// False while the trace has told a time of day only, or nothing.
  public var isDated: Bool { clock.isDated }

  public var bytesRead: Int { source.bytesRead }
  /// Nil for a pipe.
  public var size: Int? { source.size }
}
