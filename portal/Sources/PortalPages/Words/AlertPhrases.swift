import Words

/// Notices: their state, and the fate of each way.
enum AlertPhrase: PageKey {
  case title, empty, older, take, takeHelp, takenLate
  case waiting, waitingTaken, waitingUnknown, answered, answeredMail, answeredSomebody, answeredAt,
    knows
  case over, overAt, told, made, madeUnknown
  case advice, ways, waysNone, way, mail, relay, portal, person
  case turnAhead, trying, tryingNone, accepted, acceptedRelay, acceptedPortal, notRead
  case refused, refusedWhy, failed, notNeeded, battery, takes

  var phrase: Phrase {
    switch self {
    case .title: Phrase(es: "Avisos", en: "Notices")
    case .empty: Phrase(es: "Todavía no hay ningún aviso.", en: "There is no notice yet.")
    case .older: Phrase(es: "Ver más antiguos", en: "See older ones")
    case .take: Phrase(es: "Me encargo yo", en: "I take care of it")
    case .takeHelp:
      Phrase(
        es:
          "Las demás personas verán tu nombre. El dispositivo deja de insistir en cuanto lo sabe.",
        en: "The others will see your name. The device stops insisting as soon as it knows.")
    case .takenLate:
      Phrase(
        es: "Ya no hace falta responder a este aviso.",
        en: "This notice needs no answer any more.")
    case .waiting:
      Phrase(
        es: "Nadie ha respondido todavía. El dispositivo sigue avisando.",
        en: "Nobody has answered yet. The device goes on telling people.")
    case .waitingTaken:
      Phrase(
        es: "El dispositivo todavía no tiene respuesta y sigue avisando.",
        en: "The device has no answer yet and goes on telling people.")
    case .waitingUnknown:
      Phrase(
        es: "Nadie ha respondido, que sepamos: no hay contacto con el dispositivo.",
        en: "Nobody has answered that we know of: there is no contact with the device.")
    case .answered: Phrase(es: "{name} se encarga.", en: "{name} takes care of it.")
    case .answeredMail:
      Phrase(es: "{name} respondió por correo.", en: "{name} answered by mail.")
    case .answeredSomebody: Phrase(es: "Alguien ha respondido.", en: "Somebody has answered.")
    case .answeredAt:
      Phrase(
        es: "El dispositivo lo sabe desde {time}.", en: "The device has known since {time}.")
    case .knows: Phrase(es: "El dispositivo lo sabe.", en: "The device knows.")
    case .over: Phrase(es: "Ya ha terminado.", en: "It is over.")
    case .overAt: Phrase(es: "Terminó a {time}.", en: "It ended at {time}.")
    case .told: Phrase(es: "No pide respuesta.", en: "It asks for no answer.")
    case .made: Phrase(es: "{age}, a {time}", en: "{age}, at {time}")
    case .madeUnknown:
      Phrase(
        es: "A una hora desconocida: el dispositivo no sabía la hora",
        en: "At an unknown time: the device did not know the time")
    case .advice: Phrase(es: "Qué hacer", en: "What to do")
    case .ways: Phrase(es: "A quién se ha avisado", en: "Who was told")
    case .waysNone:
      Phrase(
        es: "El dispositivo no ha dicho todavía por dónde ha salido.",
        en: "The device has not told yet which ways it took.")
    case .way: Phrase(es: "{name}, {kinship}", en: "{name}, {kinship}")
    case .mail: Phrase(es: "correo", en: "mail")
    case .relay: Phrase(es: "la pasarela", en: "the relay")
    case .portal: Phrase(es: "este portal", en: "this portal")
    case .person: Phrase(es: "{name}, {kinship}: {way}", en: "{name}, {kinship}: {way}")
    case .turnAhead: Phrase(es: "Aún no le toca.", en: "It is not their turn yet.")
    case .trying:
      Phrase(
        es: "Se está intentando. Intentos: {number}. Ningún servidor lo ha aceptado todavía.",
        en: "It is being tried. Attempts: {number}. No server has accepted it yet.")
    case .tryingNone:
      Phrase(
        es: "Todavía no se ha intentado.", en: "It has not been tried yet.")
    case .accepted:
      Phrase(
        es: "El servidor de correo lo aceptó a {time}.",
        en: "The mail server accepted it at {time}.")
    case .acceptedRelay:
      Phrase(es: "La pasarela lo aceptó a {time}.", en: "The relay accepted it at {time}.")
    case .acceptedPortal:
      Phrase(es: "Está en este portal desde {time}.", en: "It is in this portal since {time}.")
    case .notRead:
      Phrase(es: "No sabemos si lo ha leído.", en: "We do not know whether it was read.")
    case .refused:
      Phrase(es: "El servidor lo rechazó a {time}.", en: "The server refused it at {time}.")
    case .refusedWhy:
      Phrase(
        es: "El servidor lo rechazó a {time}: {reason}",
        en: "The server refused it at {time}: {reason}")
    case .failed:
      Phrase(
        es: "No llegó. El dispositivo dejó de intentarlo a {time}.",
        en: "It did not arrive. The device gave up at {time}.")
    case .notNeeded:
      Phrase(
        es: "No hizo falta: antes hubo respuesta, o terminó.",
        en: "It was not needed: there was an answer before, or it ended.")
    case .battery:
      Phrase(es: "Batería en ese momento: {percent}.", en: "Battery at that time: {percent}.")
    case .takes: Phrase(es: "Quién ha respondido aquí", en: "Who answered here")
    }
  }
}

