import Agenda
import Checkers
import Device
import HAL
import Simulated

/// The world around one device, as its board. It has a wearer, a receiver, a network with people behind
/// it, a medium, and power, all by a plan.
///
/// It closes the loop: people and servers answer the device's acts. Events come in the order of their
/// moments. At one moment planned items come first, then answers, then the receiver, then the device's
/// own deadline.
public struct World<Observer: WorldObserver>: Board, Actuators {
  public var gps = SimulatedGPS()
  public var speaker = SimulatedSpeaker()
  public var network = SimulatedNetwork()
  public var keys: SimulatedKeys? = SimulatedKeys()
  public var screen: SimulatedScreen? = SimulatedScreen()
  public var vibrator: SimulatedVibrator? = SimulatedVibrator()
  public var storage: SimulatedStorage? = SimulatedStorage()

  /// Sees all of it and can change nothing.
  public var observer: Observer
  public internal(set) var truth: Truth
  /// Faults that took effect, acts not counted.
  public internal(set) var injected = 0

  let plan: Plan
  let plane: LocalPlane
  /// The centre of the circle in force: the wearer's home, unless the profile has moved it.
  var center = Point()
  /// The household that the device was given.
  var household: Household
  /// The last text that the caregiver wrote into the file of the profile, mistakes apart.
  var file: Household
  var faults = Faults()
  var wearer = Wearer()

  private var agenda: [PlannedMoment]
  private var agendaNext = 0
  var queue = Timetable()
  /// Events that the board hands over before anything else.
  var handOver: [Event.Kind] = []
  var handedOver = 0

  /// The moment at which the device was last woken. As on a real board, nothing else comes after it in
  /// that millisecond.
  private var lastDeadline: Int64 = .min
  var nextEpoch: Int64 = .max
  let isRecorded: Bool
  var recordedNext = 0
  var receiver: Receiver
  var lastReported: (time: FixTime?, hasPosition: Bool, place: Point)?
  var heardEpoch: Int64 = .min
  var positionFrom: Int64 = 0
  /// The last epoch had a position.
  var hadPosition = false

  var boots: UInt32 = 0
  var cutAfter: Int64?
  var tornWords: Int64 = 0
  var offFor = Milliseconds(0)
  /// The device is asked to start again, and has not done so.
  var wantsUpdate = false
  /// The last state of the medium that the device was told of.
  var toldStorage: StorageError?
  var isRetrying = false
  var clocksGoodFrom: Int64 = 0
  /// The network's last word about the time was a lie: until its next one nothing puts it right.
  var hasNetworkLied = false

  /// Delays of those who answer; the others never do.
  var answers: [UInt32: Milliseconds] = [:]
  var answered: Set<Reply> = []
  var hanging: [Hanging] = []
  /// Caregivers' mails that the device has not fetched.
  var mailbox: [InboundMail] = []
  /// The post office of a life in which servers speak in bytes.
  let post: PostOffice?
  /// Looks into the mailbox that are over.
  var looks: [MailboxLook] = []
  /// The last profile without a mistake that the device has read, and when.
  var kept: (household: Household, since: WallTime)?
  /// The link to a portal; nil in a life without one.
  var portal: PortalLink?
  /// The time by which the device judges, as of its last event; nil: it trusts no clock.
  var portalWall: WallTime?
  /// The fate of companions' entries by the records on the medium, and those that the device has.
  /// The network has set the clock of the system since the start: it is kept without the receiver.
  var hasHeardNetwork = false
  var heard = Heard()
  var placed: [Reminder] = []
  /// The moment of the next look at the plan.
  var nextLook: Int64 = .max
  var wearerDraws: Generator
  var networkDraws: Generator

