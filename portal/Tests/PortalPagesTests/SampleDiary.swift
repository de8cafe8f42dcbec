import Device
import Diary
import HAL
import Names
import Words

@testable import PortalPages

/// The page of readings and doses, in the states that matter.
extension Samples {
  var diary: [Sample] {
    let lost = Contact(state: .lost, last: ago(783), due: ago(768))
    let month = entries(days: 30)
    return [
      sample("diary", view(entries(days: 14), .milligrams, isInsulin: true)),
      sample("diary-mmol", view(entries(days: 14, .millimoles), .millimoles, isInsulin: true)),
      sample("diary-month", view(month, .milligrams, days: 30)),
      sample("diary-few", view(few, .milligrams, contact: lost)),
      sample("diary-none", view([], .milligrams, isInsulin: true)),
      sample("diary-problem", problem),
    ]
  }

  private func sample(_ name: String, _ view: DiaryView) -> Sample {
    var frame = frame(.look)
    frame.wearer?.hasDiary = true
    return Sample(name: name, page: .diary(view), frame: frame)
  }

  static let today = Day(year: 2026, month: 11, day: 24)

  func view(
    _ items: [DiaryBook.Item], _ unit: GlucoseUnit, days: Int = 14, contact: Contact? = nil,
    isInsulin: Bool = false
  ) -> DiaryView {
    let speak = PageWording(frame(.look))
    let whole = items.first.map { first in
      DayRange(
        first: speak.day(first.known.taken), last: speak.day((items.last ?? first).known.taken))
    }
    return DiaryView(
      contact: contact ?? fine, unit: unit, first: Samples.today.moved(by: 1 - days),
      last: Samples.today, whole: whole, items: items,
      shown: whole?.last ?? Samples.today, insulin: isInsulin ? insulin : nil)
  }

  private var problem: DiaryView {
    var view = view(few, .milligrams)
    view.entered = DiaryView.Entered(from: text("ayer"), to: "2026-11-24")
    view.problem = .unreadable(text("ayer"))
    view.unreadable = 2
    return view
  }

  var insulin: InsulinProfile? {
    try? InsulinProfile(
      lowerTarget: MilligramsPerDecilitre(90), upperTarget: MilligramsPerDecilitre(140),
      sensitivity: 45,
      base: (
        InsulinUnits(milliunits: 5000), InsulinUnits(milliunits: 6500),
        InsulinUnits(milliunits: 6000)
      ), gramsPerUnit: 12, maximum: InsulinUnits(milliunits: 15_000),
      step: InsulinUnits(milliunits: 500), model: .rapidAdult)
  }

  func items(_ records: [(record: Record, annotation: Annotation?)]) -> [DiaryBook.Item] {
    DiaryBook(
      records.enumerated().map { place, line in
        DiaryLine(
          sequence: Int64(place + 1), words: line.record.words, written: Samples.now,
          annotation: line.annotation)
      }
    ).current
  }

  /// Minutes before three at night of today.
  func reading(
    _ id: UInt64, _ minutes: Double, _ amount: Double, _ category: ReadingCategory = .other
  ) -> Record {
    .diary(
      .reading(
        DiaryReading(
          id: EntryID(id), taken: ago(minutes),
          result: .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(amount))),
          category: category)))
  }

  /// A low and a word of the meter among few others, one of them ahead of every clock.
  private var few: [DiaryBook.Item] {
    items([
      (reading(1, 2000, 61), Annotation(notes: text("zumo"))),
      (reading(2, 1700, 187.5, .beforeLunch), nil),
      (
        .diary(
          .reading(
            DiaryReading(id: EntryID(3), taken: ago(1500), result: .high, category: .afterLunch))),
        nil
      ),
      (reading(4, 900, 142), Annotation(category: text("tras el paseo"))),
      (reading(5, -60, 118), nil),
    ])
  }

  /// Five readings and three doses a day.
  private func entries(days: Int, _ unit: GlucoseUnit = .milligrams) -> [DiaryBook.Item] {
    let times: [(minute: Int, category: ReadingCategory, meal: Meal?)] = [
      (7 * 60 + 40, .beforeBreakfast, .breakfast), (10 * 60 + 5, .afterBreakfast, nil),
      (14 * 60 + 10, .beforeLunch, .lunch), (20 * 60 + 50, .beforeDinner, .dinner),
      (22 * 60 + 30, .other, nil),
    ]
    var records: [(Record, Annotation?)] = []
    for day in 0..<days {
      for (place, time) in times.enumerated() {
        let number = UInt64(day * 10 + place + 1)
        let jitter = (day * 37 + place * 11) % 50
        let minutes = Double((days - day) * 1440 + 196 - time.minute - jitter)
        let amount = Double(52 + (day * 71 + place * 43) % 220)
        let result: MeterResult =
          switch unit {
          case .milligrams: .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(amount)))
          case .millimoles:
            .amount(.millimolesPerLitre(MillimolesPerLitre((amount / 18 * 10).rounded() / 10)))
          }
        records.append(
          (
            .diary(
              .reading(
                DiaryReading(
                  id: EntryID(number), taken: ago(minutes), result: result, category: time.category)
              )),
            place == 1 && day % 5 == 0 ? Annotation(notes: text("tras el paseo")) : nil
          ))
        guard let meal = time.meal else { continue }
        let confirmed = InsulinUnits(milliunits: Int64(4000 + day % 5 * 500))
        records.append(
          (
            .diary(
              .dose(
                DiaryDose(
                  id: EntryID(number + 1000), taken: ago(minutes - 6), meal: meal,
                  mealPart: InsulinUnits(milliunits: 4000), correction: .zero,
                  insulinOnBoard: InsulinUnits(milliunits: day % 3 == 0 ? 400 : 0),
                  proposed: InsulinUnits(milliunits: 4500), confirmed: confirmed))), nil
          ))
      }
    }
    return items(records)
  }
}
