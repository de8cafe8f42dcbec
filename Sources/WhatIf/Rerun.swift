import Device
import Findings
import HAL

/// Writes down what a device does with a packed walk, as `vigia replay` does with a trace.
struct Rerun: ~Copyable {
  /// Something to show, or to play.
  private struct Entry {
    var at: Instant
    var moment: Milliseconds
    /// Wall time minus device time; nil before a clock has spoken.
    var offset: Int64?
    /// Its members, in `members`.
    var text: Range<Int>
    var crossing: CrossingVerdict?
    /// Place of the crossing on the plan.
    var crossed: GroundPoint?
  }

  private(set) var tally = Tally()
  private(set) var perimeter: Perimeter?
  private(set) var columns: Columns
  private var clock = ReplayClock()
  private var outside = TimeOutside()
  private var crossings: CrossingFinder?
  private var entries: [Entry] = []
  private var members = JSONBuffer()
  private var matters: [(id: NoticeID, name: MatterName)] = []
  private var firstExit: Milliseconds?
  private var last = Milliseconds(0)

  /// The plan of the recorded circle.
  private let plan: Projection

  /// - Parameter capacity: the positions of the walk.
  init(capacity: Int, _ plan: Projection) {
    columns = Columns(capacity: capacity)
    self.plan = plan
  }

  /// Forgets the replay before it, and keeps the memory.
  mutating func begin() {
    tally = Tally()
    perimeter = nil
    columns.removeAll()
    clock = ReplayClock()
    outside = TimeOutside()
    crossings = nil
    entries.removeAll(keepingCapacity: true)
    members.removeAll()
    matters.removeAll(keepingCapacity: true)
    firstExit = nil
    last = Milliseconds(0)
  }

  mutating func note(_ action: Action, _ event: Event, offset: Int64?) {
    let name = tally.note(action)
    // Fixes and clocks alone bring a new time.
    if case .fix = event.kind { clock.learn(offset, at: event.at, isPosition: true) }
    if case .clock = event.kind { clock.learn(offset, at: event.at, isPosition: false) }
    let moment = clock.sinceStart(event.at)
    outside.add(action, at: moment)
    if name == .perimeterExit { firstExit = firstExit ?? moment }
    // A mail stands in the timeline of a replay, too, and may be its last entry.
    if name != nil || action.isMail { last = moment }
    let from = members.count
    guard members.add(action, &matters, plan) else { return }
    if name == .perimeterExit || name == .perimeterReturn {
      crossings?.expect(entries.count, isReturn: name == .perimeterReturn, at: event.at)
    }
    entries.append(
      Entry(at: event.at, moment: moment, offset: clock.offset, text: from..<members.count))
  }

  mutating func settle(_ event: Event, _ device: inout Device, offset: Int64?) {
    let refusal = device.foldInPlace(into: &tally.digest)
    switch event.kind {
    case .setting(.perimeter(let circle)): take(circle)
    case .fix(let fix): settle(fix, at: event.at, refusal, &device, offset: offset)
    case .clock:
      clock.begin(event.at)
      clock.learn(offset, at: event.at, isPosition: false)
      clock.weigh(offset, at: event.at, &device)
    case .setting, .deadline: break
    case .restored(.alive(let wall, _, _)):
      clock.begin(event.at)
      clock.restore(alive: wall, at: event.at)
    case .booted, .restored, .keys, .key, .reading, .edited, .answer, .message, .battery,
      .storage, .shuttingDown:
      clock.begin(event.at)
    }
    outside.settle(event, at: clock.sinceStart(event.at), &device)
  }

  private mutating func take(_ circle: Perimeter) {
    if circle != perimeter {
      closeCrossings()
      crossings = CrossingFinder(circle, isFirst: perimeter == nil, keepsCloseUps: false)
    }
    perimeter = circle
  }

