import Device
import Diary
import Entries
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
      sample("diary-problem", problem), sample("diary-changes", changes, .administer),
      sample("diary-unlisted", changes, .administer, .unlisted(email: text("otto@example.org"))),
    ] + forms
  }

  private func sample(
    _ name: String, _ view: DiaryView, _ right: Right = .look, _ voice: Voice = .heard
  ) -> Sample {
    var frame = frame(right, voice: voice)
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
      shown: whole?.last ?? Samples.today, insulin: isInsulin ? insulin(unit) : nil)
  }

  /// One change in each state: on its way, fetched, known, refused by an old device, and too late.
  private var changes: DiaryView {
    let now = few[3]
    func change(
      _ id: Int, _ kind: DiaryChange.Kind, _ fate: RequestView.Fate, _ minutes: Double,
      yours: Bool = true
    ) -> DiaryView.Change {
      let change = DiaryChange(
        kind: kind, isDose: false, entry: now.known, annotation: now.annotation)
      return DiaryView.Change(
        id: "\(id)", request: request(.diary(change), fate, minutes, yours: yours),
        note: text("zumo"))
    }
    var view = view(few, .milligrams)
    view.changes = [
      change(9, .added, .queued(due: ago(-2)), 1),
      change(8, .changed, .fetched(ago(0.2)), 2, yours: false),
      change(7, .added, .applied(ago(3)), 5),
      change(6, .removed, .refused(ago(30), .diaryChanged), 40),
      change(5, .added, .refused(ago(50), .unknownWord), 60),
      change(4, .added, .expired(ago(90)), 1530),
    ]
    view.underWay = [DiaryView.name(now.id, isDose: false)]
    return view
  }

  private var forms: [Sample] {
    var reading = DiaryFormView.Fields(isDose: false)
    (reading.amount, reading.unit, reading.category) = ("1040", "mg/dL", "before-lunch")
    (reading.date, reading.time) = ("2026-11-24", "03:00")
    reading.notes = text("zumo\ny pan")
    var dose = DiaryFormView.Fields(isDose: true)
    (dose.date, dose.time, dose.meal) = ("2026-10-25", "02:30", "dinner")
    (dose.dose, dose.base, dose.correction) = ("4,5", "5", "-0,5")
    let own = [text("tras el paseo")]
    let old = DiaryChange(
      kind: .changed, isDose: false, entry: few[3].known, annotation: few[3].annotation)
    var added = old
    added.kind = .added
    var removed = old
    removed.kind = .removed
    func page(_ name: String, _ view: DiaryFormView) -> Sample {
      var frame = frame(.administer)
      frame.wearer?.hasDiary = true
      return Sample(name: name, page: .diaryForm(view), frame: frame)
    }
    return [
      page(
        "diary-new",
        DiaryFormView(
          fields: reading, entry: nil, old: nil, after: 7, categories: own,
          problem: .amountRange)),
      page(
        "diary-new-dose",
        DiaryFormView(
          fields: dose, entry: nil, old: nil, after: 7, categories: own, problem: .twice)),
      page(
        "diary-ask",
        DiaryFormView(
          fields: reading, entry: nil, old: nil, confirms: added, after: 7, categories: own)),
      page(
        "diary-entry",
        DiaryFormView(
          fields: reading, entry: "r4", old: old, after: 7, categories: own, problem: .outdated)),
      page(
        "diary-delete",
        DiaryFormView(
          fields: reading, entry: "r4", old: old, confirms: removed, after: 7, categories: own)),
    ]
  }

  private var problem: DiaryView {
    var view = view(few, .milligrams)
    view.entered = DiaryView.Entered(from: text("ayer"), to: "2026-11-24")
    view.problem = .unreadable(text("ayer"))
    view.unreadable = 2
    return view
  }

  /// The figures of a profile that is written in the unit.
  func insulin(
    _ unit: GlucoseUnit, sensitivity: Double? = nil, grams: Double = 12
  ) -> InsulinProfile? {
    let (lower, upper, factor, scale): (Double, Double, Double, Double) =
      switch unit {
      case .milligrams: (90, 140, 45, 1)
      case .millimoles: (5, 7.8, 2.5, Glucose.factor)
      }
    return try? InsulinProfile(
      lowerTarget: MilligramsPerDecilitre(lower * scale),
      upperTarget: MilligramsPerDecilitre(upper * scale),
      sensitivity: (sensitivity ?? factor) * scale,
      base: (
        InsulinUnits(milliunits: 5000), InsulinUnits(milliunits: 6500),
        InsulinUnits(milliunits: 6000)
      ), gramsPerUnit: grams, maximum: InsulinUnits(milliunits: 15_000),
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
