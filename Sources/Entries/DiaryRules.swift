import Device
import HAL

/// Bounds of what a person may write into a diary. A meter's own word may lie beyond them.
public enum DiaryRules {
  /// Readings that meters show, in mg/dL. One beyond was mistyped, most likely in the other unit.
  public static let milligrams = 20.0...600
  /// The same in mmol/L.
  public static let millimoles = 1.1...33.3
  /// No entry is older: the year 2000.
  public static let oldest = WallTime(milliseconds: 946_684_800_000)
  /// An entry may be so far ahead, because two clocks differ a little.
  public static let lead = Milliseconds.seconds(300)
  /// The largest amount of insulin in one entry.
  public static let mostUnits = InsulinUnits(milliunits: 100_000)
  /// Unicode scalars of notes.
  public static let longestNotes = 2000
  /// Characters of a category.
  public static let longestCategory = 40

  public static func allows(_ result: MeterResult) -> Bool {
    switch result {
    case .low, .high: true
    case .amount(.milligramsPerDecilitre(let amount)): milligrams.contains(amount.value)
    case .amount(.millimolesPerLitre(let amount)): millimoles.contains(amount.value)
    }
  }

  /// Whether all amounts are such as a person takes; a correction may be negative.
  public static func allows(_ dose: DiaryDose) -> Bool {
    let amounts = [dose.mealPart, dose.insulinOnBoard, dose.proposed, dose.confirmed]
    return amounts.allSatisfy { $0 >= .zero && $0 <= mostUnits }
      && dose.correction <= mostUnits && dose.correction >= InsulinUnits.zero - mostUnits
  }

  /// Whether an entry may have that time.
  public static func allows(_ taken: WallTime, at now: WallTime) -> Bool {
    taken >= oldest && taken.milliseconds <= now.milliseconds + lead.count
  }

  public static func allows(_ annotation: Annotation) -> Bool {
    let isShort = (annotation.notes?.unicodeScalars.count ?? 0) <= longestNotes
    guard let category = annotation.category else { return isShort }
    return isShort && !category.isEmpty && category.count <= longestCategory
      && category.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
