import Checkers
import Device
import HAL

/// Draws a day from a seed. Each seed first draws which faults exist at all and how often. So some days
/// are all about the network and others all about the receiver.
public struct Swarm {
  private static let hour: Int64 = 3_600_000
  static let minute: Int64 = 60_000

  private var draws: Generator
  private var plan: Plan
  /// Milliseconds of the time in which things happen.
  private let busy: Int64

  /// - Parameter days: 1 and more.
  public static func plan(seed: UInt64, days: Int = 1) -> Plan {
    var swarm = Swarm(seed: seed, days: days)
    swarm.drawDays()
    return swarm.plan
  }

  private init(seed: UInt64, days: Int) {
    draws = Generator(seed: seed, for: .plan)
    let household = Swarm.household(&draws)
    let start = Swarm.start(&draws, household.zone)
    let duration = Int64(max(days, 1)) * 24 * Swarm.hour
    busy = duration - 3 * Swarm.hour
    plan = Plan(
      seed: seed, household: household, start: start, duration: Milliseconds(duration),
      calm: Milliseconds(busy))
    if draws.chance(1, in: 4) { plan.receiver.firstFix = .seconds(draws.draw(1...600)) }
    plan.clockDrift = draws.draw(-30...30)
    if draws.chance(1, in: 3) {
      let isWrong = draws.chance(1, in: 3)
      plan.calendarError = Milliseconds(
        isWrong ? draws.draw(-400...400) * 86_400_000 : draws.draw(-5000...5000))
    }
    plan.hasNetworkTime = draws.chance(3, in: 4)
  }

  // MARK: Who and when

  private static func household(_ draws: inout Generator) -> Household {
    let zone = draws.pick([Household.ZoneName.guayaquil, .madrid, .sydney])
    let home: (Int64, Int64) =
      switch zone {
      case .guayaquil: (-29_005_000, -790_045_000)
      case .madrid: (404_168_000, -37_038_000)
      case .sydney, .kathmandu, .lordHowe, .other: (-338_688_000, 1_512_093_000)
      }
    guard let position = Position(latitudeE7: home.0, longitudeE7: home.1) else {
      preconditionFailure("homes lie on Earth")
    }
    let radius = Metres(Double(draws.pick([100, 100, 100, 150, 250, 500, 1000])))
    let people = (0..<draws.draw(1...4)).map { _ in
      let hasRelay = draws.chance(1, in: 4)
      return Caregiver(hasMail: !hasRelay || draws.chance(1, in: 2), hasRelay: hasRelay)
    }
    var household = Household(home: position, radius: radius, zone: zone, caregivers: people)
    household.temper = draws.pick([PerimeterTemper.normal, .normal, .calm, .quick])
    household.limits.hasInbound = draws.chance(3, in: 4)
    household.limits.escalateAfter = Int16(draws.pick([1, 5, 5, 15]))
    household.limits.hasHeartbeat = draws.chance(1, in: 4)
    household.limits.allIsWellAt = draws.chance(1, in: 4) ? Int16(draws.draw(0...1439)) : -1
    household.limits.reminderLimit = Int16(draws.pick([15, 15, 5, 30]))
    if draws.chance(1, in: 8) {
      household.watch = draws.chance(1, in: 2) ? [hours(&draws)] : [.nights(from: 20, to: 8)]
    }
    if draws.chance(1, in: 4) {
      household.quiet = draws.chance(1, in: 2) ? [hours(&draws)] : [.nights(from: 22, to: 7)]
    }
    household.keys = draws.pick([.all, .all, .all, KeySet(bits: 3), KeySet(bits: 1)])
    if draws.chance(1, in: 2) { drawInsulin(&household, &draws) }
    return household
  }

  /// Draws hours on any days and of any length.
  private static func hours(_ draws: inout Generator) -> WeeklyHours {
    WeeklyHours(
      weekdays: UInt8(draws.draw(1...127)), from: Int16(draws.draw(0...1439)),
      to: Int16(draws.draw(1...1440)))
  }

  private static func drawInsulin(_ household: inout Household, _ draws: inout Generator) {
    func units(_ range: ClosedRange<Int64>) -> Int64 { draws.draw(range) * 500 }
    household.insulin = InsulinFigures(
      lowerTarget: Double(draws.draw(80...110)), upperTarget: Double(draws.draw(111...180)),
      sensitivity: Double(draws.draw(20...80)), breakfast: units(4...14), lunch: units(4...18),
      dinner: units(4...14),
      gramsPerUnit: draws.chance(1, in: 3) ? Double(draws.draw(6...20)) : nil,
      maximum: units(16...30), step: draws.pick([500, 1000]))
    household.limits.asksCarbohydrates = draws.chance(1, in: 3)
    household.mealtimes = [
      Mealtime(meal: .breakfast, minute: Int16(draws.draw(420...570))),
      Mealtime(meal: .lunch, minute: Int16(draws.draw(720...840))),
      Mealtime(meal: .dinner, minute: Int16(draws.draw(1080...1260))),
    ]
  }

