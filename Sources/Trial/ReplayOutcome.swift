import Device
import HAL
import Traces

extension Replay {
  /// What a replay leaves behind.
  public struct Outcome {
    public var summary: Summary
    public var timeline: [TimelineEntry]
    /// Nil only for a trace without any epoch.
    public var perimeter: Perimeter?
    public var format: TraceFormat
    /// The wall time of the first epoch, as the trace tells it.
    public var start: WallTime
    public var samples: SampleThinner
    public var quality: TraceQuality
    /// The trace ended in the middle of a line.
    public var endsTorn: Bool
  }
}

extension Replay.Outcome {
  /// What the report shows of it; nil for a trace so empty that there is nothing to show.
  /// - Parameter name: the trace's file name, without its folder.
  public func page(named name: String, _ verdicts: [Verdict]) -> ReportData? {
    guard let perimeter else { return nil }
    return ReportData(
      traceName: name, format: format, perimeter: perimeter, start: start, samples: samples,
      quality: quality, timeline: timeline, verdicts: verdicts, summary: summary)
  }
}
