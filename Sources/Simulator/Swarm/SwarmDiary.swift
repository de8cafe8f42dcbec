import Device
import HAL

/// Work on the diary while the device runs and while it is off, meters that send what they remember,
/// and lows that follow each other.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmDiary {
  private static let minute: Int64 = 60_000
  private static let hour: Int64 = 3_600_000

  private var draws: Generator
  private let busy: Int64
  private let mealtimes: [(meal: Meal, at: Int64)]
  private let asksCarbohydrates: Bool
  private var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    var diary = SwarmDiary(plan, busy: busy)
    diary.draw(isInsulin: plan.household.insulin != nil)
    plan.items += diary.items
  }

  private init(_ plan: Plan, busy: Int64) {
    draws = Generator(seed: plan.seed, for: .diary)
    self.busy = busy
    asksCarbohydrates =
      plan.household.limits.asksCarbohydrates && plan.household.insulin?.gramsPerUnit != nil
    let offset = plan.household.zone.offset(at: plan.start)
    let local = plan.start.milliseconds / SwarmDiary.minute + offset
    mealtimes = plan.household.mealtimes.compactMap {
      let minutes = ((Int64($0.minute) - local) % 1440 + 1440) % 1440
      let at = minutes * SwarmDiary.minute
      return at > SwarmDiary.minute && at < busy - 4 * SwarmDiary.hour ? ($0.meal, at) : nil
    }
  }

  private mutating func draw(isInsulin: Bool) {
    if draws.chance(1, in: 5) {
      for _ in 0..<draws.draw(1...6) { drawEdit(at: draws.draw(60_000...busy - 1000)) }
    }
    if draws.chance(1, in: 9) { drawWhileOff() }
    if draws.chance(1, in: 12) { drawBack() }
    if draws.chance(1, in: 6) { drawMemory() }
    if draws.chance(1, in: 6) { drawLows() }
    guard isInsulin else { return }
    if draws.chance(3, in: 5) {
      for time in mealtimes where draws.chance(2, in: 3) { drawMeal(time.meal, at: time.at) }
    }
    if !mealtimes.isEmpty, draws.chance(1, in: 8) { drawLateAnswer() }
  }

  // MARK: Any entry

  private mutating func result() -> MeterResult {
    switch draws.below(12) {
    case 0: return .low
    case 1: return .high
    default:
      let amount = draws.pick([35, 41, 50, 53, 54, 60, 65, 69, 70, 85, 140, 180, 240, 330])
      return .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(Double(amount))))
    }
  }

  private mutating func meal() -> Meal { draws.pick([.breakfast, .lunch, .dinner]) }

  private mutating func units() -> InsulinUnits {
    InsulinUnits(milliunits: draws.draw(0...20) * 500)
  }

  /// Milliseconds by which the person's clock is ahead of the true one.
  private mutating func slip() -> Int64 {
    switch draws.below(12) {
    case 0, 1: draws.draw(100...400)
    case 2: draws.draw(1...20) * 1000
    case 3: draws.draw(20...295) * 1000
    case 4: draws.draw(305...3600) * 1000
    case 5: draws.draw(1...23) * SwarmDiary.hour
    case 6: draws.draw(25...40) * SwarmDiary.hour
    case 7: -draws.draw(100...400)
    case 8: -draws.draw(1...300) * 1000
    default: 0
    }
  }

  /// The age of an entry, as a person states it.
  private mutating func age() -> Int64 {
    switch draws.below(6) {
    case 0: draws.draw(1...14) * SwarmDiary.minute
    case 1: draws.draw(16...170) * SwarmDiary.minute
    case 2: draws.draw(190...400) * SwarmDiary.minute
    default: 0
    }
  }

  private mutating func dated() -> Milliseconds { Milliseconds(slip() - age()) }

  private mutating func drawEdit(at moment: Int64) {
    let category = ReadingCategory(rawValue: UInt8(draws.draw(0...6))) ?? .other
    let back = UInt8(draws.pick([0, 0, 0, 1, 2, 5]))
    let edit: DiaryEdit
    switch draws.below(12) {
    case 0...3: edit = DiaryEdit(.addReading(result(), category), dated: dated())
    case 4, 5: edit = DiaryEdit(.addDose(meal(), units()), dated: dated())
    case 6: edit = DiaryEdit(.changeReading(result(), nil), back: back)
    case 7:
      let isMoved = draws.chance(2, in: 3)
      edit = DiaryEdit(
        .changeReading(nil, isMoved ? nil : category), back: back, dated: isMoved ? dated() : nil)
    case 8:
      edit =
        draws.chance(1, in: 2)
        ? DiaryEdit(.changeDose(nil, units()), back: back)
        : DiaryEdit(
          .changeDose(draws.chance(1, in: 2) ? meal() : nil, nil), back: back, dated: dated())
    case 9: edit = DiaryEdit(.deleteReading, back: back)
    case 10: edit = DiaryEdit(.deleteDose, back: back)
    default: edit = DiaryEdit(.bringBack, back: back)
    }
    add(.diary(edit), at: moment)
  }

  /// An entry is deleted, and comes back with an older state.
  private mutating func drawBack() {
    var at = draws.draw(600_000...busy - SwarmDiary.hour)
    let isDose = draws.chance(1, in: 2)
    if isDose {
      add(.diary(DiaryEdit(.addDose(meal(), units()), dated: dated())), at: at)
    } else {
      add(.diary(DiaryEdit(.addReading(result(), .other), dated: dated())), at: at)
    }
    at += draws.draw(1...900) * 1000
    add(.diary(DiaryEdit(isDose ? .deleteDose : .deleteReading)), at: at)
    at += draws.draw(1...1800) * 1000
    add(.diary(DiaryEdit(.bringBack)), at: at)
  }

  /// Somebody tidies the diary of a device without power.
  private mutating func drawWhileOff() {
    let at = draws.draw(10 * SwarmDiary.minute...busy - 3 * SwarmDiary.hour)
    let lasts = draws.draw(3...60) * SwarmDiary.minute
    add(.powerCut(afterActions: 0, tornWords: 0), at: at, lasting: lasts)
    // The power goes a minute later at the latest.
    for _ in 0..<draws.draw(1...4) {
      let moment = draws.draw(at + 61_000...at + lasts - 1000)
      if draws.chance(1, in: 2) {
        let low = draws.pick([35, 41, 53, 54, 60, 69])
        let reading = DiaryEdit.Change.addReading(
          .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(Double(low)))), .other)
        add(.diary(DiaryEdit(reading, dated: dated())), at: moment)
      } else {
        drawEdit(at: moment)
      }
    }
  }

  // MARK: Meters

  /// A meter sends what it remembers, in no order, some of it twice.
  private mutating func drawMemory() {
    var at: Int64
    switch draws.below(4) {
    // The reading comes before any clock has spoken.
    case 0:
      at = draws.draw(2...600) * 1000
      untimed(from: 1000, lasting: at + draws.draw(1...600) * 1000)
    case 1, 2:
      at = mealtimes.isEmpty ? draws.draw(1000...busy - 1000) : draws.pick(mealtimes).at
      if draws.chance(2, in: 3) {
        // The cut comes in the hour of a meal, right after a start.
        add(
          .powerCut(afterActions: 0, tornWords: 0), at: at - 50_000,
          lasting: draws.draw(1...300) * 1000)
        at += draws.draw(12...400) * 1000
        if draws.chance(1, in: 2) { untimed(from: at - 400_000, lasting: 600_000) }
      } else {
        at += draws.draw(0...3000) * 1000
      }
    default: at = draws.draw(1000...busy - 1000)
    }
    var sent: [MeterReading] = []
    // One that remembers more than the device keeps.
    for _ in 0..<draws.pick([20, 20, 70]) {
      let most = draws.pick([900, 10_800, 86_000]) as Int64
      sent.append(MeterReading(result: result(), age: .seconds(draws.draw(0...most))))
    }
    for _ in 0..<draws.draw(1...5) { sent.append(draws.pick(sent)) }
    for reading in sent { add(.measure(reading), at: at) }
    if draws.chance(1, in: 2) { drawEdit(at: at + draws.draw(1...900) * 1000) }
  }

  private mutating func untimed(from moment: Int64, lasting: Int64) {
    add(.timeless, at: moment, lasting: lasting)
    add(.noNetworkTime, at: moment, lasting: lasting)
  }

  private mutating func measure(_ amount: Int64, at moment: Int64, age: Int64 = 0) {
    let result = MeterResult.amount(
      .milligramsPerDecilitre(MilligramsPerDecilitre(Double(amount))))
    add(.measure(MeterReading(result: result, age: Milliseconds(age))), at: moment)
  }

  /// A low, and what may come after it: a lower one, an end, the same once more, nothing.
  private mutating func drawLows() {
    let at = draws.draw(10 * SwarmDiary.minute...busy - 3 * SwarmDiary.hour)
    if draws.chance(1, in: 2) {
      add(.answers(caregiver: 0, after: .seconds(draws.draw(30...1500))), at: at - 1000)
    }
    if draws.chance(1, in: 3) {
      // The wearer measures no more by themselves.
      add(.temper(Temper(answers: 0, after: .seconds(20))), at: at - 500)
    }
    let first = draws.pick([41, 50, 60, 65, 69]) as Int64
    let age = draws.chance(1, in: 4) ? draws.draw(15...170) * SwarmDiary.minute : 0
    measure(first, at: at, age: age)
    var next = at
    for _ in 0..<draws.below(4) {
      next += draws.draw(20...1500) * 1000
      switch draws.below(5) {
      case 0: measure(first, at: next, age: next - at + age + draws.draw(-900...900))
      case 1: measure(draws.pick([30, 40, 53]), at: next)
      case 2: drawEdit(at: next)
      default: measure(draws.pick([70, 100, 140, 240]), at: next)
      }
    }
  }

  // MARK: Meals

  private mutating func drawMeal(_ meal: Meal, at time: Int64) {
    let begin = time + draws.draw(5...900) * 1000
    switch draws.below(8) {
    case 0, 1, 2: drawBasis(at: begin)
    case 3:
      let other = draws.chance(1, in: 3) ? self.meal() : meal
      let dated = Milliseconds(-draws.draw(0...1800) * 1000 + (draws.chance(1, in: 3) ? slip() : 0))
      add(.temper(Temper(answers: 0, after: .seconds(20))), at: time - 1000)
      add(.diary(DiaryEdit(.addDose(other, units()), dated: dated)), at: begin)
    case 4, 5: drawTaken(meal, at: begin, time)
    default:
      // Taken before the meal, as a clock says that leads.
      let ahead = draws.pick([300, 200_000, 1_980_000, 4 * SwarmDiary.hour, 26 * SwarmDiary.hour])
      let other = draws.chance(1, in: 3) ? self.meal() : meal
      add(
        .diary(DiaryEdit(.addDose(other, units()), dated: Milliseconds(ahead))),
        at: time - draws.draw(1...9000) * 1000)
    }
  }

  /// The reading of an offer changes under the finger on ok.
  private mutating func drawBasis(at begin: Int64) {
    add(.temper(Temper(answers: 0, after: .seconds(20))), at: begin - 2000)
    measure(draws.pick([110, 200, 240, 330]), at: begin)
    if asksCarbohydrates { press(.ok, at: begin + 3000) }
    if draws.chance(1, in: 2) { press(draws.pick([.plus, .minus]), at: begin + 6000) }
    let edit: DiaryEdit
    switch draws.below(6) {
    case 0, 1: edit = DiaryEdit(.changeReading(result(), nil))
    case 2: edit = DiaryEdit(.changeReading(nil, nil), dated: Milliseconds(-2 * SwarmDiary.hour))
    case 3: edit = DiaryEdit(.deleteReading)
    case 4: edit = DiaryEdit(.addDose(self.meal(), units()), dated: dated())
    default: edit = DiaryEdit(.addReading(result(), .other), dated: dated())
    }
    let changed = begin + draws.draw(7000...60_000)
    add(.diary(edit), at: changed)
    press(.ok, at: changed + draws.draw(1...900))
    if draws.chance(1, in: 2) { press(.ok, at: changed + draws.draw(1500...20_000)) }
  }

  /// A dose is confirmed, and later changed or deleted in the diary.
  private mutating func drawTaken(_ meal: Meal, at begin: Int64, _ time: Int64) {
    add(.temper(Temper(answers: 0, after: .seconds(20))), at: begin - 2000)
    measure(draws.pick([110, 140, 240]), at: begin)
    press(.ok, at: begin + 3000)
    if asksCarbohydrates { press(.ok, at: begin + 6000) }
    switch draws.below(4) {
    case 0:
      add(.diary(DiaryEdit(.changeDose(nil, units()))), at: begin + draws.draw(10...3000) * 1000)
    case 1:
      add(
        .diary(DiaryEdit(.deleteDose)), at: time + draws.draw(61...240) * SwarmDiary.minute)
    default:
      add(
        .diary(DiaryEdit(.deleteDose)),
        at: max(begin + 8000, time + draws.draw(1...59) * SwarmDiary.minute))
    }
  }

  /// A dose is noted and taken back, or deleted, while the mail that nobody answered waits for the network. Or the
  /// dose is of the day before, and answers nothing.
  private mutating func drawLateAnswer() {
    let (meal, time) = draws.pick(mealtimes)
    add(.temper(Temper(answers: 0, after: .seconds(20))), at: time - 1000)
    add(.outage, at: time - draws.draw(0...60_000), lasting: 4 * SwarmDiary.hour)
    let entered = time + draws.draw(10...180) * SwarmDiary.minute
    if draws.chance(1, in: 2) {
      // Confirmed by the keys, and taken back by them.
      measure(draws.pick([110, 140, 240]), at: entered)
      press(.ok, at: entered + 3000)
      if asksCarbohydrates { press(.ok, at: entered + 6000) }
      return press(.minus, at: entered + draws.draw(8...100) * 1000)
    }
    let isOfToday = draws.chance(2, in: 3)
    let dated = isOfToday ? 0 : -draws.draw(25...47) * SwarmDiary.hour / 2
    add(.diary(DiaryEdit(.addDose(meal, units()), dated: Milliseconds(dated))), at: entered)
    guard isOfToday, draws.chance(3, in: 4) else { return }
    add(.diary(DiaryEdit(.deleteDose)), at: entered + draws.draw(1...30) * SwarmDiary.minute)
  }

  // MARK: Items

  private func inside(_ moment: Int64) -> Milliseconds {
    Milliseconds(min(max(moment, 1000), busy - 1000))
  }

  private mutating func press(_ key: Key, at moment: Int64) {
    add(.press(KeyPress(key, isLong: false)), at: moment)
  }

  private mutating func add(_ act: Act, at moment: Int64) {
    items.append(Item(at: inside(moment), act))
  }

  private mutating func add(_ fault: Fault, at moment: Int64, lasting: Int64) {
    let at = inside(moment)
    items.append(Item(at: at, lasts: Milliseconds(min(lasting, busy - at.count)), fault))
  }
}
