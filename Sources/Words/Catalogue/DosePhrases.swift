/// A dose with its parts.
enum DosePhrase: CatalogueKey {
  case units, glucose, mealByBase, mealByCarbohydrates
  case correction, correctionToTarget, noCorrection, correctionOfNothing, onBoard, onBoardUnused,
    rounded, total
  case capped, cappedAt, adjusted, last, noLast, remade, deleted

  var phrase: Phrase {
    switch self {
    case .units: Phrase(es: "{value} U", en: "{value} U")
    case .glucose: Phrase(es: "Glucosa: {value}", en: "Glucose: {value}")
    case .mealByBase: Phrase(es: "Comida: {part} (dosis base)", en: "Meal: {part} (base dose)")
    case .mealByCarbohydrates:
      Phrase(es: "Comida: {part} (por carbohidratos)", en: "Meal: {part} (by carbohydrates)")
    case .correction: Phrase(es: "Corrección: {part}", en: "Correction: {part}")
    case .correctionToTarget:
      Phrase(es: "Corrección: {part} (hacia {target})", en: "Correction: {part} (towards {target})")
    case .noCorrection:
      Phrase(es: "Sin corrección: en tu margen", en: "No correction: within range")
    case .correctionOfNothing:
      Phrase(es: "Sin corrección: al borde de tu margen", en: "No correction: at the edge of range")
    case .onBoard:
      Phrase(
        es: "Insulina activa: {onBoard}; quedan {part}",
        en: "Insulin on board: {onBoard}; {part} left")
    case .onBoardUnused:
      Phrase(
        es: "Insulina activa: {onBoard} (no cuenta)",
        en: "Insulin on board: {onBoard} (not counted)")
    case .total: Phrase(es: "Total: {total}", en: "Total: {total}")
    case .rounded:
      Phrase(
        es: "Total: {total} (exacto: {value})", en: "Total: {total} (exactly {value})")
    case .capped:
      Phrase(
        es: "Limitada al máximo (calculada: {part})",
        en: "Held to the maximum (worked out: {part})")
    case .cappedAt:
      Phrase(
        es: "Máximo: {value} (calculada: {part})", en: "Maximum: {value} (worked out: {part})")
    case .adjusted:
      Phrase(
        es: "Propuesta: {total}. La has cambiado.", en: "Proposed: {total}. Changed by you.")
    case .remade:
      Phrase(
        es: "Ha cambiado un dato: es una propuesta nueva",
        en: "Something changed: this is a new proposal")
    case .deleted:
      Phrase(
        es: "Del diario se borró: {value} de {time}",
        en: "{value} of {time} was deleted in the diary")
    case .last: Phrase(es: "Última dosis: {value}, hace {age}", en: "Last dose: {value}, {age} ago")
    case .noLast:
      Phrase(es: "Ninguna dosis reciente", en: "No recent dose")
    }
  }
}

/// The reasons for no dose: the sentence, and the same in the wearer's short lines.
enum RefusalPhrase: CatalogueKey {
  case doseTime, doseTimeShort
  case noReading, veryLow, low, notMeasurable, staleReading, secondDose, clock, profile
  case kept, keptShort
  case noReadingShort, notMeasurableShort, staleShort, secondShort, clockShort, profileShort
  case measure, measureAgain, askAdvice, noSecond, onBoardUnknown, tell

  var phrase: Phrase {
    switch self {
    case .noReading: Phrase(es: "Falta la glucosa.", en: "There is no glucose reading.")
    case .veryLow:
      Phrase(
        es: "Glucosa muy baja: toma azúcar ahora y pide ayuda. No te inyectes.",
        en: "Very low glucose: take sugar now and get help. Do not inject.")
    case .low:
      Phrase(
        es: "Glucosa baja: toma 15 g de azúcar y mide otra vez en 15 minutos. No te inyectes.",
        en: "Low glucose: take 15 g of sugar and measure again in 15 minutes. Do not inject.")
    case .notMeasurable:
      Phrase(
        es: "El medidor no da un número fiable: mide otra vez y pide consejo.",
        en: "The meter gives no number to rely on: measure again and ask for advice.")
    case .staleReading:
      Phrase(
        es: "La medida tiene más de 15 minutos: mide otra vez.",
        en: "The reading is older than 15 minutes: measure again.")
    case .secondDose:
      Phrase(
        es: "Ya hay una dosis para esta comida.", en: "There is a dose for this meal already.")
    case .clock:
      Phrase(
        es: "El reloj no es de fiar: no se puede calcular la insulina activa.",
        en: "The clock is not to be trusted: active insulin cannot be worked out.")
    case .profile:
      Phrase(
        es: "Los datos de insulina se contradicen: díselo a quien te cuida. No hay propuesta.",
        en: "The insulin settings contradict each other: tell your caregiver. No dose is proposed.")
    case .doseTime:
      Phrase(
        es: "No se sabe cuándo te pusiste la última dosis: díselo a quien te cuida."
          + " No hay propuesta.",
        en:
          "It is not clear when the last dose was taken: tell your caregiver. No dose is proposed.")
    case .kept:
      Phrase(
        es: "Los ajustes de insulina no se pueden leer.", en: "The insulin settings cannot be read."
      )
    case .keptShort:
      Phrase(es: "No puedo leer tus ajustes", en: "I cannot read your settings")
    case .noReadingShort: Phrase(es: "Falta la medida de glucosa", en: "No glucose reading")
    case .notMeasurableShort:
      Phrase(es: "El medidor no da un número", en: "The meter gives no number")
    case .staleShort:
      Phrase(es: "La medida ya es antigua", en: "The reading is too old")
    case .secondShort:
      Phrase(es: "Esta comida ya tiene su dosis", en: "This meal has its dose already")
    case .clockShort: Phrase(es: "El reloj no es de fiar", en: "The clock is not sure")
    case .profileShort:
      Phrase(es: "Los datos no cuadran", en: "The settings need a check")
    case .doseTimeShort:
      Phrase(es: "No sé cuándo fue la última dosis", en: "The last dose's time is unclear")
    case .measure: Phrase(es: "Mide tu glucosa", en: "Measure your glucose")
    case .measureAgain: Phrase(es: "Mide otra vez", en: "Measure again")
    case .askAdvice: Phrase(es: "Pide consejo", en: "Ask for advice")
    case .noSecond: Phrase(es: "No te inyectes otra vez", en: "Do not inject again")
    case .onBoardUnknown:
      Phrase(
        es: "No se puede calcular la dosis", en: "The dose cannot be worked out")
    case .tell: Phrase(es: "Díselo a {name}", en: "Tell {name}")
    }
  }
}
