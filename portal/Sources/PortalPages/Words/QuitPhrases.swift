import Words

/// The page of a wearer who gives up smoking.
enum QuitPhrase: PageKey {
  case title, since, until, quitDate, streak, longest, asOf, asOfLost, told, unreadable
  case unreadableOnly
  case gained, notSmoked, saved, rank, rankOf, rankNext, rankTop, life, lifeAt, before, beforeHelp
  case health, healthNote, next, reached, dueAt, later, badges, badgesNone
  case cravings, cravingsNone, cravingsNotAsked, cravingsChart, cravingsRow, cravingsTable
  case cravingsAll, cravingsShown
  case slips, slipsNone, slipsShown, slipsHow, slipRow, slipRowOne
  case tip, anotherTip, source, motive, phrase, sources, notAdvice, testimonies, see, list

  var phrase: Phrase {
    switch self {
    case .title: Phrase(es: "Dejar de fumar", en: "Quitting")
    case .since: Phrase(es: "Lo dejó hace {age}", en: "Quit {age} ago")
    case .until: Phrase(es: "Faltan {age} para dejarlo", en: "{age} until the quit date")
    case .quitDate: Phrase(es: "La fecha: {date}, {time}.", en: "The date: {date}, {time}.")
    case .streak:
      Phrase(
        es: "Sin fumar desde el último resbalón: {age}.",
        en: "Without smoking since the last slip: {age}.")
    case .longest:
      Phrase(es: "Lo más largo sin fumar: {age}.", en: "The longest time without smoking: {age}.")
    case .asOf:
      Phrase(
        es: "Las respuestas en el dispositivo se conocen hasta su último contacto, {age}.",
        en: "Answers on the device are known up to its last contact, {age}.")
    case .asOfLost:
      Phrase(
        es: "No hay contacto con el dispositivo desde {time}. Las respuestas y los resbalones se "
          + "conocen hasta entonces: lo de después no está contado.",
        en: "There has been no contact with the device since {time}. Answers and slips are known "
          + "up to then: what came after is not counted.")
    case .told:
      Phrase(
        es: "Los ajustes y los resbalones apuntados son los que el dispositivo envió a {time}.",
        en: "Settings and noted slips are those that the device sent at {time}.")
    case .unreadable:
      Phrase(
        es:
          "El dispositivo envió a {time} unos ajustes que este portal no puede leer. Lo que ves es "
          + "de los anteriores.",
        en: "The device sent settings at {time} that this portal cannot read. What you see is "
          + "from those before.")
    case .unreadableOnly:
      Phrase(
        es:
          "El dispositivo envió a {time} unos ajustes que este portal no puede leer, y no hay otros. "
          + "Puede que el portal sea más antiguo que el dispositivo.",
        en: "The device sent settings at {time} that this portal cannot read, and there are no "
          + "others. Perhaps the portal is older than the device.")
    case .gained: Phrase(es: "Lo conseguido", en: "What came of it")
    case .notSmoked: Phrase(es: "Cigarrillos no fumados", en: "Cigarettes not smoked")
    case .saved: Phrase(es: "Dinero sin gastar", en: "Money not spent")
    case .rank: Phrase(es: "Rango", en: "Rank")
    case .rankOf: Phrase(es: "{number} (1 es el más alto)", en: "{number} (1 is the highest)")
    case .rankNext:
      Phrase(es: "Para el rango {number} faltan", en: "Missing to rank {number}")
    case .rankTop: Phrase(es: "Es el rango más alto.", en: "That is the highest rank.")
    case .life: Phrase(es: "Vida ganada, según {name}", en: "Life regained, by {name}")
    case .lifeAt:
      Phrase(es: "{age}, a {number} min por cigarrillo", en: "{age}, at {number} min a cigarette")
    case .before: Phrase(es: "Todavía no ha empezado", en: "It has not begun yet")
    case .beforeHelp:
      Phrase(
        es: "Desde la fecha se cuentan aquí los cigarrillos no fumados, el dinero y la vida "
          + "ganada.",
        en: "From the date on, cigarettes not smoked, money and life regained are counted here.")
    case .health: Phrase(es: "La salud", en: "Health")
    case .healthNote:
      Phrase(
        es: "Las fuentes hablan de quien lo deja del todo.",
        en: "The sources speak of people who stopped altogether.")
    case .next: Phrase(es: "Lo siguiente", en: "Next")
    case .reached: Phrase(es: "Alcanzado", en: "Reached")
    case .dueAt: Phrase(es: "{date}, {time}. {name}", en: "{date}, {time}. {name}")
    case .later: Phrase(es: "Más adelante: {number}", en: "Later on: {number}")
    case .badges: Phrase(es: "Logros", en: "Badges")
    case .badgesNone: Phrase(es: "Todavía ninguno.", en: "None yet.")
    case .cravings: Phrase(es: "Ganas de fumar", en: "Cravings")
    case .cravingsNone:
      Phrase(
        es: "El dispositivo no ha enviado ninguna respuesta.", en: "The device has sent no answer.")
    case .cravingsNotAsked:
      Phrase(
        es: "El dispositivo no pregunta por las ganas: en sus ajustes no está on_demand: yes.",
        en: "The device does not ask about cravings: its settings have no on_demand: yes.")
    case .cravingsChart:
      Phrase(
        es: "Fuerza de las ganas, de 0 a 10; la última respuesta, a la derecha",
        en: "Strength of the cravings, 0 to 10; the last answer on the right")
    case .cravingsTable: Phrase(es: "Las respuestas en una lista", en: "The answers as a list")
    case .cravingsAll: Phrase(es: "Respuestas: {number}.", en: "Answers: {number}.")
    case .cravingsShown:
      Phrase(
        es: "Respuestas: {number}. Aquí están las últimas {value}.",
        en: "Answers: {number}. The last {value} are here.")
    case .cravingsRow: Phrase(es: "{number} de 10", en: "{number} of 10")
    case .slips: Phrase(es: "Resbalones", en: "Slips")
    case .slipsNone: Phrase(es: "Ninguno apuntado.", en: "None noted.")
    case .slipsShown:
      Phrase(
        es: "Resbalones: {number}. Aquí están los últimos {value}.",
        en: "Slips: {number}. The last {value} are here.")
    case .slipsHow:
      Phrase(
        es: "Un resbalón se apunta en el dispositivo con «vigia quit slip», y los ajustes se "
          + "cambian también allí. Esta página solo los muestra.",
        en: "A slip is noted on the device with \u{201C}vigia quit slip\u{201D}, and settings are "
          + "changed there, too. This page only shows them.")
    case .slipRow: Phrase(es: "{number} cigarrillos", en: "{number} cigarettes")
    case .slipRowOne: Phrase(es: "1 cigarrillo", en: "1 cigarette")
    case .tip: Phrase(es: "Un consejo", en: "A tip")
    case .anotherTip: Phrase(es: "Otro consejo", en: "Another tip")
    case .source: Phrase(es: "Fuente: {name}", en: "Source: {name}")
    case .motive: Phrase(es: "Motivo: {name}.", en: "Motive: {name}.")
    case .phrase: Phrase(es: "«{name}»", en: "\u{201C}{name}\u{201D}")
    case .sources: Phrase(es: "Fuentes", en: "Sources")
    case .notAdvice: Phrase(es: "No es consejo médico.", en: "Not medical advice.")
    case .testimonies: Phrase(es: "Leer testimonios", en: "Read testimonies")
    case .see: Phrase(es: "Ver cómo va", en: "See how it goes")
    case .list: Phrase(es: "{date}, {time}", en: "{date}, {time}")
    }
  }
}