/// Wishes of caregivers on their way to the device.
enum RequestPhrase: PageKey {
  case takeYou, take, placeYou, place, companyYou, company, overYou, over, testYou, test
  case adviceYou, advice, noRecording, noHome, noAdvice
  case stepPortal, stepFetched, stepKnows, stepRefused, stepExpired, done, open
  case queued, queuedDue, queuedOverdue, fetched, applied, refused, expired, endless
  case clockUntrusted, alreadyOver, unknownAlert, past, tooFar, unknownCaregiver, unknownWord
  case noRight, nobodyToTell, other, diaryChanged, entryAhead, entryGone, entryUnfit
  case diaryAddedYou, diaryAdded, diaryChangeYou, diaryChange, diaryRemovedYou, diaryRemoved

  var phrase: Phrase {
    switch self {
    case .takeYou: Phrase(es: "Has dicho que te encargas", en: "You said that you take care of it")
    case .take: Phrase(es: "{name} ha dicho que se encarga", en: "{name} said to take care of it")
    case .placeYou: Phrase(es: "Has preguntado dónde está", en: "You asked for the position")
    case .place: Phrase(es: "{name} ha preguntado dónde está", en: "{name} asked for the position")
    case .companyYou:
      Phrase(
        es: "Has dicho que hay compañía hasta {until}",
        en: "You said that there is company until {until}")
    case .company:
      Phrase(
        es: "{name} ha dicho que hay compañía hasta {until}",
        en: "{name} said that there is company until {until}")
    case .overYou:
      Phrase(es: "Has dicho que la compañía terminó", en: "You said that the company is over")
    case .over:
      Phrase(
        es: "{name} ha dicho que la compañía terminó", en: "{name} said that the company is over")
    case .adviceYou:
      Phrase(
        es: "Has pedido consejo sobre el perímetro", en: "You asked for advice on the perimeter")
    case .advice:
      Phrase(
        es: "{name} ha pedido consejo sobre el perímetro",
        en: "{name} asked for advice on the perimeter")
    case .noRecording:
      Phrase(
        es: "el dispositivo todavía no ha grabado nada",
        en: "the device has recorded nothing yet")
    case .noHome:
      Phrase(
        es:
          "todavía no ha visto a nadie cinco minutos seguidos en un sitio, y no sabe cuál es la casa",
        en: "it has not seen five minutes in one place yet, and does not know which one is home")
    case .noAdvice:
      Phrase(es: "no ha podido calcularlo", en: "it could not work it out")
    case .testYou: Phrase(es: "Has pedido un aviso de prueba", en: "You asked for a test notice")
    case .test:
      Phrase(es: "{name} ha pedido un aviso de prueba", en: "{name} asked for a test notice")
    case .stepPortal: Phrase(es: "En el portal", en: "In the portal")
    case .stepFetched: Phrase(es: "Recogido", en: "Fetched")
    case .stepKnows: Phrase(es: "El dispositivo lo sabe", en: "The device knows")
    case .stepRefused: Phrase(es: "No aceptado", en: "Refused")
    case .stepExpired: Phrase(es: "Caducado", en: "Expired")
    case .done: Phrase(es: "hecho", en: "done")
    case .open: Phrase(es: "pendiente", en: "to come")
    case .queued:
      Phrase(
        es: "El dispositivo aún no lo ha recogido, y no se sabe cuándo llamará.",
        en: "The device has not fetched it, and it is not known when it will call.")
    case .queuedDue:
      Phrase(
        es: "El dispositivo aún no lo ha recogido. Llamará a {until} como muy tarde.",
        en: "The device has not fetched it yet. It will call by {until} at the latest.")
    case .queuedOverdue:
      Phrase(
        es: "El dispositivo no lo ha recogido: debía llamar a {until} como muy tarde y no lo ha "
          + "hecho.",
        en: "The device has not fetched it: it was due to call by {until} at the latest and has "
          + "not.")
    case .fetched:
      Phrase(
        es: "El dispositivo lo recogió a {time} y aún no lo ha confirmado.",
        en: "The device fetched it at {time} and has not confirmed it yet.")
    case .applied:
      Phrase(es: "El dispositivo lo sabe desde {time}.", en: "The device has known since {time}.")
    case .refused:
      Phrase(
        es: "El dispositivo no lo aceptó a {time}: {reason}.",
        en: "The device refused it at {time}: {reason}.")
    case .expired:
      Phrase(
        es: "Caducó a {time} sin que el dispositivo lo aplicara. Ya no cuenta.",
        en: "It expired at {time} before the device applied it. It counts no more.")
    case .endless: Phrase(es: "No caduca.", en: "It does not expire.")
    case .clockUntrusted:
      Phrase(
        es:
          "no está seguro de la hora, y hasta entonces solo cuentan las respuestas y el fin de la "
          + "compañía",
        en: "it is not sure of the time, and until then only answers and the end of company count")
    case .alreadyOver:
      Phrase(
        es: "ya había terminado, o ya tenía respuesta", en: "it was over, or answered already")
    case .unknownAlert: Phrase(es: "no conoce ese aviso", en: "it does not know that notice")
    case .past: Phrase(es: "esa hora ya había pasado", en: "that time had passed already")
    case .tooFar: Phrase(es: "esa hora queda demasiado lejos", en: "that time is too far ahead")
    case .unknownCaregiver:
      Phrase(
        es: "esta cuenta no está entre las personas que él conoce",
        en: "this account is none of the people that it knows")
    case .unknownWord:
      Phrase(
        es: "no conoce esta petición; su programa es anterior a ella",
        en: "it does not know this request, which is newer than its program")
    case .diaryChanged:
      Phrase(
        es: "en el dispositivo se ha anotado algo más entretanto; míralo, y repítelo si hace falta",
        en: "something else was entered on the device meanwhile; look at it, and repeat this if "
          + "it is still needed")
    case .entryAhead:
      Phrase(
        es: "su hora va por delante del reloj del dispositivo",
        en: "its time is ahead of the device's clock")
    case .entryGone:
      Phrase(
        es: "esa anotación ya no está en el diario", en: "that entry is no longer in the diary")
    case .entryUnfit:
      Phrase(
        es: "el dispositivo no admite una anotación así", en: "the device takes no such entry")
    case .diaryAddedYou:
      Phrase(es: "Has anotado en el diario: {title}", en: "You entered in the diary: {title}")
    case .diaryAdded:
      Phrase(
        es: "{name} ha anotado en el diario: {title}", en: "{name} entered in the diary: {title}")
    case .diaryChangeYou:
      Phrase(es: "Has cambiado en el diario: {title}", en: "You changed in the diary: {title}")
    case .diaryChange:
      Phrase(
        es: "{name} ha cambiado en el diario: {title}", en: "{name} changed in the diary: {title}")
    case .diaryRemovedYou:
      Phrase(es: "Has borrado del diario: {title}", en: "You deleted from the diary: {title}")
    case .diaryRemoved:
      Phrase(
        es: "{name} ha borrado del diario: {title}", en: "{name} deleted from the diary: {title}")
    case .noRight:
      Phrase(
        es: "quien lo pidió ya no tiene permiso para ello",
        en: "whoever asked no longer has the permission for it")
    case .nobodyToTell:
      Phrase(es: "nadie tiene dirección para recibirlo", en: "nobody has an address to get it")
    case .other: Phrase(es: "“{reason}”", en: "‘{reason}’")
    }
  }
}

