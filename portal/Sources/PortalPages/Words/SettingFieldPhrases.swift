import Words

/// Labels of a reminder's form.
enum ReminderFieldPhrase: PageKey {
  case type, medication, reminder, name, reminderName, dose, doseHelp, description, date, dateHelp
  case time, repeats, once, daily, weekdays, weekend, someDays, everyHours, days, hours, hoursHelp
  case until, untilHelp, tells, tellsHelp, asks, asksHelp, askFrom, askTo, askStart, askStartHelp

  var phrase: Phrase {
    switch self {
    case .type: Phrase(es: "Tipo", en: "Type")
    case .medication: Phrase(es: "Medicina", en: "Medicine")
    case .reminder: Phrase(es: "Recordatorio", en: "Reminder")
    case .name: Phrase(es: "Nombre", en: "Name")
    case .reminderName: Phrase(es: "Qué hay que hacer o tomar", en: "What to do or to take")
    case .dose: Phrase(es: "Cantidad", en: "Amount")
    case .doseHelp:
      Phrase(
        es: "Solo de una medicina. Por ejemplo: 1 pastilla",
        en: "Of a medicine only. For example: 1 tablet")
    case .description: Phrase(es: "Más palabras, si hacen falta", en: "More words, if needed")
    case .date: Phrase(es: "Día de la primera vez", en: "Day of the first time")
    case .dateHelp: Phrase(es: "Por ejemplo: 2026-11-30", en: "For example: 2026-11-30")
    case .time: Phrase(es: "Hora", en: "Time")
    case .repeats: Phrase(es: "Se repite", en: "It repeats")
    case .once: Phrase(es: "Una sola vez", en: "Only once")
    case .daily: Phrase(es: "Cada día", en: "Every day")
    case .weekdays: Phrase(es: "De lunes a viernes", en: "Monday to Friday")
    case .weekend: Phrase(es: "Sábado y domingo", en: "Saturday and Sunday")
    case .someDays: Phrase(es: "Los días que marco abajo", en: "The days that I mark below")
    case .everyHours: Phrase(es: "Cada tantas horas", en: "Every so many hours")
    case .days: Phrase(es: "Días", en: "Days")
    case .hours: Phrase(es: "Horas de una vez a otra", en: "Hours from one time to the next")
    case .hoursHelp: Phrase(es: "De 1 a 24.", en: "1 to 24.")
    case .until: Phrase(es: "Último día", en: "Last day")
    case .untilHelp:
      Phrase(
        es: "Vacío: sin final. Por ejemplo: 2027-01-31",
        en: "Empty: no end. For example: 2027-01-31")
    case .tells: Phrase(es: "Avisar también por correo", en: "Also send a mail")
    case .tellsHelp:
      Phrase(
        es: "Cada vez que toca. Si nadie contesta en el dispositivo, se avisa siempre.",
        en: "Each time it is due. If nobody answers on the device, a notice is always sent.")
    case .asks: Phrase(es: "Hacer una pregunta con un número", en: "Ask for a number")
    case .asksHelp:
      Phrase(
        es: "Se contesta en el dispositivo con más, menos y OK.",
        en: "It is answered on the device with plus, minus and OK.")
    case .askFrom: Phrase(es: "Número más bajo", en: "Lowest number")
    case .askTo: Phrase(es: "Número más alto", en: "Highest number")
    case .askStart: Phrase(es: "Número con el que empieza", en: "Number that it begins with")
    case .askStartHelp: Phrase(es: "Vacío: el de en medio.", en: "Empty: the middle one.")
    }
  }
}

/// Labels of the perimeter's form. Seconds, metres and wrong notices are those of docs/perimeter.md (open, R = 100 m).
enum PlaceFieldPhrase: PageKey {
  case latitude, longitude, degreesHelp, radius, radiusHelp, sensitivity, calm, normal, quick
  case sensitivityHelp, timeZone, timeZoneHelp

