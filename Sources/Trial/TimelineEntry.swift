import Device
import Findings
import HAL
import Names
import Traces
import Words

/// One thing that the device did, and when.
public struct TimelineEntry: Sendable {
  public var name: EventName
  /// The moment of the decision, by the trace or by what the device believes (`ReplayClock`).
  public var time: WallTime
  /// The same moment, from the first event of the trace on.
  public var sinceStart: Milliseconds
  public var action: Action
  /// Names, texts of reminders, and the clock on the wall.
  public var words = TraceWords()
  /// The clock of an option, in place of the trace's own.
  var chosenClock: LocalClock?
  /// The matter of the notice whose fate this is.
  public var about: MatterName?
  /// The wearer's page, line by line; nil when it is no screen or nobody asked.
  public var screen: [String]?
  /// The crossing behind an exit or a return.
  public var crossing: CrossingVerdict?
  /// The last position that counted, where it was no older than a gap of the track.
  public var position: Position?
  /// Caregivers' answers come in, so that mails say how to answer.
  var hasInbound = false
}

extension TimelineEntry {
  /// The action for people. Before an `initial` exit the core has decided nothing, though the first positions may
  /// have been inside. Whoever crosses the edge then was not outside from the start.
  var told: Action {
    guard case .perimeter(.left(let place, initial: true)) = action, let crossing else {
      return action
    }
    let isFromStart = crossing.lack == .fromStart || crossing.lack == .circleChanged
    return .perimeter(.left(place, initial: isFromStart))
  }

  /// The clock that people read the time by; nil where nobody told a zone.
  var clock: LocalClock? { chosenClock ?? LocalClock(words) }

  /// Nil for what no timeline tells.
  public init?(_ action: Action, _ words: TraceWords, at time: WallTime, sinceStart: Milliseconds) {
    guard let name = EventName(action) else { return nil }
    self.init(name: name, time: time, sinceStart: sinceStart, action: action)
    self.words = words
  }
}

extension Action {
  /// The place of the event; nil when it happened nowhere.
  public var whereabouts: Whereabouts? {
    switch self {
    case .perimeter(.suspected(let place)), .perimeter(.cleared(let place)),
      .perimeter(.left(let place, _)), .perimeter(.returned(let place)),
      .position(.lost(let place, _)), .position(.regained(let place)):
      place
    case .outbox(.queued(let notice)): notice.whereabouts
    case .helpRequested(let place): place
    case .started, .perimeter, .position, .clock, .reminder, .company, .dose, .glucose, .alarm,
      .outbox, .batteryLow, .profileKept, .show, .store, .heartbeat:
      nil
    }
  }

  /// The reminder that it is about.
  var occurrence: Occurrence? {
    switch self {
    case .reminder(.due(let occurrence, _, _, _)), .reminder(.acknowledged(let occurrence)),
      .reminder(.snoozed(let occurrence, _)), .reminder(.missed(let occurrence)),
      .reminder(.answered(let occurrence, _)):
      occurrence
    case .outbox(.queued(let notice)): notice.matter.occurrence
    case .started, .perimeter, .position, .clock, .reminder, .helpRequested, .company, .dose,
      .glucose, .alarm, .outbox, .batteryLow, .profileKept, .show, .store, .heartbeat:
      nil
    }
  }

  var alarm: AlarmKind? {
    switch self {
    case .alarm(.started(let alarm, _)), .alarm(.silenced(let alarm)): alarm
    case .started, .perimeter, .position, .clock, .reminder, .helpRequested, .company, .dose,
      .glucose, .alarm, .outbox, .batteryLow, .profileKept, .show, .store, .heartbeat:
      nil
    }
  }

  /// The notice whose fate it tells.
  var notice: NoticeID? {
    switch self {
    case .outbox(.queued(let notice)): notice.id
    case .outbox(.send(let dispatch)): dispatch.notice.id
    case .outbox(.delivered(let id, _)), .outbox(.failed(let id, _)),
      .outbox(.acknowledged(let id, _)):
      id
    case .started, .perimeter, .position, .clock, .reminder, .helpRequested, .company, .dose,
      .glucose, .alarm, .outbox, .batteryLow, .profileKept, .show, .store, .heartbeat:
      nil
    }
  }

  /// The caregiver whom it concerns, an index from 0.
  var caregiver: UInt8? {
    switch self {
    case .outbox(.delivered(_, let recipient)): recipient.caregiver
    case .outbox(.send(let dispatch)): dispatch.recipient.caregiver
    case .outbox(.failed(_, let caregiver)), .outbox(.acknowledged(_, let caregiver)),
      .company(.refused(_, let caregiver)):
      caregiver
    case .started, .perimeter, .position, .clock, .reminder, .helpRequested, .company, .dose,
      .glucose, .alarm, .outbox, .batteryLow, .profileKept, .show, .store, .heartbeat:
      nil
    }
  }
}

extension TimelineEntry {
  /// The time on the wearer's wall with its offset, "2015-03-21T10:03:34.000-05:00"; in UTC where neither
  /// trace nor profile brings a zone.
  var localTime: String {
    guard let clock else { return CivilTime.text(time) }
    let local = clock.local(time)
    let minutes = Int((local.milliseconds &- time.milliseconds) / 60_000)
    let (hours, rest) = minutes.magnitude.quotientAndRemainder(dividingBy: 60)
    let zone = "\(minutes < 0 ? "-" : "+")\(hours.padded(2)):\(rest.padded(2))"
    return CivilTime.text(local).dropLast() + zone
  }

  /// The same to the second as people read it, "2015-03-21 10:03:34".
  var clockTime: String {
    let (day, time) = (clock ?? LocalClock(.gmt)).read(time)
    return "\(day) \(time)"
  }

  /// Dates the crossing by the announcement, whose time is known now.
  mutating func dateCrossing() {
    guard let late = crossing?.late else { return }
    crossing?.crossing?.time = WallTime(milliseconds: time.milliseconds &- late.count)
  }

  /// The message as the caregiver reads it: subject and body of a mail, or the line for a relay. Nil
  /// for other actions.
  var letter: String? {
    guard case .outbox(.send(let dispatch)) = action else { return nil }
    let language = words.language ?? .english
    let zone = ZoneOffset(words.zones)
    switch dispatch.recipient.route {
    case .mail:
      let mail = language.mail(dispatch, names: words.names, zone: zone, hasInbound: hasInbound)
      return mail.subject + "\n" + mail.body
    case .relay:
      return language.relayText(dispatch, names: words.names, zone: zone, hasInbound: hasInbound)
    }
  }
}
