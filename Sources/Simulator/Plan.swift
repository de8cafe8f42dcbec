import Agenda
import Checkers
import Device
import HAL

/// Everything that is decided about a simulated life before it begins: the household, the noise, and a
/// list of acts and faults. The same plan is the same life. A plan with items left out is a life, too:
/// so a failing one can be shrunk.
public struct Plan: Equatable, Sendable {
  /// Seeds the noise and the small choices of people.
  public var seed: UInt64
  public var household: Household
  /// The true time at the start.
  public var start: WallTime
  /// Length of the life.
  public var duration: Milliseconds
  /// The moment from which nothing goes wrong any more and everybody does what they should. Everything
  /// pending must come to its end.
  public var calm: Milliseconds
  public var receiver = ReceiverPlan()
  /// A real receiver's reports, in place of those from the wearer's walks.
  public var recording: Recording?
  /// The board's clock runs so many millionths fast.
  public var clockDrift: Int64 = 0
  /// A calendar clock on the board, off by so much; nil: none.
  public var calendarError: Milliseconds?
  /// The board's clock begins anew at each start of the device, as CLOCK_BOOTTIME does.
  public var clockRestarts = false
  /// The board learns the time from the network.
  public var hasNetworkTime = true
  /// The profile names a portal.
  public var hasPortal = false
  /// The items in order of time.
  public var items: [Item] = []
  /// The entries of companions.
  public var agenda: [AgendaEntry] = []

  public init(
    seed: UInt64, household: Household, start: WallTime, duration: Milliseconds,
    calm: Milliseconds
  ) {
    self.seed = seed
    self.household = household
    self.start = start
    self.duration = duration
    self.calm = calm
  }
}

/// Properties of the receiver.
public struct ReceiverPlan: Equatable, Sendable {
  public var interval = Milliseconds(1000)
  /// Time from an epoch to its arrival.
  public var latency = Milliseconds(200)
  /// Time from switching on to the first position.
  public var firstFix = Milliseconds.seconds(30)
  /// Nil: as the surroundings have it.
  public var noise: NoiseModel?
  /// The source of the speed that it reports.
  public var speed = SpeedSource.doppler
  public init() {}

  /// The receiver's way to a speed. A speed from positions has their errors.
  public enum SpeedSource: String, Sendable, CaseIterable { case doppler, positions, none }
}

/// Something that somebody does, or that goes wrong.
public struct Item: Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    case act(Act)
    case fault(Fault)
  }
  /// Time from the start of the life.
  public var at: Milliseconds
  /// Faults only.
  public var lasts: Milliseconds
  public var kind: Kind

  public init(at: Milliseconds, _ act: Act) {
    self.at = at
    lasts = Milliseconds(0)
    kind = .act(act)
  }

  public init(at: Milliseconds, lasts: Milliseconds, _ fault: Fault) {
    self.at = at
    self.lasts = lasts
    kind = .fault(fault)
  }
}

/// An act of wearer or caregivers.
public enum Act: Equatable, Sendable {
  /// A walk from the wearer's place, in a straight line.
  case walk(to: Point, speed: MetresPerSecond, Surroundings)
  /// The surroundings change where the wearer is.
  case enter(Surroundings)
  case press(KeyPress)
  case measure(MeterReading)
  /// The wearer's manner of answering the device from now on.
  case temper(Temper)
  /// A caregiver's delay in answering a notice; nil: no answer.
  case answers(caregiver: UInt8, after: Milliseconds?)
  case ask(Message)
  case battery(BatteryLevel)
  /// The caregiver changes the profile.
  case reload(Household)
  /// The device is told to end, and starts again after a while.
  case switchOff(for: Milliseconds)
  /// A new program is in place: the device is asked to start again between two alarms.
  case update
  /// Somebody works on the diary.
  case diary(DiaryEdit)
  /// A caregiver says something through the portal, which counts for so long.
  case portal(PortalWord, by: UInt8, for: Milliseconds)
  /// A caregiver changes the diary through the portal, which counts for so long.
  case portalDiary(DiaryEdit, by: UInt8, for: Milliseconds)
  /// A caregiver saves other settings through the portal.
  case portalProfile(Household)
}

/// The wearer's manner of answering the device.
public struct Temper: Equatable, Sendable {
  /// Percent of alarms and prompts that are answered.
  public var answers: UInt8
  public var after: Milliseconds
  /// Percent of presses on a wrong key.
  public var mistakes: UInt8 = 0
  /// The meter's result when the device asks.
  public var glucose: ClosedRange<Int64> = 90...180

  /// The manner in the calm at the end.
  public static let dutiful = Temper(answers: 100, after: .seconds(20))
}

/// A fault, while it lasts.
public enum Fault: Equatable, Sendable {
  // The receiver.
  /// Epochs without a position.
  case noPosition
  /// No epochs at all.
  case silence
  /// The last epoch again and again.
  case stuck
  /// Off by so much, and sure of it.
  case offset(Point)
  /// All noise so many times as large.
  case noise(Double)
  /// Indoors for the receiver, wherever the wearer is.
  case jammed
  /// The receiver states this error; nil: it states none.
  case eph(Metres?)
  /// The receiver's clock is off by so much.
  case receiverTime(Milliseconds)
  /// No time, or no date, in an epoch.
  case timeless
  case undated
  /// Positions without a height (2-D).
  case flat
  /// The speed sticks at nothing, whatever the wearer does.
  case motionless
  /// Epochs come so much later.
  case late(Milliseconds)
  /// Each epoch comes twice.
  case twice
  /// Time between two epochs.
  case interval(Milliseconds)
  /// Epochs a second, far more than any receiver gives.
  case flood(Int64)

  // The network.
  case outage
  case slow(Milliseconds)
  /// Every server answers so.
  case refusal(DeliveryOutcome)
  /// The server takes the mail, and the answer is lost.
  case lostAnswer
  /// The connection stands and nothing goes through.
  case halfOpen
  /// The network's time is off by so much.
  case networkTime(Milliseconds)
  /// Some servers, the mailbox, or the file of the profile.
  case people(PeopleFault)
  /// The network says nothing about the time.
  case noNetworkTime
  /// The portal, or the way to it.
  case portal(PortalTrouble)

  // The board.
  /// The power goes after so many more actions, for as long as the fault lasts. If a record is being
  /// written, that number of its words gets through.
  case powerCut(afterActions: Int64, tornWords: Int64)
  case storage(StorageError)
  /// The medium says "written" before it is.
  case lyingStorage
  case noSpeaker
  case noKeys
}