  private mutating func settle(
    _ fix: Fix, at instant: Instant, _ refusal: Refusal?, _ device: inout Device, offset: Int64?
  ) {
    clock.begin(instant)
    clock.learn(offset, at: instant, isPosition: true)
    clock.weigh(offset, at: instant, &device)
    guard fix.mode != .none, let position = fix.position else { return }
    clock.measure(instant)
    let distance = perimeter?.distance(of: position)
    if let distance {
      if refusal == nil {
        crossings?.add(
          position, distance: distance, at: instant, eph: fix.eph,
          device.evidenceInPlace())
      } else {
        crossings?.noteRefused()
      }
    }
    columns.append(
      clock.sinceStart(instant), position, distance: distance, eph: fix.eph,
      refusal: refusal?.rawValue ?? 0xff)
  }

  private mutating func closeCrossings() {
    crossings?.finish()
    guard let found = crossings?.takeFound() else { return }
    let own = perimeter.map { Projection($0) }
    for (key, verdict) in found {
      entries[key].crossing = verdict
      // It is told from the centre of the replay; the plan is about the recorded one.
      entries[key].crossed = verdict.crossing.flatMap { own?.position(of: $0.place) }
        .map { plan.point($0) }
    }
  }

  /// The whole result as JSON (docs/module.md).
  mutating func finish(into json: inout JSONBuffer) {
    closeCrossings()
    clock.finish()
    json.removeAll()
    json.add("{\"digest\":")
    json.add(hex: tally.digest.value)
    json.add(",\"actions\":")
    json.add(hex: tally.actions.value)
    addCircle(to: &json)
    json.add(",\"exits\":", Int64(tally.exits))
    json.add(",\"returns\":", Int64(tally.returns))
    json.add(",\"suspects\":", Int64(tally.suspects))
    json.add(",\"losses\":", Int64(tally.losses))
    json.add(",\"positions\":", Int64(columns.count))
    json.add(",\"duration_s\":", thousandths: clock.duration.count)
    let whole = outside.total(until: max(last, clock.endOfPositions))
    json.add(",\"outside_s\":", thousandths: whole.count)
    addSpans(to: &json)
    json.add(",\"late_s\":", thousandths: medianLateness?.count)
    json.add(",\"first_exit\":", firstExit?.count)
    json.add(",\"events\":[")
    for i in 0..<entries.count {
      if i > 0 { json.add(",") }
      add(entries[i], to: &json)
    }
    json.add("]}")
  }

  private var medianLateness: Milliseconds? {
    var late: [Milliseconds] = []
    for entry in entries {
      if let crossing = entry.crossing, !crossing.isReturn, let span = crossing.late {
        late.append(span)
      }
    }
    return TimeOutside.median(late)
  }

  private func addCircle(to json: inout JSONBuffer) {
    guard let perimeter else {
      return json.add(",\"lat\":null,\"lon\":null,\"radius_m\":null,\"sensitivity\":null")
    }
    json.add(",\"lat\":")
    json.add(degreesE7: perimeter.center.latitudeE7)
    json.add(",\"lon\":")
    json.add(degreesE7: perimeter.center.longitudeE7)
    let radius = Int64(nearest: perimeter.radius.value * 1000)
    json.add(",\"radius_m\":", thousandths: radius)
    json.add(",\"sensitivity\":", name: perimeter.temper.name)
  }

  private func addSpans(to json: inout JSONBuffer) {
    json.add(",\"outside\":[")
    for i in 0..<outside.spans.count {
      json.add(i > 0 ? ",[" : "[", outside.spans[i].from.count)
      json.add(",", outside.spans[i].to?.count)
      json.add("]")
    }
    json.add("]")
  }

  private func add(_ entry: Entry, to json: inout JSONBuffer) {
    // An entry from before the first clock gets the first time that came.
    let time = entry.at.milliseconds &+ (entry.offset ?? clock.firstOffset ?? clock.offset ?? 0)
    json.add("{\"t\":", entry.moment.count)
    json.add(",\"time\":", time)
    json.add(",")
    json.add(members, entry.text)
    if let crossing = entry.crossing {
      json.add(crossing, announced: time, clock, at: entry.crossed)
    }
    json.add("}")
  }
}

extension Action {
  fileprivate var isMail: Bool {
    if case .outbox(.send) = self { true } else { false }
  }
}