  /// A day of 2026 to 2029; one in four is one on which the clocks change.
  private static func start(_ draws: inout Generator, _ zone: Household.ZoneName) -> WallTime {
    let day = CivilDay(year: 2026, month: 1, day: 1).count + draws.below(1400)
    let any = WallTime(milliseconds: (day * 24 + draws.below(24)) * hour)
    let changes = zone.transitions(around: any).filter { $0.at > 0 }
    guard draws.chance(1, in: 4), !changes.isEmpty else { return any }
    let change = draws.pick(changes)
    return WallTime(milliseconds: change.at * 1000 - draws.draw(1...12) * hour)
  }

  // MARK: The days

  private mutating func drawDays() {
    drawReminders()
    drawWearer()
    drawPeople()
    drawReceiverFaults()
    drawNetworkFaults()
    drawBoardFaults()
    var reminders = ReminderDraws(plan, busy: busy)
    reminders.draw(into: &plan)
    SwarmMeals.add(to: &plan, busy: busy)
    SwarmPeople.add(to: &plan, busy: busy)
    SwarmMail.add(to: &plan, busy: busy)
    SwarmProfile.add(to: &plan, busy: busy)
    SwarmDiary.add(to: &plan, busy: busy)
    SwarmClocks.add(to: &plan, busy: busy)
    SwarmPost.add(to: &plan, busy: busy)
    SwarmExtremes.add(to: &plan, busy: busy)
    SwarmCoincidences.add(to: &plan, busy: busy)
    SwarmFates.add(to: &plan, busy: busy)
    SwarmSettings.add(to: &plan, busy: busy)
    SwarmOffers.add(to: &plan, busy: busy)
    SwarmMealEdges.add(to: &plan, busy: busy)
    SwarmPositions.add(to: &plan, busy: busy)
    SwarmReceivers.add(to: &plan, busy: busy)
    SwarmQuestions.add(to: &plan)
    SwarmPortal.add(to: &plan, busy: busy)
    SwarmAgenda.add(to: &plan, busy: busy)
    SwarmOwnClocks.add(to: &plan, busy: busy)
    SwarmHours.add(to: &plan, busy: busy)
    SwarmPresses.add(to: &plan, busy: busy)
    SwarmMealTurns.add(to: &plan, busy: busy)
    SwarmLosses.add(to: &plan, busy: busy)
    SwarmWaiting.add(to: &plan, busy: busy)
    SwarmHurry.add(to: &plan, busy: busy)
    SwarmMoments.add(to: &plan, busy: busy)
    SwarmEdges.add(to: &plan, busy: busy)
    SwarmReaders.add(to: &plan, busy: busy)
    SwarmReminderTurns.add(to: &plan, busy: busy)
    SwarmSequels.add(to: &plan, busy: busy)
    SwarmDoses.add(to: &plan, busy: busy)
    SwarmPills.add(to: &plan, busy: busy)
    SwarmWrongTimes.add(to: &plan, busy: busy)
    SwarmRemnants.add(to: &plan, busy: busy)
    SwarmDoseHarms.add(to: &plan, busy: busy)
    SwarmChangedDoses.add(to: &plan, busy: busy)
    SwarmOtherAnswers.add(to: &plan, busy: busy)
    SwarmOlderLows.add(to: &plan, busy: busy)
    SwarmSecondThoughts.add(to: &plan, busy: busy)
    SwarmDatedDoses.add(to: &plan, busy: busy)
    SwarmAfterHours.add(to: &plan, busy: busy)
    SwarmDoorsteps.add(to: &plan, busy: busy)
    SwarmLateAnswers.add(to: &plan, busy: busy)
    SwarmUpdates.add(to: &plan, busy: busy)
    SwarmCuts.add(to: &plan, busy: busy)
    SwarmLowTurns.add(to: &plan, busy: busy)
    SwarmDoseTurns.add(to: &plan, busy: busy)
    plan.items.sort { $0.at < $1.at }
    goHome()
  }

  private mutating func moment() -> Milliseconds { Milliseconds(draws.draw(1000...busy - 1000)) }

  private mutating func add(_ act: Act, at moment: Milliseconds) {
    plan.items.append(Item(at: moment, act))
  }

