import Words

/// A day's story.
enum DayPhrase: PageKey {
  case title, today, previous, next, slider, show, before, after, shown, shownNone, events
  case noEvents, positions, positionsNone, answered, answeredSomebody, contactLost, contactBack
  case charging, offCharger, offChargerAt, started, company, companyBy, companyOver, at

  var phrase: Phrase {
    switch self {
    case .title: Phrase(es: "El {date}", en: "{date}")
    case .today: Phrase(es: "Hoy, {date}", en: "Today, {date}")
    case .previous: Phrase(es: "El día anterior", en: "The day before")
    case .next: Phrase(es: "El día siguiente", en: "The day after")
    case .slider: Phrase(es: "Momento del día", en: "Moment of the day")
    case .show: Phrase(es: "Ver ese momento", en: "Show that moment")
    case .before: Phrase(es: "Momento anterior", en: "Earlier moment")
    case .after: Phrase(es: "Momento siguiente", en: "Later moment")
    case .shown: Phrase(es: "Última posición hasta entonces", en: "Last position up to then")
    case .shownNone:
      Phrase(
        es: "Hasta ese momento no hay ninguna posición de este día.",
        en: "There is no position of this day up to that moment.")
    case .events: Phrase(es: "Qué pasó", en: "What happened")
    case .noEvents: Phrase(es: "No consta nada.", en: "Nothing is on record.")
    case .positions:
      Phrase(es: "Posiciones del día: {number}", en: "Positions of the day: {number}")
    case .positionsNone:
      Phrase(
        es: "No hay posiciones de este día en el portal.",
        en: "The portal has no positions of this day.")
    case .answered: Phrase(es: "{name} respondió: {title}", en: "{name} answered: {title}")
    case .answeredSomebody:
      Phrase(es: "Alguien respondió: {title}", en: "Somebody answered: {title}")
    case .contactLost: Phrase(es: "Se perdió el contacto", en: "Contact was lost")
    case .contactBack:
      Phrase(es: "Volvió el contacto, después de {age}", en: "Contact came back, after {age}")
    case .charging: Phrase(es: "En el cargador", en: "On the charger")
    case .offCharger: Phrase(es: "Fuera del cargador", en: "Off the charger")
    case .offChargerAt:
      Phrase(es: "Fuera del cargador, con {percent}", en: "Off the charger, at {percent}")
    case .started: Phrase(es: "El dispositivo se encendió", en: "The device was switched on")
    case .company: Phrase(es: "Compañía hasta {until}", en: "Company until {until}")
    case .companyBy:
      Phrase(
        es: "Compañía hasta {until}, lo dijo {name}", en: "Company until {until}, said by {name}")
    case .companyOver: Phrase(es: "La compañía terminó", en: "The company ended")
    case .at: Phrase(es: "A {time}: {title}", en: "At {time}: {title}")
    }
  }
}

/// The people round a wearer.
enum PeoplePhrase: PageKey {
  case title, you, right, permission, change, look, help, administer, none
  case lookHelp, helpHelp, administerHelp
  case invitations, waitingFor, endInvitation, invite, inviteLead, noMailLead, email, name, send
  case emailUnreadable, alreadyHere, lastAdministrator, noMail, invited, changed

