import Device
import HAL
import Packed
import Simulated
import Traces

/// A trace as the events of a board, with the settings of the command line inserted. They come at the
/// beginning and after each start of the device, behind the restored records.
///
/// If the command line brings a circle alone, it is inserted where the trace has no settings. Otherwise the reader
/// has put it in place of the trace's own circle.
final class TraceEvents: EventSource {
  private let reader: TraceReader
  private let settings: [Setting]
  /// The settings are a circle alone, for a trace that brings none.
  private let isCircleAlone: Bool
  /// The number of settings that are still to be handed out.
  private var owed: Int
  /// Settings are owed, or something waits behind them.
  private var isSettingUp: Bool
  private var held: Event?
  private var isAtEnd = false
  /// The moment at which the device last started, or got something back.
  private var startedAt = Instant.start
  private(set) var hasPerimeter = false
  /// A device wrote it, which tells its settings after its start.
  private(set) var hasBooted = false
  private var isStopped = false
  /// Writes down what is handed out; nil where nobody wants it, or an event has no packed form.
  private var packer: PackedWriter<[UInt8]>?
  private var packedOffset: Int64?
  /// The reason why the trace ended early.
  private(set) var failure: TraceError?

  /// - Parameters:
  ///   - settings: take the place of the trace's own; empty leaves it to the trace.
  ///   - circle: for a trace without settings, where `settings` are empty.
  ///   - packs: true where `packed` will be asked for.
  init(
    _ reader: TraceReader, settings: [Setting], circle: Perimeter? = nil, packs: Bool = false
  ) {
    self.reader = reader
    packer = packs ? PackedWriter([]) : nil
    isCircleAlone = settings.isEmpty && circle != nil
    let settings = settings.isEmpty ? circle.map { [.perimeter($0)] } ?? [] : settings
    self.settings = settings
    owed = settings.count
    isSettingUp = !settings.isEmpty
    for case .perimeter in settings { hasPerimeter = true }
  }

  /// No more events come.
  func stop() { isStopped = true }

  func next() -> Event? {
    if isStopped { return nil }
    do throws(TraceError) {
      let event = isSettingUp ? try nextOwed() : try nextOfTrace()
      if packer != nil { pack(event) }
      return event
    } catch {
      failure = error
      return nil
    }
  }

  /// All that was handed out, as bytes (docs/traces.md); nil where it has no such form.
  var packed: [UInt8]? { packer?.sink }

  private func pack(_ event: Event?) {
    if let offSince { packer?.writeOff(at: offSince) }
    guard let event else { return }
    switch event.kind {
    case .fix, .clock:
      let offset = offset(at: event.at)
      if let offset, offset != packedOffset { packer?.write(offset: offset) }
      packedOffset = offset
    case .booted, .restored, .setting, .keys, .key, .reading, .edited, .answer, .message, .battery,
      .storage, .shuttingDown, .deadline:
      break
    }
    do throws(PackedError) { try packer?.write(event) } catch { packer = nil }
  }

  /// The source of the last fix, until the next event is asked for.
  var record: TraceRecord? { reader.record }

  private func nextOwed() throws(TraceError) -> Event? {
    if held == nil, !isAtEnd {
      held = try nextOfTrace()
      isAtEnd = held == nil
    }
    if held?.isOfTheStart ?? false { return held.take() }
    if isCircleAlone, case .setting = held?.kind { owed = 0 }
    guard owed > 0 else {
      isSettingUp = false
      return held.take()
    }
    let setting = settings[settings.count - owed]
    owed -= 1
    return Event(at: startedAt, .setting(setting))
  }

  private func nextOfTrace() throws(TraceError) -> Event? {
    while true {
      guard let event = try reader.nextEvent() else { return nil }
      switch event.kind {
      // Found out at once, not after two gigabytes.
      case .fix: guard hasPerimeter else { throw TraceEvents.noPerimeter(reader) }
      case .booted:
        hasBooted = true
        owed = settings.count
        isSettingUp = owed > 0
        startedAt = event.at
      case .restored: startedAt = event.at
      case .setting(.perimeter): hasPerimeter = true
      // A device without any profile lives without a circle, and says so.
      case .setting(.noProfile): hasPerimeter = true
      // The board wakes the core itself, at the very moment.
      case .deadline: continue
      case .setting, .clock, .keys, .key, .reading, .edited, .answer, .message, .battery,
        .storage, .shuttingDown:
        break
      }
      return event
    }
  }

  static func noPerimeter(_ reader: TraceReader) -> TraceError {
    TraceError(
      file: reader.name,
      "holds no perimeter; expected --perimeter LAT,LON,RADIUS_M or --profile FILE"
        + " (vigia perimeter advise finds one in recorded days at home)")
  }

  var offSince: Instant? { reader.offSince }
  var words: TraceWords { reader.words }
  func takeMarks() -> [TraceMark] { reader.takeMarks() }
  /// Wall time minus device time; nil until the trace has said what time it is.
  func offset(at instant: Instant) -> Int64? {
    reader.knowsWallTime ? reader.wallTime(at: instant).milliseconds &- instant.milliseconds : nil
  }
}

extension Event {
  /// A boot, or what an earlier life left: the settings come behind it.
  fileprivate var isOfTheStart: Bool {
    if case .booted = kind { return true }
    if case .restored = kind { return true }
    return false
  }
}
