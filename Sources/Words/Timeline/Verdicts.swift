import HAL

/// An expectation about a trace. Names of events, alarms, matters and pages are those of the file that
/// expects them, in every language.
public struct ExpectedEvent: Equatable, Sendable {
  public var event: String
  /// 0: none may be.
  public var count: Int
  public var reminder: UInt16?
  public var alarm: String?
  public var about: String?
  /// Counted from 1.
  public var caregiver: Int?
  public var page: String?
  /// Texts that a mail must contain, and texts that it must not.
  public var says: [String] = []
  public var omits: [String] = []
  /// The window, as the file has it: "245 s"; nil where it is open.
  public var from: String?
  public var to: String?
  /// The most seconds from the crossing, as the file has them.
  public var withinCrossing: String?

  public init(event: String, count: Int) {
    self.event = event
    self.count = count
  }
}

/// The moment of an event: since the start, and by the clock.
public struct EventMoment: Equatable, Sendable {
  public var sinceStart: Milliseconds
  public var time: String
  /// The span since the crossing of the edge; nil where nobody asked, or none is known.
  public var late: Milliseconds?

  public init(sinceStart: Milliseconds, time: String, late: Milliseconds? = nil) {
    self.sinceStart = sinceStart
    self.time = time
    self.late = late
  }
}

/// The event that happened instead.
public enum Miss: Equatable, Sendable {
  case never
  /// No match in the window, but at these moments.
  case elsewhere([EventMoment])
  case counted([EventMoment], hasWindow: Bool)
  /// A mail in other words, on one line.
  case said(String)
  /// Nothing could happen: the trace ends before the window, at this moment.
  case endsBefore(EventMoment)
  /// Nothing could happen: the trace begins after the window, at this moment.
  case beginsAfter(EventMoment)
  /// Nothing could happen: the window ends before it begins.
  case emptyWindow
  /// Nobody can tell: the window has a date, and the trace has none. `--date` gives it one.
  case undated
  /// Nobody can tell: the window has a date, and the device never knew one.
  case dateUnknown
  /// Nothing could happen: no profile of the trace has that reminder.
  case noReminder
  /// Nothing could happen: no profile of the trace has so many caregivers.
  case noCaregiver
}

extension Language {
  /// The number of moments that are told one by one.
  private static let mostMoments = 5

  /// "1 notice.delivered about help with caregiver 2 until 300 s"
  public func text(_ expected: ExpectedEvent) -> String {
    let event = expected.event
    let words =
      expected.says.map { say(TrialPhrase.says, (.text, $0)) }
      + expected.omits.map { say(TrialPhrase.omits, (.text, $0)) }
    let parts: [String?] = [
      expected.count == 1
        ? "1 \(event)"
        : say(
          expected.count == 0 ? TrialPhrase.none : .several, (.number, String(expected.count)),
          (.name, event)),
      expected.reminder.map { say(TrialPhrase.ofReminder, (.number, String($0))) },
      expected.alarm.map { say(TrialPhrase.ofAlarm, (.alarm, $0)) },
      expected.about.map { say(TrialPhrase.about, (.text, $0)) },
      expected.caregiver.map { say(TrialPhrase.withCaregiver, (.number, String($0))) },
      expected.page, words.isEmpty ? nil : words.joined(separator: " "),
      expected.from.map { say(TrialPhrase.from, (.time, $0)) },
      expected.to.map { say(TrialPhrase.until, (.time, $0)) },
      expected.withinCrossing.map { say(CrossingPhrase.within, (.time, $0)) },
    ]
    return parts.compactMap { $0 }.joined(separator: " ")
  }

  public func text(_ miss: Miss) -> String {
    switch miss {
    case .never: return say(TrialPhrase.never)
    case .said(let text): return say(TrialPhrase.said, (.text, text))
    case .endsBefore(let moment): return say(TrialPhrase.endsBefore, (.text, text(moment)))
    case .beginsAfter(let moment): return say(TrialPhrase.beginsAfter, (.text, text(moment)))
    case .emptyWindow: return say(TrialPhrase.emptyWindow)
    case .undated: return say(TrialPhrase.undated)
    case .dateUnknown: return say(TrialPhrase.dateUnknown)
    case .noReminder: return say(TrialPhrase.noReminder)
    case .noCaregiver: return say(TrialPhrase.noCaregiver)
    case .elsewhere(let moments): return say(TrialPhrase.elsewhere, (.text, text(moments)))
    case .counted(let moments, let hasWindow):
      let isOne = moments.count == 1
      let key: TrialPhrase =
        hasWindow ? isOne ? .onceInWindow : .timesInWindow : isOne ? .once : .times
      return say(key, (.number, String(moments.count)), (.text, text(moments)))
    }
  }

  /// The expectation and the miss of a trace without a position that counts.
  /// - Parameter holdsAny: it holds positions, and the device counted none of them.
  public func positionExpected(holdsAny: Bool) -> (expected: String, miss: String) {
    holdsAny
      ? (say(TrialPhrase.countedPosition), say(TrialPhrase.noneCounted))
      : (say(TrialPhrase.position), say(TrialPhrase.noPosition))
  }

  private func text(_ moments: [EventMoment]) -> String {
    let shown = moments.prefix(Language.mostMoments).map(text).joined(separator: ", ")
    let rest = moments.count - Language.mostMoments
    return rest > 0 ? say(TrialPhrase.more, (.text, shown), (.number, String(rest))) : shown
  }

  private func text(_ moment: EventMoment) -> String {
    let at = say(
      TrialPhrase.at, (.value, decimals(moment.sinceStart.seconds, 1)), (.time, moment.time))
    guard let late = moment.late else { return at }
    return say(
      late.count < 0 ? CrossingPhrase.momentBefore : .moment, (.text, at),
      (.late, "\(decimals(Double(late.count.magnitude) / 1000, 1)) s"))
  }

  /// "ok      expected 1 perimeter.exit"
  public func verdict(expected: String, miss: String?) -> String {
    miss.map { say(TrialPhrase.missed, (.text, expected), (.reason, $0)) }
      ?? say(TrialPhrase.met, (.text, expected))
  }

  /// "1217 fixes in 20 min 16 s; 1 exit, 1 return"
  public func summary(fixes: Int, span: Milliseconds, exits: Int, returns: Int) -> String {
    say(
      TrialPhrase.summary, (.value, count(fixes, .fix, .fixes)), (.time, text(span)),
      (.part, count(exits, .exit, .exits)), (.text, count(returns, .comeback, .comebacks)))
  }

  /// "1 line skipped, and 4 of kinds not needed"
  /// - Parameter arePoints: the points of a track, and not lines.
  public func skipped(_ count: Int, ofOtherKinds others: Int, arePoints: Bool = false) -> String {
    let skipped =
      arePoints
      ? self.count(count, .pointSkipped, .pointSkippedMany)
      : self.count(count, .skipped, .skippedMany)
    guard others > 0 else { return skipped }
    return say(TrialPhrase.otherKinds, (.text, skipped), (.number, String(others)))
  }

  public func digest(_ value: String) -> String { say(TrialPhrase.digest, (.value, value)) }

  private func count(_ number: Int, _ one: TrialPhrase, _ many: TrialPhrase) -> String {
    say(number == 1 ? one : many, (.number, String(number)))
  }
}