  /// Adds up to `most` faults of a kind, each of a length in `range`; or none at all on this day.
  private mutating func add(
    _ most: Int64, lasting range: ClosedRange<Int64>, _ fault: (inout Generator) -> Fault
  ) {
    guard draws.chance(1, in: 3) else { return }
    for _ in 0..<draws.draw(1...most) {
      let at = moment()
      let lasts = Milliseconds(min(draws.draw(range) * 1000, busy - at.count))
      plan.items.append(Item(at: at, lasts: lasts, fault(&draws)))
    }
  }

  private mutating func drawReminders() {
    let offset = plan.household.zone.offset(at: plan.start)
    let local = plan.start.milliseconds / Swarm.minute + offset
    for id in 0..<draws.draw(0...5) {
      let first = CivilMinute(Int32(local + draws.draw(-1440...1440)))
      let repeats: Reminder.Repeat =
        switch draws.below(4) {
        case 0: .once
        case 1: .everyHours(UInt8(draws.pick([4, 6, 8, 12])))
        default: .daily
        }
      plan.household.reminders.append(
        Reminder(
          id: UInt16(id + 1), kind: draws.chance(1, in: 2) ? .medication : .reminder, first: first,
          repeats: repeats, tellsCaregiver: draws.chance(1, in: 2)))
    }
  }

  private mutating func drawWearer() {
    for _ in 0..<draws.draw(1...4) {
      add(.temper(drawTemper()), at: moment())
    }
    plan.items.append(Item(at: Milliseconds(0), .temper(drawTemper())))
    for _ in 0..<draws.below(7) { drawOuting() }
    if draws.chance(1, in: 2) {
      for _ in 0..<draws.draw(1...6) {
        let key = draws.pick([Key.help, .help, .ok, .plus, .minus])
        add(.press(KeyPress(key, isLong: draws.chance(1, in: 8))), at: moment())
      }
    }
    if draws.chance(1, in: 2) {
      for _ in 0..<draws.draw(1...8) { drawReading() }
    }
  }

  private mutating func drawTemper() -> Temper {
    let low = draws.pick([40, 60, 80, 100, 200]) as Int64
    return Temper(
      answers: UInt8(draws.pick([0, 30, 80, 100, 100])), after: .seconds(draws.draw(2...400)),
      mistakes: UInt8(draws.pick([0, 0, 10, 50])), glucose: low...low + draws.draw(0...150))
  }

