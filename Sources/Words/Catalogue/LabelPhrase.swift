import Device

/// Events in few words, for tables and drawings that say elsewhere where and when.
enum LabelPhrase: CatalogueKey {
  case suspected, cleared, left, leftFromStart, returned, positionLost, positionRegained
  case help, helpWithoutPosition
  case helpTag, snoozed, answered, missed, proposed, confirmed, undone, noDose, silenced, reminder
  case noFix, nowhere, coarse, duplicate, backward, stale, ahead, jump

  init(_ refusal: Refusal) {
    switch refusal {
    case .noFix: self = .noFix
    case .noPosition: self = .nowhere
    case .coarse: self = .coarse
    case .duplicate: self = .duplicate
    case .backward: self = .backward
    case .stale: self = .stale
    case .ahead: self = .ahead
    case .jump: self = .jump
    }
  }

  var phrase: Phrase {
    switch self {
    case .suspected: Phrase(es: "Quizá fuera", en: "Perhaps outside")
    case .cleared: Phrase(es: "Sigue dentro", en: "Inside after all")
    case .left: Phrase(es: "Ha salido del perímetro", en: "Left the perimeter")
    case .leftFromStart: Phrase(es: "Fuera desde el principio", en: "Outside from the start")
    case .returned: Phrase(es: "Ha vuelto", en: "Came back")
    case .positionLost: Phrase(es: "Sin posición buena en {age}", en: "No good fix for {age}")
    case .positionRegained: Phrase(es: "Posición recuperada", en: "Position found again")
    case .help: Phrase(es: "Pide ayuda", en: "Asks for help")
    case .helpWithoutPosition:
      Phrase(es: "Pide ayuda, sin posición conocida", en: "Asks for help, no position known")
    case .helpTag: Phrase(es: "ayuda", en: "help")
    case .snoozed: Phrase(es: "aplazado", en: "put off")
    case .answered: Phrase(es: "atendido", en: "answered")
    case .missed: Phrase(es: "sin atender", en: "missed")
    case .proposed: Phrase(es: "propuesta: {value}", en: "proposed: {value}")
    case .confirmed: Phrase(es: "confirmada: {value}", en: "confirmed: {value}")
    case .undone: Phrase(es: "deshecha", en: "undone")
    case .noDose: Phrase(es: "sin dosis", en: "no dose")
    case .silenced: Phrase(es: "silenciada", en: "silenced")
    case .reminder: Phrase(es: "recordatorio {number}", en: "reminder {number}")
    case .noFix: Phrase(es: "sin posición", en: "no fix")
    case .nowhere: Phrase(es: "ningún lugar de la Tierra", en: "no position on Earth")
    case .coarse: Phrase(es: "precisión peor que 200 m", en: "accuracy worse than 200 m")
    case .duplicate: Phrase(es: "otra vez la misma época", en: "the same epoch again")
    case .backward: Phrase(es: "la hora retrocedió", en: "time went backward")
    case .stale: Phrase(es: "llegó demasiado tarde", en: "too old on arrival")
    case .ahead: Phrase(es: "hora adelantada al reloj", en: "time ahead of the clock")
    case .jump:
      Phrase(
        es: "un salto que nadie puede haber dado", en: "a jump the wearer cannot have made")
    }
  }
}