  var phrase: Phrase {
    switch self {
    case .title: Phrase(es: "Personas y permisos", en: "People and permissions")
    case .you: Phrase(es: "{name} (tú)", en: "{name} (you)")
    case .right: Phrase(es: "Permiso de {name}", en: "Permission of {name}")
    case .permission: Phrase(es: "Su permiso", en: "Their permission")
    case .change: Phrase(es: "Cambiar", en: "Change")
    case .look: Phrase(es: "Mirar", en: "Look")
    case .help: Phrase(es: "Ayudar", en: "Help")
    case .administer: Phrase(es: "Administrar", en: "Administer")
    case .none: Phrase(es: "Quitar de aquí", en: "Take off")
    case .lookHelp: Phrase(es: "Mirar: lo ve todo.", en: "Look: sees everything.")
    case .helpHelp:
      Phrase(
        es: "Ayudar: además se encarga de avisos, pregunta dónde está y dice que hay compañía.",
        en: "Help: also takes notices, asks for the position and says that there is company.")
    case .administerHelp:
      Phrase(
        es: "Administrar: además cambia el perímetro, los recordatorios, las fotos, a quién se "
          + "avisa y la página de ajustes, anota en el diario de glucosa, invita, cambia permisos, empareja y "
          + "despide el dispositivo, y ve quién hizo qué. Quitar este permiso a alguien anula los "
          + "códigos para emparejar que nadie ha usado.",
        en: "Administer: also changes the perimeter, the reminders, the photos, who is told and "
          + "the page of settings, writes in the glucose diary, invites, changes permissions, pairs and "
          + "dismisses the device, and sees who did what. Taking this permission from somebody ends "
          + "the pairing codes that nobody has used.")
    case .endInvitation: Phrase(es: "Anular la invitación", en: "End the invitation")
    case .invitations: Phrase(es: "Invitaciones sin aceptar", en: "Invitations not accepted yet")
    case .waitingFor: Phrase(es: "{email}, hasta {until}", en: "{email}, until {until}")
    case .invite: Phrase(es: "Invitar a alguien", en: "Invite somebody")
    case .inviteLead:
      Phrase(
        es: "Le llega un correo con un enlace que vale 48 horas.",
        en: "They get a mail with a link that is valid for 48 hours.")
    case .noMailLead:
      Phrase(
        es: "Este portal no manda correos. Quien lleva el portal puede invitar desde el servidor.",
        en: "This portal sends no mails. Whoever keeps the portal can invite from the server.")
    case .email: Phrase(es: "Su dirección de correo", en: "Their mail address")
    case .name: Phrase(es: "Su nombre", en: "Their name")
    case .send: Phrase(es: "Enviar la invitación", en: "Send the invitation")
    case .emailUnreadable:
      Phrase(
        es: "Esa dirección de correo no se entiende. Por ejemplo: ana@example.org",
        en: "That mail address cannot be read. For example: ana@example.org")
    case .alreadyHere: Phrase(es: "Esa persona ya está aquí.", en: "That person is here already.")
    case .lastAdministrator:
      Phrase(
        es: "Alguien tiene que administrar: da antes ese permiso a otra persona.",
        en: "Somebody must administer: give another person that permission first.")
    case .noMail:
      Phrase(
        es: "Este portal no manda correos, y no se ha invitado a nadie. Quien lleva el portal "
          + "puede invitar desde el servidor.",
        en: "This portal sends no mails, and nobody was invited. Whoever keeps the portal can "
          + "invite from the server.")
    case .invited: Phrase(es: "La invitación está en camino.", en: "The invitation is on its way.")
    case .changed: Phrase(es: "El permiso ha cambiado.", en: "The permission has changed.")
    }
  }
}

/// The device and its pairing.
enum DevicePhrase: PageKey {
  case title, paired, notPaired, codeTitle, code, codeOnce, codeHow, make, makeAgain, makeHelp
  case revoke, revokeHelp, revokeTitle, codeLabel
  case replace, replaceHelp, replaceGets, replaceLacks, replaceKey, replacementTitle, replacementHow

  var phrase: Phrase {
    switch self {
    case .title: Phrase(es: "El dispositivo de {wearer}", en: "The device of {wearer}")
    case .paired:
      Phrase(
        es: "Emparejado desde {time}: {name}.", en: "Paired since {time}: {name}.")
    case .notPaired: Phrase(es: "Ningún dispositivo está emparejado.", en: "No device is paired.")
    case .codeTitle: Phrase(es: "Código para emparejar", en: "Code for pairing")
    case .codeLabel: Phrase(es: "Código", en: "Code")
    case .code: Phrase(es: "{code}", en: "{code}")
    case .codeOnce:
      Phrase(
        es: "Se muestra solo ahora. Sirve una vez, hasta {until}.",
        en: "It is shown only now. It works once, until {until}.")
    case .codeHow: Phrase(es: "En el dispositivo, escribe:", en: "On the device, type:")
    case .make: Phrase(es: "Crear un código", en: "Make a code")
    case .makeAgain: Phrase(es: "Crear otro código", en: "Make another code")
    case .makeHelp:
      Phrase(
        es:
          "Un código nuevo anula el anterior; quitar a alguien el permiso de administrar, también. "
          + "Emparejar otro dispositivo despide al de ahora.",
        en: "A new code cancels the one before; so does taking the right to administer from "
          + "somebody. Pairing another device dismisses the present one.")
    case .replace:
      Phrase(
        es: "Crear un código para un dispositivo nuevo en lugar del perdido",
        en: "Make a code for a new device in place of the lost one")
    case .replaceHelp:
      Phrase(
        es: "El dispositivo nuevo sigue donde quedó el perdido.",
        en: "The new device goes on where the lost one stopped.")
    case .replaceGets:
      Phrase(
        es: "Recibe todo lo que el portal tiene del perdido: el diario con dosis y glucosas, los "
          + "recordatorios contestados, los avisos y los ajustes. Nadie recibe otra vez un aviso viejo: "
          + "los que estaban abiertos se cierran.",
        en: "It gets all that the portal has of the lost one: the diary with doses and readings, "
          + "the reminders that were answered, the notices and the settings. Nobody gets an old notice "
          + "again: those that were open are closed.")
    case .replaceLacks:
      Phrase(
        es: "No recibe lo que el perdido no llegó a contar al portal, ni las contraseñas del "
          + "correo: esas se escriben otra vez en el dispositivo nuevo.",
        en: "It does not get what the lost one had not told the portal yet, nor the passwords of "
          + "the mail: write these on the new device again.")
    case .replaceKey:
      Phrase(
        es: "Cuando el nuevo se empareja, la clave del perdido deja de valer.",
        en: "When the new one is paired, the key of the lost one stops counting.")
    case .replacementTitle:
      Phrase(
        es: "Código para el dispositivo nuevo, en lugar del perdido",
        en: "Code for the new device, in place of the lost one")
    case .replacementHow:
      Phrase(
        es: "El dispositivo nuevo tiene que estar vacío. Después imprime qué falta.",
        en: "The new device must be empty. It prints afterwards what is missing.")
    case .revokeTitle: Phrase(es: "Si se ha perdido", en: "If it is lost")
    case .revoke: Phrase(es: "Despedir este dispositivo", en: "Dismiss this device")
    case .revokeHelp:
      Phrase(
        es: "El portal no le hace caso desde ese momento. Los correos del dispositivo siguen "
          + "saliendo.",
        en: "The portal listens to it no more from that moment. The device's mails go on.")
    }
  }
}

