import Words

/// The first page of a wearer.
enum OverviewPhrase: PageKey {
  case noRoute, nothingOpen, openOne, openMany, homeTitle, homeEmpty, never, neverHow
  case unreadable, unreadableMeans
  case contactFine, contactNext, contactPaired, contactLate
  case lostTitle, lostText, lostAsOf, lostAsOfBefore, lostUntold
  case open, earlier, noneEarlier, allAlerts, see, requests, requestsNone

  var phrase: Phrase {
    switch self {
    case .noRoute:
      Phrase(
        es: "Este dispositivo no puede mandar correos: sus avisos se ven solo en esta página.",
        en: "This device cannot send mails: its notices are seen on this page only.")
    case .nothingOpen: Phrase(es: "Ningún aviso abierto", en: "No open notice")
    case .openOne: Phrase(es: "Un aviso abierto", en: "One open notice")
    case .openMany: Phrase(es: "{number} avisos abiertos", en: "{number} open notices")
    case .unreadable: Phrase(es: "No se puede leer ahora", en: "It cannot be read now")
    case .unreadableMeans:
      Phrase(
        es: "El portal no puede leer lo que guarda de esta persona. Los avisos por correo no pasan "
          + "por el portal. Avisa a quien lleva el portal.",
        en: "The portal cannot read what it keeps of this person. Notices by mail do not pass "
          + "through the portal. Tell whoever keeps the portal.")
    case .homeTitle: Phrase(es: "Tus personas", en: "Your people")
    case .homeEmpty:
      Phrase(
        es: "Tu cuenta no ve a nadie todavía. Pide a quien administra que te dé permiso.",
        en: "Your account sees nobody yet. Ask somebody who administers to give you permission.")
    case .never:
      Phrase(
        es: "El dispositivo todavía no ha llamado a este portal",
        en: "The device has not called this portal yet")
    case .neverHow:
      Phrase(es: "Emparejar el dispositivo", en: "Pair the device")
    case .contactFine:
      Phrase(
        es: "Último contacto con el dispositivo: {age}, a {time}.",
        en: "Last contact with the device: {age}, at {time}.")
    case .contactNext:
      Phrase(
        es: "Llamará otra vez a {until} como muy tarde.",
        en: "It will call again by {until} at the latest.")
    case .contactPaired:
      Phrase(
        es: "Se emparejó un dispositivo {age}, a {time}. Todavía no ha llamado, y debe llamar a "
          + "{until} como muy tarde.",
        en: "A device was paired {age}, at {time}. It has not called yet, and is due to call by "
          + "{until} at the latest.")
    case .contactLate:
      Phrase(
        es: "El dispositivo debía llamar a {until} como muy tarde y no lo ha hecho. Último "
          + "contacto: {age}, a {time}.",
        en: "The device was due to call by {until} at the latest and has not. Last contact: {age}, "
          + "at {time}.")
    case .lostTitle:
      Phrase(es: "Sin contacto desde {time}", en: "No contact since {time}")
    case .lostText:
      Phrase(
        es: "El último contacto con el dispositivo fue {age}. Puede estar apagado, sin batería o "
          + "sin cobertura.",
        en:
          "The last contact with the device was {age}. It may be switched off, without battery or "
          + "out of coverage.")
    case .lostAsOf:
      Phrase(
        es: "Lo que ves es de entonces, no de ahora.",
        en: "What you see is from then, not from now.")
    case .lostAsOfBefore:
      Phrase(
        es: "Lo que ves es de antes de emparejar el dispositivo, no de ahora.",
        en: "What you see is from before the device was paired, not from now.")
    case .lostUntold:
      Phrase(
        es: "Este portal no manda correos: nadie más se entera por él de este silencio.",
        en: "This portal sends no mails: it tells nobody else of this silence.")
    case .open: Phrase(es: "Abierto ahora", en: "Open now")
    case .earlier: Phrase(es: "Avisos anteriores", en: "Earlier notices")
    case .noneEarlier: Phrase(es: "No hay ninguno.", en: "There is none.")
    case .allAlerts: Phrase(es: "Ver todos los avisos", en: "See all notices")
    case .see: Phrase(es: "Ver este aviso", en: "See this notice")
    case .requests:
      Phrase(es: "Lo que se ha pedido al dispositivo", en: "What the device was asked")
    case .requestsNone:
      Phrase(es: "Nada en las últimas horas.", en: "Nothing in the last hours.")
    }
  }
}

