import Device
import HAL
import PortalStore

/// The readings and doses of a wearer before the simulated life begins, and the meter's in it.
enum FamilyDiary {
  /// Days that the log has already.
  static let days: Int64 = 30

  private static let day: Int64 = 86_400_000
  private static let minute: Int64 = 60_000

  /// Minutes after eight in the morning at which something is measured, what for, and what is eaten then.
  private static let times: [(minute: Int64, category: ReadingCategory, meal: Meal?)] = [
    (5, .beforeBreakfast, .breakfast), (130, .afterBreakfast, nil), (305, .beforeLunch, .lunch),
    (430, .afterLunch, nil), (725, .beforeDinner, .dinner), (900, .other, nil),
  ]

  /// mg/dL of a day's reading: the same in each run.
  private static func amount(_ day: Int64, _ place: Int) -> Double {
    let usual = [112.0, 168, 124, 181, 131, 142][place]
    let scatter = Double((day * 53 + Int64(place) * 29 + day * day) % 71) - 35
    // A low and a very high one, so that the page shows them.
    if day % 11 == 4, place == 2 { return 63 }
    return day % 13 == 6 && place == 3 ? 268 : usual + scatter
  }

  /// The records of the days before, and when each was written; some readings are left out, as people do.
  static func past(_ start: WallTime) -> [(record: Record, at: WallTime)] {
    var records: [(Record, WallTime)] = []
    var number: UInt64 = 0
    for day in 0..<days {
      for (place, time) in times.enumerated() where (day * 7 + Int64(place) * 3) % 9 != 0 {
        let jitter = (day * 17 + Int64(place) * 5) % 25
        let at = start + Milliseconds((day - days) * self.day + (time.minute + jitter) * minute)
        number += 1
        let reading = DiaryReading(
          id: EntryID(number), taken: at,
          result: .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(amount(day, place)))),
          category: time.category)
        records.append((.diary(.reading(reading)), at))
        guard let meal = time.meal else { continue }
        let base = InsulinUnits(milliunits: meal == .breakfast ? 5000 : 6000)
        let correction = InsulinUnits(milliunits: amount(day, place) > 150 ? 1000 : 0)
        let dose = DiaryDose(
          id: EntryID(number), taken: at + Milliseconds(4 * minute), meal: meal, mealPart: base,
          correction: correction, insulinOnBoard: .zero, proposed: base + correction,
          confirmed: base + correction)
        records.append((.diary(.dose(dose)), at + Milliseconds(5 * minute)))
      }
    }
    return records
  }
}

extension FamilyLife {
  /// A meter that sends its readings to the device, four times a day.
  func measures() -> FamilyLife {
    var life = self
    life.past = FamilyDiary.past(plan.start)
    for (minutes, amount) in [(3, 116), (134, 159), (309, 127), (731, 138)] as [(Int64, Double)] {
      life = life.daily(
        minutes,
        .measure(
          MeterReading(result: .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(amount))))))
    }
    return life
  }
}
