/// Days, months and how a moment reads.
enum TimePhrase: CatalogueKey {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday
  case january, february, march, april, may, june
  case july, august, september, october, november, december
  case date, dateWithYear, hour, hourOne, moment, localAndUTC, utc, unknown, timeUnknown

  static let weekdays: [TimePhrase] = [
    .monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday,
  ]
  static let months: [TimePhrase] = [
    .january, .february, .march, .april, .may, .june, .july, .august, .september, .october,
    .november, .december,
  ]

  var phrase: Phrase {
    switch self {
    case .monday: Phrase(es: "lunes", en: "Monday")
    case .tuesday: Phrase(es: "martes", en: "Tuesday")
    case .wednesday: Phrase(es: "miércoles", en: "Wednesday")
    case .thursday: Phrase(es: "jueves", en: "Thursday")
    case .friday: Phrase(es: "viernes", en: "Friday")
    case .saturday: Phrase(es: "sábado", en: "Saturday")
    case .sunday: Phrase(es: "domingo", en: "Sunday")
    case .january: Phrase(es: "enero", en: "January")
    case .february: Phrase(es: "febrero", en: "February")
    case .march: Phrase(es: "marzo", en: "March")
    case .april: Phrase(es: "abril", en: "April")
    case .may: Phrase(es: "mayo", en: "May")
    case .june: Phrase(es: "junio", en: "June")
    case .july: Phrase(es: "julio", en: "July")
    case .august: Phrase(es: "agosto", en: "August")
    case .september: Phrase(es: "septiembre", en: "September")
    case .october: Phrase(es: "octubre", en: "October")
    case .november: Phrase(es: "noviembre", en: "November")
    case .december: Phrase(es: "diciembre", en: "December")
    case .date: Phrase(es: "{weekday} {day} de {month}", en: "{weekday} {day} {month}")
    case .dateWithYear:
      Phrase(es: "{weekday} {day} de {month} de {year}", en: "{weekday} {day} {month} {year}")
    // Spanish says "la 01:30" and "las 02:30".
    case .hour: Phrase(es: "las {time}", en: "{time}")
    case .hourOne: Phrase(es: "la {time}", en: "{time}")
    case .moment: Phrase(es: "{date}, {time}", en: "{date}, {time}")
    case .localAndUTC: Phrase(es: "{time} ({utc} UTC)", en: "{time} ({utc} UTC)")
    case .utc: Phrase(es: "{time} UTC", en: "{time} UTC")
    case .unknown: Phrase(es: "desconocida", en: "unknown")
    case .timeUnknown: Phrase(es: "hora desconocida", en: "time unknown")
    }
  }
}

/// Names of people and things, also while the profile gives no name.
enum PersonPhrase: CatalogueKey {
  case caregiver, wearer, reminder, unnamedReminder
  case breakfast, lunch, dinner
  case mail, relay

  var phrase: Phrase {
    switch self {
    case .caregiver: Phrase(es: "la persona cuidadora {number}", en: "caregiver {number}")
    case .wearer: Phrase(es: "tu familiar", en: "your relative")
    case .reminder: Phrase(es: "“{name}”", en: "‘{name}’")
    case .unnamedReminder: Phrase(es: "“Recordatorio {number}”", en: "‘Reminder {number}’")
    case .breakfast: Phrase(es: "el desayuno", en: "breakfast")
    case .lunch: Phrase(es: "el almuerzo", en: "lunch")
    case .dinner: Phrase(es: "la cena", en: "dinner")
    case .mail: Phrase(es: "correo", en: "mail")
    case .relay: Phrase(es: "la pasarela", en: "the relay")
    }
  }
}

/// Differences between the languages in numbers.
enum QuantityPhrase: CatalogueKey {
  case decimalMark, percent, echo, notANumber, years

  var phrase: Phrase {
    switch self {
    case .decimalMark: Phrase(es: ",", en: ".")
    case .percent: Phrase(es: "{number} %", en: "{number}%")
    case .echo: Phrase(es: "{value} — {words}", en: "{value} — {words}")
    case .years: Phrase(es: "más de un año", en: "more than a year")
    case .notANumber: Phrase(es: "—", en: "—")
    }
  }
}