/// Places, always with age and accuracy.
enum PlacePhrase: PageKey {
  case title, last, then, now, none, notShared, noLongerShared, mailed, figures, figuresNoAge
  case accuracy, accuracyUnknown, ageUnknown, fromHome, fromHomeTowards, atHome, perimeter, time
  case openMap, ask, askHelp, onCharger, onChargerSince, still, stillSince
  case plan, planTitle, planOnly, home, circle, dots, walks, ownPlan, map, mapLoading, mapFailed
  case zoomIn, zoomOut, north, northEast, east, southEast, south, southWest, west, northWest

  var phrase: Phrase {
    switch self {
    case .title: Phrase(es: "Dónde está {wearer}", en: "Where {wearer} is")
    case .last: Phrase(es: "Última posición conocida", en: "Last known position")
    case .then: Phrase(es: "Posición del aviso", en: "Position in the notice")
    case .now: Phrase(es: "Posición más reciente", en: "Newest position")
    case .none:
      Phrase(
        es: "El dispositivo no ha enviado ninguna posición.",
        en: "The device has sent no position.")
    case .notShared:
      Phrase(
        es: "La posición no llega a este portal: así está ajustado el dispositivo.",
        en: "The position does not come to this portal: the device is set so.")
    case .noLongerShared:
      Phrase(
        es: "Ya no llegan posiciones nuevas a este portal: así está ajustado el dispositivo.",
        en: "No new positions come to this portal any more: the device is set so.")
    case .mailed:
      Phrase(
        es: "Si el dispositivo la conoce, está en el correo de cada aviso.",
        en: "If the device knows it, it is in the mail of each notice.")
    case .figures: Phrase(es: "{age}, {accuracy}", en: "{age}, {accuracy}")
    case .figuresNoAge:
      Phrase(es: "No se sabe de cuándo es; {accuracy}", en: "Its time is not known; {accuracy}")
    case .accuracy: Phrase(es: "± {value}", en: "± {value}")
    case .accuracyUnknown: Phrase(es: "precisión desconocida", en: "accuracy unknown")
    case .ageUnknown: Phrase(es: "antigüedad desconocida", en: "age unknown")
    case .fromHome: Phrase(es: "A {distance} de casa.", en: "{distance} from home.")
    case .fromHomeTowards:
      Phrase(
        es: "A {distance} de casa, al {direction}.", en: "{distance} to the {direction} of home.")
    case .atHome: Phrase(es: "Casa", en: "Home")
    case .perimeter:
      Phrase(es: "El perímetro llega a {value}.", en: "The perimeter reaches {value}.")
    case .time: Phrase(es: "A {time}.", en: "At {time}.")
    case .openMap: Phrase(es: "Abrir en Google Maps", en: "Open in Google Maps")
    case .ask: Phrase(es: "Preguntar dónde está {wearer}", en: "Ask where {wearer} is")
    case .askHelp:
      Phrase(
        es: "El dispositivo busca una posición nueva en cuanto lo sabe.",
        en: "The device looks for a new position as soon as it knows.")
    case .onCharger:
      Phrase(
        es: "El dispositivo está en el cargador: probablemente nadie lo lleva puesto.",
        en: "The device is on its charger: probably nobody wears it.")
    case .onChargerSince:
      Phrase(
        es: "El dispositivo está en el cargador desde {time}: probablemente nadie lo lleva puesto.",
        en: "The device is on its charger since {time}: probably nobody wears it.")
    case .still:
      Phrase(
        es: "El dispositivo no se mueve: puede que nadie lo lleve puesto.",
        en: "The device does not move: perhaps nobody wears it.")
    case .stillSince:
      Phrase(
        es: "El dispositivo no se mueve desde {time}: puede que nadie lo lleve puesto.",
        en: "The device has not moved since {time}: perhaps nobody wears it.")
    case .plan: Phrase(es: "Plano", en: "Plan")
    case .planTitle:
      Phrase(
        es: "Plano: casa, el perímetro y la posición",
        en: "Plan: home, the perimeter and the position")
    case .planOnly:
      Phrase(
        es: "Plano: casa y el perímetro, sin posición",
        en: "Plan: home and the perimeter, no position")
    case .home: Phrase(es: "casa", en: "home")
    case .circle:
      Phrase(es: "El círculo de rayas es el perímetro.", en: "The dashed circle is the perimeter.")
    case .dots:
      Phrase(
        es: "La línea de puntos es el camino de estas posiciones.",
        en: "The dotted line is the way of these positions.")
    case .walks:
      Phrase(
        es: "Las líneas suaves son paseos de otros días.",
        en: "The faint lines are walks of other days.")
    case .ownPlan: Phrase(es: "Ver el plano sencillo", en: "Show the simple plan")
    case .map: Phrase(es: "Ver el mapa", en: "Show the map")
    case .mapLoading: Phrase(es: "Mapa con la posición", en: "Map with the position")
    case .mapFailed:
      Phrase(
        es: "El mapa no se puede cargar. Este plano no lo necesita.",
        en: "The map cannot be loaded. This plan does not need it.")
    case .zoomIn: Phrase(es: "Acercar", en: "Zoom in")
    case .zoomOut: Phrase(es: "Alejar", en: "Zoom out")
    case .north: Phrase(es: "norte", en: "north")
    case .northEast: Phrase(es: "noreste", en: "north-east")
    case .east: Phrase(es: "este", en: "east")
    case .southEast: Phrase(es: "sureste", en: "south-east")
    case .south: Phrase(es: "sur", en: "south")
    case .southWest: Phrase(es: "suroeste", en: "south-west")
    case .west: Phrase(es: "oeste", en: "west")
    case .northWest: Phrase(es: "noroeste", en: "north-west")
    }
  }
}