/// The deeds of all people.
enum AuditPhrase: PageKey {
  case title, lead, older, empty, row, device
  case signedIn, signedOut, linkAsked, sessionEnded, passwordChanged
  case lookFirst, lookOpen, lookAlert, lookDay, took, askedPlace, saidCompany, endedCompany,
    askedTest
  case askedAdvice
  case diaryAdded, diaryChanged, diaryRemoved
  case deviceKnows, deviceRefused, deviceExpired
  case invited, endedInvitation, accepted, changedRight, removed, madeCode, paired, unpaired
  case madeReplacementCode, replaced

  var phrase: Phrase {
    switch self {
    case .title: Phrase(es: "Quién hizo qué", en: "Who did what")
    case .lead:
      Phrase(
        es: "También consta quién miró dónde está {wearer}.",
        en: "It is also on record who looked where {wearer} is.")
    case .older: Phrase(es: "Ver lo anterior", en: "See what came before")
    case .empty: Phrase(es: "No consta nada.", en: "Nothing is on record.")
    case .row: Phrase(es: "{name}: {title}", en: "{name}: {title}")
    case .device: Phrase(es: "El dispositivo", en: "The device")
    case .signedIn: Phrase(es: "entró", en: "signed in")
    case .signedOut: Phrase(es: "cerró la sesión", en: "signed out")
    case .linkAsked: Phrase(es: "pidió un enlace para entrar", en: "asked for a link to sign in")
    case .sessionEnded: Phrase(es: "terminó una sesión", en: "ended a session")
    case .passwordChanged: Phrase(es: "cambió su contraseña", en: "changed their password")
    case .lookFirst: Phrase(es: "miró dónde está", en: "looked at the place")
    case .lookOpen:
      Phrase(
        es: "miró dónde está, con la página abierta hasta {until}",
        en: "looked at the place, with the page open until {until}")
    case .lookAlert:
      Phrase(es: "miró la posición de un aviso", en: "looked at the place in a notice")
    case .lookDay:
      Phrase(es: "miró las posiciones del {date}", en: "looked at the places of {date}")
    case .took: Phrase(es: "se encarga: {title}", en: "takes care: {title}")
    case .askedPlace: Phrase(es: "preguntó dónde está", en: "asked for the position")
    case .saidCompany:
      Phrase(es: "dijo que hay compañía hasta {until}", en: "said company until {until}")
    case .endedCompany:
      Phrase(es: "dijo que la compañía terminó", en: "said that the company is over")
    case .askedTest: Phrase(es: "pidió un aviso de prueba", en: "asked for a test notice")
    case .askedAdvice:
      Phrase(
        es: "pidió consejo sobre el perímetro", en: "asked for advice on the perimeter")
    case .diaryAdded: Phrase(es: "anotó algo en el diario", en: "entered something in the diary")
    case .diaryChanged:
      Phrase(es: "cambió una anotación del diario", en: "changed an entry of the diary")
    case .diaryRemoved:
      Phrase(es: "borró una anotación del diario", en: "deleted an entry of the diary")
    case .deviceKnows: Phrase(es: "lo sabe: {title}", en: "knows: {title}")
    case .deviceRefused:
      Phrase(es: "no lo aceptó: {title} ({reason})", en: "refused: {title} ({reason})")
    case .deviceExpired: Phrase(es: "llegó tarde: {title}", en: "too late: {title}")
    case .invited: Phrase(es: "invitó a {email} a {right}", en: "invited {email} to {right}")
    case .endedInvitation:
      Phrase(es: "anuló la invitación de {email}", en: "ended the invitation of {email}")
    case .accepted: Phrase(es: "aceptó la invitación", en: "accepted the invitation")
    case .changedRight: Phrase(es: "dio a {name} permiso para {right}", en: "let {name} {right}")
    case .removed: Phrase(es: "quitó a {name}", en: "took {name} off")
    case .madeCode: Phrase(es: "creó un código para emparejar", en: "made a code for pairing")
    case .madeReplacementCode:
      Phrase(
        es: "creó un código para un dispositivo nuevo en lugar del perdido",
        en: "made a code for a new device in place of the lost one")
    case .replaced:
      Phrase(
        es: "se emparejó en lugar del perdido: {name}",
        en: "was paired in place of the lost one: {name}")
    case .paired: Phrase(es: "se emparejó: {name}", en: "was paired: {name}")
    case .unpaired: Phrase(es: "despidió el dispositivo {name}", en: "dismissed the device {name}")
    }
  }
}

