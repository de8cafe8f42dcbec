/// Why an hour of company does not count, and what to write.
enum CompanyPhrase: CatalogueKey {
  case past, tooFar, timeUnknown, watched, write, again

  var phrase: Phrase {
    switch self {
    case .past: Phrase(es: "esa hora ya había pasado", en: "that time had passed already")
    case .tooFar:
      Phrase(
        es: "esa hora ya ha pasado o queda demasiado lejos",
        en: "that time has passed, or is too far ahead")
    case .timeUnknown:
      Phrase(
        es: "el dispositivo aún no sabe la hora", en: "the device does not know the time yet")
    case .watched:
      Phrase(
        es: "El perímetro se sigue vigilando como antes: {reason}.",
        en: "The perimeter is watched as before: {reason}.")
    case .write:
      Phrase(
        es: "Escribe una hora de las próximas 12, por ejemplo: CON COMPAÑÍA HASTA {time}",
        en: "Write a time within the next 12 hours, for example: ACCOMPANIED UNTIL {time}")
    case .again:
      Phrase(
        es: "Escríbelo otra vez dentro de una hora: CON COMPAÑÍA HASTA HH:MM",
        en: "Write it once more in an hour: ACCOMPANIED UNTIL HH:MM")
    }
  }
}
