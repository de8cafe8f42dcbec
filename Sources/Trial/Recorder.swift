import Device
import Findings
import HAL
import Profile
import Traces
import Words

/// Writes down what a replayed device does: timeline, summary, samples for the report.
struct Recorder {
  /// Events between two reports of progress.
  private static let progressStride = 1 << 16
  /// Marks of an observer, spans without power, or circles, that a report shows.
  private static let mostMarks = 500

  private let options: Replay.Options
  private var summary = Summary()
  private var perimeter: Perimeter?
  private var timeline: [TimelineEntry] = []
  private var released = 0
  /// Entries that were handed out and are not kept.
  private var dropped = 0
  /// Entries at the front of the timeline that happened before the trace said what time it was.
  private var untimed = 0
  private var samples = SampleThinner()
  private var marks: [ObserverMark] = []
  private var narrator: Narrator
  private var hasOtherEvents = false
  private var quality = TraceQuality()
  private var clock = ReplayClock()
  private var nearest: Metres?
  private var events = 0
  private var crossings: CrossingFinder?
  /// Exits and returns whose crossing is not known yet: nothing behind the first is handed out.
  private var openCrossings: [Int] = []
  /// The spans in which the device had no power.
  private var outages: [Outage] = []
  /// The circles in their order.
  private var circles: [CircleInForce] = []
  private var outside = TimeOutside()
  private var numbers = ProfileNumbers()
  /// The last position that counted.
  private var lastPlace: (at: Instant, position: Position)?
  init(options: Replay.Options) {
    self.options = options
    narrator = Narrator(options)
  }

  var isTimeForProgress: Bool { events % Recorder.progressStride == 0 }

  mutating func note(_ action: Action, _ event: Event, _ source: TraceEvents) {
    outside.add(action, at: clock.sinceStart(event.at))
    guard let name = summary.tally.note(action) ?? mail(action) else { return }
    if name == .screen, !options.showsScreens, !options.keepsTimeline { return }
    // Fixes and clocks alone bring a new time; a deadline comes while the source is already one ahead.
    switch event.kind {
    case .fix: learnTime(event.at, source, isPosition: true)
    case .clock: learnTime(event.at, source, isPosition: false)
    case .booted, .restored, .setting, .keys, .key, .reading, .edited, .answer, .message,
      .battery, .storage, .shuttingDown, .deadline:
      break
    }
    let offset = clock.offset
    if offset == nil { untimed += 1 }
    var entry = TimelineEntry(
      name: name, time: WallTime(milliseconds: event.at.milliseconds &+ (offset ?? 0)),
      sinceStart: clock.sinceStart(event.at), action: action)
    if let lastPlace, event.at - lastPlace.at <= TrackSample.gap {
      entry.position = lastPlace.position
    }
    narrator.learn(event, source)
    narrator.complete(&entry, source, isTimed: offset != nil)
    if name == .perimeterExit || name == .perimeterReturn, crossings != nil {
      let key = dropped + timeline.count
      crossings?.expect(key, isReturn: name == .perimeterReturn, at: event.at)
      openCrossings.append(key)
    }
    timeline.append(entry)
  }

  /// Mails are kept for expectations.
  private func mail(_ action: Action) -> EventName? {
    if case .outbox(.send) = action { options.keepsTimeline ? .mail : nil } else { nil }
  }

  private mutating func learnTime(
    _ instant: Instant, _ source: TraceEvents, isPosition: Bool
  ) {
    clock.learn(source.offset(at: instant), at: instant, isPosition: isPosition)
  }

  mutating func settle(_ event: Event, _ device: inout Device, _ source: TraceEvents) {
    let refusal = device.foldInPlace(into: &summary.tally.digest)
    events += 1
    switch event.kind {
    case .setting(.perimeter(let circle)): take(circle, at: event.at)
    case .fix(let fix): settle(fix, at: event.at, refusal, source, &device)
    case .clock:
      begin(event.at)
      learnTime(event.at, source, isPosition: false)
      clock.weigh(source.offset(at: event.at), at: event.at, &device)
    case .setting(let setting):
      numbers.learn(setting)
      narrator.learn(event, source)
    case .deadline: break
    case .restored(.alive(let wall, _, _)):
      begin(event.at)
      clock.restore(alive: wall, at: event.at)
    case .booted:
      begin(event.at)
      noteOutage(source.offSince, until: event.at)
    case .restored, .keys, .key, .reading, .edited, .answer, .message, .battery, .storage,
      .shuttingDown:
      begin(event.at)
    }
    outside.settle(event, at: clock.sinceStart(event.at), &device)
  }

