import Words

/// The outside of every page.
enum FramePhrase: PageKey {
  case skip, pages, more, now, alerts, day, reminders, company, perimeter, settings, test, people,
    device, audit, account, wearers
  case logout, signedInAs, clock, zone, title
  case live, stale, notLive, reload, reloadNow, stopped
  case cannotStore, rightLook, rightHelp, rightAdminister, lookOnly, unlisted, listUnknown, back

  var phrase: Phrase {
    switch self {
    case .skip: Phrase(es: "Ir al contenido", en: "Skip to the content")
    case .pages: Phrase(es: "Páginas", en: "Pages")
    case .more: Phrase(es: "Más páginas", en: "More pages")
    case .now: Phrase(es: "Ahora", en: "Now")
    case .alerts: Phrase(es: "Avisos", en: "Notices")
    case .day: Phrase(es: "El día", en: "The day")
    case .company: Phrase(es: "Compañía", en: "Company")
    case .reminders: Phrase(es: "Recordatorios", en: "Reminders")
    case .perimeter: Phrase(es: "Perímetro", en: "Perimeter")
    case .settings: Phrase(es: "Ajustes", en: "Settings")
    case .test: Phrase(es: "Aviso de prueba", en: "Test notice")
    case .people: Phrase(es: "Personas y permisos", en: "People and permissions")
    case .device: Phrase(es: "El dispositivo", en: "The device")
    case .audit: Phrase(es: "Quién hizo qué", en: "Who did what")
    case .account: Phrase(es: "Tu cuenta", en: "Your account")
    case .wearers: Phrase(es: "Todas tus personas", en: "All your people")
    case .logout: Phrase(es: "Cerrar la sesión", en: "Sign out")
    case .signedInAs: Phrase(es: "Has entrado como {name}.", en: "You are signed in as {name}.")
    case .clock: Phrase(es: "{time}, hora de {zone}", en: "{time}, {zone} time")
    case .zone:
      Phrase(
        es: "Todas las horas de esta página son de {zone}.",
        en: "All times on this page are those of {zone}.")
    case .title: Phrase(es: "{title} · Vigía", en: "{title} · Vigía")
    case .live: Phrase(es: "Esta página se actualiza sola.", en: "This page updates by itself.")
    case .stale:
      Phrase(
        es: "Esta página no tiene contacto con el portal desde hace {age}. Lo que ves puede haber "
          + "cambiado.",
        en: "This page has had no contact with the portal for {age}. What you see may have changed."
      )
    case .notLive:
      Phrase(es: "Esta página es de {time}.", en: "This page is as of {time}.")
    case .reload: Phrase(es: "Actualizar la página", en: "Update the page")
    case .reloadNow: Phrase(es: "Cargar de nuevo", en: "Load again")
    case .stopped:
      Phrase(
        es: "Tu sesión ha terminado. Carga la página de nuevo para entrar.",
        en: "Your session has ended. Load the page again to sign in.")
    case .cannotStore:
      Phrase(
        es: "El portal no puede guardar nada ahora. Lo que ves puede estar atrasado, y aquí no se "
          + "puede pedir nada. Los avisos por correo no pasan por el portal.",
        en: "The portal cannot store anything now. What you see may be late, and nothing can be "
          + "asked here. Notices by mail do not pass through the portal.")
    case .rightLook: Phrase(es: "mirar", en: "look")
    case .rightHelp: Phrase(es: "mirar y ayudar", en: "look and help")
    case .rightAdminister:
      Phrase(es: "mirar, ayudar y administrar", en: "look, help and administer")
    case .lookOnly:
      Phrase(
        es: "Tu permiso es para mirar. Quien administra puede cambiarlo.",
        en: "Your permission is to look. Somebody who administers can change it.")
    case .unlisted:
      Phrase(
        es: "El dispositivo no tiene tu dirección, {email}, en su lista de personas, y no acepta "
          + "nada de quien no está en ella. Quien prepara el dispositivo puede añadirte.",
        en: "The device does not have your address, {email}, on its list of people, and takes "
          + "nothing from anybody who is not on it. Whoever sets up the device can add you.")
    case .listUnknown:
      Phrase(
        es: "El dispositivo todavía no ha dicho a este portal a quién conoce. Podrás pedirle cosas "
          + "en cuanto llame.",
        en: "The device has not told this portal yet whom it knows. You can ask it for things as "
          + "soon as it has called.")
    case .back: Phrase(es: "Volver a la página de {wearer}", en: "Back to the page of {wearer}")
    }
  }
}

/// Moments and ages. A moment stands behind a preposition: "a las 03:02", "desde las 23:10 de ayer".
enum MomentPhrase: PageKey {
  case today, todayOne, yesterday, yesterdayOne, tomorrow, tomorrowOne, other, otherOne, unknown
  case ago, agoShort, ahead

  var phrase: Phrase {
    switch self {
    // Spanish says "la 01:30" and "las 02:30".
    case .today: Phrase(es: "las {time}", en: "{time}")
    case .todayOne: Phrase(es: "la {time}", en: "{time}")
    case .yesterday: Phrase(es: "las {time} de ayer", en: "{time} yesterday")
    case .yesterdayOne: Phrase(es: "la {time} de ayer", en: "{time} yesterday")
    case .tomorrow: Phrase(es: "las {time} de mañana", en: "{time} tomorrow")
    case .tomorrowOne: Phrase(es: "la {time} de mañana", en: "{time} tomorrow")
    case .other: Phrase(es: "las {time} del {date}", en: "{time} on {date}")
    case .otherOne: Phrase(es: "la {time} del {date}", en: "{time} on {date}")
    case .unknown: Phrase(es: "una hora desconocida", en: "an unknown time")
    case .ago: Phrase(es: "hace {age}", en: "{age} ago")
    case .agoShort: Phrase(es: "hace menos de 1 min", en: "less than 1 min ago")
    case .ahead:
      Phrase(
        es: "{age} por delante del reloj del portal", en: "{age} ahead of the portal's clock")
    }
  }
}
