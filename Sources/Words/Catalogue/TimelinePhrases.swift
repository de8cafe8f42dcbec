import Device

/// The device's acts, as the trial engineer reads them.
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
        es: "Dos fuentes de la hora difieren en {age}.",
        en: "Two sources of the time are {age} apart.")
    case .reminderDue: Phrase(es: "Recordatorio: {reminder}.", en: "Reminder due: {reminder}.")
    case .reminderAgain:
      Phrase(es: "Recordatorio, otra vez: {reminder}.", en: "Reminder, once more: {reminder}.")
    case .reminderLate:
      Phrase(
        es:
          "Recordatorio atrasado, de cuando el dispositivo estaba apagado o no sabía la hora: {reminder}.",
        en: "Late reminder, from while the device was off or did not know the time: {reminder}.")
    case .medicationDue:
      Phrase(es: "Medicación: {reminder}.", en: "Medication due: {reminder}.")
    case .medicationAgain:
      Phrase(es: "Medicación, otra vez: {reminder}.", en: "Medication, once more: {reminder}.")
    case .medicationLate:
      Phrase(
        es:
          "Medicación atrasada, de cuando el dispositivo estaba apagado o no sabía la hora: {reminder}.",
        en: "Late medication, from while the device was off or did not know the time: {reminder}.")
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

/// The outcome of a replay, and its comparison with the expectations.
enum TrialPhrase: CatalogueKey {
  case fix, fixes, exit, exits, comeback, comebacks, summary
  case skipped, skippedMany, pointSkipped, pointSkippedMany, otherKinds, digest, met, missed
  case several, none, ofReminder, ofAlarm, about, withCaregiver, says, omits, said, from, until,
    position
  case never, elsewhere, once, onceInWindow, times, timesInWindow, noPosition, at, more
  case countedPosition, noneCounted, endsBefore, beginsAfter, emptyWindow
  case undated, dateUnknown, noReminder, noCaregiver

  var phrase: Phrase {
    switch self {
    case .fix: Phrase(es: "{number} posición", en: "{number} fix")
    case .fixes: Phrase(es: "{number} posiciones", en: "{number} fixes")
    case .exit: Phrase(es: "{number} salida", en: "{number} exit")
    case .exits: Phrase(es: "{number} salidas", en: "{number} exits")
    case .comeback: Phrase(es: "{number} regreso", en: "{number} return")
    case .comebacks: Phrase(es: "{number} regresos", en: "{number} returns")
    case .summary:
      Phrase(es: "{value} en {time}; {part}, {text}", en: "{value} in {time}; {part}, {text}")
    case .skipped: Phrase(es: "{number} línea omitida", en: "{number} line skipped")
    case .skippedMany: Phrase(es: "{number} líneas omitidas", en: "{number} lines skipped")
    case .pointSkipped: Phrase(es: "{number} punto omitido", en: "{number} point skipped")
    case .pointSkippedMany:
      Phrase(es: "{number} puntos omitidos", en: "{number} points skipped")
    case .otherKinds:
      Phrase(
        es: "{text}, y {number} de tipos que no hacen falta",
        en: "{text}, and {number} of kinds not needed")
    case .digest: Phrase(es: "huella {value}", en: "digest {value}")
    case .met: Phrase(es: "bien    se esperaba {text}", en: "ok      expected {text}")
    case .missed:
      Phrase(
        es: "FALLO   se esperaba {text}: {reason}", en: "MISSED  expected {text}: {reason}")
    case .several: Phrase(es: "que hubiera {number} {name}", en: "{number} {name}")
    case .none: Phrase(es: "que no hubiera {name}", en: "no {name}")
    case .ofReminder: Phrase(es: "del recordatorio {number}", en: "of reminder {number}")
    case .ofAlarm: Phrase(es: "de la alarma {alarm}", en: "of {alarm}")
    case .about: Phrase(es: "sobre {text}", en: "about {text}")
    case .withCaregiver:
      Phrase(es: "con la persona cuidadora {number}", en: "with caregiver {number}")
    case .says: Phrase(es: "que dijera «{text}»", en: "that says “{text}”")
    case .omits: Phrase(es: "que no dijera «{text}»", en: "that does not say “{text}”")
    case .said: Phrase(es: "el correo decía: {text}", en: "the mail said: {text}")
    case .from: Phrase(es: "desde {time}", en: "from {time}")
    case .until: Phrase(es: "hasta {time}", en: "until {time}")
    case .position: Phrase(es: "una posición", en: "a position")
    case .never: Phrase(es: "no ocurrió nunca", en: "it never happened")
    case .elsewhere: Phrase(es: "ocurrió {text}", en: "it happened {text}")
    case .once: Phrase(es: "ocurrió una vez: {text}", en: "it happened once: {text}")
    case .onceInWindow:
      Phrase(
        es: "ocurrió una vez en ese intervalo: {text}",
        en: "it happened once in that window: {text}")
    case .times:
      Phrase(es: "ocurrió {number} veces: {text}", en: "it happened {number} times: {text}")
    case .timesInWindow:
      Phrase(
        es: "ocurrió {number} veces en ese intervalo: {text}",
        en: "it happened {number} times in that window: {text}")
    case .noPosition:
      Phrase(es: "la traza no contiene ninguna", en: "the trace holds none at all")
    case .countedPosition: Phrase(es: "una posición que cuente", en: "a position that counts")
    case .noneCounted:
      Phrase(
        es: "el dispositivo no contó ninguna de la traza",
        en: "the device counted none of those in the trace")
    case .endsBefore:
      Phrase(
        es: "la traza termina antes de ese intervalo, {text}",
        en: "the trace ends before that window, {text}")
    case .beginsAfter:
      Phrase(
        es: "la traza empieza después de ese intervalo, {text}",
        en: "the trace begins after that window, {text}")
    case .emptyWindow:
      Phrase(
        es: "ese intervalo termina antes de empezar", en: "that window ends before it begins")
    case .undated:
      Phrase(
        es: "la traza no tiene fecha, y ese intervalo sí; se da con --date",
        en: "the trace has no date, and that window has; give it one with --date")
    case .dateUnknown:
      Phrase(
        es: "el dispositivo nunca supo la fecha; se esperan segundos desde el inicio"
          + " (from_s, to_s)",
        en: "the device never knew the date; expect seconds from the start (from_s, to_s)")
    case .noReminder:
      Phrase(
        es: "ningún perfil de la traza tiene ese recordatorio",
        en: "no profile of the trace has that reminder")
    case .noCaregiver:
      Phrase(
        es: "ningún perfil de la traza tiene tantas personas cuidadoras",
        en: "no profile of the trace has so many caregivers")
    case .at: Phrase(es: "a los {value} s ({time})", en: "at {value} s ({time})")
    case .more: Phrase(es: "{text} y {number} más", en: "{text} and {number} more")
    }
  }
}
