/// Why there is no dose: the sentence, and the same in the wearer's short lines.
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