  private mutating func noteOutage(_ since: Instant?, until: Instant?) {
    guard options.collectsSamples, let since, outages.count < Recorder.mostMarks else { return }
    outages.append(Outage(from: clock.sinceStart(since), to: until.map(clock.sinceStart)))
  }

  private mutating func take(_ circle: Perimeter, at instant: Instant) {
    if circle != perimeter {
      closeCrossings()
      crossings = CrossingFinder(
        circle, isFirst: perimeter == nil, keepsCloseUps: options.collectsSamples)
      if options.collectsSamples, circles.count < Recorder.mostMarks {
        let time = clock.offset.map { WallTime(milliseconds: instant.milliseconds &+ $0) }
        circles.append(
          CircleInForce(from: clock.sinceStart(instant), time: time, perimeter: circle))
      }
    }
    perimeter = circle
  }

  /// Writes the verdicts that are ready into the timeline.
  private mutating func learnCrossings() {
    guard let found = crossings?.takeFound() else { return }
    for (key, verdict) in found {
      timeline[key - dropped].crossing = verdict
      openCrossings.removeAll { $0 == key }
    }
  }

  private mutating func closeCrossings() {
    crossings?.finish()
    learnCrossings()
  }

  /// The first event of the trace that is no setting.
  private mutating func begin(_ instant: Instant) {
    hasOtherEvents = true
    clock.begin(instant)
  }

  /// Keeps what an observer noted.
  mutating func note(_ found: [TraceMark]) {
    guard options.collectsSamples else { return }
    for mark in found where marks.count < Recorder.mostMarks {
      let since = max(clock.sinceStart(mark.at), Milliseconds(0))
      marks.append(ObserverMark(sinceStart: since, text: mark.text))
    }
  }

  private mutating func settle(
    _ fix: Fix, at instant: Instant, _ refusal: Refusal?, _ source: TraceEvents,
    _ device: inout Device
  ) {
    clock.begin(instant)
    learnTime(instant, source, isPosition: true)
    clock.weigh(source.offset(at: instant), at: instant, &device)
    if let refusal { summary.refusals[Int(refusal.rawValue)] += 1 }
    if options.collectsSamples, let record = source.record {
      quality.add(record, sinceStart: clock.sinceStart(instant))
    }
    guard fix.mode != .none, let position = fix.position else { return }
    if refusal == nil { summary.counted += 1 }
    clock.measure(instant)
    guard let perimeter else { return }
    let distance = perimeter.distance(of: position)
    nearest = min(nearest ?? distance, distance)
    if refusal == nil {
      lastPlace = (instant, position)
      crossings?.add(
        position, distance: distance, at: instant, eph: fix.eph,
        device.evidenceInPlace())
      if !openCrossings.isEmpty { learnCrossings() }
    } else {
      crossings?.noteRefused()
    }
    guard options.collectsSamples else { return }
    samples.add(
      TrackSample(
        sinceStart: clock.sinceStart(instant), position: position, distance: distance, eph: fix.eph,
        refusal: refusal))
  }

  private func isShown(_ entry: TimelineEntry) -> Bool {
    entry.name != .mail && (options.showsScreens || entry.name != .screen)
  }

  /// Hands out the entries whose time is known. Those from before the first position wait for it.
  mutating func release(_ entry: (TimelineEntry) -> Void) {
    guard released < timeline.count, let offset = clock.offset else { return }
    for i in 0..<untimed {
      timeline[i].time.milliseconds &+= offset
      // They are from before the settings, too.
      timeline[i].words = narrator.words
    }
    untimed = 0
    let limit = (openCrossings.first ?? .max) - dropped
    while released < min(timeline.count, limit) {
      timeline[released].dateCrossing()
      if isShown(timeline[released]) { entry(timeline[released]) }
      released += 1
    }
    if !options.keepsTimeline {
      timeline.removeFirst(released)
      dropped += released
      released = 0
    }
  }

  /// Hands out what is left of a trace that never said what time it was.
  mutating func finish(_ source: TraceEvents, _ entry: (TimelineEntry) -> Void) {
    clock.finish()
    noteOutage(source.offSince, until: nil)
    closeCrossings()
    release(entry)
  }

