import Device
import HAL
import Words

/// A family in Cuenca, and moments of its day.
enum Sample {
  /// 2015-03-21T15:03:54Z, a Saturday; 10:03:54 in Cuenca.
  static let moment = WallTime(milliseconds: 1_426_950_234_000)
  static let cuenca = ZoneOffset { _ in -5 * 3600 }

  static func wall(minutesLater minutes: Int64) -> WallTime {
    WallTime(milliseconds: moment.milliseconds + minutes * 60_000)
  }

  static let names: Names = {
    var names = Names()
    names.wearer = Names.Wearer(name: "Rosa", photo: "rosa.jpg")
    names.caregivers = [
      Names.Caregiver(name: "María", gender: .female, kinship: "hija", photo: "maria.jpg"),
      Names.Caregiver(name: "Luis", kinship: ""),
    ]
    names.reminders = [
      1: Names.Reminder(name: "Paseo", description: "Con sombrero", photo: "paseo.jpg"),
      2: Names.Reminder(name: "Losartán", dose: "1 pastilla", photo: "losartan.jpg"),
    ]
    return names
  }()

  static let place = Whereabouts(
    position: Position(latitudeE7: -28_996_393, longitudeE7: -790_035_409)!,
    distance: Metres(142.9), radius: Metres(100), eph: Metres(22.8), direction: .northEast,
    motion: motion(1.2, towards: 45))
  static func motion(_ speed: Double, towards course: Double) -> Motion? {
    Motion(speed: MetresPerSecond(speed), course: Degrees(course))
  }
  static let inside = Whereabouts(
    position: place.position, distance: Metres(142.9), radius: Metres(200), eph: Metres(22.8),
    direction: .northEast)
  /// A place with neither perimeter nor accuracy.
  static let bare = Whereabouts(position: place.position, distance: nil, radius: nil, eph: nil)
  static let boundless = Whereabouts(
    position: place.position, distance: Metres(142.9), radius: nil, eph: nil)

  /// 10:00 on that Saturday, by the wall.
  static let due = CivilMinute(23_782_200)
  static let walk = Occurrence(reminder: 1, due: due)
  static let pill = Occurrence(reminder: 2, due: due)
  static let nameless = Occurrence(reminder: 9, due: due)

  /// A question from 0 to 10, at which 7 stands.
  static let choice = ReminderChoice(
    question: ReminderQuestion(from: 0, to: 10, start: 5)!, value: 7)

  static func milligrams(_ value: Double) -> Glucose {
    .milligramsPerDecilitre(MilligramsPerDecilitre(value))
  }
  static func millimoles(_ value: Double) -> Glucose {
    .millimolesPerLitre(MillimolesPerLitre(value))
  }
  static func units(_ milliunits: Int64) -> InsulinUnits { InsulinUnits(milliunits: milliunits) }

  /// Targets 80 to 120 mg/dL, 30 mg/dL a unit, at most 10 U.
  /// Answered after all, ten minutes later.
  static func answered(_ matter: Notice.Matter) -> Notice {
    var notice = notice(matter)
    notice.aside = Aside(answered: wall(minutesLater: 10))
    return notice
  }

  /// Told too late to be true any more.
  static func past(_ matter: Notice.Matter) -> Notice {
    var notice = notice(matter)
    notice.aside = .past
    return notice
  }

  static func insulin() throws -> InsulinProfile {
    try InsulinProfile(
      lowerTarget: MilligramsPerDecilitre(80), upperTarget: MilligramsPerDecilitre(120),
      sensitivity: 30, base: (units(4000), units(6000), units(5000)), gramsPerUnit: 12,
      maximum: units(10_000), step: units(500), model: .rapidAdult)
  }

  /// The core's proposal for a reading, with all that may go with it.
  static func offer(
    _ reading: Glucose, meal: Meal = .lunch, carbohydrates: Double? = nil, onBoard: Double = 0,
    chosen: Int64? = nil, last: GivenDose? = nil
  ) throws -> DoseOffer {
    let request = DoseRequest(
      meal: meal, reading: .amount(reading), readingAge: Milliseconds(0),
      carbohydrates: carbohydrates.map { Grams($0) }, insulinOnBoard: onBoard)
    let proposal = try insulin().dose(request).get()
    return DoseOffer(
      meal: meal, reading: reading, proposal: proposal,
      units: chosen.map { units($0) } ?? proposal.total, last: last)
  }

  /// The same after the diary was changed under it.
  static func remade(_ reading: Glucose, deleted: DeletedDose) throws -> DoseOffer {
    var offer = try offer(reading)
    offer.isRemade = true
    offer.deleted = deleted
    return offer
  }

  static func notice(
    _ matter: Notice.Matter, at place: Whereabouts? = place, age: Int64 = 12_000,
    made: WallTime? = moment, battery: UInt8? = 80, id: NoticeID = NoticeID(boot: 2, number: 7),
    outing: Outing = Outing()
  ) -> Notice {
    Notice(
      id: id, matter: matter, whereabouts: place, age: Milliseconds(age), made: made,
      token: 0x0123_4567_89AB_CDEF, battery: battery, outing: outing)
  }

  static func dispatch(
    _ notice: Notice, caregiver: UInt8 = 0, late: Int64 = 0, isLater: Bool = false,
    excursions: Excursions? = nil, older: UInt16 = 0, round: UInt16 = 1
  ) -> Dispatch {
    Dispatch(
      notice: notice, recipient: Recipient(caregiver: caregiver, route: .mail), attempt: 1,
      late: Milliseconds(late), isLater: isLater, excursions: excursions, olderExcursions: older,
      round: round)
  }
}
