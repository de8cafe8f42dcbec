import Device
import HAL

/// One reading or one dose.
public enum DiaryEntry: Equatable, Sendable {
  case reading(DiaryReading)
  case dose(DiaryDose)

  public var id: EntryID {
    get {
      switch self {
      case .reading(let reading): reading.id
      case .dose(let dose): dose.id
      }
    }
    set {
      switch self {
      case .reading(var reading):
        reading.id = newValue
        self = .reading(reading)
      case .dose(var dose):
        dose.id = newValue
        self = .dose(dose)
      }
    }
  }

  public var taken: WallTime {
    switch self {
    case .reading(let reading): reading.taken
    case .dose(let dose): dose.taken
    }
  }

  /// A dose with another date.
  func dated(_ date: WallTime) -> DiaryEntry {
    guard case .dose(var dose) = self else { return self }
    dose.taken = date
    return .dose(dose)
  }

  public var isDose: Bool {
    if case .dose = self { return true }
    return false
  }

  /// The record that brings the entry into the log.
  public var record: Record {
    switch self {
    case .reading(let reading): .diary(.reading(reading))
    case .dose(let dose): .diary(.dose(dose))
    }
  }

  /// The record that takes it out again.
  public var removal: Record { isDose ? .diary(.doseRemoved(id)) : .diary(.readingRemoved(id)) }
}

extension EntryID {
  /// "12" for what the command line wrote, "7-12" for what the device wrote in its seventh life.
  public var text: String {
    let (boot, number) = (value >> 32, value & 0xffff_ffff)
    return boot == 0 ? String(number) : "\(boot)-\(number)"
  }

  public init?(text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ $0.allSatisfy(\.isNumber) }),
      let number = UInt32(parts[parts.count - 1]),
      let boot = parts.count == 2 ? UInt32(parts[0]) : 0
    else { return nil }
    self.init(UInt64(boot) << 32 | UInt64(number))
  }
}

/// The diary's own facts about an entry, which the core does not have. DIA-2, DIA-7.
public struct Annotation: Equatable, Sendable {
  /// A category of the family's own; the core has it under `other`.
  public var category: String?
  public var notes: String?

  public init(category: String? = nil, notes: String? = nil) {
    self.category = category
    self.notes = notes
  }
}
