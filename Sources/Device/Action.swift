import HAL

/// An act of the device, as a meaning: words, mails and sounds are made from it outside the core. Each
/// feature has a vocabulary of its own.
public enum Action: Equatable, Sendable {
  /// The core took up its work.
  case started
  case perimeter(PerimeterAction)
  case position(PositionAction)
  case clock(ClockAction)
  case reminder(ReminderAction)
  case helpRequested(Whereabouts?)
  case company(CompanyAction)
  case dose(DoseAction)
  case glucose(GlucoseAction)
  case alarm(AlarmAction)
  case outbox(OutboxAction)
  case batteryLow(percent: UInt8)
  /// The profile cannot be used; the last good one, of that time, is in force instead.
  case profileKept(WallTime)
  case show(Page)
  /// Make it durable before what comes after it.
  case store(Record)
  /// Tell the relay that the device lives.
  case heartbeat
}

/// A change of the perimeter's decision.
public enum PerimeterAction: Equatable, Sendable {
  /// The wearer may be outside: reason to look closer, not to alarm.
  case suspected(Whereabouts)
  /// The suspicion dissolved.
  case cleared(Whereabouts)
  /// ALZ-4. Once per excursion. `initial`: already outside when the device began to look.
  case left(Whereabouts, initial: Bool)
  case returned(Whereabouts)
}

/// The position is lost, or found again.
public enum PositionAction: Equatable, Sendable {
  /// No good fix for 30 s. The last good one, and how old it is.
  case lost(Whereabouts, age: Milliseconds)
  case regained(Whereabouts)
}

/// A change in the trust of the clock.
public enum ClockAction: Equatable, Sendable {
  /// Local time can be relied on, or no longer.
  case trusted
  case untrusted
  /// Two trusted sources contradict each other by so much: the newer word less the device's.
  case disagrees(Milliseconds)
}

/// A step in the life of one occurrence of a reminder.
public enum ReminderAction: Equatable, Sendable {
  /// `isUnsure`: by the board's calendar clock alone.
  case due(Occurrence, Reminder.Kind, ReminderCall, isUnsure: Bool = false)
  case acknowledged(Occurrence)
  /// The wearer answered its question with that number; `.acknowledged` follows.
  case answered(Occurrence, UInt8)
  case snoozed(Occurrence, until: WallTime)
  /// Nobody answered within the limit, or it was due while the device was off.
  case missed(Occurrence)
}

/// The beginning or end of company, or its refusal.
public enum CompanyAction: Equatable, Sendable {
  /// The perimeter is not watched until then; nil: it is again.
  case accompanied(until: WallTime?)
  /// The perimeter is watched as before, although a caregiver asked otherwise.
  case refused(CompanyRefusal, caregiver: UInt8)
}

/// A step of the dialogue about a meal's dose.
public enum DoseAction: Equatable, Sendable {
  case prompted(Meal)
  case proposed(DoseOffer)
  case confirmed(DiaryDose)
  case undone(DiaryDose)
  case refused(Meal, DoseRefusal)
  /// A reading or dose is dated more than 5 minutes ahead of the device's clock: told once. SAFE-1.
  case entryAhead(EntryAhead)
}

/// A reading that calls for an alarm or a warning, and the end of a low one.
public enum GlucoseAction: Equatable, Sendable {
  case low(MeterResult, isVery: Bool)
  case high(MeterResult)
  /// Low glucose is over. SAFE-2.
  case lowOver(LowGlucoseOver)
}

/// A change of an alarm, and what speaker and vibrator do about it.
public enum AlarmAction: Equatable, Sendable {
  /// It was off and is on. Whether it sounds now is another matter.
  case started(AlarmKind, AlarmPriority)
  case silenced(AlarmKind)
  /// Play this burst now; what still sounds gives way.
  case sound(Burst)
  /// Shake with each burst, as often as it has pulses.
  case vibrate(pulses: UInt8)
  /// Stop the burst that still sounds, and the shaking: a key silenced it, or it is over.
  case hush
}

/// A step in the life of a notice.
public enum OutboxAction: Equatable, Sendable {
  /// A notice for the caregivers was made.
  case queued(Notice)
  /// Hand it to the network now.
  case send(Dispatch)
  case delivered(NoticeID, Recipient)
  /// Every route to that caregiver refused it for good.
  case failed(NoticeID, caregiver: UInt8)
  case acknowledged(NoticeID, caregiver: UInt8)
}

/// The first announcement of a reminder, or one more.
public enum ReminderCall: UInt8, Sendable {
  case first = 1
  case again = 2
  /// It was due while the device was off, or did not know the time.
  case late = 3
}

/// The wearer's place relative to the perimeter.
///
/// A missing length is kept as NaN: the table of notices holds 56 of these.
public struct Whereabouts: Equatable, Sendable {
  /// The last good position.
  public var position: Position
  private var distanceOrNone: Double
  private var radiusOrNone: Double
  private var ephOrNone: Double
  /// Direction as seen from the centre of the perimeter; nil without a perimeter, and in the centre.
  public var direction: CompassPoint?
  /// Nil when the wearer stands, or the receiver did not say.
  public var motion: Motion?

  public init(
    position: Position, distance: Metres?, radius: Metres?, eph: Metres?,
    direction: CompassPoint? = nil, motion: Motion? = nil
  ) {
    self.position = position
    distanceOrNone = distance?.value ?? .nan
    radiusOrNone = radius?.value ?? .nan
    ephOrNone = eph?.value ?? .nan
    self.direction = direction
    self.motion = motion
  }

  /// Distance from the centre of the perimeter; nil without a perimeter.
  public var distance: Metres? {
    get { Whereabouts.length(distanceOrNone) }
    set { distanceOrNone = newValue?.value ?? .nan }
  }
  /// The radius of the perimeter; nil without a perimeter.
  public var radius: Metres? {
    get { Whereabouts.length(radiusOrNone) }
    set { radiusOrNone = newValue?.value ?? .nan }
  }
  /// The receiver's estimate of its error; nil when it gave none.
  public var eph: Metres? {
    get { Whereabouts.length(ephOrNone) }
    set { ephOrNone = newValue?.value ?? .nan }
  }

  private static func length(_ value: Double) -> Metres? { value.isNaN ? nil : Metres(value) }

  public static func == (a: Self, b: Self) -> Bool {
    a.position == b.position && a.distance == b.distance && a.radius == b.radius && a.eph == b.eph
      && a.direction == b.direction && a.motion == b.motion
  }

  /// Direction and motion as sixteen bits, of which twelve are the motion's.
  var bearings: UInt64 { UInt64(motion?.code ?? 0) | UInt64(direction?.rawValue ?? 0) << 12 }

  /// Takes them back; what is no direction or motion is none.
  mutating func take(bearings: UInt64) {
    motion = Motion(code: UInt16(truncatingIfNeeded: bearings & 0xfff))
    direction = CompassPoint(rawValue: UInt8(truncatingIfNeeded: bearings >> 12 & 0xf))
  }
}

extension Whereabouts {
  func fold(into digest: inout Digest, tag: UInt64) {
    digest.fold(tag)
    digest.fold(position.digestWord)
    digest.fold(distance.digestWord)
    digest.fold(radius.digestWord)
    digest.fold(eph.digestWord)
    digest.fold(bearings)
  }
}

extension Position {
  var digestWord: UInt64 {
    UInt64(UInt32(bitPattern: latitudeE7)) << 32 | UInt64(UInt32(bitPattern: longitudeE7))
  }
}

extension Metres? {
  /// A missing length differs from every length, zero included.
  var digestWord: UInt64 { self.map { $0.value.word } ?? .max }
}
