/// A dose with its parts.
enum DosePhrase: CatalogueKey {
  case units, glucose, mealByBase, mealByCarbohydrates
  case correction, correctionToTarget, noCorrection, onBoard, onBoardUnused, rounded, total
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
        es: "Del diario se borró: {value} de las {time}",
        en: "{value} of {time} was deleted in the diary")
    case .last: Phrase(es: "Última dosis: {value}, hace {age}", en: "Last dose: {value}, {age} ago")
    case .noLast:
      Phrase(es: "Ninguna dosis reciente", en: "No recent dose")
    }
  }
}