  private mutating func drawReading() {
    let amount = Double(draws.draw(35...420))
    let result: MeterResult =
      switch draws.below(12) {
      case 0: .low
      case 1: .high
      default: .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(amount)))
      }
    let age = Milliseconds(draws.chance(1, in: 4) ? draws.draw(0...1_800_000) : 0)
    add(.measure(MeterReading(result: result, age: age)), at: moment())
  }

  /// Draws a way out of the house: over the edge, along it, or only to the garden; on foot or by car.
  private mutating func drawOuting() {
    var at = moment()
    let radius = plan.household.radius.value
    let isCar = draws.chance(1, in: 6)
    let speed = MetresPerSecond(
      isCar ? Double(draws.draw(5...15)) : Double(draws.draw(40...160)) / 100)
    for _ in 0..<draws.draw(1...3) {
      let part = Double(draws.pick([20, 50, 80, 95, 105, 130, 160, 250, 400])) / 100
      let north = Double(draws.draw(-100...100)) / 100
      let east = (1 - north * north).squareRoot() * (draws.chance(1, in: 2) ? 1 : -1)
      let target = Point(north: radius * part * north, east: radius * part * east)
      add(.walk(to: target, speed: speed, draws.pick([.open, .street, .street])), at: at)
      let way = Int64(radius * part / speed.value * 1000)
      at = Milliseconds(min(at.count + way + draws.draw(10...2400) * 1000, busy - 1))
    }
    guard draws.chance(7, in: 8) else { return }
    add(.walk(to: Point(), speed: speed, .street), at: at)
    let way = Int64(radius * 4 / speed.value * 1000)
    if draws.chance(1, in: 3) { drawTrouble(at: at + Milliseconds(draws.draw(0...way))) }
    at = Milliseconds(min(at.count + way, busy - 1))
    add(.enter(.indoor), at: at)
  }

  /// The network fails while the wearer is on the way home: when most mails are about.
  private mutating func drawTrouble(at moment: Milliseconds) {
    guard moment.count < busy else { return }
    let fault = draws.pick([
      Fault.lostAnswer, .lostAnswer, .outage, .halfOpen, .refusal(.transient),
    ])
    let lasts = Milliseconds(min(draws.draw(30...900) * 1000, busy - moment.count))
    plan.items.append(Item(at: moment, lasts: lasts, fault))
  }

  private mutating func drawPeople() {
    for caregiver in 0..<UInt8(plan.household.caregivers.count) {
      let after: Milliseconds? = draws.chance(1, in: 3) ? nil : .seconds(draws.draw(20...3000))
      plan.items.append(Item(at: Milliseconds(0), .answers(caregiver: caregiver, after: after)))
      if draws.chance(1, in: 4) { add(.ask(.whereIs(caregiver: caregiver)), at: moment()) }
      if draws.chance(1, in: 5) {
        let minute = Int16(draws.chance(1, in: 6) ? -1 : draws.draw(0...1439))
        add(.ask(.accompanied(untilMinute: minute, caregiver: caregiver)), at: moment())
      }
    }
    if draws.chance(1, in: 3) {
      for percent in [30, 20, 15, 10, 5, 80] as [UInt8] where draws.chance(1, in: 2) {
        add(.battery(BatteryLevel(percent: percent, isCharging: percent > 50)), at: moment())
      }
    }
    if draws.chance(1, in: 6) {
      var other = plan.household
      if draws.chance(1, in: 2) {
        other.radius = Metres(Double(draws.pick([100, 200, 300, 1000])))
      }
      if draws.chance(1, in: 4) {
        other.temper = draws.pick([PerimeterTemper.calm, .normal, .quick])
      }
      if !other.reminders.isEmpty { other.reminders.removeLast() }
      add(.reload(other), at: moment())
    }
    if draws.chance(1, in: 8) {
      add(.switchOff(for: .seconds(draws.draw(5...7200))), at: moment())
    }
  }

  private mutating func drawReceiverFaults() {
    add(8, lasting: 1...1800) { _ in .noPosition }
    add(3, lasting: 1...1800) { _ in .silence }
    add(3, lasting: 5...600) { _ in .stuck }
    add(6, lasting: 1...90) { draws in
      .offset(
        Point(north: Double(draws.draw(-400...400)), east: Double(draws.draw(-400...400))))
    }
    add(3, lasting: 60...3600) { draws in .noise(Double(draws.draw(15...30)) / 10) }
    add(3, lasting: 30...1800) { _ in .jammed }
    add(3, lasting: 10...3600) { draws in
      .eph(draws.pick([nil, Metres(0), Metres(2), Metres(250), Metres(50)] as [Metres?]))
    }
    add(2, lasting: 10...600) { draws in
      let week: Int64 = 7 * 86_400
      return .receiverTime(
        .seconds(draws.pick([-1024 * week, -3600, -60, -18, 18, 60, 3600, 86_400, 1024 * week])))
    }
    add(2, lasting: 10...1800) { _ in .timeless }
    add(2, lasting: 10...1800) { _ in .undated }
    add(3, lasting: 5...300) { draws in .late(.seconds(draws.draw(1...60))) }
    add(2, lasting: 5...600) { _ in .twice }
    add(2, lasting: 60...7200) { draws in .interval(.seconds(draws.pick([2, 5, 10, 30, 60]))) }
  }

  private mutating func drawNetworkFaults() {
    add(8, lasting: 5...3600) { _ in .outage }
    add(1, lasting: 7200...28_800) { _ in .outage }
    add(4, lasting: 60...3600) { draws in .slow(.seconds(draws.draw(1...120))) }
    add(4, lasting: 10...1800) { _ in .refusal(.transient) }
    add(2, lasting: 10...900) { _ in .refusal(.permanent) }
    add(4, lasting: 10...1800) { _ in .lostAnswer }
    add(3, lasting: 30...1800) { _ in .halfOpen }
    add(2, lasting: 60...3600) { draws in
      .networkTime(.seconds(draws.pick([-7200, -3600, -30, 30, 3600, 7200, 86_400 * 3])))
    }
  }

  private mutating func drawBoardFaults() {
    add(6, lasting: 1...3600) { draws in
      .powerCut(afterActions: draws.draw(0...8), tornWords: draws.draw(0...10))
    }
    add(1, lasting: 7200...36_000) { _ in .powerCut(afterActions: 0, tornWords: 0) }
    add(2, lasting: 10...3600) { draws in .storage(draws.pick([.full, .readOnly, .failed])) }
    add(1, lasting: 60...3600) { _ in .lyingStorage }
    add(2, lasting: 60...3600) { _ in .noSpeaker }
    add(1, lasting: 60...1800) { _ in .noKeys }
  }

  /// Everybody is at home in the calm.
  private mutating func goHome() {
    add(.walk(to: Point(), speed: MetresPerSecond(1.4), .street), at: plan.calm)
    add(.enter(.indoor), at: Milliseconds(busy + 3_000_000))
  }
}

extension WeeklyHours {
  fileprivate static func nights(from: Int16, to: Int16) -> WeeklyHours {
    WeeklyHours(weekdays: 127, from: from * 60, to: to * 60)
  }
}
