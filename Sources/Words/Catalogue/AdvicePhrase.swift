/// The meaning of a notice for the caregiver, with advice.
enum AdvicePhrase: CatalogueKey {
  case help, helpWithoutPosition, low, veryLow, doseUnanswered, clock, battery, shuttingDown
  case wasOff, allIsWell, positionLost, storage, reminder, reminderUnanswered, reminderMissed
  case full, readOnly, failed, damaged, profileKept, profileChanged
  case measureNow, lowUnconfirmed, doseDeleted, readingAhead, doseAhead
  case timeUnclear, doseFarAhead, reminderTimeUnsure, doseMayFollow
  case dayOpen, clockDisagrees, reminderUnsure, reminderEarly, receiverSilent, noPositionForLong

  var phrase: Phrase {
    switch self {
    case .help:
      Phrase(
        es: "Ha pulsado el botón de ayuda. Llama o acude cuanto antes.",
        en: "The help button was pressed. Please call or go there as soon as you can.")
    case .helpWithoutPosition:
      Phrase(
        es: "La enviaremos en cuanto la haya.", en: "It will be sent as soon as there is one.")
    case .low:
      Phrase(
        es: "Debe tomar 15 g de azúcar, medir otra vez en 15 minutos y no inyectarse insulina.",
        en: "What to do: give 15 g of sugar, measure again in 15 minutes, inject no insulin.")
    case .veryLow:
      Phrase(
        es:
          "Es urgente: debe tomar 15 g de azúcar ahora, no inyectarse insulina y no estar a solas."
          + " Si no responde, llama a emergencias.",
        en: "It is urgent: give 15 g of sugar now and no insulin, and let somebody stay there."
          + " If nobody answers, call the emergency services.")
    case .measureNow:
      Phrase(
        es: "La medida no es reciente: hay que medir otra vez ya.",
        en: "The reading is not recent: somebody must measure now.")
    case .timeUnclear:
      Phrase(
        es: "No se sabe de cuándo es la medida: hay que medir otra vez ya.",
        en: "It is not known when the reading was taken: somebody must measure now.")
    case .lowUnconfirmed:
      Phrase(
        es: "Conviene llamar y pedir otra medida, con las manos lavadas.",
        en: "Please call, and ask for another reading, with washed hands.")
    case .doseDeleted:
      Phrase(
        es: "En el diario se borró la dosis de {value} del {time}."
          + " El dispositivo no propone otra si ya pasó la hora de la comida:"
          + " hay que aclarar si se inyectó.",
        en: "The dose of {value}, {time}, was deleted in the diary."
          + " If the time of the meal has passed, the device proposes no other dose:"
          + " please find out whether it was injected.")
    case .readingAhead:
      Phrase(
        es: "Hay que corregir su hora en el diario. No sirve para calcular una dosis.",
        en: "Please correct its time in the diary. No dose is worked out from it.")
    case .doseAhead:
      Phrase(
        es: "Hay que corregir su hora en el diario. Mientras pueda estar actuando,"
          + " no se propone ninguna dosis.",
        en: "Please correct its time in the diary. While it may still act, no dose is proposed.")
    case .doseFarAhead:
      Phrase(
        es: "Hay que corregir su hora en el diario. Con esa fecha no cuenta como dosis.",
        en: "Please correct its time in the diary. With that date it does not count as a dose.")
    case .doseUnanswered:
      Phrase(
        es: "No consta ninguna dosis para esa comida.", en: "No dose is noted for that meal.")
    case .doseMayFollow:
      Phrase(
        es: "Si tiene tecla OK, el dispositivo puede pedirla"
          + " hasta una hora después de la hora de la comida."
          + " No hay otro aviso si se confirma entonces:"
          + " antes de inyectar nada, mira su pantalla y el diario.",
        en: "If it has an OK key, the device may ask for it until an hour after the mealtime."
          + " No other notice says that it was confirmed then:"
          + " look at its screen and the diary before you inject anything.")
    case .clock:
      Phrase(
        es: "Hasta que la sepa, los recordatorios pueden fallar y no se proponen dosis.",
        en: "Until it does, reminders may fail and no dose is proposed.")
    case .battery: Phrase(es: "Conviene cargarla cuanto antes.", en: "Please charge it soon.")
    case .shuttingDown:
      Phrase(
        es: "Hasta que se encienda no habrá avisos."
          + " Si tarda menos de cinco minutos, no se avisará de que vuelve a funcionar.",
        en: "There will be no notices until it is on again."
          + " If that takes less than five minutes, no mail will say that it works again.")
    case .wasOff:
      Phrase(
        es: "Vuelve a funcionar. De ese tiempo no se sabe nada.",
        en: "It works again. Nothing is known of that time.")
    case .allIsWell:
      Phrase(
        es: "El dispositivo está encendido y envía avisos. No comprueba su altavoz ni sus teclas.",
        en: "The device is on and sends notices. It does not check its speaker or keys.")
    case .positionLost:
      Phrase(
        es: "El dispositivo no consigue una posición fiable.",
        en: "The device gets no position to rely on.")
    case .storage:
      Phrase(
        es: "Sigue avisando, pero lo apuntado puede perderse si se apaga. Hay que revisarlo.",
        en: "It still sends notices, but its notes may be lost when it goes off. It needs a check.")
    case .damaged:
      Phrase(
        es: "Sigue con lo que se pudo leer. Revisa las dosis y medidas del diario.",
        en: "It goes on with what could be read. Check the doses and readings in the diary.")
    case .reminder: Phrase(es: "Hora prevista: {time}.", en: "Due: {time}.")
    case .reminderUnanswered:
      Phrase(
        es: "El dispositivo lo anunció y nadie lo confirmó.",
        en: "The device announced it, and nobody confirmed it.")
    case .reminderMissed:
      Phrase(
        es: "A esa hora el dispositivo estaba apagado o no sabía la hora, o había avisado ya con"
          + " otro número. Puede estar tomado o hecho: pregunta antes.",
        en: "At that time the device was off, did not know the time, or had called under another"
          + " number. It may be taken or done already: ask first.")
    case .profileKept:
      Phrase(
        es: "Sigue vigilando con los ajustes de esa fecha. Hay que corregir el archivo de ajustes; "
          + "hasta entonces quizá no proponga dosis de insulina.",
        en: "It keeps watching with the settings of that date. The settings file needs mending; "
          + "until then it may not propose doses of insulin.")
    case .profileChanged:
      Phrase(
        es: "Esto llega a todas las direcciones, también a las de antes. Si nadie de la familia ha "
          + "hecho el cambio, hay que revisarlo en el portal y en el dispositivo, y cambiar las contraseñas.",
        en: "This goes to all addresses, also to those of before. If nobody of the family made the "
          + "change, check it in the portal and on the device, and change the passwords.")
    case .full: Phrase(es: "la memoria está llena", en: "the memory is full")
    case .readOnly: Phrase(es: "la memoria no admite escritura", en: "the memory is read-only")
    case .failed: Phrase(es: "la memoria falla", en: "the memory fails")
    case .dayOpen:
      Phrase(
        es: "El dispositivo está encendido y envía avisos. No comprueba su altavoz ni sus teclas."
          + " Esto sigue pendiente:",
        en: "The device is on and sends notices. It does not check its speaker or keys."
          + " This is still open:")
    case .clockDisagrees:
      Phrase(
        es: "La hora de la red cuenta durante una hora. Si después no se sabe cuál acierta,"
          + " no se propone ninguna dosis. Los recordatorios siguen.",
        en: "The network's time counts for an hour. If it is not known then which clock is right,"
          + " no dose is proposed. Reminders go on.")
    case .reminderTimeUnsure:
      Phrase(
        es: "El dispositivo no sabe la hora con seguridad.",
        en: "The device is not sure of the time.")
    case .reminderUnsure:
      Phrase(
        es: "El reloj del dispositivo no iba bien. La hora verdadera del anuncio fue: {time}."
          + " No se anuncia otra vez.",
        en: "The device's clock was wrong. The true time of the announcement was: {time}."
          + " It is not announced again.")
    case .reminderEarly:
      Phrase(
        es: "El reloj del dispositivo no iba bien. La hora verdadera del anuncio fue: {time}."
          + " Puede anunciarse otra vez a su hora: pregunta qué está tomado o hecho.",
        en: "The device's clock was wrong. The true time of the announcement was: {time}."
          + " It may be announced again at its time: ask what is taken or done.")
    case .receiverSilent:
      Phrase(
        es: "Mientras siga así, no se avisa si sale. Conviene revisar el dispositivo hoy.",
        en: "Until it does, nobody is told of an exit. Please check the device today.")
    case .noPositionForLong:
      Phrase(
        es: "El dispositivo funciona, pero bajo techo no recibe los satélites."
          + " Conviene ver que todo está en orden.",
        en: "The device works, but it does not receive the satellites indoors."
          + " Please see that everything is in order.")
    }
  }
}
