import Device
import HAL

/// A value with a name in traces, in JSON and in scenarios: the contract with scripts.
public protocol Spelled: Equatable {
  /// Every value once, in the order in which messages list them.
  static var spellings: [(value: Self, name: String)] { get }
}

extension Spelled {
  public init?(spelling: String) {
    guard let found = Self.spellings.first(where: { $0.name == spelling }) else { return nil }
    self = found.value
  }

  public var spelling: String { Self.spellings.first { $0.value == self }?.name ?? "?" }

  /// "help, ok, plus or minus"
  public static var choices: String {
    let names = spellings.map(\.name)
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }
}

extension Key: Spelled {
  public static var spellings: [(value: Key, name: String)] {
    [(.help, "help"), (.ok, "ok"), (.plus, "plus"), (.minus, "minus")]
  }
}

extension Route: Spelled {
  public static var spellings: [(value: Route, name: String)] {
    [(.mail, "mail"), (.relay, "relay")]
  }
}

extension DeliveryOutcome: Spelled {
  public static var spellings: [(value: DeliveryOutcome, name: String)] {
    [(.accepted, "accepted"), (.transient, "transient"), (.permanent, "permanent")]
  }
}

extension ClockSource: Spelled {
  public static var spellings: [(value: ClockSource, name: String)] {
    [(.rtc, "rtc"), (.ntp, "ntp"), (.gps, "gps")]
  }
}

extension StorageError: Spelled {
  public static var spellings: [(value: StorageError, name: String)] {
    [(.full, "full"), (.readOnly, "read-only"), (.failed, "failed"), (.damaged, "damaged")]
  }
}

extension PerimeterTemper: Spelled {
  public static var spellings: [(value: PerimeterTemper, name: String)] {
    [(.calm, "calm"), (.normal, "normal"), (.quick, "quick")]
  }
}

extension Meal: Spelled {
  public static var spellings: [(value: Meal, name: String)] {
    [(.breakfast, "breakfast"), (.lunch, "lunch"), (.dinner, "dinner")]
  }
}

extension Reminder.Kind: Spelled {
  public static var spellings: [(value: Reminder.Kind, name: String)] {
    [(.reminder, "reminder"), (.medication, "medication")]
  }
}

extension AlarmPriority: Spelled {
  public static var spellings: [(value: AlarmPriority, name: String)] {
    [(.low, "low"), (.medium, "medium"), (.high, "high")]
  }
}

extension AlarmKind: Spelled {
  public static var spellings: [(value: AlarmKind, name: String)] {
    [
      (.veryLowGlucose, "very_low_glucose"), (.lowGlucose, "low_glucose"),
      (.helpNotThrough, "help_not_through"), (.help, "help"), (.leftPerimeter, "left_perimeter"),
      (.medication, "medication"), (.dose, "dose"), (.positionLost, "position_lost"),
      (.batteryLow, "battery_low"), (.reminder, "reminder"), (.notDelivered, "not_delivered"),
      (.storage, "storage"),
    ]
  }
}
