import Device
import HAL

/// The diary as DIA-6 exports it: a row a reading, with the dose that went with it.
public struct DiaryTable: Sendable {
  /// Longest from a reading to the dose that goes with it: the reading may be 15 minutes old when the
  /// dose is proposed, and the wearer takes time to confirm.
  public static let longestGap = Milliseconds.seconds(30 * 60)

  public struct Row: Equatable, Sendable {
    public var taken: WallTime
    /// Nil for a dose without a reading.
    public var result: MeterResult?
    public var category: ReadingCategory
    /// One of the family's own.
    public var ownCategory: String?
    /// The part for the meal.
    public var base: InsulinUnits?
    /// What was injected beyond the base; base and modification add up to what was taken. DIA-3.
    public var modification: InsulinUnits?
    public var notes: [String]
  }

  /// In the order of time.
  public let rows: [Row]

  public init(_ items: [DiaryBook.Item]) {
    var rows: [Row] = []
    // Doses look for a reading before them, so items must come in order; a dose entered together
    // with its reading has the same time.
    let inOrder = items.sorted { a, b in
      a.known.taken == b.known.taken
        ? !a.known.isDose && b.known.isDose : a.known.taken < b.known.taken
    }
    for item in inOrder {
      let notes = item.annotation.notes.map { [$0] } ?? []
      switch item.known {
      case .reading(let reading):
        rows.append(
          Row(
            taken: reading.taken, result: reading.result, category: reading.category,
            ownCategory: item.annotation.category, notes: notes))
      case .dose(let dose):
        let modification = dose.confirmed - dose.mealPart
        if let index = DiaryTable.reading(for: dose, in: rows) {
          rows[index].base = dose.mealPart
          rows[index].modification = modification
          rows[index].notes += notes
        } else {
          rows.append(
            Row(
              taken: dose.taken, category: ReadingCategory(before: dose.meal), base: dose.mealPart,
              modification: modification, notes: notes))
        }
      }
    }
    self.rows = rows
  }

  /// The last reading before that meal, if none has taken it yet.
  private static func reading(for dose: DiaryDose, in rows: [Row]) -> Int? {
    for index in rows.indices.reversed() {
      let row = rows[index]
      guard dose.taken.milliseconds - row.taken.milliseconds <= longestGap.count else { return nil }
      if row.result != nil, row.base == nil, row.ownCategory == nil,
        row.category == ReadingCategory(before: dose.meal)
      {
        return index
      }
    }
    return nil
  }
}

extension ReadingCategory {
  /// The meal that a dose after such a reading is for; nil after a meal and for `other`.
  public var mealAhead: Meal? {
    switch self {
    case .beforeBreakfast: .breakfast
    case .beforeLunch: .lunch
    case .beforeDinner: .dinner
    case .other, .afterBreakfast, .afterLunch, .afterDinner: nil
    }
  }
}
