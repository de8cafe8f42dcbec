import Device
import HAL

/// The figures of the documents hold: what a profile means that says nothing (docs, `vigia profile init`),
/// and how the signals of IEC 60601-1-8 are shaped.
struct FiguresChecker: Checker {
  var violation: Violation?

  private var burst: Burst?
  /// A reminder or a meal calls at this moment, and nothing more urgent is about.
  private var called: Instant?
  private var lastSound = Instant(milliseconds: -1_000_000)
  /// No clock has lied in this life.
  private var wereClocksGood = true
  private static let rest = Milliseconds.seconds(400)

  mutating func see(_ event: Event, _ truth: Truth) {
    burst = nil
    called = nil
    if case .booted = event.kind {
      wereClocksGood = true
      judgeDefaults(truth)
    }
    if !truth.areClocksGood { wereClocksGood = false }
  }

  /// Judges the defaults, in minutes. The time of the daily mail is in minutes of the day, none below 0.
  private mutating func judgeDefaults(_ truth: Truth) {
    let standard = Limits()
    var wrong: [String] = []
    func expect<T: Equatable>(_ name: String, _ value: T, _ documented: T) {
      if value != documented {
        wrong.append("\(name) is \(value), and \(documented) is documented")
      }
    }
    expect("escalate_after", standard.escalateAfter, 5)
    expect("repeat_after", standard.repeatAfter, 30)
    expect("reminder_limit", standard.reminderLimit, 15)
    expect("snooze", standard.snooze, 10)
    expect("breadcrumbs", standard.breadcrumbs, 5)
    expect("all_is_well_at", standard.allIsWellAt, -1)
    expect("heartbeat", standard.hasHeartbeat, false)
    expect("an inbox", standard.hasInbound, false)
    expect("mmol/L", standard.usesMillimoles, false)
    expect("ask_carbohydrates", standard.asksCarbohydrates, false)
    expect("the longest company", Limits.longestCompany, .seconds(86_400))
    for burst in [Burst.low, .medium, .high, .call] {
      expect("the length of \(burst)", burst.length, burst.documentedLength)
      expect("the pause after \(burst)", burst.pause, burst.documentedPause)
    }
    if let first = wrong.first { fail(.figuresAreDocumented, at: truth.now, first) }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .reminder(.due), .dose(.prompted):
      guard truth.household.raised.isEmpty, truth.now - lastSound > FiguresChecker.rest else {
        return
      }
      called = truth.now
    case .perimeter(.left), .glucose(.low), .helpRequested, .alarm(.started(_, .high)): called = nil
    case .alarm(.sound(let burst)):
      self.burst = burst
      if called == truth.now, burst != .call, burst != .low || !maySoundAgain(truth) {
        fail(.figuresAreDocumented, at: truth.now, "a reminder calls with the sound of an alarm")
      }
      lastSound = truth.now
    case .alarm(.vibrate(let pulses)): judge(pulses, truth)
    default: break
    }
  }

  /// Quiet hours may end now: an alarm of low priority that they muted sounds before the call.
  private func maySoundAgain(_ truth: Truth) -> Bool {
    guard !truth.household.quiet.isEmpty else { return false }
    return !wereClocksGood || truth.isWithin(truth.household.quiet) == nil
  }

  /// The vibrator shakes with each pulse of the sound.
  private mutating func judge(_ pulses: UInt8, _ truth: Truth) {
    guard let burst else { return }
    let documented: UInt8 =
      switch burst {
      case .low: 2
      case .medium: 3
      case .high: 10
      case .call: 9
      }
    if pulses != documented {
      fail(.figuresAreDocumented, at: truth.now, "\(burst) has \(pulses) pulses, not \(documented)")
    }
  }
}