/// Testimonies, and the page of those who decide about them.
enum TestimonyPhrase: PageKey {
  case title, lead, empty, older, by, own, ownNone, waits, isPublished, isRefused, withdraw
  case withdrawHelp, write, writeHelp, text, textHelp, name, nameHelp, language, consent, send
  case textMissing, textTooLong, nameMissing, nameTooLong, consentMissing, tooManyWaiting
  case tooOften, toForm, sent, withdrawn, noModerator
  case moderation, moderationCount, moderationLead, queue, queueNone, publish, refuse, reason
  case reasonHelp, reasonMissing, reasonTooLong, takeDown, shown, decisions, decisionsNone
  case decidedPublished, decidedRefused, moderatorMade, moderatorEnded, saidPublished, saidRefused,
    saidGone, number, inLanguage

  var phrase: Phrase {
    switch self {
    case .title: Phrase(es: "Testimonios", en: "Testimonies")
    case .lead:
      Phrase(
        es: "Los escriben personas de las familias de este portal que saben lo que es dejar de "
          + "fumar. Alguien los lee antes de que se publiquen.",
        en: "People of this portal's families wrote them, who know what giving up smoking is like. "
          + "Somebody reads each before it is published.")
    case .empty: Phrase(es: "Todavía no hay ninguno.", en: "There is none yet.")
    case .older: Phrase(es: "Ver los anteriores", en: "See earlier ones")
    case .by: Phrase(es: "{name}, {date}", en: "{name}, {date}")
    case .own: Phrase(es: "Los tuyos", en: "Yours")
    case .ownNone: Phrase(es: "No has enviado ninguno.", en: "You have sent none.")
    case .waits: Phrase(es: "Espera a quien modera.", en: "It waits for a moderator.")
    case .isPublished: Phrase(es: "Está publicado.", en: "It is published.")
    case .isRefused:
      Phrase(es: "No está publicado. El motivo: {reason}", en: "It is not published. Why: {reason}")
    case .withdraw: Phrase(es: "Retirarlo", en: "Withdraw it")
    case .withdrawHelp:
      Phrase(
        es: "Puedes retirarlo cuando quieras. Entonces se borra del portal.",
        en: "You can withdraw it at any time. It is deleted from the portal then.")
    case .write: Phrase(es: "Escribir uno", en: "Write one")
    case .writeHelp:
      Phrase(
        es: "No escribas el nombre de la persona que cuidas, ni dónde vive.",
        en: "Do not write the name of the person you look after, nor where they live.")
    case .text: Phrase(es: "Tu testimonio", en: "Your testimony")
    case .textHelp: Phrase(es: "Hasta 600 caracteres.", en: "Up to 600 characters.")
    case .name: Phrase(es: "Nombre que se verá", en: "Name to be shown")
    case .nameHelp: Phrase(es: "El que tú quieras.", en: "Whichever you like.")
    case .language: Phrase(es: "Idioma del testimonio", en: "Language of the testimony")
    case .consent:
      Phrase(
        es: "Acepto que lo lea, con ese nombre, cualquiera que tenga cuenta en este portal.",
        en: "I agree that everybody with an account on this portal reads it, with that name.")
    case .send: Phrase(es: "Enviarlo a moderar", en: "Send it to a moderator")
    case .textMissing: Phrase(es: "Falta el testimonio.", en: "The testimony is missing.")
    case .textTooLong:
      Phrase(
        es: "Tiene más de 600 caracteres. Acórtalo, por favor.",
        en: "It has more than 600 characters. Please shorten it.")
    case .nameMissing: Phrase(es: "Falta el nombre que se verá.", en: "The name is missing.")
    case .nameTooLong:
      Phrase(es: "El nombre tiene más de 40 letras.", en: "The name has more than 40 letters.")
    case .consentMissing:
      Phrase(
        es: "Sin tu consentimiento no se puede enviar.",
        en: "Without your consent it cannot be sent.")
    case .tooManyWaiting:
      Phrase(
        es: "Tres tuyos esperan todavía. Retira uno, o espera a que se decidan.",
        en: "Three of yours are still waiting. Withdraw one, or wait until they are decided.")
    case .tooOften:
      Phrase(
        es: "Has enviado seis en 24 horas. Envía este mañana.",
        en: "You have sent six in 24 hours. Send this one tomorrow.")
    case .toForm: Phrase(es: "Ir al formulario", en: "Go to the form")
    case .sent:
      Phrase(
        es: "Tu testimonio está aquí y espera a quien modera. Nadie más lo ve hasta entonces.",
        en: "Your testimony is here and waits for a moderator. Nobody else sees it until then.")
    case .withdrawn: Phrase(es: "Está retirado y borrado.", en: "It is withdrawn and deleted.")
    case .noModerator:
      Phrase(
        es: "En este portal no modera nadie todavía: lo que envíes espera hasta que alguien lo "
          + "haga.",
        en: "Nobody moderates on this portal yet: what you send waits until somebody does.")
    case .moderation: Phrase(es: "Moderar testimonios", en: "Moderate testimonies")
    case .moderationCount:
      Phrase(es: "Moderar testimonios ({number})", en: "Moderate testimonies ({number})")
    case .moderationLead:
      Phrase(
        es: "Publica lo que ayuda. Rechaza lo que nombra a quien lleva un dispositivo o dice dónde "
          + "vive, lo que ofende, vende o da consejos de medicinas.",
        en: "Publish what helps. Refuse what names somebody who wears a device or says where they "
          + "live, and what offends, sells or gives advice on medicines.")
    case .queue: Phrase(es: "Esperan", en: "Waiting")
    case .queueNone: Phrase(es: "No espera ninguno.", en: "None is waiting.")
    case .publish: Phrase(es: "Publicar", en: "Publish")
    case .refuse: Phrase(es: "Rechazar", en: "Refuse")
    case .reason: Phrase(es: "Motivo del rechazo del {number}", en: "Why {number} is refused")
    case .reasonHelp:
      Phrase(es: "Lo lee quien lo envió.", en: "Whoever sent it reads this.")
    case .reasonMissing:
      Phrase(
        es: "Falta el motivo: quien lo envió tiene que saberlo.",
        en: "The reason is missing: whoever sent it must know.")
    case .reasonTooLong:
      Phrase(
        es: "El motivo tiene más de 200 caracteres.", en: "The reason has more than 200 characters."
      )
    case .takeDown: Phrase(es: "Quitar este", en: "Take this one down")
    case .shown: Phrase(es: "Publicados", en: "Published")
    case .decisions: Phrase(es: "Lo decidido", en: "Decisions")
    case .decisionsNone: Phrase(es: "No consta nada.", en: "Nothing is on record.")
    case .decidedPublished:
      Phrase(es: "{name} publicó el {number}", en: "{name} published {number}")
    case .decidedRefused:
      Phrase(
        es: "{name} rechazó el {number}: {reason}", en: "{name} refused {number}: {reason}")
    case .moderatorMade:
      Phrase(
        es: "{name} modera desde ahora (lo dice quien lleva el servidor)",
        en: "{name} moderates from now on (says whoever keeps the server)")
    case .moderatorEnded:
      Phrase(
        es: "{name} ya no modera (lo dice quien lleva el servidor)",
        en: "{name} moderates no longer (says whoever keeps the server)")
    case .saidPublished: Phrase(es: "Está publicado.", en: "It is published.")
    case .saidRefused:
      Phrase(
        es: "Está rechazado, y quien lo envió ve el motivo.",
        en: "It is refused, and whoever sent it sees why.")
    case .saidGone:
      Phrase(
        es: "Ese ya no espera: lo han retirado, o alguien ha decidido antes.",
        en: "That one waits no longer: it was withdrawn, or somebody decided before.")
    case .number: Phrase(es: "Testimonio {number}", en: "Testimony {number}")
    case .inLanguage: Phrase(es: "{value}, enviado a {time}", en: "{value}, sent at {time}")
    }
  }
}
