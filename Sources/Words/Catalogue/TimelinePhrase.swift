/// What the device did, as the trial engineer reads it.
enum TimelinePhrase: CatalogueKey {
  case started, suspected, cleared, left, leftFromStart, returned, positionLost, positionRegained
  case fromHome, accuracy, accuracyUnknown, beyond
  case clockTrusted, clockUntrusted, clockDisagrees
  case reminderDue, reminderAgain, reminderLate, medicationDue, medicationAgain, medicationLate
  case reminderAcknowledged, reminderSnoozed, reminderMissed, reminderUnsure
  case help, helpWithoutPosition, accompanied, accompaniedEnds, companyRefused
  case dosePrompted, doseProposed, doseProposedOnBoard, doseConfirmed, doseUndone, doseRefused
  case glucoseLow, glucoseVeryLow, glucoseHigh, glucoseLowOver, readingAhead, doseAhead
  case alarmStarted, alarmSilenced, batteryLow, profileKept
  case notice, delivered, failed, acknowledged

  var phrase: Phrase {
    switch self {
    case .started: Phrase(es: "El dispositivo se pone en marcha.", en: "The device starts.")
    case .suspected: Phrase(es: "Quizá fuera: {text}.", en: "Perhaps outside: {text}.")
    case .cleared: Phrase(es: "Sigue dentro: {text}.", en: "Inside after all: {text}.")
    case .left:
      Phrase(
        es: "HA SALIDO del perímetro: {text}. {link}", en: "LEFT the perimeter: {text}. {link}")
    case .leftFromStart:
      Phrase(
        es: "FUERA del perímetro desde el principio: {text}. {link}",
        en: "OUTSIDE the perimeter from the start: {text}. {link}")
    case .returned: Phrase(es: "Ha vuelto: {text}.", en: "Came back: {text}.")
    case .positionLost:
      Phrase(
        es: "Posición perdida: última buena hace {age}, {text}.",
        en: "Position lost: last good one {age} ago, {text}.")
    case .positionRegained:
      Phrase(es: "Posición recuperada: {text}.", en: "Position found again: {text}.")
    case .fromHome: Phrase(es: "a {distance} de casa", en: "{distance} from home")
    case .accuracy: Phrase(es: "{text}, precisión {accuracy}", en: "{text}, accuracy {accuracy}")
    case .accuracyUnknown:
      Phrase(es: "{text}, precisión desconocida", en: "{text}, accuracy unknown")
    case .beyond:
      Phrase(
        es: "{text}, {distance} más allá del límite", en: "{text}, {distance} beyond the limit")
    case .clockTrusted: Phrase(es: "El reloj es de fiar.", en: "The clock can be trusted.")
    case .clockUntrusted:
      Phrase(es: "El reloj ya no es de fiar.", en: "The clock can no longer be trusted.")
    case .clockDisagrees:
      Phrase(
        es: "Dos fuentes de la hora se llevan {age}.",
        en: "Two sources of the time are {age} apart.")
    case .reminderDue: Phrase(es: "Recordatorio: {reminder}.", en: "Reminder due: {reminder}.")
    case .reminderAgain:
      Phrase(es: "Recordatorio, otra vez: {reminder}.", en: "Reminder, once more: {reminder}.")
    case .reminderLate:
      Phrase(
        es: "Recordatorio de cuando el dispositivo estaba apagado: {reminder}.",
        en: "Reminder from while the device was off: {reminder}.")
    case .medicationDue:
      Phrase(es: "Medicación: {reminder}.", en: "Medication due: {reminder}.")
    case .medicationAgain:
      Phrase(es: "Medicación, otra vez: {reminder}.", en: "Medication, once more: {reminder}.")
    case .medicationLate:
      Phrase(
        es: "Medicación de cuando el dispositivo estaba apagado: {reminder}.",
        en: "Medication from while the device was off: {reminder}.")
    case .reminderAcknowledged: Phrase(es: "Atendido: {reminder}.", en: "Answered: {reminder}.")
    case .reminderSnoozed:
      Phrase(es: "Aplazado hasta {time}: {reminder}.", en: "Put off until {time}: {reminder}.")
    case .reminderMissed:
      Phrase(es: "Sin atender: {reminder}.", en: "Missed: {reminder}.")
    case .reminderUnsure:
      Phrase(es: "{text} La hora no es segura.", en: "{text} The time is not sure.")
    case .help: Phrase(es: "PIDE AYUDA: {text}. {link}", en: "ASKS FOR HELP: {text}. {link}")
    case .helpWithoutPosition:
      Phrase(es: "PIDE AYUDA, sin posición.", en: "ASKS FOR HELP, no position.")
    case .accompanied: Phrase(es: "Con compañía hasta {time}.", en: "Accompanied until {time}.")
    case .accompaniedEnds:
      Phrase(
        es: "Sin compañía: el perímetro se vigila otra vez.",
        en: "No longer accompanied: the perimeter is watched again.")
    case .companyRefused:
      Phrase(
        es: "La compañía hasta {time} no cuenta: {reason}.",
        en: "Company until {time} does not count: {reason}.")
    case .dosePrompted:
      Phrase(es: "Pide medir la glucosa para {meal}.", en: "Asks for a reading for {meal}.")
    case .doseProposed:
      Phrase(
        es:
          "Dosis propuesta para {meal}: {total} con {value}; comida {part}, corrección {correction}.",
        en: "Dose proposed for {meal}: {total} at {value}; meal {part}, correction {correction}.")
    case .doseProposedOnBoard:
      Phrase(
        es: "Dosis propuesta para {meal}: {total} con {value}; comida {part}, "
          + "corrección {correction}, insulina activa {onBoard}.",
        en: "Dose proposed for {meal}: {total} at {value}; meal {part}, correction {correction}, "
          + "insulin on board {onBoard}.")
    case .doseConfirmed:
      Phrase(
        es: "Dosis confirmada para {meal}: {value} (propuesta: {total}).",
        en: "Dose confirmed for {meal}: {value} (proposed: {total}).")
    case .doseUndone:
      Phrase(es: "Dosis deshecha para {meal}: {value}.", en: "Dose undone for {meal}: {value}.")
    case .doseRefused: Phrase(es: "Sin dosis para {meal}. {text}", en: "No dose for {meal}. {text}")
    case .glucoseLow: Phrase(es: "GLUCOSA BAJA: {value}.", en: "LOW GLUCOSE: {value}.")
    case .glucoseVeryLow:
      Phrase(es: "GLUCOSA MUY BAJA: {value}.", en: "VERY LOW GLUCOSE: {value}.")
    case .glucoseHigh: Phrase(es: "Glucosa alta: {value}.", en: "High glucose: {value}.")
    case .glucoseLowOver: Phrase(es: "{text}.", en: "{text}.")
    case .readingAhead:
      Phrase(
        es: "La fecha de una medida está adelantada {age} al reloj.",
        en: "A reading is dated {age} ahead of the clock.")
    case .doseAhead:
      Phrase(
        es: "La fecha de una dosis está adelantada {age} al reloj.",
        en: "A dose is dated {age} ahead of the clock.")
    case .alarmStarted:
      Phrase(
        es: "Empieza la alarma: {alarm} (prioridad {priority}).",
        en: "Alarm starts: {alarm} ({priority} priority).")
    case .alarmSilenced: Phrase(es: "Alarma silenciada: {alarm}.", en: "Alarm silenced: {alarm}.")
    case .batteryLow: Phrase(es: "Batería baja: {number}.", en: "Battery low: {number}.")
    case .profileKept:
      Phrase(
        es: "El archivo de ajustes no se puede usar; valen los ajustes del {date}.",
        en: "The settings file cannot be used; the settings of {date} stand.")
    case .notice:
      Phrase(
        es: "Aviso {id} para la persona cuidadora, en cola: «{text}».",
        en: "Notice {id} to the caregiver queued: “{text}”.")
    case .delivered:
      Phrase(
        es: "Aviso {id} aceptado para {name} por {text}.",
        en: "Notice {id} accepted for {name} by {text}.")
    case .failed:
      Phrase(
        es: "Aviso {id}: ninguna vía llega a {name}.", en: "Notice {id}: no route reaches {name}.")
    case .acknowledged:
      Phrase(es: "Aviso {id} leído por {name}.", en: "Notice {id} acknowledged by {name}.")
    }
  }
}
