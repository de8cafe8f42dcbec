import Device

/// What an alarm is about, and how urgent it is.
enum AlarmPhrase: CatalogueKey {
  case veryLowGlucose, lowGlucose, helpNotThrough, help, leftPerimeter, medication, dose
  case positionLost, batteryLow, reminder, notDelivered, storage
  case low, medium, high

  init(_ kind: AlarmKind) {
    switch kind {
    case .veryLowGlucose: self = .veryLowGlucose
    case .lowGlucose: self = .lowGlucose
    case .helpNotThrough: self = .helpNotThrough
    case .help: self = .help
    case .leftPerimeter: self = .leftPerimeter
    case .medication: self = .medication
    case .dose: self = .dose
    case .positionLost: self = .positionLost
    case .batteryLow: self = .batteryLow
    case .reminder: self = .reminder
    case .notDelivered: self = .notDelivered
    case .storage: self = .storage
    }
  }

  init(_ priority: AlarmPriority) {
    switch priority {
    case .low: self = .low
    case .medium: self = .medium
    case .high: self = .high
    }
  }

  var phrase: Phrase {
    switch self {
    case .veryLowGlucose: Phrase(es: "glucosa muy baja", en: "very low glucose")
    case .lowGlucose: Phrase(es: "glucosa baja", en: "low glucose")
    case .helpNotThrough: Phrase(es: "la ayuda no llega", en: "help does not get through")
    case .help: Phrase(es: "ayuda pedida", en: "help requested")
    case .leftPerimeter: Phrase(es: "fuera del perímetro", en: "outside the perimeter")
    case .medication: Phrase(es: "medicación", en: "medication")
    case .dose: Phrase(es: "insulina", en: "insulin")
    case .positionLost: Phrase(es: "posición perdida", en: "position lost")
    case .batteryLow: Phrase(es: "batería baja", en: "battery low")
    case .reminder: Phrase(es: "recordatorio", en: "reminder")
    case .notDelivered: Phrase(es: "los avisos no llegan", en: "notices do not arrive")
    case .storage: Phrase(es: "no se puede guardar", en: "nothing can be stored")
    case .low: Phrase(es: "baja", en: "low")
    case .medium: Phrase(es: "media", en: "medium")
    case .high: Phrase(es: "alta", en: "high")
    }
  }
}
