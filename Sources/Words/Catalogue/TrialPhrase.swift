/// What a replay comes to, and how it compares with what was expected.
enum TrialPhrase: CatalogueKey {
  case fix, fixes, exit, exits, comeback, comebacks, summary
  case skipped, skippedMany, otherKinds, digest, met, missed
  case none, ofReminder, ofAlarm, about, withCaregiver, says, omits, said, from, until, position
  case never, elsewhere, once, onceInWindow, times, timesInWindow, noPosition, at, more

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
    case .otherKinds:
      Phrase(
        es: "{text}, y {number} de tipos que no hacen falta",
        en: "{text}, and {number} of kinds not needed")
    case .digest: Phrase(es: "huella {value}", en: "digest {value}")
    case .met: Phrase(es: "bien    se esperaba {text}", en: "ok      expected {text}")
    case .missed:
      Phrase(
        es: "FALLO   se esperaba {text}: {reason}", en: "MISSED  expected {text}: {reason}")
    case .none: Phrase(es: "ningún {name}", en: "no {name}")
    case .ofReminder: Phrase(es: "del recordatorio {number}", en: "of reminder {number}")
    case .ofAlarm: Phrase(es: "de la alarma {alarm}", en: "of {alarm}")
    case .about: Phrase(es: "sobre {text}", en: "about {text}")
    case .withCaregiver:
      Phrase(es: "con la persona cuidadora {number}", en: "with caregiver {number}")
    case .says: Phrase(es: "que dice «{text}»", en: "that says “{text}”")
    case .omits: Phrase(es: "que no dice «{text}»", en: "that does not say “{text}”")
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
    case .at: Phrase(es: "a los {value} s ({time})", en: "at {value} s ({time})")
    case .more: Phrase(es: "{text} y {number} más", en: "{text} and {number} more")
    }
  }
}
