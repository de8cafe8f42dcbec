import Checkers
import Device
import HAL
import Names
import Simulator
import Testing

/// Irrelevant changes have no effect: no checker is asked, one answer is compared with another.
@Suite("Relations between two tellings of one day")
struct RelationTests {
  /// Days with exits, cuts, meals, reminders and caregivers who answer.
  private static let seeds: [UInt64] = [9, 24, 38]

  private func compare(
    _ seed: UInt64, within tolerance: Double = 0, by words: (Action) -> String = { "\($0)" },
    _ change: @escaping (Event) -> [Event]
  ) {
    let day = Retelling.day(seed)
    #expect(day.deeds.count > 100)
    let difference = Likeness.difference(
      day.deeds, Retelling(change: change).retell(day), within: tolerance, by: words)
    #expect(difference == nil, "seed \(seed)\n\(difference ?? "")")
  }

  @Test("The same events again are the same deeds", arguments: seeds)
  func same(_ seed: UInt64) { compare(seed) { [$0] } }

  @Test("A board whose clock begins anew at each start", arguments: seeds)
  func clockRestarts(_ seed: UInt64) {
    var start: Int64 = 0
    compare(seed) { event in
      if case .booted = event.kind { start = event.at.milliseconds }
      var event = event
      event.at = Instant(milliseconds: event.at.milliseconds - start)
      return [event]
    }
  }

  @Test("Homes elsewhere, in a mirror, on the other half of the Earth", arguments: seeds)
  func places(_ seed: UInt64) {
    let home = Swarm.plan(seed: seed).household.home
    let east = Int64(home.longitudeE7)
    let ways:
      [(name: String, place: (Int64, Int64) -> (Int64, Int64), course: (Double) -> Double)] = [
        // The move crosses the line at which the date changes.
        ("moved", { ($0, $1 - east + 1_799_999_000) }, { $0 }),
        ("mirrored", { ($0, 2 * east - $1) }, { 360 - $0 }),
        ("upside down", { (-$0, $1) }, { 180 - $0 }),
        ("turned", { (-$0, 2 * east - $1) }, { 180 + $0 }),
      ]
    let day = Retelling.day(seed)
    for (name, place, course) in ways {
      let retelling = Retelling {
        [$0.moved({ RelationTests.wrapped(place, $0) }, course: course)]
      }
      let difference = Likeness.difference(
        day.deeds, retelling.retell(day), within: 0.001, by: RelationTests.withoutPlaces)
      #expect(difference == nil, "seed \(seed), \(name)\n\(difference ?? "")")
    }
  }

  private static func wrapped(
    _ way: (Int64, Int64) -> (Int64, Int64), _ position: Position
  ) -> Position {
    var (north, east) = way(Int64(position.latitudeE7), Int64(position.longitudeE7))
    if east > 1_800_000_000 { east -= 3_600_000_000 }
    if east < -1_800_000_000 { east += 3_600_000_000 }
    north = min(max(north, -900_000_000), 900_000_000)
    guard let moved = Position(latitudeE7: north, longitudeE7: east) else {
      preconditionFailure("\(north), \(east) lies on Earth")
    }
    return moved
  }

  /// A deed but for coordinates, directions, and what is made of them.
  private static func withoutPlaces(_ action: Action) -> String {
    let text = "\(action)"
    // Most have no place, and looking for patterns takes long.
    guard ["latitudeE7", "direction", "course", "motion"].contains(where: text.contains) else {
      return text
    }
    return
      text
      .replacing(/latitudeE7: -?\d+, longitudeE7: -?\d+/, with: "")
      .replacing(/direction: [^,)]*\)?/, with: "")
      .replacing(/course: [^,)]*(\([^)]*\))?\)?/, with: "")
      .replacing(
        /motion: nil|motion: Optional\([^()]*(\([^()]*(\([^()]*\)[^()]*)*\)[^()]*)*\)/, with: "")
  }

  /// A meter shows tenths of a mmol/L; both devices are given one of them.
  @Test("Readings in mg/dL and in mmol/L", arguments: seeds)
  func units(_ seed: UInt64) {
    let day = Retelling.day(seed)
    let inMilligrams = Retelling { [$0.measured { .milligramsPerDecilitre($0.inMilligrams) }] }
    let inMillimoles = Retelling { [$0.measured { $0 }] }
    let difference = Likeness.difference(
      inMilligrams.retell(day), inMillimoles.retell(day), within: 0.02,
      by: RelationTests.inMilligrams)
    #expect(difference == nil, "seed \(seed)\n\(difference ?? "")")
  }

  private static func inMilligrams(_ action: Action) -> String {
    // A brief result has the unit in its code.
    "\(action)".replacing(/BriefResult\(code: \d+\)/, with: "").replacing(
      /(?:Device\.)?Glucose\.millimolesPerLitre\(Device\.MillimolesPerLitre\(value: ([0-9.]+)\)\)/
    ) {
      let value = Double($0.1) ?? 0
      return
        "Device.Glucose.milligramsPerDecilitre(Device.MilligramsPerDecilitre(value: "
        + "\(value * Glucose.factor)))"
    }
  }

  @Test("Numbers by which caregivers are known, others but as different", arguments: seeds)
  func people(_ seed: UInt64) {
    compare(seed, by: RelationTests.withoutNumbers) { event in
      guard case .setting(.caregiver(var caregiver)) = event.kind, caregiver.who != 0 else {
        return [event]
      }
      caregiver.who = 100_000 - caregiver.who
      var event = event
      event.kind = .setting(.caregiver(caregiver))
      return [event]
    }
  }

  private static func withoutNumbers(_ action: Action) -> String {
    "\(action)".replacing(/(who|reader|person): \d+/) { "\($0.1)" }
  }

  @Test("Answers of servers and of caregivers that come twice", arguments: seeds)
  func twice(_ seed: UInt64) {
    compare(seed) { event in
      switch event.kind {
      case .answer, .message(.acknowledged): [event, event]
      default: [event]
      }
    }
  }
}

extension Event {
  /// The same with all places elsewhere.
  fileprivate func moved(
    _ way: (Position) -> Position, course: (Double) -> Double
  ) -> Event {
    var event = self
    switch kind {
    case .fix(var fix):
      fix.position = fix.position.map(way)
      fix.course = fix.course.map {
        Degrees((course($0.value) + 360).truncatingRemainder(dividingBy: 360))
      }
      event.kind = .fix(fix)
    case .setting(.perimeter(let circle)):
      if let moved = try? Perimeter(
        center: way(circle.center), radius: circle.radius, temper: circle.temper)
      {
        event.kind = .setting(.perimeter(moved))
      }
    default: break
    }
    return event
  }
}

extension Event {
  fileprivate func measured(_ unit: (Glucose) -> Glucose) -> Event {
    var event = self
    switch kind {
    case .reading(var reading):
      reading.result = reading.result.shown(unit)
      event.kind = .reading(reading)
    case .edited(.diary(.reading(var reading))):
      reading.result = reading.result.shown(unit)
      event.kind = .edited(.diary(.reading(reading)))
    default: break
    }
    return event
  }
}

extension MeterResult {
  /// The result as a meter in mmol/L shows it, stated in this unit.
  fileprivate func shown(_ unit: (Glucose) -> Glucose) -> MeterResult {
    guard case .amount(let amount) = self else { return self }
    let tenths = (amount.inMilligrams.value / Glucose.factor * 10).rounded() / 10
    return .amount(unit(.millimolesPerLitre(MillimolesPerLitre(tenths))))
  }
}
