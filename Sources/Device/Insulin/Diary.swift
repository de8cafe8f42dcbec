import HAL

/// The number of a reading or dose, made like a `NoticeID`.
public struct EntryID: Equatable, Sendable {
  public var value: UInt64
  @inlinable public init(_ value: UInt64) { self.value = value }
}

/// The occasion of a reading. DIA-2.
public enum ReadingCategory: UInt8, Sendable {
  case other = 0
  case beforeBreakfast = 1
  case afterBreakfast = 2
  case beforeLunch = 3
  case afterLunch = 4
  case beforeDinner = 5
  case afterDinner = 6
}

/// A reading that a meter sends by itself.
public struct MeterReading: Equatable, Sendable {
  /// The number on the meter's display, or its word.
  public var result: MeterResult
  /// Its age when it arrived.
  public var age: Milliseconds
  public init(result: MeterResult, age: Milliseconds = Milliseconds(0)) {
    self.result = result
    self.age = age
  }
}

/// A reading in the diary. DIA-2.
public struct DiaryReading: Equatable, Sendable {
  /// The number of the reading: never given twice.
  public var id: EntryID
  /// The time at which the reading was taken.
  public var taken: WallTime
  /// The number on the meter's display, or its word.
  public var result: MeterResult
  /// The occasion of the reading.
  public var category: ReadingCategory
  public init(id: EntryID, taken: WallTime, result: MeterResult, category: ReadingCategory) {
    self.id = id
    self.taken = taken
    self.result = result
    self.category = category
  }
}

/// A dose in the diary: what was taken beside what was proposed. DIA-3, DIA-8.
public struct DiaryDose: Equatable, Sendable {
  /// The number of the dose: never given twice.
  public var id: EntryID
  /// The time at which the dose was taken.
  public var taken: WallTime
  /// The meal to which the dose belongs.
  public var meal: Meal
  /// The part for the meal, in thousandths of a unit.
  public var mealPart: InsulinUnits
  /// The part that corrects towards the target; may be negative.
  public var correction: InsulinUnits
  /// Insulin of earlier doses that had still to act.
  public var insulinOnBoard: InsulinUnits
  /// The amount that the device proposed. A dose entered by hand has the confirmed amount here, unless
  /// the person states another.
  public var proposed: InsulinUnits
  /// The amount that the wearer confirmed.
  public var confirmed: InsulinUnits

  public init(
    id: EntryID, taken: WallTime, meal: Meal, mealPart: InsulinUnits, correction: InsulinUnits,
    insulinOnBoard: InsulinUnits, proposed: InsulinUnits, confirmed: InsulinUnits
  ) {
    self.id = id
    self.taken = taken
    self.meal = meal
    self.mealPart = mealPart
    self.correction = correction
    self.insulinOnBoard = insulinOnBoard
    self.proposed = proposed
    self.confirmed = confirmed
  }
}
