import Device
import Findings
import HAL
import Traces
import Words

/// One epoch of the trace, as the report draws it.
public struct TrackSample: Sendable {
  /// Time since the first event of the trace.
  public var sinceStart: Milliseconds
  public var position: Position
  /// Distance from the centre of the perimeter.
  public var distance: Metres
  /// Nil when the receiver gave none.
  public var eph: Metres?
  /// The reason why the core did not count it; nil when it did.
  public var refusal: Refusal?
  /// Whether a gap lies between this sample and the one before it. The thinner finds out.
  public internal(set) var followsGap = false

  /// The time without a fix after which the device calls the position lost. The report does not draw a
  /// line across it as if the wearer had walked there.
  public static let gap = Device.lostAfter

  /// A zero, negative or infinite estimate is no estimate.
  var meaningfulEph: Metres? { AccuracyClass(eph) == .unknown ? nil : eph }
}

/// Everything that the report shows, known when the replay is over.
public struct ReportData: Sendable {
  /// The trace's file name; with its folder when there are several traces.
  public var traceName: String
  public var format: TraceFormat
  public var perimeter: Perimeter
  /// The wall time of the first event, as the trace tells it.
  public var start: WallTime
  public var samples: SampleThinner
  public var quality: TraceQuality
  public var timeline: [TimelineEntry]
  /// Empty when nothing was expected.
  public var verdicts: [Verdict]
  public var summary: Summary
  public var marks: [ObserverMark] = []
  var outages: [Outage] = []
  /// The circles in their order, of which `perimeter` is the last.
  var circles: [CircleInForce] = []
  /// The spans outside, as the device believed them.
  var outside = TimeOutside()
  /// The same walk under other perimeters; empty without `--sweep`.
  public var sweep: [SweepRow] = []
  /// The events of the walk for the device in the page; nil where there are none, or too many.
  public var packed: [UInt8]?
  /// A longer walk would make its page heavy: some 36 hours at 1 Hz.
  static let mostPacked = 2_000_000
  /// The wearer's pages in words, by `PageKey`.
  var faces: [String: ScreenText] = [:]
  var wearerLanguage = Language.spanish
  public var language: Language = .english
  /// The clock of the page's times.
  var clock = Clock24.utc

  /// The time of the last event that the report shows, since the first event.
  var end: Milliseconds {
    max(
      samples.last?.sinceStart ?? Milliseconds(0), timeline.last?.sinceStart ?? Milliseconds(0))
  }
}

/// An observer's remark.
public struct ObserverMark: Equatable, Sendable {
  /// Time since the first event of the trace.
  public var sinceStart: Milliseconds
  public var text: String
}

/// A circle from when it was set until the next one is.
struct CircleInForce: Equatable, Sendable {
  /// Time since the first event of the trace.
  var from: Milliseconds
  /// Nil: the trace had not told the time yet.
  var time: WallTime?
  var perimeter: Perimeter
}

/// A span in which the device had no power, since the first event of the trace.
struct Outage: Equatable, Sendable {
  var from: Milliseconds
  /// Nil: until the end.
  var to: Milliseconds?
}

/// Whether one expectation came true.
public struct Verdict: Sendable {
  /// "1 perimeter.exit from 95 s to 140 s"
  public var expectation: String
  /// Nil when it came true; else what happened instead.
  public var miss: String?
  /// The expectation without the names that scripts use; nil where nobody wrote one.
  var sentence: String?
  /// The miss with times of a clock; nil where nobody wrote one.
  var reason: String?
  /// The expectation as scripts name it, in English.
  var code: String?

  public init(expectation: String, miss: String?) {
    self.expectation = expectation
    self.miss = miss
  }
}