/// A page instead of the one that was asked for.
enum RefusalPhrase: PageKey {
  case notFound, notFoundText, entryGone, entryGoneText, forbidden, forbiddenText, gone,
    invitationText, linkText, forged
  case forgedText, unreadable, unreadableText, tooLarge, tooLargeText, tooMany, tooManyText
  case unavailable, unavailableText, unheard, home, again

  var phrase: Phrase {
    switch self {
    case .notFound: Phrase(es: "Aquí no hay nada", en: "There is nothing here")
    case .notFoundText:
      Phrase(
        es: "La página no existe, o tu cuenta no la ve.",
        en: "The page does not exist, or your account does not see it.")
    case .entryGone:
      Phrase(es: "Esa anotación ya no está", en: "That entry is no longer there")
    case .entryGoneText:
      Phrase(
        es: "Alguien la ha borrado, o el dispositivo es otro.",
        en: "Somebody has deleted it, or the device is another.")
    case .forbidden: Phrase(es: "Tu permiso no llega", en: "Your permission does not reach")
    case .forbiddenText:
      Phrase(
        es: "Para esto hace falta permiso para {right}. Quien administra puede dártelo.",
        en: "This needs the permission to {right}. Somebody who administers can give it.")
    case .unheard:
      Phrase(es: "El dispositivo no te conoce", en: "The device does not know you")
    case .gone: Phrase(es: "Este enlace ya no vale", en: "This link is no longer valid")
    case .invitationText:
      Phrase(
        es: "La invitación se usó ya, o han pasado 48 horas. Pide otra a quien te invitó.",
        en: "The invitation was used, or 48 hours have passed. Ask whoever invited you for another."
      )
    case .linkText:
      Phrase(
        es: "El enlace se usó ya, o ha caducado. Pide otro en la página de entrada.",
        en: "The link was used, or it has expired. Ask for another on the page for signing in.")
    case .forged:
      Phrase(es: "Esto no salió de este portal", en: "This did not come from this portal")
    case .forgedText:
      Phrase(
        es:
          "El formulario venía de otro sitio y no se ha hecho nada. Vuelve a la página y hazlo aquí.",
        en:
          "The form came from another site, and nothing was done. Go back to the page and do it here."
      )
    case .unreadable: Phrase(es: "No se entiende", en: "It cannot be read")
    case .unreadableText:
      Phrase(
        es: "No se ha hecho nada. Falta o sobra algo: {reason}", en: "Nothing was done: {reason}")
    case .tooLarge: Phrase(es: "Es demasiado grande", en: "It is too large")
    case .tooLargeText: Phrase(es: "No se ha hecho nada.", en: "Nothing was done.")
    case .tooMany: Phrase(es: "Demasiado seguido", en: "Too often")
    case .tooManyText:
      Phrase(es: "Prueba otra vez dentro de {age}.", en: "Try again in {age}.")
    case .unavailable: Phrase(es: "El portal no puede ahora", en: "The portal cannot do it now")
    case .unavailableText:
      Phrase(
        es:
          "No se ha guardado nada. Los avisos por correo no pasan por el portal: puedes responder "
          + "allí.",
        en: "Nothing was stored. Notices by mail do not pass through the portal: you can answer "
          + "there.")
    case .home: Phrase(es: "Ir al principio", en: "Go to the start")
    case .again: Phrase(es: "Entrar", en: "Sign in")
    }
  }
}
