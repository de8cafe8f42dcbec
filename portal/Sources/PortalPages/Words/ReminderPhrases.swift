import Words

/// Reminders, and today's times.
enum ReminderPhrase: PageKey {
  case title, today, todayNone, list, filter, all, medications, reminders, empty, add, look
  case first, until, tells, asks, ahead, unheard, unheardOnce, overdue, overdueOnce, silent,
    announced
  case snoozed, acknowledged, answered
  case escalated, escalatedBy, missed, missedBy, days, hours

  var phrase: Phrase {
    switch self {
    case .title: Phrase(es: "Recordatorios de {wearer}", en: "Reminders of {wearer}")
    case .today: Phrase(es: "Hoy", en: "Today")
    case .todayNone: Phrase(es: "Hoy no toca nada.", en: "Nothing is due today.")
    case .list: Phrase(es: "Todos", en: "All of them")
    case .filter: Phrase(es: "Mostrar", en: "Show")
    case .all: Phrase(es: "Todo", en: "All")
    case .medications: Phrase(es: "Medicinas", en: "Medicines")
    case .reminders: Phrase(es: "Recordatorios", en: "Reminders")
    case .empty: Phrase(es: "No hay ninguno.", en: "There is none.")
    case .add: Phrase(es: "Añadir uno", en: "Add one")
    case .look:
      Phrase(
        es: "Para cambiarlos hace falta permiso para administrar.",
        en: "Changing them needs the permission to administer.")
    case .first: Phrase(es: "{value}, a {time}", en: "{value}, at {time}")
    case .until: Phrase(es: "hasta el {date}", en: "until {date}")
    case .tells: Phrase(es: "también por correo", en: "also by mail")
    case .asks: Phrase(es: "con una pregunta", en: "with a question")
    case .ahead: Phrase(es: "Todavía no toca.", en: "Not due yet.")
    case .unheard:
      Phrase(
        es:
          "El dispositivo quizá no lo sepa hasta {until}. Entonces hoy no sonaría a esta hora.",
        en:
          "The device may not know of it until {until}. Then it would not sound at this time today."
      )
    case .unheardOnce:
      Phrase(
        es: "El dispositivo quizá no lo sepa hasta {until}. Entonces avisará más tarde.",
        en: "The device may not know of it until {until}. Then it is called late.")
    case .overdue:
      Phrase(
        es: "El dispositivo no ha llamado. Puede que hoy no lo sepa.",
        en: "The device has not called. It may not know of this today.")
    case .overdueOnce:
      Phrase(
        es: "El dispositivo no ha llamado. Cuando lo sepa, avisará tarde o dirá que se pasó.",
        en:
          "The device has not called. Once it knows of this, it calls late or tells that it was missed."
      )
    case .silent:
      Phrase(
        es: "El dispositivo aún no ha dicho nada de esto.",
        en: "The device has told nothing about this yet.")
    case .announced:
      Phrase(
        es: "Avisó a {time}; sin respuesta todavía.", en: "Announced at {time}; no answer yet.")
    case .snoozed: Phrase(es: "{wearer} lo aplazó.", en: "{wearer} put it off.")
    case .acknowledged:
      Phrase(
        es: "{wearer} dijo en el dispositivo que sí, a {time}.",
        en: "{wearer} said yes on the device, at {time}.")
    case .answered:
      Phrase(
        es: "{wearer} contestó {number}, a {time}.", en: "{wearer} answered {number}, at {time}.")
    case .escalated:
      Phrase(
        es: "Sin respuesta. Pasó a aviso a {time}.",
        en: "No answer. It became a notice at {time}.")
    case .escalatedBy:
      Phrase(
        es: "Sin respuesta en el dispositivo. {name} se encargó del aviso.",
        en: "No answer on the device. {name} took care of the notice.")
    case .missed: Phrase(es: "Se pasó sin respuesta.", en: "It passed without an answer.")
    case .missedBy:
      Phrase(
        es: "Se pasó sin respuesta. {name} se encargó del aviso.",
        en: "It passed without an answer. {name} took care of the notice.")
    case .days: Phrase(es: "{value}", en: "{value}")
    case .hours: Phrase(es: "cada {number} h", en: "every {number} h")
    }
  }
}

/// The days of the week inside a sentence.
enum WeekdayPhrase: PageKey {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  var phrase: Phrase {
    switch self {
    case .monday: Phrase(es: "lunes", en: "Monday")
    case .tuesday: Phrase(es: "martes", en: "Tuesday")
    case .wednesday: Phrase(es: "miércoles", en: "Wednesday")
    case .thursday: Phrase(es: "jueves", en: "Thursday")
    case .friday: Phrase(es: "viernes", en: "Friday")
    case .saturday: Phrase(es: "sábado", en: "Saturday")
    case .sunday: Phrase(es: "domingo", en: "Sunday")
    }
  }
}
