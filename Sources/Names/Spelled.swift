import Device
import HAL

/// A value with a name in profiles, traces, scenarios and JSON: the contract with scripts.
package protocol Spelled: Equatable {
  /// Every value once, in the order in which messages list them.
  static var spellings: [(value: Self, name: String)] { get }
}

extension Spelled {
  package init?(spelling: String) {
    guard let found = Self.spellings.first(where: { $0.name == spelling }) else { return nil }
    self = found.value
  }

  package var spelling: String { Self.spellings.first { $0.value == self }?.name ?? "?" }

  /// "help, ok, plus or minus"
  package static var choices: String {
    let names = spellings.map(\.name)
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }
}

extension Spelled where Self: CaseIterable & RawRepresentable, RawValue == String {
  package static var spellings: [(value: Self, name: String)] { allCases.map { ($0, $0.rawValue) } }
}

extension Key: Spelled {
  package static var spellings: [(value: Key, name: String)] {
    [(.help, "help"), (.ok, "ok"), (.plus, "plus"), (.minus, "minus")]
  }
}

extension Route: Spelled {
  package static var spellings: [(value: Route, name: String)] {
    [(.mail, "mail"), (.relay, "relay")]
  }
}

extension DeliveryOutcome: Spelled {
  package static var spellings: [(value: DeliveryOutcome, name: String)] {
    [(.accepted, "accepted"), (.transient, "transient"), (.permanent, "permanent")]
  }
}

extension ClockSource: Spelled {
  package static var spellings: [(value: ClockSource, name: String)] {
    [(.rtc, "rtc"), (.ntp, "ntp"), (.gps, "gps")]
  }
}

extension StorageError: Spelled {
  package static var spellings: [(value: StorageError, name: String)] {
    [(.full, "full"), (.readOnly, "read-only"), (.failed, "failed"), (.damaged, "damaged")]
  }
}

extension PerimeterTemper: Spelled {
  package static var spellings: [(value: PerimeterTemper, name: String)] {
    [(.calm, "calm"), (.normal, "normal"), (.quick, "quick")]
  }
}

extension Meal: Spelled {
  package static var spellings: [(value: Meal, name: String)] {
    [(.breakfast, "breakfast"), (.lunch, "lunch"), (.dinner, "dinner")]
  }
}

extension Reminder.Kind: Spelled {
  package static var spellings: [(value: Reminder.Kind, name: String)] {
    [(.reminder, "reminder"), (.medication, "medication")]
  }
}

extension AlarmPriority: Spelled {
  package static var spellings: [(value: AlarmPriority, name: String)] {
    [(.low, "low"), (.medium, "medium"), (.high, "high")]
  }
}

extension AlarmKind: Spelled {
  package static var spellings: [(value: AlarmKind, name: String)] {
    [
      (.veryLowGlucose, "very_low_glucose"), (.lowGlucose, "low_glucose"),
      (.helpNotThrough, "help_not_through"), (.help, "help"), (.leftPerimeter, "left_perimeter"),
      (.medication, "medication"), (.dose, "dose"), (.positionLost, "position_lost"),
      (.batteryLow, "battery_low"), (.reminder, "reminder"), (.notDelivered, "not_delivered"),
      (.storage, "storage"),
    ]
  }
}

/// The two units of glucose.
public enum GlucoseUnit: String, CaseIterable, Sendable {
  case milligrams = "mg/dL"
  case millimoles = "mmol/L"

  /// Large and small letters are alike.
  public init?(text: String) {
    let unit = GlucoseUnit.allCases.first { $0.rawValue.lowercased() == text.lowercased() }
    guard let unit else { return nil }
    self = unit
  }

  /// A concentration in this unit, not rounded.
  public func value(_ glucose: Glucose) -> Double {
    switch self {
    case .milligrams: glucose.inMilligrams.value
    case .millimoles: glucose.inMillimoles.value
    }
  }
}

extension Glucose {
  /// The unit in which it was measured.
  public var unit: GlucoseUnit {
    switch self {
    case .milligramsPerDecilitre: .milligrams
    case .millimolesPerLitre: .millimoles
    }
  }
}

/// Days of the week as a bit each: bit 0 Monday … bit 6 Sunday.
package enum Weekdays {
  package static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  package static func names(of bits: UInt8) -> [String] {
    names.indices.filter { bits >> $0 & 1 == 1 }.map { names[$0] }
  }

  /// Nil for what is no day.
  package static func bit(_ name: String) -> UInt8? { names.firstIndex(of: name).map { 1 << $0 } }
}
