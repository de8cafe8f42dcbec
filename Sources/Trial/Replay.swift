import Device
import Foundation
import HAL
import Simulated
import Traces
import Words

/// Runs one trace through a fresh device on a simulated board. CARD-3.
public struct Replay {
  public struct Options: Sendable {
    public var reader: TraceReader.Options
    /// Settings that replace the trace's own; empty leaves it to the trace.
    public var settings: [Setting]
    /// A circle, or a figure of it, in place of that of `settings` or of the trace. The rest stays.
    public var change = PerimeterChange()
    /// The zone of the timeline's times, in place of the trace's own.
    public var timeZone: TimeZone?
    /// The words that go with `settings`.
    public var words: TraceWords
    /// Language of the notices.
    public var language: Language
    /// True when samples for a report are wanted.
    public var collectsSamples: Bool
    /// True when the timeline shall tell what the wearer sees.
    public var showsScreens = false
    /// False when nobody asks for the timeline afterwards: then memory does not grow with it.
    public var keepsTimeline = true
    /// True when the outcome shall hold the events as bytes.
    public var packs = false

    public init(
      reader: TraceReader.Options = .init(), settings: [Setting] = [],
      words: TraceWords = TraceWords(), language: Language = .spanish, collectsSamples: Bool = false
    ) {
      self.reader = reader
      self.reader.takesConfiguration = settings.isEmpty
      self.settings = settings
      self.words = words
      self.language = language
      self.collectsSamples = collectsSamples
    }

    /// The circle of the command line or of the profile.
    public var perimeter: Perimeter? {
      for case .perimeter(let own) in settings { return change.applied(to: own) }
      return change.applied(to: nil)
    }
  }

  private let open: (TraceReader.Options) throws -> TraceReader
  private let options: Options

  /// - Parameter path: "-" names standard input.
  public init(path: String, options: Options) {
    open = { try TraceReader(path: path, options: $0) }
    self.options = options
  }

  /// One life of a device, whatever number of files it was written to.
  public init(life: RecordedLife, options: Options) {
    open = { try TraceReader(parts: life.parts, named: life.name, options: $0) }
    self.options = options
  }

  /// Replays the trace.
  /// - Parameters:
  ///   - entry: called for each event of the timeline, as soon as it is known when it was.
  ///   - progress: called now and then with the bytes read and, for a file, their total. False ends
  ///     the replay early.
  public func run(
    _ entry: (TimelineEntry) -> Void, progress: (Int, Int?) -> Bool = { _, _ in true }
  ) throws -> Outcome {
    var readerOptions = options.reader
    readerOptions.change = options.change
    let reader = try open(readerOptions)
    var recorder = Recorder(options: options)
    var device = Device()
    var board = SimulatedBoard(
      TraceEvents(
        reader, settings: options.settings.map(options.change.applied),
        circle: options.change.applied(to: nil), packs: options.packs))
    device.run(
      on: &board,
      { board, event, action in recorder.note(action, event, board.source) },
      settled: { board, event, device in
        recorder.settle(event, &device, board.source)
        if options.collectsSamples { recorder.note(board.source.takeMarks()) }
        recorder.release(entry)
        if recorder.isTimeForProgress, !progress(reader.bytesRead, reader.size) {
          board.source.stop()
        }
      })
    if let failure = board.source.failure { throw failure }
    // A life that the power ended at its start has none, and nothing that would need it.
    if !board.source.hasPerimeter, !board.source.hasBooted {
      throw TraceEvents.noPerimeter(reader)
    }
    if let refusal = reader.refusal { throw refusal }
    if reader.fixes + reader.planned > 1, board.clock.now == .start {
      throw Replay.standstill(reader)
    }
    recorder.note(reader.takeMarks())
    recorder.finish(board.source, entry)
    var outcome = recorder.outcome(reader, until: board.clock.now)
    outcome.fingerprints = try reader.fingerprints()
    outcome.packed = board.source.packed
    return outcome
  }

  /// Refuses a trace in which no time passes: every verdict about it would be empty.
  private static func standstill(_ reader: TraceReader) -> TraceError {
    let isTrack = reader.format == .gpx
    if reader.endsAhead { return TraceError(file: reader.name, TraceReader.strayEnd) }
    if reader.knowsWallTime {
      return TraceError(
        file: reader.name,
        "holds \(reader.positions + reader.planned) \(isTrack ? "track points" : "positions"), and "
          + "no time passes between them; expected a recording in the order of time")
    }
    if var damage = reader.damage {
      damage.message += "; the others have no <time>"
      return damage
    }
    return TraceError(
      file: reader.name,
      isTrack
        ? "holds \(reader.fixes) track points without <time>; vigia replays recorded tracks"
        : "holds \(reader.fixes) positions but no times; expected a recording with times")
  }
}