  var phrase: Phrase {
    switch self {
    case .latitude: Phrase(es: "Centro: latitud", en: "Centre: latitude")
    case .longitude: Phrase(es: "Centro: longitud", en: "Centre: longitude")
    case .degreesHelp:
      Phrase(
        es: "En grados con decimales, como las da un mapa. Sur y oeste llevan un menos.",
        en: "In degrees with decimals, as a map gives them. South and west have a minus.")
    case .timeZone: Phrase(es: "Zona horaria", en: "Time zone")
    case .timeZoneHelp:
      Phrase(
        es: "Donde vive quien lleva el dispositivo, como Europe/Madrid o America/Guayaquil.",
        en: "Where the wearer lives, such as Europe/Madrid or America/Guayaquil.")
    case .radius: Phrase(es: "Radio en metros", en: "Radius in metres")
    case .radiusHelp:
      Phrase(
        es: "De 100 a 1000. Con menos de 150 puede haber avisos falsos cerca del borde.",
        en: "100 to 1000. Below 150 there may be false notices near the edge.")
    case .sensitivity: Phrase(es: "Sensibilidad", en: "Sensitivity")
    case .calm:
      Phrase(
        es: "Tranquila: a pie avisa unos 31 s después de salir, a unos 40 m",
        en: "Calm: on foot the notice comes about 31 s after leaving, some 40 m away")
    case .normal:
      Phrase(
        es: "Normal (de fábrica): unos 20 s después, a unos 26 m",
        en: "Normal (default): about 20 s after, some 26 m away")
    case .quick:
      Phrase(
        es: "Rápida: unos 14 s después, a unos 18 m",
        en: "Quick: about 14 s after, some 18 m away")
    case .sensitivityHelp:
      Phrase(
        es: "Cuanto antes avisa, más a menudo avisa en falso al pasar por la puerta sin ver el "
          + "cielo. Medido en 60 horas así: rápida unas 2,5 veces, normal 1, tranquila media.",
        en: "The sooner it tells, the more often it is wrong at a door without a view of the sky. "
          + "Measured in 60 such hours: quick about 2.5 times, normal once, calm half a time.")
    }
  }
}

/// Labels of people, and names of the alarms.
enum PeopleFieldPhrase: PageKey {
  case kinship, kinshipYours, kinshipHelp, gender, genderUnsaid, female, male, other, email,
    emailHelp
  case alarmHelp, alarmLeft, alarmMedication, alarmDose, alarmReminder, alarmPosition
  case alarmBattery, alarmUndelivered, alarmStorage

  var phrase: Phrase {
    switch self {
    case .kinship: Phrase(es: "Parentesco", en: "Kinship")
    case .kinshipYours: Phrase(es: "Tu parentesco", en: "Your kinship")
    case .kinshipHelp:
      Phrase(es: "Como se dice en casa: hija, vecino…", en: "As you say it: daughter, neighbour…")
    case .gender: Phrase(es: "Género", en: "Gender")
    case .genderUnsaid: Phrase(es: "No se dice", en: "Not said")
    case .female: Phrase(es: "Femenino", en: "Female")
    case .male: Phrase(es: "Masculino", en: "Male")
    case .other: Phrase(es: "Otro", en: "Other")
    case .email: Phrase(es: "Dirección de correo", en: "Mail address")
    case .emailHelp: Phrase(es: "Por ejemplo: ana@example.org", en: "For example: ana@example.org")
    case .alarmHelp: Phrase(es: "El botón de ayuda", en: "The help button")
    case .alarmLeft: Phrase(es: "Salida del perímetro", en: "Leaving the perimeter")
    case .alarmMedication: Phrase(es: "Medicina", en: "Medicine")
    case .alarmDose: Phrase(es: "Dosis de insulina", en: "Dose of insulin")
    case .alarmReminder: Phrase(es: "Recordatorio", en: "Reminder")
    case .alarmPosition: Phrase(es: "Sin posición", en: "No position")
    case .alarmBattery: Phrase(es: "Batería baja", en: "Low battery")
    case .alarmUndelivered: Phrase(es: "Un aviso que no sale", en: "A notice that does not go out")
    case .alarmStorage: Phrase(es: "No se puede guardar nada", en: "Nothing can be stored")
    }
  }
}

