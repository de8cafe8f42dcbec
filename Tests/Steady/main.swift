import Device
import HAL

// usage: steady DAYS
//
// Lives so many busy days at one fix a second through the core, with every feature on, and prints
// what came of it. It allocates nothing itself, so that scripts/allocations.sh can count what the
// core does.

/// Answers of the network that are under way.
struct Answers {
  private var waiting = FixedArray<32, Event>()

  mutating func add(_ event: Event) { waiting.push(event) }
  func first(upTo end: Instant) -> Int? {
    var first: Int?
    for i in 0..<waiting.count where waiting[i].at <= end {
      if let chosen = first, waiting[chosen].at <= waiting[i].at { continue }
      first = i
    }
    return first
  }
  mutating func take(_ index: Int) -> Event {
    let event = waiting[index]
    waiting.remove(at: index)
    return event
  }
}

struct Life {
  static let begin: Int64 = 1_795_219_200_000
  static let home = Position(latitudeE7: -29_005_000, longitudeE7: -790_045_000)

  var device = Device()
  var digest = Digest()
  var actions = 0
  var events = 0
  var answers = Answers()

  mutating func feed(_ event: Event) {
    var count = 0
    var fold = digest
    var replies = answers
    device.handle(event) { action in
      count += 1
      action.fold(into: &fold)
      guard case .outbox(.send(let dispatch)) = action else { return }
      // Every third attempt fails, so that retries are part of life.
      let outcome = count % 3 == 0 ? DeliveryOutcome.transient : .accepted
      replies.add(
        Event(
          at: event.at + .seconds(2),
          .answer(
            NetworkAnswer(
              notice: dispatch.notice.id, recipient: dispatch.recipient, outcome: outcome))))
    }
    _ = device.foldInPlace(into: &fold)
    answers = replies
    digest = fold
    actions += count
    events += 1
  }

  mutating func pass(until end: Instant) {
    while true {
      if let index = answers.first(upTo: end) {
        feed(answers.take(index))
      } else if let due = device.deadlineInPlace(), due < end {
        feed(Event(at: due, .deadline))
      } else {
        return
      }
    }
  }

  mutating func live(second: Int64) {
    let now = Instant(milliseconds: second * 1000)
    pass(until: now)
    feed(Event(at: now, .fix(fix(second, at: now))))
    switch second % 86_400 {
    case 300, 46_860, 68_460: feed(Event(at: now, .key(KeyPress(.ok))))
    case 7000, 50_000: feed(Event(at: now, .key(KeyPress(.help))))
    case 46_830:
      let amount = MilligramsPerDecilitre(182)
      feed(
        Event(
          at: now, .reading(MeterReading(result: .amount(.milligramsPerDecilitre(amount))))))
    case 3600: feed(Event(at: now, .battery(BatteryLevel(percent: 15, isCharging: false))))
    case 7200: feed(Event(at: now, .battery(BatteryLevel(percent: 90, isCharging: true))))
    default: break
    }
  }

  /// Four walks a day to 300 m and back.
  private func fix(_ second: Int64, at now: Instant) -> Fix {
    let phase = second % 21_600
    let metres = phase < 300 ? phase : phase < 600 ? 600 - phase : 0
    var fix = Fix(mode: .threeD)
    if let home = Life.home {
      fix.position = Position(
        latitudeE7: Int64(home.latitudeE7) + metres * 90, longitudeE7: Int64(home.longitudeE7))
    }
    fix.time = FixTime(
      WallTime(milliseconds: Life.begin + now.milliseconds), isDated: true)
    fix.eph = Metres(10)
    return fix
  }

  /// A profile with everything in it.
  mutating func configure() {
    func feed(_ setting: Setting) { self.feed(Event(at: .start, .setting(setting))) }
    self.feed(
      Event(at: .start, .booted(Boot(number: 1, keys: .all, secret: (1, 2)))))
    feed(.begin)
    if let home = Life.home, let circle = try? Perimeter(center: home, radius: Metres(150)) {
      feed(.perimeter(circle))
    }
    feed(.zone(ZoneTransition(at: 0, offset: -300)))
    feed(.watch(WeeklyHours(weekdays: 127, from: 0, to: 1440)))
    feed(.quiet(WeeklyHours(weekdays: 127, from: 1320, to: 420)))
    feed(.caregiver(Caregiver(hasMail: true, hasRelay: true)))
    feed(.caregiver(Caregiver(hasMail: true, hasRelay: false)))
    for id in 1...32 {
      feed(
        .reminder(
          Reminder(
            id: UInt16(id), kind: id % 2 == 0 ? .medication : .reminder,
            first: CivilMinute(Int32(Life.begin / 60_000) + Int32(id * 40)), repeats: .daily,
            tellsCaregiver: id % 3 == 0)))
    }
    let base = InsulinUnits(milliunits: 4000)
    if let insulin = try? InsulinProfile(
      lowerTarget: MilligramsPerDecilitre(90), upperTarget: MilligramsPerDecilitre(130),
      sensitivity: 50, base: (base, base, base), gramsPerUnit: 12,
      maximum: InsulinUnits(milliunits: 10_000), step: InsulinUnits(milliunits: 500),
      model: .rapidAdult)
    {
      feed(.insulin(insulin))
    }
    feed(.mealtime(Mealtime(meal: .breakfast, minute: 480)))
    feed(.mealtime(Mealtime(meal: .lunch, minute: 780)))
    feed(.mealtime(Mealtime(meal: .dinner, minute: 1140)))
    var limits = Limits()
    limits.hasHeartbeat = true
    limits.allIsWellAt = 540
    feed(.limits(limits))
    feed(.end)
  }
}

guard CommandLine.arguments.count == 2, let days = Int64(CommandLine.arguments[1]),
  (1...1000).contains(days)
else { fatalError("usage: steady DAYS (1 to 1000)") }
var life = Life()
life.configure()
for second in 1...days * 86_400 { life.live(second: second) }
print("events \(life.events) actions \(life.actions) digest \(life.digest.value)")
print("size \(MemoryLayout<Device>.size)")
