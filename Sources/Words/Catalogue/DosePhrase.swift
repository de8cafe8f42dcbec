/// A dose with its parts.
enum DosePhrase: CatalogueKey {
  case units, glucose, mealByBase, mealByCarbohydrates
  case correction, correctionToTarget, noCorrection, onBoard, onBoardUnused, rounded, total
  case capped, cappedAt, adjusted, last, noLast

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
      Phrase(es: "Corrección: ninguna (dentro de tu margen)", en: "Correction: none (within range)")
    case .onBoard:
      Phrase(
        es: "Insulina activa: {onBoard}; corrección que queda: {part}",
        en: "Insulin on board: {onBoard}; correction left: {part}")
    case .onBoardUnused:
      Phrase(
        es: "Insulina activa: {onBoard} (no cambia la dosis)",
        en: "Insulin on board: {onBoard} (does not change the dose)")
    case .total: Phrase(es: "Total: {total}", en: "Total: {total}")
    case .rounded:
      Phrase(
        es: "Total: {total} ({value}, redondeado hacia abajo)",
        en: "Total: {total} ({value}, rounded down)")
    case .capped:
      Phrase(
        es: "Calculada: {part}; limitada al máximo de tu perfil",
        en: "Worked out: {part}; held to the maximum of your profile")
    case .cappedAt:
      Phrase(
        es: "Calculada: {part}; limitada al máximo de tu perfil: {value}",
        en: "Worked out: {part}; held to the maximum of your profile: {value}")
    case .adjusted:
      Phrase(
        es: "Propuesta: {total}. La has cambiado.", en: "Proposed: {total}. Changed by you.")
    case .last: Phrase(es: "Última dosis: {value}, hace {age}", en: "Last dose: {value}, {age} ago")
    case .noLast:
      Phrase(es: "Ninguna dosis en las últimas horas", en: "No dose in the past hours")
    }
  }
}