/// Labels of the settings, with what each does and its default.
enum SettingFieldPhrase: PageKey {
  case language, languageHelp, spanish, english, textSize, textSizeHelp, sizeNormal, sizeLarge
  case sizeHuge, volume, volumeHelp, rowDays, rowFrom, rowTo, low, medium, high, byDefault
  case escalate, escalateHelp, goRound, goRoundHelp, reminderLimit, reminderLimitHelp, snooze
  case snoozeHelp, breadcrumbs, breadcrumbsHelp, allIsWell, allIsWellHelp

  var phrase: Phrase {
    switch self {
    case .language: Phrase(es: "Idioma", en: "Language")
    case .languageHelp:
      Phrase(
        es: "Del dispositivo y de sus correos. De fábrica, español.",
        en: "Of the device and its mails. By default Spanish.")
    case .spanish: Phrase(es: "Español", en: "Spanish")
    case .english: Phrase(es: "Inglés", en: "English")
    case .textSize: Phrase(es: "Tamaño de las letras", en: "Size of the letters")
    case .textSizeHelp: Phrase(es: "De fábrica, normal.", en: "By default normal.")
    case .sizeNormal: Phrase(es: "Normal", en: "Normal")
    case .sizeLarge: Phrase(es: "Grande", en: "Large")
    case .sizeHuge: Phrase(es: "Enorme", en: "Huge")
    case .volume: Phrase(es: "Volumen, de 0 a 100", en: "Volume, 0 to 100")
    case .volumeHelp:
      Phrase(
        es: "De fábrica, 80. Las alarmas de fuerza máxima nunca bajan de 50.",
        en: "By default 80. Alarms of the greatest strength never go below 50.")
    case .rowDays: Phrase(es: "Fila {number}: días", en: "Row {number}: days")
    case .rowFrom: Phrase(es: "Fila {number}: desde", en: "Row {number}: from")
    case .rowTo: Phrase(es: "Fila {number}: hasta", en: "Row {number}: to")
    case .low: Phrase(es: "Baja", en: "Low")
    case .medium: Phrase(es: "Media", en: "Medium")
    case .high: Phrase(es: "Máxima", en: "Greatest")
    case .byDefault: Phrase(es: "{value} (de fábrica)", en: "{value} (default)")
    case .escalate: Phrase(es: "Hasta avisar a otra persona", en: "Until another person is told")
    case .escalateHelp:
      Phrase(
        es: "Si nadie contesta un aviso urgente. De fábrica, 5; de 1 a 60.",
        en: "If nobody answers an urgent notice. By default 5; 1 to 60.")
    case .goRound: Phrase(es: "Hasta repetir un aviso", en: "Until a notice is repeated")
    case .goRoundHelp:
      Phrase(
        es: "Mientras sigue abierto. De fábrica, 30; de 5 a 240.",
        en: "While it stays open. By default 30; 5 to 240.")
    case .reminderLimit:
      Phrase(es: "Hasta avisar de un recordatorio", en: "Until a reminder becomes a notice")
    case .reminderLimitHelp:
      Phrase(
        es: "Si nadie lo contesta en el dispositivo. De fábrica, 15; de 1 a 240.",
        en: "If nobody answers it on the device. By default 15; 1 to 240.")
    case .snooze: Phrase(es: "Aplazar un recordatorio", en: "Putting a reminder off")
    case .snoozeHelp:
      Phrase(
        es: "Con una pulsación larga de OK. De fábrica, 10; de 1 a 120.",
        en: "By a long press of OK. By default 10; 1 to 120.")
    case .breadcrumbs: Phrase(es: "Entre dos posiciones", en: "Between two positions")
    case .breadcrumbsHelp:
      Phrase(
        es: "Mientras hay una ayuda o una salida abierta. De fábrica, 5; de 1 a 60.",
        en: "While help or a leaving is open. By default 5; 1 to 60.")
    case .allIsWell:
      Phrase(es: "Hora del correo «todo va bien»", en: "Time of the mail “all is well”")
    case .allIsWellHelp:
      Phrase(
        es: "Vacío: ninguno, como de fábrica.", en: "Empty: none, which is the default.")
    }
  }
}