  public init(_ plan: Plan, observer: Observer) {
    self.plan = plan
    isRecorded = plan.recording != nil
    self.observer = observer
    household = plan.household
    file = plan.household
    truth = Truth(household: plan.household)
    truth.radius = plan.household.radius
    plane = LocalPlane(plan.household.home)
    receiver = Receiver(
      plan.receiver.noise ?? .indoor, interval: plan.receiver.interval,
      seed: Generator.derive(plan.seed, .receiver))
    wearerDraws = Generator(seed: plan.seed, for: .wearer)
    networkDraws = Generator(seed: plan.seed, for: .network)
    agenda = PlannedMoment.agenda(of: plan)
    post = plan.speaksInBytes ? PostOffice(seed: plan.seed) : nil
    portal = plan.hasPortal ? PortalLink(seed: plan.seed, plan.household) : nil
    keys = SimulatedKeys(available: plan.household.keys)
    gps.budget = Allowance(
      ReceiverBudget().fixes, per: ReceiverBudget().refill, now: Instant.start)
    schedule(.boot, at: Instant.start)
  }

  public mutating func nextEvent(before deadline: Instant?) -> Event? {
    while true {
      if handedOver < handOver.count {
        defer { handedOver += 1 }
        return hand(handOver[handedOver])
      }
      if handedOver > 0 {
        handOver.removeAll(keepingCapacity: true)
        handedOver = 0
      }
      if let event = takeMail() { return event }
      let planned = agendaNext < agenda.count ? agenda[agendaNext].at : .max
      // A min of more than two values makes an array.
      let due = min(min(planned, queue.due), min(nextEpoch, post?.due ?? .max))
      let limit = min(due, plan.duration.count)
      if truth.isPowered, let deadline, deadline.milliseconds < limit {
        move(to: max(deadline.milliseconds, truth.now.milliseconds))
        lastDeadline = truth.now.milliseconds
        return hand(.deadline)
      }
      guard due < plan.duration.count else { return nil }
      move(to: due)
      if planned == due {
        agendaNext += 1
        take(agenda[agendaNext - 1])
      } else if queue.due == due {
        if let kind = occur(queue.pop()) { return hand(kind) }
      } else if let post, post.due == due {
        servePost(post)
      } else if let fix = epoch() {
        return hand(.fix(fix))
      }
    }
  }

  /// Never backward.
  private mutating func move(to time: Int64) {
    guard time > truth.now.milliseconds else { return }
    truth.now = Instant(milliseconds: time)
  }

  /// True civil time at a moment of the board's clock.
  func trueWall(at now: Instant) -> WallTime {
    let fast = now.milliseconds / 1000 * plan.clockDrift / 1000
    return WallTime(milliseconds: plan.start.milliseconds + now.milliseconds - fast)
  }

  mutating func hand(_ kind: Event.Kind) -> Event {
    if case .deadline = kind {} else { move(to: lastDeadline &+ 1) }
    let event = Event(at: truth.now, kind)
    if case .fix = kind { return event }
    if case .message(let message) = kind { portalHands(message) }
    tellWall()
    observer.see(event, truth)
    return event
  }

  /// Brings up to date what is costly to keep so with each fix.
  mutating func tellWall() {
    truth.wall = trueWall(at: truth.now)
    truth.distance = (wearer.place(at: truth.now) - center).distance
  }

  mutating func tell(_ change: WorldChange) {
    tellWall()
    observer.see(change, truth)
  }

  mutating func schedule(_ what: Occurring, at moment: Instant) {
    queue.insert(what, at: moment.milliseconds)
  }

  /// The run is over: what must have happened by now?
  public mutating func finish() {
    move(to: plan.duration.count)
    comparePortal()
    tell(.end)
  }

  // MARK: The plan

  private mutating func take(_ entry: PlannedMoment) {
    guard entry.index >= 0 else { return beCalm() }
    let item = plan.items[entry.index]
    switch item.kind {
    case .act(let act): self.act(act)
    case .fault(let fault):
      if entry.isBegin { injected += 1 }
      if case .powerCut(let actions, let torn) = fault {
        return armPowerCut(after: actions, torn: torn, off: item.lasts)
      }
      if entry.isBegin, fault == .portal(.forgets) { portal?.server.forget() }
      reckonFaults()
    }
  }

