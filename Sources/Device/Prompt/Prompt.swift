import HAL

/// A question that waits for the wearer: announced, announced again, put off, told to a caregiver.
/// Reminders count by the clock on the wall, doses by the device's own.
struct Prompt<Time: PromptTime>: Sendable {
  /// The least moment stands for nil: a table holds 32 prompts.
  private var nextOrNone: Time
  private var marks = Marks()
  private(set) var snoozes: UInt8 = 0

  init(next: Time?, isTold: Bool = false) {
    nextOrNone = next ?? .never
    self.isTold = isTold
  }

  /// The wearer put it off: nothing is shown until it is announced again.
  var isPutOff: Bool {
    get { marks[0] }
    set { marks[0] = newValue }
  }
  /// The caregivers know that nobody answers.
  var isTold: Bool {
    get { marks[1] }
    set { marks[1] = newValue }
  }

  /// The moment at which it is announced again; nil: never.
  var next: Time? {
    get { nextOrNone == .never ? nil : nextOrNone }
    set { nextOrNone = newValue ?? .never }
  }

  /// It sounds now, and again after the interval.
  mutating func announce(at now: Time) {
    next = now.advanced(by: PromptFigures.interval)
    isPutOff = false
  }

  /// False when it was put off as often as it may be: it goes on unanswered.
  var maySnooze: Bool { snoozes < PromptFigures.mostSnoozes }

  mutating func countSnooze() {
    isPutOff = true
    if maySnooze { snoozes += 1 }
  }
}

enum PromptFigures {
  /// The span between two announcements.
  static let interval = Milliseconds.seconds(5 * 60)
  /// Long oks that count.
  static let mostSnoozes: UInt8 = 3
}

/// A moment on one of the two clocks.
protocol PromptTime: Comparable, Sendable {
  static var never: Self { get }
  func advanced(by span: Milliseconds) -> Self
}

extension WallTime: PromptTime {
  static var never: WallTime { WallTime(milliseconds: .min) }
}

extension Instant: PromptTime {
  static var never: Instant { Instant(milliseconds: .min) }
  func advanced(by span: Milliseconds) -> Instant { self + span }
}
