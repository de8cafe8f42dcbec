import Device

/// The wearer's screen: short and warm, one idea a line. ALZ-8, ALZ-10.
enum ScreenPhrase: CatalogueKey {
  case accompanied, accompaniedTomorrow
  case calling, callingKin, told, toldKin, notThrough, answered, nobody, keepTrying, askNearby
  case left, goHome
  case reminder, medication, medicationDose, dueAt, timeUnsure
  case measure, beforeBreakfast, beforeLunch, beforeDinner, glucose, belowMeter, aboveMeter
  case carbohydrates
  case dose, doseTaken, noDose
  case low, veryLow, noInsulin, sugar, sugarNow, measureIn15, callingHelp,
    meterLow
  case lowAge, lowUnclear, measureNow, measureAgain, washHands, confirmReading
  case notDelivered, batteryLow, charge, positionLost, stillLooking, storage
  case settingsOf, noSettings, askFamily, ask, file, fileLine

  var phrase: Phrase {
    switch self {
    case .accompanied: Phrase(es: "Con compañía hasta {time}", en: "Accompanied until {time}")
    case .accompaniedTomorrow:
      Phrase(es: "Con compañía hasta mañana a {time}", en: "Accompanied until {time} tomorrow")
    case .calling: Phrase(es: "Avisando a {name}", en: "Telling {name}")
    case .callingKin:
      Phrase(es: "Avisando a {name}, tu {kinship}", en: "Telling {name}, your {kinship}")
    case .told: Phrase(es: "Hemos informado a {name}", en: "We have told {name}")
    case .toldKin:
      Phrase(
        es: "Hemos informado a {name}, tu {kinship}", en: "We have told {name}, your {kinship}")
    case .notThrough: Phrase(es: "No consigo avisar a {name}", en: "I cannot reach {name}")
    case .answered: Phrase(es: "{name} lo sabe", en: "{name} knows")
    case .nobody: Phrase(es: "No puedo avisar a nadie", en: "There is nobody I can tell")
    case .keepTrying: Phrase(es: "Sigo intentándolo", en: "I keep trying")
    case .askNearby: Phrase(es: "Pide ayuda a alguien cerca", en: "Ask somebody nearby for help")
    case .left: Phrase(es: "Has salido de tu zona", en: "You have left your area")
    case .goHome: Phrase(es: "Vuelve a casa, por favor", en: "Please go back home")
    case .reminder: Phrase(es: "Recordatorio", en: "Reminder")
    case .medication: Phrase(es: "Es la hora de tu medicina", en: "Time for your medicine")
    case .medicationDose: Phrase(es: "Dosis: {value}", en: "Dose: {value}")
    case .dueAt: Phrase(es: "A {time}", en: "At {time}")
    case .timeUnsure:
      Phrase(es: "La hora no es segura", en: "The time is not sure")
    case .measure: Phrase(es: "Mide tu glucosa", en: "Measure your glucose")
    case .beforeBreakfast: Phrase(es: "Antes del desayuno", en: "Before breakfast")
    case .beforeLunch: Phrase(es: "Antes del almuerzo", en: "Before lunch")
    case .beforeDinner: Phrase(es: "Antes de la cena", en: "Before dinner")
    case .glucose: Phrase(es: "Tu glucosa", en: "Your glucose")
    case .belowMeter:
      Phrase(es: "Menos de lo que mide el medidor", en: "Less than the meter measures")
    case .aboveMeter:
      Phrase(es: "Más de lo que mide el medidor", en: "More than the meter measures")
    case .carbohydrates: Phrase(es: "Carbohidratos de la comida", en: "Carbohydrates of the meal")
    case .dose: Phrase(es: "Insulina para {meal}", en: "Insulin for {meal}")
    case .doseTaken: Phrase(es: "Insulina apuntada para {meal}", en: "Insulin noted for {meal}")
    case .noDose: Phrase(es: "No hay dosis", en: "No dose")
    case .low: Phrase(es: "Glucosa baja", en: "Low glucose")
    case .veryLow: Phrase(es: "Glucosa muy baja", en: "Very low glucose")
    case .noInsulin: Phrase(es: "No te inyectes insulina", en: "Do not inject insulin")
    case .sugar: Phrase(es: "Toma 15 g de azúcar", en: "Take 15 g of sugar")
    case .sugarNow: Phrase(es: "Toma 15 g de azúcar ahora", en: "Take 15 g of sugar now")
    case .measureIn15:
      Phrase(es: "Mide otra vez en 15 minutos", en: "Measure again in 15 minutes")
    case .lowAge: Phrase(es: "Fue hace más de {age}", en: "That was over {age} ago")
    case .lowUnclear: Phrase(es: "No sé cuándo fue", en: "I do not know when that was")
    case .measureNow: Phrase(es: "Mide ahora", en: "Measure now")
    case .measureAgain: Phrase(es: "Mide tu glucosa otra vez", en: "Measure your glucose again")
    case .washHands: Phrase(es: "Antes, lávate las manos", en: "Wash your hands first")
    case .confirmReading:
      Phrase(es: "Así sabremos que ya estás bien", en: "Then we know that you are well again")
    case .callingHelp: Phrase(es: "Pidiendo ayuda a {name}", en: "Asking {name} for help")
    case .meterLow: Phrase(es: "El medidor dice {value}", en: "The meter says {value}")
    case .notDelivered: Phrase(es: "Los avisos no llegan", en: "Notices do not arrive")
    case .batteryLow: Phrase(es: "Batería baja: {number}", en: "Battery low: {number}")
    case .charge: Phrase(es: "Ponme a cargar", en: "Please charge me")
    case .positionLost: Phrase(es: "No encuentro la posición", en: "I cannot find our position")
    case .stillLooking: Phrase(es: "Sigo buscando", en: "I am still looking")
    case .storage: Phrase(es: "No puedo guardar datos", en: "I cannot store anything")
    case .settingsOf: Phrase(es: "Ajustes del {date}", en: "Settings of {date}")
    case .ask: Phrase(es: "Pide ayuda a {name}, por favor", en: "Please ask {name} for help")
    case .file: Phrase(es: "Archivo {text}", en: "File {text}")
    case .fileLine: Phrase(es: "Archivo {text}, línea {number}", en: "File {text}, line {number}")
    case .noSettings: Phrase(es: "No encuentro mis ajustes", en: "I cannot find my settings")
    case .askFamily:
      Phrase(
        es: "Pide ayuda a tu familia, por favor", en: "Please ask your family for help")
    }
  }
}