  /// - Parameter end: the moment of the last event.
  func outcome(_ reader: TraceReader, until end: Instant) -> Replay.Outcome {
    var summary = self.summary
    summary.fixes = reader.fixes
    summary.duration = clock.duration
    summary.skips = reader.skips
    summary.skipsPoints = reader.format == .gpx
    return Replay.Outcome(
      summary: summary, timeline: timeline, perimeter: perimeter, format: reader.format,
      start: clock.startTime,
      end: WallTime(milliseconds: end.milliseconds &+ (clock.offset ?? 0)),
      lasts: clock.sinceStart(end), endOfPositions: clock.endOfPositions, samples: samples,
      quality: quality, isDated: reader.isDated,
      atSameMoment: reader.atSameMoment - (reader.positions - reader.fixes),
      doubts: reader.doubts, lack: reader.lack(), nearest: nearest, endsTorn: reader.endsTorn,
      hasOtherEvents: hasOtherEvents, marks: marks, outages: outages, circles: circles,
      outside: outside, numbers: numbers,
      complaints: reader.complaints,
      words: narrator.words, faces: options.collectsSamples ? narrator.allFaces : [:],
      wearerLanguage: narrator.words.language ?? options.language,
      clock: options.timeZone.map(LocalClock.init) ?? LocalClock(narrator.words))
  }
}

/// Adds to what the device did what people need to understand it: names, what a notice is about,
/// what the wearer reads.
private struct Narrator {
  private let options: Replay.Options
  /// The matter of each notice; its fate comes later.
  private var matters: [UInt64: MatterName] = [:]
  private var keys = KeySet.all
  private var insulin: InsulinProfile?
  private var hasInbound = false
  /// A day of reminders and doses has some dozens.
  private static let mostFaces = 1000
  private var faces: [String: ScreenText] = [:]
  /// The words of the last settings, or of the last entry.
  private(set) var words = TraceWords()

  init(_ options: Replay.Options) { self.options = options }

  /// Takes in what screens depend on.
  mutating func learn(_ event: Event, _ source: TraceEvents) {
    switch event.kind {
    case .setting(.end): words = options.settings.isEmpty ? source.words : options.words
    case .booted(let boot): keys = boot.keys
    case .keys(let there): keys = there
    case .setting(.begin): (insulin, hasInbound) = (nil, false)
    case .setting(.limits(let limits)): hasInbound = limits.hasInbound
    case .setting(.insulin(let profile)): insulin = profile
    case .restored, .setting, .fix, .clock, .key, .reading, .edited, .answer, .message, .battery,
      .storage, .shuttingDown, .deadline:
      break
    }
  }

  /// - Parameter isTimed: the trace has said what time it is.
  mutating func complete(
    _ entry: inout TimelineEntry, _ source: TraceEvents, isTimed: Bool
  ) {
    words = options.settings.isEmpty ? source.words : options.words
    entry.words = words
    entry.chosenClock = options.timeZone.map(LocalClock.init)
    if case .outbox(.queued(let notice)) = entry.action {
      matters[notice.id.value] = MatterName(notice.matter)
    }
    entry.about = entry.action.notice.flatMap { matters[$0.value] }
    entry.hasInbound = hasInbound
    guard case .show(let page) = entry.action else { return }
    if options.showsScreens {
      entry.screen = face(page, entry.words, now: isTimed ? entry.time : nil).lines
    }
    if options.collectsSamples, faces.count < Narrator.mostFaces {
      let key = PageKey(page).text
      faces[key] = faces[key] ?? face(page, entry.words, now: entry.time)
    }
  }

  private func face(_ page: Page, _ words: TraceWords, now: WallTime?) -> ScreenText {
    (words.language ?? options.language).screen(
      page, names: words.names, now: now, zone: ZoneOffset(words.zones), keys: keys,
      insulin: insulin)
  }

  /// The pages of this walk in words, and those that another perimeter could bring about, by `PageKey`.
  var allFaces: [String: ScreenText] {
    let stages: [HelpStage] = [.calling, .told, .notThrough, .answered, .nobody]
    let others: [Page] =
      stages.flatMap { stage in
        (0..<max(UInt8(words.names.caregivers.count), 1)).map {
          .leftPerimeter(stage, caregiver: $0)
        }
      } + [true, false].map { .home(showsTime: $0, accompaniedUntil: nil) }
      + [.notDelivered, .positionLost]
    var all = faces
    for page in others {
      let key = PageKey(page).text
      all[key] = all[key] ?? face(page, words, now: WallTime(milliseconds: 0))
    }
    return all
  }
}

extension Profile {
  /// Words of a trace beside the row of settings.
  public var traceWords: TraceWords {
    TraceWords(
      names: names, language: language, timeZone: timeZone.identifier, settings: settings)
  }
}
