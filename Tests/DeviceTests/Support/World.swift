import Device
import HAL

/// A device in a small world: storage that survives power cuts, a network that answers, a wearer with
/// fingers, and a log of all events.
struct World {
  struct Entry {
    var at: Instant
    var action: Action
  }

  static let secret: (UInt64, UInt64) = (0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210)

  private(set) var device = Device()
  private(set) var now = Instant.start
  private(set) var log: [Entry] = []
  /// The durable records, oldest first.
  private(set) var records: [Record] = []
  /// The notices that reached a caregiver's mailbox, repeats included.
  private(set) var mailbox: [Dispatch] = []
  private(set) var boots: UInt32 = 0

  var settings: [Setting] = []
  var keys = KeySet.all
  private var outages: [ClosedRange<Int64>] = []
  var latency = Milliseconds.seconds(2)
  /// The outcome of every attempt while the network is up.
  var outcome = DeliveryOutcome.accepted
  /// A caregiver who read a call for help answers after so long.
  var acknowledgesHelpAfter: Milliseconds?
  /// Power goes right after that many actions in all.
  var cutAfter: Int?
  /// The time for which the power stays away.
  var outage = Milliseconds.seconds(90)
  private(set) var wasCut = false

  private var script: [Event] = []
  private var isOff = false

  /// Adds an event that will happen.
  mutating func plan(at seconds: Double, _ kind: Event.Kind) {
    insert(Event(at: Instant(milliseconds: Int64((seconds * 1000).rounded())), kind))
  }

  /// The network is away from then to then.
  mutating func plan(networkDownFrom from: Double, to: Double) {
    outages.append(Int64(from * 1000)...Int64(to * 1000))
  }

  private func isNetworkUp(at now: Instant) -> Bool {
    !outages.contains { $0.contains(now.milliseconds) }
  }

  private mutating func insert(_ event: Event) {
    let index = script.firstIndex { event.at < $0.at } ?? script.count
    script.insert(event, at: index)
  }

  mutating func boot() {
    boots += 1
    device = Device()
    isOff = false
    feed(.booted(Boot(number: boots, keys: keys, secret: World.secret)))
    for record in records {
      if isOff { return }
      // The record passes through the form in which storage keeps it.
      guard let kept = Record(record.words) else { continue }
      feed(.restored(kept))
    }
    for setting in settings {
      if isOff { return }
      feed(.setting(setting))
    }
  }

  /// Lives on until then.
  mutating func run(until seconds: Double) {
    let end = Instant(milliseconds: Int64((seconds * 1000).rounded()))
    while true {
      let next = script.first?.at
      let deadline = device.nextDeadline
      if let deadline, deadline <= end, next.map({ deadline < $0 }) ?? true {
        now = max(now, deadline)
        feed(.deadline)
      } else if let next, next <= end {
        now = max(now, next)
        feed(script.removeFirst().kind)
      } else {
        now = max(now, end)
        return
      }
      if isOff { powerReturns() }
    }
  }

  /// The power goes now, and comes back after so many seconds.
  mutating func restart(after seconds: Double = 1) {
    outage = Milliseconds(Int64(seconds * 1000))
    powerReturns()
  }

  private mutating func powerReturns() {
    now = now + outage
    // Events while the device was off reached nobody.
    script.removeAll { $0.at < now }
    boot()
    if isOff { powerReturns() }
  }

  private mutating func feed(_ kind: Event.Kind) {
    // The diary is written into the same storage.
    if case .edited(let record) = kind { records.append(record) }
    var actions: [Action] = []
    device.handle(Event(at: now, kind)) { actions.append($0) }
    for action in actions {
      perform(action)
      if let cut = cutAfter, log.count >= cut {
        cutAfter = nil
        wasCut = true
        isOff = true
        return
      }
    }
  }

  private mutating func perform(_ action: Action) {
    log.append(Entry(at: now, action: action))
    switch action {
    case .store(let record): records.append(record)
    case .outbox(.send(let dispatch)):
      guard isNetworkUp(at: now) else {
        return answer(dispatch, .transient, after: .seconds(1))
      }
      if outcome == .accepted {
        mailbox.append(dispatch)
        if let wait = acknowledgesHelpAfter, dispatch.notice.matter == .help {
          insert(
            Event(
              at: now + wait,
              .message(
                .acknowledged(
                  token: dispatch.notice.token, caregiver: dispatch.recipient.caregiver))))
        }
      }
      answer(dispatch, outcome, after: latency)
    default: break
    }
  }

  private mutating func answer(
    _ dispatch: Dispatch, _ outcome: DeliveryOutcome, after wait: Milliseconds
  ) {
    insert(
      Event(
        at: now + wait,
        .answer(
          NetworkAnswer(
            notice: dispatch.notice.id, recipient: dispatch.recipient, outcome: outcome))))
  }
}