/// Names of the keys, and their effects on a page.
enum KeyPhrase: CatalogueKey {
  case help, ok, okLong, plus, minus
  case done, taken, later, back, silence, understood, enter, more, less, confirm, undo

  var phrase: Phrase {
    switch self {
    case .help: Phrase(es: "AYUDA", en: "HELP")
    case .ok: Phrase(es: "OK", en: "OK")
    case .okLong: Phrase(es: "OK largo", en: "OK long")
    case .plus: Phrase(es: "+", en: "+")
    case .minus: Phrase(es: "−", en: "−")
    case .done: Phrase(es: "Hecho", en: "Done")
    case .taken: Phrase(es: "Ya lo he tomado", en: "I have taken it")
    case .later: Phrase(es: "Más tarde", en: "Later")
    case .back: Phrase(es: "Volver", en: "Back")
    case .silence: Phrase(es: "Silenciar", en: "Silence")
    case .understood: Phrase(es: "Entendido", en: "Understood")
    case .enter: Phrase(es: "Escribir la medida", en: "Enter the reading")
    case .more: Phrase(es: "Más", en: "More")
    case .less: Phrase(es: "Menos", en: "Less")
    case .confirm: Phrase(es: "Confirmar", en: "Confirm")
    case .undo: Phrase(es: "Deshacer (1 minuto)", en: "Undo (1 minute)")
    }
  }
}

/// Subjects of alarms, and their urgency.
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
