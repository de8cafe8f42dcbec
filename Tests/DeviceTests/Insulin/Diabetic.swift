import Device
import HAL

/// A wearer at home with the device: a clock on the wall, a meter, four keys; and everything that the
/// device told, in order.
final class Diabetic {
  static let fullMeals: [(Meal, Int16)] = [
    (.breakfast, 8 * 60), (.lunch, 13 * 60), (.dinner, 20 * 60),
  ]
  /// 2015-03-21.
  static let day: Int32 = 16_515

  var prompt = DosePrompt()
  private(set) var told: [DoseChange] = []
  /// Everything ever stored, in order: what a power cut leaves.
  private(set) var records: [Record] = []
  var now = Instant(milliseconds: 0)
  /// Wall time less device time.
  var offset: Int64
  var isTrusted = true
  private(set) var insulin: InsulinProfile?
  private(set) var limits: Limits
  private let meals: [(Meal, Int16)]
  private let keys: KeySet
  private var boot: UInt32 = 0

  /// - Parameter clock: hour and minute at which the device starts.
  init(
    clock: (Int, Int) = (12, 0), insulin: InsulinProfile? = .usual, limits: Limits = Limits(),
    keys: KeySet = .all, meals: [(Meal, Int16)] = fullMeals
  ) {
    let minute = Int64(Diabetic.day) * 1440 + Int64(clock.0 * 60 + clock.1)
    offset = minute * 60_000
    self.insulin = insulin
    self.limits = limits
    self.keys = keys
    self.meals = meals
    start()
  }

  var moment: Moment {
    Moment(
      at: now, wall: WallTime(milliseconds: now.milliseconds &+ offset), isTrusted: isTrusted)
  }

  private var civil: CivilMinute? {
    isTrusted ? CivilMinute(Int32((now.milliseconds + offset) / 60_000)) : nil
  }

  /// A time of the day by the clock on the wall.
  func minute(_ hour: Int, _ minute: Int) -> CivilMinute {
    CivilMinute(day: Diabetic.day, minute: Int16(hour * 60 + minute))
  }

  func hear(_ change: DoseChange) {
    told.append(change)
    if case .store(let record) = change { records.append(record) }
    // The outbox stores a notice before the record that follows it.
    if case .notify(let matter) = change, case .dose(.unanswered) = matter {
      let id = NoticeID(boot: boot, number: UInt32(records.count) + 1)
      records.append(.outbox(.notice(Notice(id: id, matter: matter, whereabouts: nil))))
    }
  }

  private func start() {
    boot += 1
    prompt.booted(boot, keys: keys)
    for record in records { prompt.restore(record) }
    load(insulin)
  }

  func load(_ profile: InsulinProfile?) {
    insulin = profile
    var times = FixedArray<3, Mealtime>()
    for (meal, minute) in meals { times.append(Mealtime(meal: meal, minute: minute)) }
    prompt.configure(insulin: profile, mealtimes: times, limits: limits, moment) { hear($0) }
    pass()
  }

  /// A board wakes the device again at once while something is due.
  func pass() {
    for _ in 0..<100 {
      prompt.pass(moment, civil: civil) { hear($0) }
      guard let due = prompt.deadline, due <= now, due.milliseconds < .max else { return }
    }
  }

  /// The power is cut, and comes back: the device's own clock starts anew.
  /// - Parameter keeping: how many of the records had reached the storage.
  func restart(off: Milliseconds = .seconds(60), keeping: Int? = nil) {
    if let keeping { records.removeLast(records.count - keeping) }
    offset += now.milliseconds + off.count
    now = Instant(milliseconds: 0)
    told = []
    start()
  }

  /// Time goes by, and the device is woken when it asks for it.
  func wait(_ span: Milliseconds) {
    let end = now + span
    while true {
      var next = end
      if let deadline = prompt.deadline { next = min(next, deadline) }
      // The device looks at the calendar at the start of each minute.
      if let civil {
        next = min(next, Instant(milliseconds: Int64(civil.count + 1) * 60_000 - offset))
      }
      now = max(now, next)
      pass()
      if next >= end { return }
    }
  }

