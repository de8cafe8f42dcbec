import HAL

/// The help button: one press, one notice, and a screen that never says more than is true. ALZ-7.
struct Help: Feature, Sendable {
  /// The time after which a call that is not through is shown as such, with the high-priority alarm.
  static let patience = Milliseconds.seconds(60)
  /// A press this soon after the notice adds nothing that the caregiver does not know.
  static let repeatAfter = Milliseconds.seconds(5 * 60)
  /// "Hemos informado …" gives way to the time after this long, if nobody presses ok. So does the page
  /// that there is nobody to reach.
  static let toldPage = Milliseconds.seconds(5 * 60)

  enum Press: Equatable {
    /// Make a notice; the one before, if any, is over.
    case first(replaces: NoticeID?)
    /// A further press: the device sounds and shows the page only; the notice is on its way.
    case again
  }

  /// The open notice; nil when nobody waits for help.
  private(set) var notice: NoticeID?
  /// The stage on the screen; nil: help is not on the screen (any more).
  private(set) var stage: HelpStage?
  /// The caregiver whom the screen names.
  private(set) var caregiver: UInt8 = 0
  /// The notice said no position or an old one, and none has come since.
  private(set) var lacksPosition = false
  /// Whether the position that a restored notice lacked was told before the power went.
  private var isPositionTold = false
  private var pressed = Instant.start
  private var isAccepted = false
  private(set) var deadline: Instant?
  /// The answer came when the wearer had gone back: whatever sounds is shown before it.
  private(set) var isModest = false

  /// - Parameter hasAnybody: the profile names somebody who can be reached.
  mutating func press(at now: Instant, hasAnybody: Bool) -> Press {
    isModest = false
    if notice != nil, now - pressed < Help.repeatAfter {
      stage = isAccepted ? .told : (deadline == nil ? .notThrough : .calling)
      if !isAccepted, !hasAnybody { stage = .nobody }
      if isAccepted || stage == .nobody { deadline = now + Help.toldPage }
      return .again
    }
    return .first(replaces: notice)
  }

  /// The notice was made and stored.
  mutating func called(_ id: NoticeID, hasPosition: Bool, hasAnybody: Bool, at now: Instant) {
    notice = id
    pressed = now
    isAccepted = false
    lacksPosition = !hasPosition
    caregiver = 0
    stage = .calling
    deadline = now + Help.patience
    reach(hasAnybody, at: now)
  }

  /// Learns whether the profile names anybody who can be reached. If not, the page says so at once, and not
  /// after a minute. It says so for a while only; the call stays open for a list that names somebody.
  mutating func reach(_ hasAnybody: Bool, at now: Instant) {
    guard notice != nil, !isAccepted else { return }
    if hasAnybody, stage == .nobody || stage == nil {
      stage = .calling
      deadline = now + Help.patience
    } else if !hasAnybody, stage == .calling || stage == .notThrough {
      stage = .nobody
      deadline = now + Help.toldPage
    }
  }

  /// The list of caregivers has another order, or other people: nobody is named who does not know.
  /// - Parameter told: of the list as it is, bit 0 the first.
  mutating func rearrange(_ places: Places, told: UInt8, at now: Instant) {
    guard isAccepted else { return }
    let moved = places[caregiver]
    guard notice != nil else {
      // Only the page is left.
      guard let moved else {
        self = Help()
        return
      }
      caregiver = moved
      return
    }
    if let moved, told >> moved & 1 == 1 {
      caregiver = moved
    } else if told != 0 {
      caregiver = UInt8(told.trailingZeroBitCount)
    } else {
      isAccepted = false
      caregiver = 0
      stage = .calling
      deadline = now + Help.patience
    }
  }

  /// A route accepted a notice.
  mutating func accepted(_ id: NoticeID, by caregiver: UInt8, at now: Instant) {
    guard id == notice, !isAccepted else { return }
    isAccepted = true
    self.caregiver = caregiver
    stage = .told
    deadline = now + Help.toldPage
  }

  /// It reaches nobody, as far as is known.
  var isInTrouble: Bool { stage == .notThrough || stage == .nobody }

  /// The deadline passed. True: help is not through, and the alarm is due.
  mutating func pass(at now: Instant) -> Bool {
    guard let due = deadline, due <= now else { return false }
    deadline = nil
    if isAccepted || stage == .nobody {
      stage = nil
      return false
    }
    stage = .notThrough
    return true
  }

  /// The one button that goes back. While help is not through the screen keeps saying so.
  mutating func back() {
    guard stage == .told || stage == .answered else { return }
    stage = nil
    deadline = nil
  }

  mutating func positionSent() { lacksPosition = false }

  /// A caregiver sent the token back: they know, whether or not their server ever said so.
  mutating func answered(_ id: NoticeID, by caregiver: UInt8, at now: Instant) {
    guard id == notice else { return }
    let hadLeft = stage == nil
    self = Help()
    isModest = hadLeft
    stage = .answered
    self.caregiver = caregiver
    isAccepted = true
    deadline = now + Help.toldPage
  }

  /// The notice was given up.
  mutating func closed(_ id: NoticeID) {
    guard id == notice else { return }
    let page = stage == .told ? stage : nil
    let until = deadline
    let told = caregiver
    self = Help()
    guard page != nil else { return }
    stage = page
    caregiver = told
    isAccepted = true
    deadline = until
  }

  /// Restores, in the order of the records, that a call or its first position was made.
  mutating func restorePosition(isTold: Bool) { isPositionTold = isTold }

  /// Restores a call after a power cut: a press whose screen appeared is not lost. No clock of this
  /// life knows how long ago it was, so the next press is a call of its own. That there is nobody to reach
  /// was said to the press, and is not said again.
  /// - Parameter told: the caregivers who know of it, bit 0 the first.
  mutating func restore(_ notice: Notice, told: UInt8, hasAnybody: Bool, at now: Instant) {
    self.notice = notice.id
    isAccepted = told != 0
    caregiver = isAccepted ? UInt8(told.trailingZeroBitCount) : 0
    // A place from before the call, or from an earlier life, is no answer to where the wearer is now.
    let isOld = notice.whereabouts == nil || notice.age >= Device.lostAfter
    lacksPosition = isOld && !isPositionTold
    stage = isAccepted || !hasAnybody ? nil : .calling
    pressed = now + Milliseconds(-Help.repeatAfter.count)
    deadline = stage == nil ? nil : now + Help.patience
  }

  func fold(into digest: inout Digest) {
    digest.fold(
      notice?.value ?? 0,
      UInt64(stage?.rawValue ?? 0) | UInt64(caregiver) << 8 | (isAccepted ? 1 << 16 : 0)
        | (lacksPosition ? 1 << 17 : 0) | (isModest ? 1 << 18 : 0))
    digest.fold(UInt64(bitPattern: pressed.milliseconds), deadline.word)
  }
}

extension Instant? {
  /// The latest moment stands for nil.
  var word: UInt64 { UInt64(bitPattern: self?.milliseconds ?? .max) }

  /// The earlier of two deadlines.
  static func earlier(_ a: Instant?, _ b: Instant?) -> Instant? {
    guard let a else { return b }
    guard let b else { return a }
    return min(a, b)
  }
}
