import Device
import Findings
import HAL
import Traces
import Words

extension Replay {
  /// The results of a replay.
  public struct Outcome {
    public var summary: Summary
    /// Empty when it was not to be kept.
    public var timeline: [TimelineEntry]
    /// Nil only for a trace without any epoch.
    public var perimeter: Perimeter?
    public var format: TraceFormat
    /// The wall time of the first epoch, by the trace or by what the device believes (`ReplayClock`).
    public var start: WallTime
    /// The wall time of the last event.
    public var end: WallTime
    /// The span from the first event to the last, on the device's clock.
    public var lasts: Milliseconds
    /// The moment of the last position, as a span from the first event.
    public var endOfPositions: Milliseconds
    public var samples: SampleThinner
    public var quality: TraceQuality
    /// False when the trace told times of day only.
    public var isDated: Bool
    /// Fixes at the moment of the one before. A repeated report of an epoch is none of them.
    public var atSameMoment: Int
    /// Clauses for people about the trace as a whole (`TraceReader.doubts`).
    public var doubts: [String]
    /// The clause for people about a trace without a position (`TraceReader.lack`).
    public var lack: String
    /// The smallest distance of the trace to the centre; nil without a position or a perimeter.
    public var nearest: Metres?
    /// The trace ended in the middle of a line.
    public var endsTorn: Bool
    /// The trace told of more than fixes: keys, clocks, answers.
    public var hasOtherEvents: Bool
    /// An observer's remarks.
    public var marks: [ObserverMark]
    /// The spans without power; empty unless a report is wanted.
    var outages: [Outage]
    /// The circles in their order; empty unless a report is wanted.
    var circles: [CircleInForce]
    /// The spans outside, as the device believed them.
    var outside: TimeOutside
    /// The reminders and caregivers of its profiles.
    var numbers: ProfileNumbers
    /// Complaints about the first lines of our own, or track points, that were skipped.
    public var complaints: [TraceError]
    /// The words of its last settings: names, and the clock on the wall.
    public var words: TraceWords
    /// The wearer's pages in words, by `PageKey`; empty unless a report is wanted.
    var faces: [String: ScreenText]
    /// The language of those pages.
    var wearerLanguage: Language
    /// The clock of the page's times; nil where nobody told a zone.
    var clock: LocalClock?
    /// One for each file of the trace; empty unless the reader's options ask for them.
    public var fingerprints: [Fingerprint] = []
    /// The events of the device as bytes; nil where nobody asked for them, or they have no such form.
    public var packed: [UInt8]?
  }
}

extension Replay.Outcome {
  /// False where its days count from 1970-01-01, because neither the trace nor `--date` tells another.
  public var showsDate: Bool { isDated || Clock24.isDated(start) }

  /// True where `--date` would tell another: it counts for a log of sentences alone.
  public var takesDate: Bool { format == .nmea && !showsDate }

  /// Whether what was expected came true. A trace without any position that counts misses that the
  /// perimeter or the position says nothing. Where nothing else happened either, it misses whatever was
  /// expected. Whatever is expected not to happen misses where the trace cannot tell. That is so outside
  /// the recording, of a reminder or caregiver that no profile has, or with a date where the trace has none.
  /// - Parameter isLived: a world lived this day and knows where the wearer was, and its scenario was
  ///   refused if something is expected outside the day.
  public func verdicts(
    _ expectations: Expectations?, isLived: Bool = false, in language: Language = .english
  ) -> [Verdict] {
    guard let expectations else { return [] }
    let position = language.positionExpected(holdsAny: summary.fixes > 0)
    let empty = Verdict(expectation: position.expected, miss: position.miss)
    let saysNothing = !hasOtherEvents || expectations.needPosition && !isLived
    return (summary.counted == 0 && saysNothing ? [empty] : [])
      + expectations.judge(timeline, within: span(isLived: isLived), in: language)
  }

  /// The span that the trace tells of. Clocks that are corrected in it make it wider, and never narrower.
  private func span(isLived: Bool) -> TraceSpan {
    func moment(_ time: WallTime, _ sinceStart: Milliseconds) -> TimelineEntry {
      var entry = TimelineEntry(
        name: .deviceStarted, time: time, sinceStart: sinceStart, action: .started)
      (entry.words, entry.chosenClock) = (words, clock)
      return entry
    }
    let times = timeline.map(\.time) + [start, end]
    let lasts = timeline.map(\.sinceStart).reduce(self.lasts) { max($0, $1) }
    return TraceSpan(
      first: moment(times.min() ?? start, Milliseconds(0)),
      last: moment(times.max() ?? end, lasts), isDated: showsDate && Clock24.isDated(end),
      takesDate: takesDate, isLived: isLived, numbers: numbers)
  }

  /// The data of its report; nil for a trace so empty that there is nothing to show.
  /// - Parameters:
  ///   - name: the name of the trace on the page.
  ///   - verdicts: in the same language.
  public func page(
    named name: String, _ verdicts: [Verdict], in language: Language = .english
  ) -> ReportData? {
    guard let perimeter else { return nil }
    return ReportData(
      traceName: name, format: format, perimeter: perimeter, start: start, samples: samples,
      quality: quality, timeline: timeline, verdicts: verdicts, summary: summary, marks: marks,
      outages: outages, circles: circles, outside: outside,
      packed: packed.flatMap { $0.count <= ReportData.mostPacked ? $0 : nil },
      faces: faces,
      wearerLanguage: wearerLanguage, language: language, clock: clock.map(Clock24.init) ?? .utc)
  }
}
