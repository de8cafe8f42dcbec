import HAL

/// The sound of an alarm: which burst, how often, and for how long a key quiets it.
///
/// By kind and priority, as data:
///
/// | alarm | burst | repeated | silenced by ok for |
/// |---|---|---|---|
/// | of high priority | high | every 10 s, without end | 2 min |
/// | help does not get through | high | 12 in 2 min, again every 5 min | 2 min |
/// | of medium priority | medium | 6 in 2 min, again every 5 min | 10 min |
/// | of low priority | low | no | this occurrence |
/// | help, the answer to a press | its priority's | no: one for each press | this press |
/// | medication, dose, reminder | the call | no: one for each announcement | this announcement |
///
/// Help that does not get through may do so for hours. Between its rounds a medicine is heard and seen.
///
/// A medication is of medium priority and yet has the call. It asks the wearer to do something at
/// leisure, and must not be taken for an alarm. If the profile raises them to high priority, the three
/// are alarms and sound as such.
struct AlarmSignal: Equatable, Sendable {
  /// Audio pause of high priority; RespiraWorks has the same.
  static let highSilence = Milliseconds.seconds(2 * 60)
  static let mediumSilence = Milliseconds.seconds(10 * 60)
  static let mediumRound: UInt8 = 6
  /// Pause from one round's last burst to the next one's first: a round begins every 5 minutes.
  static let mediumRest = Milliseconds.seconds(5 * 60 - 5 * 20)

  static let helpRound: UInt8 = 12
  /// The same of help that does not get through, with a burst every 10 s.
  static let helpRest = Milliseconds.seconds(5 * 60 - 11 * 10)

  var burst: Burst
  /// Bursts in a round; nil: it goes on until silenced.
  var bursts: UInt8?
  /// Nil: there is one round only.
  var rest: Milliseconds?
  /// Nil: until it is raised again.
  var silence: Milliseconds?

  /// One burst for each time it is raised.
  var isSingle: Bool { bursts == 1 }

  init(_ kind: AlarmKind, _ priority: AlarmPriority) {
    if kind.isCall, priority < .high {
      self.init(burst: .call, bursts: 1)
      return
    }
    switch priority {
    case .low: self.init(burst: .low, bursts: 1)
    case .medium where kind == .help: self.init(burst: .medium, bursts: 1)
    case .high where kind == .help: self.init(burst: .high, bursts: 1)
    case .medium:
      self.init(
        burst: .medium, bursts: AlarmSignal.mediumRound, rest: AlarmSignal.mediumRest,
        silence: AlarmSignal.mediumSilence)
    case .high where kind == .helpNotThrough:
      self.init(
        burst: .high, bursts: AlarmSignal.helpRound, rest: AlarmSignal.helpRest,
        silence: AlarmSignal.highSilence)
    case .high: self.init(burst: .high, bursts: nil, silence: AlarmSignal.highSilence)
    }
  }

  private init(
    burst: Burst, bursts: UInt8?, rest: Milliseconds? = nil, silence: Milliseconds? = nil
  ) {
    self.burst = burst
    self.bursts = bursts
    self.rest = rest
    self.silence = silence
  }
}

extension AlarmKind {
  /// It calls the wearer to do something; who raises it announces it again.
  var isCall: Bool { self == .medication || self == .dose || self == .reminder }

  /// Raising it while it is on is news, a press or an announcement, and sounds. The condition of the
  /// other alarms goes on, and nothing happens.
  var isNewsEachTime: Bool { isCall || self == .help || isGlucose }

  private var isGlucose: Bool { self == .lowGlucose || self == .veryLowGlucose }
}
