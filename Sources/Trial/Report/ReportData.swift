import Device
import HAL
import Traces

/// One epoch of the trace, as the report draws it.
public struct TrackSample: Sendable {
  /// Since the first event of the trace.
  public var sinceStart: Milliseconds
  public var position: Position
  /// From the centre of the perimeter.
  public var distance: Metres
  /// Nil when the receiver gave none.
  public var eph: Metres?
  /// Why the core did not count it; nil when it did.
  public var refusal: Refusal?
  /// Between this sample and the one before it lies a gap. The thinner finds out.
  public internal(set) var followsGap = false

  /// Without a fix for longer than this the device calls the position lost, and the report does not
  /// draw a line as if the wearer had walked it.
  public static let gap = Device.lostAfter

  /// A zero, negative or infinite estimate is no estimate.
  var meaningfulEph: Metres? { AccuracyClass(eph) == .unknown ? nil : eph }
}

/// What is known of a trace when its replay is over: everything the report shows.
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
  /// By which the page tells the time.
  var clock = Clock24.utc

  /// When the last thing happened that the report shows, since the first event.
  var end: Milliseconds {
    max(
      samples.last?.sinceStart ?? Milliseconds(0), timeline.last?.sinceStart ?? Milliseconds(0))
  }
}

/// What somebody who watched noted.
public struct ObserverMark: Equatable, Sendable {
  /// Since the first event of the trace.
  public var sinceStart: Milliseconds
  public var text: String
}

/// Whether one expectation came true.
public struct Verdict: Sendable {
  /// "1 perimeter.exit from 95 s to 140 s"
  public var expectation: String
  /// Nil when it came true; else what happened instead.
  public var miss: String?

  public init(expectation: String, miss: String?) {
    self.expectation = expectation
    self.miss = miss
  }
}
