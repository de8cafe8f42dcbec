import Device
import Entries
import HAL

@testable import Diary

/// Readings and doses as a wearer has them.
enum Readings {
  static func milligrams(_ value: Double) -> MeterResult {
    .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(value)))
  }

  static func millimoles(_ value: Double) -> MeterResult {
    .amount(.millimolesPerLitre(MillimolesPerLitre(value)))
  }

  /// Minutes after some morning.
  static func minute(_ minute: Int64) -> WallTime {
    WallTime(milliseconds: 1_426_921_200_000 + minute * 60_000)
  }

  static func reading(
    _ id: UInt64, _ at: Int64, _ result: MeterResult = milligrams(104),
    _ category: ReadingCategory = .other
  ) -> DiaryReading {
    DiaryReading(id: EntryID(id), taken: minute(at), result: result, category: category)
  }

  /// - Parameters: in thousandths of a unit.
  static func dose(
    _ id: UInt64, _ at: Int64, _ meal: Meal, base: Int64 = 6000, confirmed: Int64 = 8000
  ) -> DiaryDose {
    DiaryDose(
      id: EntryID(id), taken: minute(at), meal: meal, mealPart: InsulinUnits(milliunits: base),
      correction: InsulinUnits(milliunits: 2000), insulinOnBoard: .zero,
      proposed: InsulinUnits(milliunits: 8000), confirmed: InsulinUnits(milliunits: confirmed))
  }

  /// A log as the device writes it.
  static func log(_ records: [Record]) -> [DiaryLine] {
    records.enumerated().map { index, record in
      DiaryLine(
        sequence: Int64(index + 1), record: record, writer: .device, written: minute(Int64(index)))
    }
  }
}
