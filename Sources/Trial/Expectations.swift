import Device
import Findings
import HAL
import Names
import Profile
import Words

/// A trial engineer's expectations of a trace: a small YAML file.
///
///     expect:
///     - {event: perimeter.exit, from_s: 120, to_s: 180}
///     - {event: perimeter.return, count: 1}
///     - {event: perimeter.exit, of_crossing: true, within_s: 60}
///     - {none: position.lost}
///     - {event: notice.delivered, about: help, caregiver: 1, to_s: 300}
///     home: first fix
public struct Expectations: Sendable {
  struct Bound: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
      case sinceStart(Milliseconds)
      case wall(WallTime)
    }
    var kind: Kind
    var text: String
  }

  struct Expectation: Sendable {
    var event: EventName
    /// The exact number of events that are expected.
    var count: Int
    var from: Bound?
    var to: Bound?
    /// At most so long from the true crossing, before it or after it.
    var ofCrossing: Milliseconds?
    var filter: ExpectationFilter
  }

  let all: [Expectation]
  /// The first usable position becomes the perimeter's centre.
  public private(set) var home: FirstFixHome?
  /// The file that they come from.
  public let file: String

  public init(file: String) throws {
    self = try YAMLValue.parse(file: file) {
      let members = try $0.members(known: ["expect", "home", "radius_m"])
      var expectations = try Expectations(members["expect"], file: file)
      expectations.home = try FirstFixHome(members)
      return expectations
    }
  }

  /// The list under `expect:`, as in a scenario.
  public init(_ list: YAMLValue?, file: String) throws {
    guard let list else { throw InputError(file: file, "has no list \"expect\"") }
    self.file = file
    all = try list.elements().map { try Expectations.expectation($0) }
    if all.isEmpty { throw list.refuse("is empty; expected at least one event") }
  }

  /// The members of an expectation.
  package static let keys =
    ["event", "none", "count", "from", "to", "from_s", "to_s", "of_crossing", "within_s"]
    + ExpectationFilter.keys

  private static func expectation(_ value: YAMLValue) throws -> Expectation {
    let members = try value.members(known: keys)
    guard (members["event"] == nil) != (members["none"] == nil) else {
      throw value.refuse("needs either \"event\" or \"none\"")
    }
    if let count = members["count"], members["none"] != nil {
      throw count.refuse("does not go with \"none\"")
    }
    guard let event = try (members["event"] ?? members["none"]).map({ try name($0) }) else {
      throw value.refuse("names no event")
    }
    var expectation = Expectation(
      event: event, count: members["none"] == nil ? 1 : 0,
      filter: try ExpectationFilter(members, event: event))
    if let count = members["count"] { expectation.count = try count.count() }
    expectation.from = try bound(members["from"], members["from_s"])
    expectation.to = try bound(members["to"], members["to_s"])
    if let from = expectation.from, let to = expectation.to, Expectations.isAfter(from, to) {
      throw value.refuse("begins at \(from.text), after its end at \(to.text)")
    }
    expectation.ofCrossing = try crossing(members, event)
    return expectation
  }

  private static func crossing(
    _ members: [String: YAMLValue], _ event: EventName
  ) throws -> Milliseconds? {
    guard let wish = members["of_crossing"] else {
      if let within = members["within_s"] {
        throw within.refuse("stands alone; expected \"of_crossing: true\" beside it")
      }
      return nil
    }
    guard event == .perimeterExit || event == .perimeterReturn else {
      throw wish.refuse(
        "does not go with \(event.rawValue); it goes with perimeter.exit, perimeter.return")
    }
    guard try wish.text() == "true" else {
      throw wish.refuse("is \(wish.shown); expected true, or nothing")
    }
    guard let within = members["within_s"] else {
      throw wish.refuse("stands alone; expected \"within_s: SECONDS\" beside it")
    }
    return Milliseconds(Int64((try within.number(in: 0...86_400, " s") * 1000).rounded()))
  }

  private static func name(_ value: YAMLValue) throws -> EventName {
    guard let name = EventName(rawValue: try value.text()) else {
      throw value.refuse(
        "is \(value.shown); expected one of "
          + EventName.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return name
  }

  private static func bound(_ time: YAMLValue?, _ seconds: YAMLValue?) throws -> Bound? {
    if let time, seconds != nil {
      throw time.refuse("stands beside the same bound in seconds; expected one of the two")
    }
    if let seconds {
      let value = try seconds.number(in: 0...1e9, " s")
      let span = Milliseconds(Int64((value * 1000).rounded()))
      return Bound(kind: .sinceStart(span), text: "\(JSONLines.shortest(value)) s")
    }
    guard let time else { return nil }
    // A time without a zone would be read as UTC, whatever the timeline shows.
    let text = try time.text()
    guard let wall = CivilTime.parse(text),
      text.dropFirst(11).contains(where: { "Z+-".contains($0) })
    else {
      throw time.refuse(
        "is \(time.shown); expected a time with its zone, such as 2015-03-21T15:04:05Z")
    }
    return Bound(kind: .wall(wall), text: text)
  }

  private static func isAfter(_ from: Bound, _ to: Bound) -> Bool {
    switch (from.kind, to.kind) {
    case (.sinceStart(let from), .sinceStart(let to)): to < from
    case (.wall(let from), .wall(let to)): to < from
    default: false
    }
  }

  /// Whether some event is expected not to happen that happens only where there are positions.
  var needPosition: Bool {
    all.contains { expectation in
      guard expectation.count == 0 else { return false }
      return switch expectation.event {
      case .perimeterSuspect, .perimeterCleared, .perimeterExit, .perimeterReturn, .positionLost,
        .positionRegained:
        true
      case .deviceStarted, .clockTrusted, .clockUntrusted, .clockDisagrees, .reminderDue,
        .reminderAcknowledged, .reminderAnswered, .reminderSnoozed, .reminderMissed,
        .helpRequested, .accompanied, .companyRefused, .dosePrompted, .doseProposed,
        .doseConfirmed, .doseUndone, .doseRefused, .glucoseLow, .glucoseHigh, .glucoseLowOver,
        .entryAhead, .alarmStarted, .alarmSilenced, .batteryLow, .profileKept, .noticeQueued,
        .noticeDelivered, .noticeFailed, .noticeAcknowledged, .screen, .mail:
        false
      }
    }
  }

  // MARK: Judging

  /// Holds the timeline against what was expected, in the order of the file.
  /// - Parameter language: of the verdicts; scripts and the report read English.
  public func judge(
    _ timeline: [TimelineEntry], in language: Language = .english
  ) -> [Verdict] {
    judge(timeline, within: nil, in: language)
  }

  /// - Parameter span: nothing that is expected outside it misses; nil: whatever is expected counts.
  func judge(
    _ timeline: [TimelineEntry], within span: TraceSpan?, in language: Language
  ) -> [Verdict] {
    all.map { expectation in
      let same = timeline.filter { $0.name == expectation.event && expectation.filter.fits($0) }
      let inside = same.filter { expectation.contains($0) }
      var miss =
        inside.count == expectation.count ? nil : expectation.miss(inside: inside, all: same)
      if miss == nil { miss = span.flatMap { expectation.idle(in: $0) } }
      if miss == .never, let letter = expectation.otherLetter(in: timeline) { miss = .said(letter) }
      let said = miss.map { language.text($0) }
      var verdict = Verdict(expectation: language.text(expectation.words), miss: said)
      verdict.sentence = language.text(expectation.spoken(in: ReportWords(language)))
      if said != nil {
        let spoken =
          switch miss {
          case .elsewhere, .counted: expectation.miss(inside: inside, all: same, isSpoken: true)
          case .endsBefore, .beginsAfter, .emptyWindow, .undated, .dateUnknown, .noReminder,
            .noCaregiver:
            span.flatMap { expectation.idle(in: $0, isSpoken: true) }
          case .never, .said, nil: miss
          }
        verdict.reason = spoken.map { language.text($0) }
      }
      verdict.code = Language.english.text(expectation.words)
      return verdict
    }
  }

}

/// The first and the last moment that a trace tells of, and whom and what its profiles name.
struct TraceSpan {
  var first: TimelineEntry
  var last: TimelineEntry
  /// False: its days have no dates, so that no window of wall time is known to lie outside it.
  var isDated: Bool
  /// `--date` would give its days dates.
  var takesDate: Bool
  /// A world lived it: whatever else could come true for nothing was refused with the scenario.
  var isLived: Bool
  var numbers: ProfileNumbers
}

/// The numbers that may stand in an expectation: those of all profiles of a trace.
struct ProfileNumbers: Equatable, Sendable {
  private(set) var reminders: Set<UInt16> = []
  /// The length of the longest list. A trace without a profile has one caregiver.
  private(set) var caregivers = 1
  private var listed = 0

  mutating func learn(_ setting: Setting) {
    if case .begin = setting { listed = 0 }
    if case .reminder(let reminder) = setting { reminders.insert(reminder.id) }
    if case .caregiver = setting {
      listed += 1
      caregivers = max(caregivers, listed)
    }
  }
}

extension Expectations.Expectation {
  /// The miss of a `none` that would come true for nothing. Its window holds no moment, lies wholly outside
  /// the trace, or has dates that the trace has not. Or no profile names its reminder or caregiver.
  /// - Parameter isSpoken: as in `miss`.
  func idle(in span: TraceSpan, isSpoken: Bool = false) -> Miss? {
    guard count == 0 else { return nil }
    if hasDate, !span.isDated, !Clock24.isDated(span.last.time) {
      return span.takesDate ? .undated : .dateUnknown
    }
    if span.isLived { return nil }
    if let unknown = unknown(to: span.numbers) { return unknown }
    if isEmpty(in: span) { return .emptyWindow }
    let begins: Bool =
      switch from?.kind {
      case .sinceStart(let from): from > span.last.sinceStart
      case .wall(let from): span.isDated && from > span.last.time
      case nil: false
      }
    if begins { return .endsBefore(moment(span.last, isSpoken)) }
    guard case .wall(let to) = to?.kind, span.isDated, to < span.first.time else { return nil }
    return .beginsAfter(moment(span.first, isSpoken))
  }

  private func unknown(to numbers: ProfileNumbers) -> Miss? {
    if let reminder = filter.reminder, !numbers.reminders.contains(reminder) { return .noReminder }
    // Whoever is refused need not be on a list.
    if let caregiver = filter.caregiver, event != .companyRefused,
      Int(caregiver) >= numbers.caregivers
    {
      return .noCaregiver
    }
    return nil
  }

  /// Whether a bound lies on a day that has a date. One of 1970 is about the days of an undated trace.
  private var hasDate: Bool {
    [from, to].contains { bound in
      if case .wall(let time) = bound?.kind { Clock24.isDated(time) } else { false }
    }
  }

  /// Whether one bound is in seconds and the other of wall time, and the window ends before it begins.
  /// Only the trace tells. Its clock may be set on the way, so both of its ends must say so.
  private func isEmpty(in span: TraceSpan) -> Bool {
    guard span.isDated, let from, let to else { return false }
    return [span.first, span.last].allSatisfy { entry in
      let start = entry.time.milliseconds - entry.sinceStart.count
      return switch (from.kind, to.kind) {
      case (.sinceStart(let from), .wall(let to)): to.milliseconds - start < from.count
      case (.wall(let from), .sinceStart(let to)): to.count < from.milliseconds - start
      case (.sinceStart, .sinceStart), (.wall, .wall): false
      }
    }
  }

  func contains(_ entry: TimelineEntry) -> Bool {
    if let ofCrossing {
      guard let late = entry.crossing?.late, late.count.magnitude <= ofCrossing.count else {
        return false
      }
    }
    func key(_ bound: Expectations.Bound) -> (bound: Int64, entry: Int64) {
      switch bound.kind {
      case .sinceStart(let span): (span.count, entry.sinceStart.count)
      case .wall(let time): (time.milliseconds, entry.time.milliseconds)
      }
    }
    if let from {
      let key = key(from)
      if key.entry < key.bound { return false }
    }
    if let to {
      let key = key(to)
      if key.entry > key.bound { return false }
    }
    return true
  }

  /// The first mail that meets the expectation but for its words; nil: there is none.
  func otherLetter(in timeline: [TimelineEntry]) -> String? {
    guard filter.saysSomething else { return nil }
    let wordless = filter.wordless
    let letter = timeline.first { $0.name == event && wordless.fits($0) }?.letter
    return letter.map { $0.split(separator: "\n").joined(separator: " / ") }
  }

  var words: ExpectedEvent {
    var words = ExpectedEvent(event: event.rawValue, count: count)
    filter.tell(&words)
    words.from = from?.text
    words.to = to?.text
    words.withinCrossing = ofCrossing.map { JSONLines.shortest($0.seconds) + " s" }
    return words
  }

  /// The same for readers who do not know the names of events.
  func spoken(in report: ReportWords) -> ExpectedEvent {
    var spoken = words
    let noun = report(event.phrase)
    spoken.event = count > 1 ? report.several(noun) : noun
    spoken.alarm = filter.alarm.map { report.alarm($0) }
    spoken.about = filter.about.map { report($0.phrase) }
    return spoken
  }

  /// The events that happened instead.
  /// - Parameter isSpoken: times are those of a clock, not those of a script.
  func miss(
    inside: [TimelineEntry], all: [TimelineEntry], isSpoken: Bool = false
  ) -> Miss {
    if all.isEmpty { return .never }
    if inside.isEmpty { return .elsewhere(moments(all, isSpoken)) }
    return .counted(
      moments(inside, isSpoken), hasWindow: from != nil || to != nil || ofCrossing != nil)
  }

  private func moments(_ entries: [TimelineEntry], _ isSpoken: Bool) -> [EventMoment] {
    entries.map { moment($0, isSpoken) }
  }

  private func moment(_ entry: TimelineEntry, _ isSpoken: Bool) -> EventMoment {
    EventMoment(
      sinceStart: entry.sinceStart, time: isSpoken ? entry.clockTime : entry.localTime,
      late: ofCrossing == nil ? nil : entry.crossing?.late)
  }
}
