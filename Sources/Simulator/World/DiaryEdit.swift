import Device
import HAL

/// A person's change of the diary, from the command line or by bringing an older state back.
public struct DiaryEdit: Equatable, Sendable {
  public enum Change: Equatable, Sendable {
    case addReading(MeterResult, ReadingCategory)
    case addDose(Meal, InsulinUnits)
    /// A change in which nil leaves a value as it was.
    case changeReading(MeterResult?, ReadingCategory?)
    case changeDose(Meal?, InsulinUnits?)
    case deleteReading
    case deleteDose
    /// An entry as it was before it was last changed or deleted.
    case bringBack
  }

  public var change: Change
  /// The entry of that kind: 0 the last of the diary, 1 the one before it.
  public var back: UInt8
  /// The time at which it was taken, counted from the true time of the edit. A person whose clock leads
  /// dates an entry ahead. Nil: an old entry keeps its time, and a new one is of now.
  public var dated: Milliseconds?

  public init(_ change: Change, back: UInt8 = 0, dated: Milliseconds? = nil) {
    self.change = change
    self.back = back
    self.dated = dated
  }
}

/// The entries of a diary by their records, as a command line would list them.
struct DiaryShelf {
  private struct Entry {
    var id: EntryID
    var isDose: Bool
    /// The records of it so far; nil: deleted.
    var versions: [Record?]
  }

  /// The entries in the order of their last records.
  private var entries: [Entry] = []
  private var lastNumber: UInt64 = 0

  mutating func take(_ record: Record) {
    switch record {
    case .diary(.reading(let reading)): put(record, of: reading.id, isDose: false)
    case .diary(.dose(let dose)): put(record, of: dose.id, isDose: true)
    case .diary(.readingRemoved(let id)): put(nil, of: id, isDose: false)
    case .diary(.doseRemoved(let id)): put(nil, of: id, isDose: true)
    case .alive, .place, .reminder, .outbox, .accompanied, .diary, .meal: break
    }
  }

  private mutating func put(_ record: Record?, of id: EntryID, isDose: Bool) {
    // The numbers of the command line have no boot in their upper half.
    if id.value >> 32 == 0 { lastNumber = max(lastNumber, id.value) }
    var entry = Entry(id: id, isDose: isDose, versions: [])
    if let i = entries.firstIndex(where: { $0.id == id && $0.isDose == isDose }) {
      entry = entries.remove(at: i)
    }
    entry.versions.append(record)
    entries.append(entry)
  }

  /// New entries get numbers above those of the records.
  mutating func skipNumbers(of records: [Record]) {
    for record in records {
      let id: UInt64? =
        switch record {
        case .diary(.reading(let reading)): reading.id.value
        case .diary(.dose(let dose)): dose.id.value
        case .diary, .alive, .place, .reminder, .outbox, .accompanied, .meal: nil
        }
      if let id, id >> 32 == 0 { lastNumber = max(lastNumber, id) }
    }
  }

  /// The record that an edit appends; nil where there is no such entry.
  func record(of edit: DiaryEdit, at wall: WallTime) -> Record? {
    let dated = edit.dated.map { WallTime(milliseconds: wall.milliseconds + $0.count) }
    switch edit.change {
    case .addReading(let result, let category):
      return .diary(
        .reading(
          DiaryReading(
            id: EntryID(lastNumber + 1), taken: dated ?? wall, result: result, category: category)))
    case .addDose(let meal, let units):
      return .diary(
        .dose(
          DiaryDose(
            id: EntryID(lastNumber + 1), taken: dated ?? wall, meal: meal, mealPart: .zero,
            correction: .zero, insulinOnBoard: .zero, proposed: .zero, confirmed: units)))
    case .changeReading(let result, let category):
      guard case .diary(.reading(var reading))? = present(edit.back, isDose: false) else {
        return nil
      }
      reading.result = result ?? reading.result
      reading.category = category ?? reading.category
      reading.taken = dated ?? reading.taken
      return .diary(.reading(reading))
    case .changeDose(let meal, let units):
      guard case .diary(.dose(var dose))? = present(edit.back, isDose: true) else { return nil }
      dose.meal = meal ?? dose.meal
      dose.confirmed = units ?? dose.confirmed
      dose.taken = dated ?? dose.taken
      return .diary(.dose(dose))
    case .deleteReading:
      guard case .diary(.reading(let reading))? = present(edit.back, isDose: false) else {
        return nil
      }
      return .diary(.readingRemoved(reading.id))
    case .deleteDose:
      guard case .diary(.dose(let dose))? = present(edit.back, isDose: true) else { return nil }
      return .diary(.doseRemoved(dose.id))
    case .bringBack: return earlier(edit.back)
    }
  }

  private func present(_ back: UInt8, isDose: Bool) -> Record? {
    let found = entries.filter { $0.isDose == isDose && $0.versions.last ?? nil != nil }
    return found.dropLast(Int(back)).last?.versions.last ?? nil
  }

  private func earlier(_ back: UInt8) -> Record? {
    let changed = entries.filter { $0.versions.count > 1 }
    guard let versions = changed.dropLast(Int(back)).last?.versions else { return nil }
    return versions.dropLast().last { $0 != nil } ?? nil
  }
}
