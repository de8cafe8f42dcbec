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
