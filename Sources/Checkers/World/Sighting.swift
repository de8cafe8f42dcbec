import Device
import HAL

/// True states of the world at a moment: all that a checker may know beside events and actions.
public struct Truth: Sendable {
  public var now = Instant.start
  /// The true time.
  public var wall = WallTime(milliseconds: 0)
  /// Distance of wearer and device from the centre of the circle in force.
  public var distance = Metres(0)
  public var radius = Metres(0)
  public var isPowered = false
  /// Mails get through, and are answered by their servers.
  public var isNetworkGood = true
  /// The medium has refused records, or said "written" too early, in this life or before it.
  public var isStorageGood = true
  /// Clocks other than the true one speak, or spoke within the last minutes.
  public var areClocksGood = true
  /// Nothing goes wrong any more.
  public var isCalm = false
  public var household: Household
  /// The person whose server took the last notice that was taken.
  public var reached: UInt32 = 0
  /// The file of the profile can be used as it is; its insulin section can.
  public var isProfileGood = true
  public var isInsulinSure = true
  /// The device was given some profile.
  public var hasProfile = true
  /// Servers that fail while the others work.
  public var servers: [ServerTrouble] = []
  /// Present misbehaviour of mail servers and mailbox.
  public var post: Set<PostTrouble> = []
  /// The receiver gives far more epochs than any receiver does.
  public var isFlooded = false

  /// The wishes of companions, as far as the device was given a profile.
  public var agenda: [Entry] = []

  /// One thing that a companion wants to say.
  public struct Entry: Sendable {
    public var key: String
    /// Its reminder's number.
    public var number: UInt16
    public var due: CivilMinute
    /// Minutes after `due` in which it is worth saying for the first time.
    public var goodFor: Int32
    public var isOnDemand: Bool

    package init(
      key: String, number: UInt16, due: CivilMinute, goodFor: Int32, isOnDemand: Bool
    ) {
      self.key = key
      self.number = number
      self.due = due
      self.goodFor = goodFor
      self.isOnDemand = isOnDemand
    }
  }

  package init(household: Household) { self.household = household }
}

/// A fix that reached the device, and what was so.
public struct FixSighting: Sendable {
  public var hasPosition: Bool
  public var position: Position?
  /// Distance from the centre of the circle in force to the position in the fix.
  public var distance: Metres
  /// Distance from the device's true place when the fix arrived.
  public var error: Metres
  /// Distance from the fix before, as reported.
  public var step: Metres
  /// The receiver's claim; nil: none.
  public var eph: Metres?
  /// The receiver's speed; nil: it states none.
  public var speed: MetresPerSecond?
  public var course: Degrees?
  /// The receiver's speed is stuck at nothing. All else may be as it should.
  public var isSpeedStuck: Bool
  /// Measured so long before it arrived.
  public var age: Milliseconds
  /// Nothing is wrong with the receiver but perhaps its speed.
  public var isOrdinary: Bool
  /// Its own time is true, and not an older one again.
  public var isTimeGood: Bool
  /// The epoch before once more, by the receiver's own time.
  public var isRepeated: Bool
  /// Milliseconds by which the receiver's clock is ahead of the true one; negative: behind.
  public var timeOff: Int64
  /// It says date and time, and was not long under way.
  public var hasTime: Bool
  /// The time that it says, true or not.
  public var time: FixTime?

  package init(
    hasPosition: Bool, position: Position?, distance: Metres, error: Metres, step: Metres,
    eph: Metres?, speed: MetresPerSecond?, course: Degrees?, isSpeedStuck: Bool,
    age: Milliseconds, isOrdinary: Bool, isTimeGood: Bool, isRepeated: Bool,
    timeOff: Int64, hasTime: Bool, time: FixTime?
  ) {
    self.hasPosition = hasPosition
    self.position = position
    self.distance = distance
    self.error = error
    self.step = step
    self.eph = eph
    self.speed = speed
    self.course = course
    self.isSpeedStuck = isSpeedStuck
    self.age = age
    self.isOrdinary = isOrdinary
    self.isTimeGood = isTimeGood
    self.isRepeated = isRepeated
    self.timeOff = timeOff
    self.hasTime = hasTime
    self.time = time
  }

  /// Nothing at all is wrong with it, nor with the clocks, and it lies where the one before can have led.
  package func isFlawless(_ truth: Truth) -> Bool {
    isOrdinary && isTimeGood && truth.areClocksGood && !isRepeated && step.value < 30
  }
}

/// An occurrence beside events and actions.
public enum WorldChange: Equatable, Sendable {
  /// A power cut in the middle of a record, or between two actions.
  case powerCut(isWriting: Bool)
  /// The device ends for an update now, because nothing spoke against it.
  case updated
  /// The medium lost what it had said was written.
  case recordsLost
  /// A caregiver's server took a notice.
  case taken(NoticeID, Recipient, token: UInt64)
  case networkGood(Bool)
  case reloaded
  case clocksGood(Bool)
  /// Somebody changed the diary; a device that runs is told of it in an event.
  case edited(Record)
  /// Mails, mailbox and places.
  case post(PostChange)
  case portal(PortalNews)
  case end
}

/// An occurrence on the way of mails.
public enum PostChange: Equatable, Sendable {
  /// A mail lies in the device's mailbox.
  case lies(UInt32)
  /// It has reached the device.
  case handed(UInt32)
  /// The messages of all handed-over mails are stored.
  case kept
  case looked(MailboxLook)
  /// The mailbox has numbered its mails anew.
  case renumbered
  /// The board had no place for an attempt.
  case turnedAway(Recipient)
  /// Too many bytes were taken from a server at once.
  case longTurn(bytes: Int)
}

/// Looks on.
public protocol WorldObserver {
  mutating func see(_ event: Event, _ truth: Truth)
  mutating func see(_ fix: FixSighting, _ truth: Truth)
  mutating func see(_ action: Action, during event: Event, _ truth: Truth)
  mutating func see(_ change: WorldChange, _ truth: Truth)
}