  func wait(minutes: Int64) { wait(.seconds(minutes * 60)) }

  /// Waits until that time of the day by the clock on the wall.
  func wait(until hour: Int, _ minute: Int) {
    let target = Int64(Diabetic.day) * 1440 + Int64(hour * 60 + minute)
    wait(Milliseconds(target * 60_000 - offset - now.milliseconds))
  }

  func step(clock span: Milliseconds) {
    offset += span.count
    pass()
  }

  func measures(_ milligrams: Double, age: Milliseconds = .seconds(0)) {
    measures(.amount(.milligramsPerDecilitre(MilligramsPerDecilitre(milligrams))), age: age)
  }

  func measures(_ result: MeterResult, age: Milliseconds = .seconds(0)) {
    prompt.take(MeterReading(result: result, age: age), moment) { hear($0) }
    pass()
  }

  /// A press two seconds after whatever came before.
  @discardableResult
  func presses(_ key: Key, long: Bool = false, times: Int = 1) -> Bool {
    var isTaken = false
    for _ in 0..<times {
      wait(.seconds(2))
      isTaken = prompt.press(KeyPress(key, isLong: long), moment) { hear($0) }
      pass()
    }
    return isTaken
  }

  func edits(_ record: Record) {
    records.append(record)
    prompt.edited(record, moment) { hear($0) }
    pass()
  }

  /// Written into the state by another program while the device does not look.
  func store(_ record: Record) { records.append(record) }

  func forget() { told = [] }

  // The page, for the expectations.

  var page: Page? { prompt.page }
  var offer: DoseOffer? {
    if case .dose(.offer(let offer)) = page { return offer }
    return nil
  }
  var prompted: [Meal] {
    told.compactMap { if case .prompted(let meal) = $0 { meal } else { nil } }
  }
  var confirmed: [DiaryDose] {
    told.compactMap { if case .confirmed(let dose) = $0 { dose } else { nil } }
  }
  var refusals: [DoseRefusal] {
    told.compactMap { if case .refused(_, let refusal) = $0 { refusal } else { nil } }
  }
  var notices: [Notice.Matter] {
    told.compactMap { if case .notify(let matter) = $0 { matter } else { nil } }
  }
  var raised: [AlarmKind] {
    told.compactMap { if case .raise(let kind) = $0 { kind } else { nil } }
  }
  /// The alarms that still sound.
  var sounding: [AlarmKind] {
    var kinds: [AlarmKind] = []
    for change in told {
      if case .raise(let kind) = change, !kinds.contains(kind) { kinds.append(kind) }
      if case .clear(let kind) = change { kinds.removeAll { $0 == kind } }
    }
    return kinds
  }
  var storedDoses: [DiaryDose] {
    var doses: [DiaryDose] = []
    for record in records {
      if case .diary(.dose(let dose)) = record { doses.append(dose) }
      if case .diary(.doseRemoved(let id)) = record { doses.removeAll { $0.id == id } }
    }
    return doses
  }
  var storedReadings: [DiaryReading] {
    records.compactMap { if case .diary(.reading(let reading)) = $0 { reading } else { nil } }
  }
}

extension InsulinProfile {
  /// Targets 80 to 120, 30 mg/dL a unit, 6 U for lunch, 12 g a unit, half units, 12 U at most.
  static let usual = make()

  static func make(
    sensitivity: Double = 30, base: (Int64, Int64, Int64) = (4000, 6000, 5000),
    ratio: Double? = 12, maximum: Int64 = 12_000, step: Int64 = 500
  ) -> InsulinProfile? {
    try? InsulinProfile(
      lowerTarget: MilligramsPerDecilitre(80), upperTarget: MilligramsPerDecilitre(120),
      sensitivity: sensitivity,
      base: (
        InsulinUnits(milliunits: base.0), InsulinUnits(milliunits: base.1),
        InsulinUnits(milliunits: base.2)
      ),
      gramsPerUnit: ratio, maximum: InsulinUnits(milliunits: maximum),
      step: InsulinUnits(milliunits: step), model: .rapidAdult)
  }
}