  /// Faults overlap: what is wrong now is worked out anew from all that lasts.
  private mutating func reckonFaults() {
    let before = faults
    faults = Faults()
    let now = truth.now.milliseconds
    for item in plan.items {
      guard case .fault(let fault) = item.kind, item.at.count <= now,
        now < item.at.count + item.lasts.count
      else { continue }
      faults.add(fault)
    }
    follow(before)
  }

  private mutating func beCalm() {
    truth.isCalm = true
    wearer.temper = .dutiful
  }

  private mutating func follow(_ before: Faults) {
    gps.fault =
      switch faults.gps {
      case .silent: .silent
      case .stuck: .stuck
      case nil: nil
      }
    storage?.fault = faults.storage
    if before.storageLies, !faults.storageLies { storage?.flush() }
    storage?.holdsBack = faults.storageLies
    if faults.storage != nil || faults.storageLies { truth.isStorageGood = false }
    keys?.isUnplugged = !faults.hasKeys
    speaker.isUnplugged = !faults.hasSpeaker
    reckonReceiver()
    if let post { reckonPost(post) }
    truth.servers = faults.people.servers
    truth.post = faults.people.post
    truth.isFlooded = faults.flood > 0
    breakConnections()
    reckonNetwork()
    if before.isOut || before.isHalfOpen || before.people.isMailboxClosed { fetchMail() }
    if faults.people.badProfile != before.people.badProfile { readProfile() }
    if faults.networkTime != before.networkTime || faults.hasNetworkTime != before.hasNetworkTime {
      schedule(.networkTime, at: truth.now)
    }
    reckonClocks(before)
  }

  /// A device without a profile knows of no server.
  mutating func reckonNetwork() {
    let isGood = faults.sparesNetwork && truth.hasProfile
    guard isGood != truth.isNetworkGood else { return }
    truth.isNetworkGood = isGood
    tell(.networkGood(isGood))
  }

  /// A lie about the time counts for a while longer: what it did has to settle.
  private mutating func reckonClocks(_ before: Faults) {
    let lies = faults.networkTime.count != 0 || faults.receiverTime.count != 0
    let lied = before.networkTime.count != 0 || before.receiverTime.count != 0
    if lies, truth.areClocksGood {
      truth.areClocksGood = false
      tell(.clocksGood(false))
    }
    if lied, !lies { awaitGoodClocks() }
  }

  mutating func awaitGoodClocks() {
    clocksGoodFrom = truth.now.milliseconds + 3_900_000
    schedule(.clocksGood, at: Instant(milliseconds: clocksGoodFrom))
  }

  mutating func reckonReceiver() {
    var noise = faults.isJammed ? .indoor : (plan.receiver.noise ?? wearer.surroundings.noise)
    noise.white = Metres(noise.white.value * faults.noise)
    noise.drift = Metres(noise.drift.value * faults.noise)
    noise.bias = Metres(noise.bias.value * faults.noise)
    receiver.become(noise)
  }
}

/// A beginning or an end in a plan, by its moment.
struct PlannedMoment: Sendable {
  var at: Int64
  /// Index of the item; negative: the calm begins.
  var index: Int
  var isBegin: Bool

  static func agenda(of plan: Plan) -> [PlannedMoment] {
    var entries = [PlannedMoment(at: plan.calm.count, index: -1, isBegin: true)]
    for (index, item) in plan.items.enumerated() {
      entries.append(PlannedMoment(at: item.at.count, index: index, isBegin: true))
      if case .fault(let fault) = item.kind, !fault.isMoment {
        entries.append(
          PlannedMoment(at: item.at.count + item.lasts.count, index: index, isBegin: false))
      }
    }
    // Ends come before beginnings, both in the order of the plan.
    return entries.sorted {
      ($0.at, $0.isBegin ? 1 : 0, $0.index) < ($1.at, $1.isBegin ? 1 : 0, $1.index)
    }
  }
}

extension Fault {
  /// It has no end of its own.
  var isMoment: Bool { if case .powerCut = self { true } else { false } }
}

extension Generator {
  static func derive(_ seed: UInt64, _ purpose: Purpose) -> UInt64 {
    var generator = Generator(seed: seed, for: purpose)
    return generator.next()
  }
}
