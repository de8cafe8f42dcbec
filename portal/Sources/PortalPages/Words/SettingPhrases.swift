import Words

/// Changes of the device's settings, and their way to it.
enum SettingPhrase: PageKey {
  case title, lead, settingsLink, perimeterLink, remindersLink, peopleLink, companyLink
  case saved, same, settled, unknownProfile, writeFirst, zoneIsTheirs
  case changesTitle, allChanges, queued, queuedDue, fetched, applied, refused, overtaken
  case noRight, outdated
  case changeBy, changeAbout, lostTitle, compare
  case historyTitle, historyLead, historyEmpty
  case conflictTitle, conflictLead, changedBy, deviceChanged, deviceRefused, noBase
  case mineTitle, nowTitle, again, addAgain, leave, gone
  case save, delete, add, yes, no, nothing
  case missing, tooLong, unreadable, outside, beforeBeginning, past, noDay, full, nobodyLeft, twice
  case layout, deviceSays, settingsUnknown, settingsUnknownText
  case peopleTitle, peopleLead, caregiverAdd, edit, remove, up, deleteLead
  case tap, tapHere, useDevice, devicePlace

  var phrase: Phrase {
    switch self {
    case .title: Phrase(es: "Ajustes", en: "Settings")
    case .lead:
      Phrase(
        es: "Lo que cambias aquí llega al dispositivo en su próxima llamada.",
        en: "What you change here reaches the device at its next call.")
    case .settingsLink: Phrase(es: "Ajustes", en: "Settings")
    case .perimeterLink: Phrase(es: "Perímetro", en: "Perimeter")
    case .remindersLink: Phrase(es: "Recordatorios", en: "Reminders")
    case .peopleLink: Phrase(es: "Personas y permisos", en: "People and permissions")
    case .companyLink:
      Phrase(es: "Decir que hay compañía", en: "Say that there is company")
    case .saved:
      Phrase(
        es: "Guardado en el portal. Abajo ves cuándo lo tiene el dispositivo.",
        en: "Stored in the portal. Below you see when the device has it.")
    case .same: Phrase(es: "No había nada distinto.", en: "Nothing was different.")
    case .settled: Phrase(es: "Se queda como está.", en: "It stays as it is.")
    case .unknownProfile:
      Phrase(
        es: "Este portal no tiene ajustes todavía. Un dispositivo que ya los tiene los dirá en su "
          + "primera llamada. Para uno nuevo se escriben aquí.",
        en: "This portal has no settings yet. A device that has them already will tell them at its "
          + "first call. For a new one they are written here.")
    case .writeFirst: Phrase(es: "Escribir los primeros ajustes", en: "Write the first settings")
    case .zoneIsTheirs:
      Phrase(
        es: "La zona horaria la dice el dispositivo, y aquí no se puede cambiar.",
        en: "The device says its time zone, and it cannot be changed here.")
    case .changesTitle: Phrase(es: "Últimos cambios", en: "Latest changes")
    case .allChanges: Phrase(es: "Ver todos los cambios", en: "See all changes")
    case .queued:
      Phrase(
        es: "En el portal; el dispositivo aún no lo ha recogido.",
        en: "In the portal; the device has not fetched it yet.")
    case .queuedDue:
      Phrase(
        es: "En el portal; el dispositivo aún no lo ha recogido. Se espera su llamada a {until}.",
        en: "In the portal; the device has not fetched it yet. Its call is expected at {until}.")
    case .fetched:
      Phrase(
        es: "El dispositivo lo recogió a {time} y aún no lo ha confirmado.",
        en: "The device fetched it at {time} and has not confirmed it yet.")
    case .applied:
      Phrase(
        es: "El dispositivo lo confirmó a {time}.", en: "The device confirmed it at {time}.")
    case .refused:
      Phrase(
        es: "El dispositivo no lo aceptó a {time}. Sigue lo de antes.",
        en: "The device did not accept it at {time}. What was before goes on.")
    case .overtaken:
      Phrase(
        es: "No vale: los ajustes se cambiaron en el propio dispositivo a {time}.",
        en: "It does not count: the settings were changed on the device itself at {time}.")
    case .noRight:
      Phrase(
        es: "No vale: a {time} perdió el permiso quien lo cambió, o quien hizo un cambio anterior.",
        en:
          "It does not count: its author, or an earlier change's, lost the permission at {time}.")
    case .outdated:
      Phrase(
        es: "No vale: se hizo sobre ajustes más viejos que los del dispositivo. Se supo a {time}.",
        en:
          "It does not count: it was made from settings older than the device's. "
          + "That was learnt at {time}.")
    case .changeBy: Phrase(es: "{name}: {title}", en: "{name}: {title}")
    case .changeAbout: Phrase(es: "{title} ({value})", en: "{title} ({value})")
    case .lostTitle: Phrase(es: "Cambios que no valen", en: "Changes that do not count")
    case .compare: Phrase(es: "Ver y elegir: {title}", en: "See and choose: {title}")
    case .historyTitle: Phrase(es: "Cambios de los ajustes", en: "Changes of the settings")
    case .historyLead:
      Phrase(
        es: "Cada cambio hecho en este portal, el más nuevo primero.",
        en: "Each change made in this portal, the newest first.")
    case .historyEmpty:
      Phrase(es: "Aquí no se ha cambiado nada.", en: "Nothing has been changed here.")
    case .conflictTitle: Phrase(es: "Elige qué vale", en: "Choose what counts")
    case .conflictLead:
      Phrase(
        es: "No se ha perdido nada. Mira las dos cosas y elige una.",
        en: "Nothing is lost. Look at both and choose one.")
    case .changedBy:
      Phrase(
        es: "Mientras escribías, {name} cambió lo mismo, a {time}.",
        en: "While you were writing, {name} changed the same, at {time}.")
    case .deviceChanged:
      Phrase(
        es: "Los ajustes se cambiaron en el propio dispositivo, y el portal lo supo a {time}.",
        en: "The settings were changed on the device itself, and the portal learnt it at {time}.")
    case .deviceRefused:
      Phrase(
        es: "El dispositivo no aceptó este cambio a {time}. Dijo:",
        en: "The device did not accept this change at {time}. It said:")
    case .noBase:
      Phrase(
        es: "No se sabe qué tenías delante cuando escribiste esto.",
        en: "It is not known what you had before you when you wrote this.")
    case .mineTitle: Phrase(es: "Lo que escribió {name}", en: "What {name} wrote")
    case .nowTitle: Phrase(es: "Lo que hay ahora", en: "What stands now")
    case .again: Phrase(es: "Guardar lo escrito", en: "Store what was written")
    case .addAgain: Phrase(es: "Añadirlo de nuevo", en: "Add it again")
    case .leave: Phrase(es: "Dejar lo que hay", en: "Leave what stands")
    case .gone: Phrase(es: "Ya no está en la lista.", en: "It is no longer on the list.")
    case .save: Phrase(es: "Guardar", en: "Save")
    case .delete: Phrase(es: "Borrar", en: "Delete")
    case .add: Phrase(es: "Añadir", en: "Add")
    case .yes: Phrase(es: "sí", en: "yes")
    case .no: Phrase(es: "no", en: "no")
    case .nothing: Phrase(es: "nada", en: "nothing")
    case .missing: Phrase(es: "Falta esto.", en: "This is missing.")
    case .tooLong:
      Phrase(es: "Caben {number} letras como mucho.", en: "At most {number} letters fit.")
    case .unreadable: Phrase(es: "Esto no se entiende.", en: "This cannot be read.")
    case .outside: Phrase(es: "Vale de {from} a {until}.", en: "It may be {from} to {until}.")
    case .beforeBeginning:
      Phrase(
        es: "Termina antes de empezar, o a la vez.", en: "It ends before it begins, or with it.")
    case .past: Phrase(es: "Esa hora ya pasó.", en: "That time is over.")
    case .noDay: Phrase(es: "Elige al menos un día.", en: "Choose one day at least.")
    case .full:
      Phrase(
        es: "La lista está llena: caben {number}. Borra antes algo.",
        en: "The list is full: it holds {number}. Delete something first.")
    case .nobodyLeft:
      Phrase(
        es: "Así no quedaría nadie a quien avisar. Tiene que quedar alguien con correo.",
        en: "That would leave nobody to be told. Somebody with a mail address must stay.")
    case .twice:
      Phrase(es: "Esa persona ya está en la lista.", en: "That person is on the list already.")
    case .layout:
      Phrase(
        es: "El archivo del dispositivo está escrito de un modo que aquí no se puede cambiar. Hay "
          + "que cambiarlo en el dispositivo.",
        en: "The device's file is written in a way that cannot be changed here. It must be changed "
          + "on the device.")
    case .deviceSays:
      Phrase(
        es: "Así no lo podría usar el dispositivo. Diría:",
        en: "The device could not use it like that. It would say:")
    case .settingsUnknown:
      Phrase(es: "Todavía no se puede cambiar nada", en: "Nothing can be changed yet")
    case .settingsUnknownText:
      Phrase(
        es: "El dispositivo todavía no ha dicho sus ajustes a este portal. No se ha guardado nada.",
        en: "The device has not told this portal its settings yet. Nothing was stored.")
    case .peopleTitle:
      Phrase(es: "A quién avisa el dispositivo", en: "Whom the device tells")
    case .peopleLead:
      Phrase(
        es: "Avisa en este orden: a la siguiente persona, cuando nadie contesta.",
        en: "It tells them in this order: the next person when nobody answers.")
    case .caregiverAdd: Phrase(es: "Añadir a una persona", en: "Add a person")
    case .edit: Phrase(es: "Cambiar: {title}", en: "Change: {title}")
    case .remove: Phrase(es: "Borrar: {title}", en: "Delete: {title}")
    case .up: Phrase(es: "Avisar antes a {name}", en: "Tell {name} earlier")
    case .deleteLead:
      Phrase(
        es: "¿Borrar «{title}»? En el dispositivo desaparece con su próxima llamada.",
        en: "Delete “{title}”? On the device it goes with its next call.")
    case .tap:
      Phrase(
        es: "Toca el plano o el mapa para mover el centro. Luego guarda.",
        en: "Tap the plan or the map to move the centre. Then save.")
    case .tapHere: Phrase(es: "Centro nuevo, sin guardar", en: "New centre, not saved")
    case .useDevice:
      Phrase(
        es: "Poner el centro donde está ahora el dispositivo",
        en: "Put the centre where the device is now")
    case .devicePlace:
      Phrase(
        es: "Última posición: {age}, {accuracy}.", en: "Last position: {age}, {accuracy}.")
    }
  }
}

