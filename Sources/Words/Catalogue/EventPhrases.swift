import Device

/// The kinds of events and of notices as nouns, for pages that say what was expected.
package enum EventPhrase: CatalogueKey {
  case started, exit, `return`, suspect, cleared, lost, regained
  case clockTrusted, clockUntrusted, clockDisagrees
  case reminderDue, reminderAcknowledged, reminderAnswered, reminderSnoozed, reminderMissed
  case help, accompanied, companyRefused
  case dosePrompted, doseProposed, doseConfirmed, doseUndone, doseRefused
  case glucoseLow, glucoseHigh, glucoseLowOver, entryAhead
  case alarmStarted, alarmSilenced, batteryLow, profileKept, profileChanged
  case noticeQueued, noticeDelivered, noticeFailed, noticeAcknowledged, screen, mail
  case excursions, location, reminderUnanswered, doseUnanswered, off, wasOff, allIsWell
  case storageFailed, dayOpen, several

  package var phrase: Phrase {
    switch self {
    case .started: Phrase(es: "arranque del dispositivo", en: "start of the device")
    case .exit: Phrase(es: "salida del perímetro", en: "exit from the perimeter")
    case .return: Phrase(es: "regreso al perímetro", en: "return to the perimeter")
    case .suspect: Phrase(es: "sospecha de salida", en: "suspected exit")
    case .cleared: Phrase(es: "sospecha descartada", en: "suspicion cleared")
    case .lost: Phrase(es: "pérdida de la posición", en: "loss of the position")
    case .regained: Phrase(es: "posición recuperada", en: "position found again")
    case .clockTrusted: Phrase(es: "reloj fiable", en: "clock that can be trusted")
    case .clockUntrusted: Phrase(es: "reloj poco fiable", en: "clock that cannot be trusted")
    case .clockDisagrees: Phrase(es: "desacuerdo de relojes", en: "clocks that disagree")
    case .reminderDue: Phrase(es: "recordatorio", en: "reminder")
    case .reminderAcknowledged: Phrase(es: "recordatorio atendido", en: "answered reminder")
    case .reminderAnswered: Phrase(es: "respuesta a una pregunta", en: "answer to a question")
    case .reminderSnoozed: Phrase(es: "recordatorio aplazado", en: "reminder put off")
    case .reminderMissed: Phrase(es: "recordatorio sin atender", en: "missed reminder")
    case .help: Phrase(es: "petición de ayuda", en: "call for help")
    case .accompanied: Phrase(es: "compañía", en: "company")
    case .companyRefused: Phrase(es: "compañía que no cuenta", en: "company that does not count")
    case .dosePrompted: Phrase(es: "pregunta por la glucosa", en: "prompt for a reading")
    case .doseProposed: Phrase(es: "propuesta de dosis", en: "proposed dose")
    case .doseConfirmed: Phrase(es: "dosis confirmada", en: "confirmed dose")
    case .doseUndone: Phrase(es: "dosis deshecha", en: "undone dose")
    case .doseRefused: Phrase(es: "negativa a proponer dosis", en: "refusal to propose a dose")
    case .glucoseLow: Phrase(es: "glucosa baja", en: "low glucose")
    case .glucoseHigh: Phrase(es: "glucosa alta", en: "high glucose")
    case .glucoseLowOver: Phrase(es: "fin de la glucosa baja", en: "end of the low glucose")
    case .entryAhead: Phrase(es: "anotación del futuro", en: "entry from the future")
    case .alarmStarted: Phrase(es: "comienzo de alarma", en: "start of an alarm")
    case .alarmSilenced: Phrase(es: "alarma silenciada", en: "silenced alarm")
    case .batteryLow: Phrase(es: "batería baja", en: "low battery")
    case .profileKept: Phrase(es: "perfil anterior conservado", en: "former profile kept")
    case .profileChanged: Phrase(es: "cambio de ajustes", en: "change of settings")
    case .noticeQueued: Phrase(es: "aviso en cola", en: "queued notice")
    case .noticeDelivered: Phrase(es: "entrega de aviso", en: "delivered notice")
    case .noticeFailed: Phrase(es: "aviso fallido", en: "failed notice")
    case .noticeAcknowledged: Phrase(es: "aviso contestado", en: "acknowledged notice")
    case .screen: Phrase(es: "pantalla", en: "screen")
    case .mail: Phrase(es: "correo", en: "mail")
    case .excursions: Phrase(es: "varias salidas", en: "several exits")
    case .location: Phrase(es: "la posición", en: "the position")
    case .reminderUnanswered:
      Phrase(es: "recordatorio sin respuesta", en: "reminder without an answer")
    case .doseUnanswered: Phrase(es: "dosis sin respuesta", en: "dose without an answer")
    case .off: Phrase(es: "apagado del dispositivo", en: "device going off")
    case .wasOff: Phrase(es: "dispositivo que estuvo apagado", en: "device that was off")
    case .allIsWell: Phrase(es: "todo va bien", en: "all is well")
    case .storageFailed: Phrase(es: "fallo de la memoria", en: "failed storage")
    case .dayOpen: Phrase(es: "lo que sigue abierto hoy", en: "what is still open today")
    case .several: Phrase(es: "× {text}", en: "× {text}")
    }
  }
}

extension ReportWords {
  package func callAsFunction(_ key: EventPhrase) -> String { language.say(key.phrase) }

  /// "× exit from the perimeter", behind a number.
  package func several(_ text: String) -> String {
    language.say(EventPhrase.several, (.text, text))
  }

  package func alarm(_ kind: AlarmKind) -> String { language.say(AlarmPhrase(kind)) }
}