/// The state of a device, as it told at its last contact.
enum HealthPhrase: PageKey {
  case title, asOf, none, battery, charging, notCharging, batteryNone, percent
  case night, nightCharged, nightFrom, nightTo, nightFull, nightNot, nightUnknown
  case positioning, positioningOK, positioningNone, positioningLost
  case clock, clockTrusted, clockUntrusted, moved, minutes, notTold
  case waiting, waitingNone, storage, megabytes, program, settings, settingsOwn, settingsMade

  var phrase: Phrase {
    switch self {
    case .title: Phrase(es: "El dispositivo", en: "The device")
    case .asOf:
      Phrase(es: "Según su último contacto, {age}.", en: "As of its last contact, {age}.")
    case .none:
      Phrase(es: "Todavía no ha dicho cómo está.", en: "It has not told its state yet.")
    case .battery: Phrase(es: "Batería", en: "Battery")
    case .charging: Phrase(es: "{percent}, cargándose", en: "{percent}, charging")
    case .notCharging: Phrase(es: "{percent}, sin cargador", en: "{percent}, not charging")
    case .batteryNone: Phrase(es: "No lo dice", en: "It does not say")
    case .percent: Phrase(es: "{number} %", en: "{number}%")
    case .night: Phrase(es: "Anoche", en: "Last night")
    case .nightCharged: Phrase(es: "Se cargó", en: "It was charged")
    case .nightFrom: Phrase(es: "desde {time}", en: "from {time}")
    case .nightTo: Phrase(es: "hasta {time}", en: "until {time}")
    case .nightFull: Phrase(es: "llegó al {percent}", en: "it reached {percent}")
    case .nightNot: Phrase(es: "No se cargó", en: "It was not charged")
    case .nightUnknown:
      Phrase(es: "No se sabe si se cargó", en: "It is not known whether it was charged")
    case .positioning: Phrase(es: "Posición", en: "Position")
    case .positioningOK: Phrase(es: "La encuentra", en: "It finds one")
    case .positioningNone: Phrase(es: "No la encuentra", en: "It finds none")
    case .positioningLost: Phrase(es: "El receptor no responde", en: "The receiver does not answer")
    case .clock: Phrase(es: "Reloj", en: "Clock")
    case .clockTrusted: Phrase(es: "Sabe la hora", en: "It knows the time")
    case .clockUntrusted: Phrase(es: "No está seguro de la hora", en: "It is not sure of the time")
    case .moved: Phrase(es: "Movimiento hoy", en: "Movement today")
    case .minutes: Phrase(es: "{number} min", en: "{number} min")
    case .notTold: Phrase(es: "No lo dice", en: "It does not say")
    case .waiting: Phrase(es: "Avisos sin terminar", en: "Notices not finished")
    case .waitingNone: Phrase(es: "Ninguno", en: "None")
    case .storage: Phrase(es: "Espacio libre", en: "Free space")
    case .megabytes: Phrase(es: "{number} MB", en: "{number} MB")
    case .program: Phrase(es: "Programa", en: "Program")
    case .settings: Phrase(es: "Ajustes", en: "Settings")
    case .settingsOwn: Phrase(es: "Los de su propio archivo", en: "Those of its own file")
    case .settingsMade: Phrase(es: "Los puestos aquí a {time}", en: "Those set here at {time}")
    }
  }
}