/// Names of the forms, as pages and the audit have them.
enum SettingFormPhrase: PageKey {
  case reminderAdd, reminderEdit, reminderDelete, first, perimeter, schedule
  case screen, quiet, alarms, notices
  case wearer, caregiverAdd, caregiverEdit, caregiverDelete, caregiverUp
  case reminderPhoto, wearerPhoto, caregiverPhoto
  case settings, screenLead, quietLead, alarmsLead, noticesLead, perimeterLead, wearerLead,
    caregiverLead
  case firstLead, scheduleLead, deed, deedAbout

  var phrase: Phrase {
    switch self {
    case .reminderAdd: Phrase(es: "Recordatorio nuevo", en: "New reminder")
    case .reminderEdit: Phrase(es: "Cambiar un recordatorio", en: "Change a reminder")
    case .reminderDelete: Phrase(es: "Borrar un recordatorio", en: "Delete a reminder")
    case .first: Phrase(es: "Primeros ajustes", en: "First settings")
    case .perimeter: Phrase(es: "Perímetro", en: "Perimeter")
    case .schedule: Phrase(es: "Horario del perímetro", en: "Schedule of the perimeter")
    case .screen: Phrase(es: "Pantalla y sonido", en: "Screen and sound")
    case .quiet: Phrase(es: "Horas de silencio", en: "Quiet hours")
    case .alarms: Phrase(es: "Fuerza de las alarmas", en: "Strength of the alarms")
    case .notices: Phrase(es: "Esperas y avisos", en: "Waiting and notices")
    case .wearer: Phrase(es: "Quién lleva el dispositivo", en: "Who wears the device")
    case .caregiverAdd: Phrase(es: "Añadir a una persona cuidadora", en: "Add a caregiver")
    case .caregiverEdit: Phrase(es: "Cambiar a una persona cuidadora", en: "Change a caregiver")
    case .caregiverDelete: Phrase(es: "Quitar a una persona cuidadora", en: "Take a caregiver off")
    case .caregiverUp: Phrase(es: "Orden de los avisos", en: "Order of the notices")
    case .settings: Phrase(es: "Ajustes", en: "Settings")
    case .reminderPhoto: Phrase(es: "Foto de un recordatorio", en: "Photo of a reminder")
    case .wearerPhoto:
      Phrase(es: "Foto de quien lleva el dispositivo", en: "Photo of who wears the device")
    case .caregiverPhoto:
      Phrase(es: "Foto de una persona cuidadora", en: "Photo of a caregiver")
    case .screenLead:
      Phrase(
        es: "Lo que se lee y se oye en el dispositivo.",
        en: "What is read and heard on the device.")
    case .quietLead:
      Phrase(
        es: "En estas horas callan las alarmas de fuerza baja. Los correos salen a cualquier hora. "
          + "De fábrica no hay ninguna. De 00:00 a 00:00 es el día entero. Para quitar una fila, borra "
          + "sus dos horas.",
        en: "In these hours alarms of low strength are silent. Mails go at any hour. By default "
          + "there are none. From 00:00 to 00:00 is the whole day. To take a row off, empty both of "
          + "its times.")
    case .alarmsLead:
      Phrase(
        es: "Cada alarma puede sonar con más fuerza que de fábrica, y nunca con menos. La glucosa "
          + "baja y una ayuda que no llega suenan siempre con la máxima.",
        en: "Each alarm can be stronger than by default, and never weaker. Low glucose and help "
          + "that does not get through always have the greatest strength.")
    case .noticesLead:
      Phrase(
        es: "Cuánto espera el dispositivo antes del paso siguiente, en minutos.",
        en: "How long the device waits before the next step, in minutes.")
    case .perimeterLead:
      Phrase(
        es: "El círculo alrededor de casa. Al salir de él, el dispositivo avisa.",
        en: "The circle round home. On leaving it the device sends a notice.")
    case .scheduleLead:
      Phrase(
        es:
          "Fuera de estas horas nadie recibe un aviso si se sale del perímetro. Sin ninguna fila se "
          + "vigila siempre. De 00:00 a 00:00 es el día entero. Para quitar una fila, borra sus dos "
          + "horas.",
        en:
          "Outside these hours nobody gets a notice when the perimeter is left. Without any row it "
          + "is watched always. From 00:00 to 00:00 is the whole day. To take a row off, empty both "
          + "of its times.")
    case .firstLead:
      Phrase(
        es:
          "Lo imprescindible para un dispositivo nuevo. El perímetro es un círculo con la casa en "
          + "el centro. Quedas en la lista de quienes reciben los avisos. Lo demás se pone después "
          + "en las otras páginas, también antes de emparejarlo.",
        en: "What a new device cannot do without. The perimeter is a circle with the home in its "
          + "centre. You are put on the list of those who get the notices. Everything else is set "
          + "on the other pages afterwards, also before pairing.")
    case .wearerLead:
      Phrase(
        es: "El nombre sale en la pantalla y en los correos.",
        en: "The name stands on the screen and in the mails.")
    case .caregiverLead:
      Phrase(
        es: "Quien está en esta lista recibe los avisos por correo. Para entrar aquí hace falta "
          + "además una invitación.",
        en: "Who is on this list gets the notices by mail. To sign in here an invitation is needed "
          + "as well.")
    case .deed: Phrase(es: "cambió los ajustes: {title}", en: "changed the settings: {title}")
    case .deedAbout:
      Phrase(
        es: "cambió los ajustes: {title} ({value})", en: "changed the settings: {title} ({value})")
    }
  }
}