/// The page of company.
enum CompanyPagePhrase: PageKey {
  case none, watchedAlways, watchedUntil, unwatched, unwatchedUntil
  case title, until, untilBy, lead, limit, quick, hours, hour, field, zone, say
  case overTitle, overHelp, over, unreadable, past, tooFar, stale, short

  var phrase: Phrase {
    switch self {
    case .title: Phrase(es: "Compañía", en: "Company")
    case .none:
      Phrase(
        es: "El perímetro se vigila como dicen los ajustes.",
        en: "The perimeter is watched as the settings say.")
    case .watchedAlways:
      Phrase(es: "El perímetro se vigila siempre.", en: "The perimeter is watched always.")
    case .watchedUntil:
      Phrase(
        es: "El perímetro se vigila hasta {until}, según el horario.",
        en: "The perimeter is watched until {until}, by the schedule.")
    case .unwatched:
      Phrase(
        es: "El perímetro no se vigila, según el horario.",
        en: "The perimeter is not watched, by the schedule.")
    case .unwatchedUntil:
      Phrase(
        es: "Ahora no se vigila el perímetro, según el horario. Se vigila otra vez a {until}.",
        en: "The perimeter is not watched now, by the schedule. It is watched again at {until}.")
    case .until:
      Phrase(
        es: "Con compañía hasta {until}: el perímetro no se vigila.",
        en: "In company until {until}: the perimeter is not watched.")
    case .untilBy:
      Phrase(
        es: "Con compañía hasta {until}, lo dijo {name}: el perímetro no se vigila.",
        en: "In company until {until}, said by {name}: the perimeter is not watched.")
    case .lead:
      Phrase(
        es: "Mientras hay compañía no se avisa a nadie si {wearer} sale del perímetro. Los demás "
          + "avisos siguen. Cuenta desde que el dispositivo lo sabe.",
        en: "While there is company, nobody is told if {wearer} leaves the perimeter. All other "
          + "notices go on. It counts from when the device knows.")
    case .limit: Phrase(es: "Doce horas como mucho.", en: "Twelve hours at most.")
    case .quick: Phrase(es: "Estoy con {wearer}", en: "I am with {wearer}")
    case .hours: Phrase(es: "{number} horas, hasta {until}", en: "{number} hours, until {until}")
    case .hour: Phrase(es: "1 hora, hasta {until}", en: "1 hour, until {until}")
    case .field: Phrase(es: "O hasta otra hora", en: "Or until another time")
    case .zone: Phrase(es: "Hora de {zone}.", en: "{zone} time.")
    case .say: Phrase(es: "Decir que hay compañía", en: "Say that there is company")
    case .overTitle: Phrase(es: "La compañía ha terminado", en: "The company is over")
    case .overHelp:
      Phrase(
        es: "El perímetro se vigila otra vez en cuanto el dispositivo lo sabe. No caduca.",
        en: "The perimeter is watched again as soon as the device knows. It does not expire.")
    case .over: Phrase(es: "Ha terminado", en: "It is over")
    case .unreadable:
      Phrase(
        es: "Escribe una hora, por ejemplo 18:30.",
        en: "Write a time of the day, for example 18:30.")
    case .past: Phrase(es: "Esa hora ya ha pasado.", en: "That time has passed.")
    case .tooFar:
      Phrase(
        es: "Esa hora queda demasiado lejos: doce horas como mucho.",
        en: "That time is too far ahead: twelve hours at most.")
    case .stale:
      Phrase(
        es: "No se ha dicho nada: las horas de esa página eran de hace un rato. Estas son las de "
          + "ahora.",
        en: "Nothing was said: the hours of that page were from a while ago. These are those of "
          + "now.")
    case .short: Phrase(es: "Decir que hay compañía", en: "Say that there is company")
    }
  }
}

/// The page of the test notice.
enum TestAlertPhrase: PageKey {
  case title, lead, send, result, none

  var phrase: Phrase {
    switch self {
    case .title: Phrase(es: "Aviso de prueba", en: "Test notice")
    case .lead:
      Phrase(
        es:
          "El dispositivo envía una prueba a todas las personas de la lista, por todas sus vías. El "
          + "mensaje dice que no ha pasado nada.",
        en: "The device sends a test to everybody on the list, by every way they have. The message "
          + "says that nothing happened.")
    case .send: Phrase(es: "Enviar una prueba a todas", en: "Send everybody a test")
    case .result: Phrase(es: "La última prueba", en: "The last test")
    case .none: Phrase(es: "Todavía no hay ninguna.", en: "There is none yet.")
    }
  }
}
