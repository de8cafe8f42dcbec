/// The subjects of notices. Each begins with the wearer; without a name that beginning is left out.
enum MatterPhrase: CatalogueKey {
  case left, returned, excursions, help, firstPosition, breadcrumb, asked, positionLost
  case reminderDue, reminderUnanswered, reminderMissed, low, veryLow, doseUnanswered
  case reminderAnsweredLate, doseAnsweredLate
  case lowBefore, veryLowBefore, lowUnclear, veryLowUnclear, lowOver, lowUnconfirmed, lowCorrected
  case lowRemoved, lowOld, resultAt, resultBefore, readingAhead, doseAhead
  case clock, battery, shuttingDown, wasOff, allIsWell, storage, storageDamaged, profileKept
  case companyRefused, dayOpen, clockDisagrees, reminderUnsure, receiverSilent, noPositionForLong
  case profileChanged, leftPast, positionLostPast, shutDownPast

  var phrase: Phrase {
    switch self {
    case .left:
      Phrase(es: "{wearer} ha salido del perímetro", en: "{wearer} left the perimeter")
    case .leftPast:
      Phrase(
        es: "{wearer} salió del perímetro, y eso ya terminó",
        en: "{wearer} left the perimeter, and that is over")
    case .positionLostPast:
      Phrase(
        es: "{wearer}: la posición se perdió, y eso ya terminó",
        en: "{wearer}: the position was lost, and that is over")
    case .shutDownPast:
      Phrase(
        es: "{wearer}: el dispositivo se apagó y ya está encendido",
        en: "{wearer}: the device was shut down and is on again")
    case .returned:
      // Somebody may have enlarged the circle: then the wearer is inside without a step towards home.
      Phrase(
        es: "{wearer} está otra vez dentro del perímetro",
        en: "{wearer} is inside the perimeter again")
    case .excursions:
      Phrase(
        // The list may be read when the wearer is outside anew.
        es: "{wearer} salió del perímetro y después estuvo dentro",
        en: "{wearer} left the perimeter and was inside again later")
    case .help: Phrase(es: "{wearer} ha pedido ayuda", en: "{wearer} asks for help")
    case .firstPosition:
      Phrase(
        es: "{wearer} pidió ayuda y ya hay posición",
        en: "{wearer} asked for help, and there is a position now")
    case .breadcrumb: Phrase(es: "{wearer}: nueva posición", en: "{wearer}: new position")
    case .asked:
      Phrase(
        es: "{wearer}: la posición que pediste", en: "{wearer}: the position you asked for")
    case .positionLost:
      Phrase(es: "{wearer}: posición perdida", en: "{wearer}: position lost")
    case .reminderDue:
      Phrase(es: "{wearer}: es la hora de {reminder}", en: "{wearer}: it is time for {reminder}")
    case .reminderUnanswered:
      Phrase(
        es: "{wearer} no ha respondido a {reminder}", en: "{wearer} has not answered {reminder}")
    case .reminderMissed:
      Phrase(
        es: "{wearer}: no se pudo recordar {reminder}",
        en: "{wearer}: could not announce {reminder}")
    case .low:
      Phrase(
        es: "{wearer} tiene la glucosa baja: {value}", en: "{wearer} has low glucose: {value}")
    case .veryLow:
      Phrase(
        es: "{wearer} tiene la glucosa MUY BAJA: {value}",
        en: "{wearer} has VERY LOW glucose: {value}")
    case .lowBefore:
      Phrase(
        es: "{wearer} tenía la glucosa baja: {value} hace {age}",
        en: "{wearer} had low glucose: {value} {age} ago")
    case .veryLowBefore:
      Phrase(
        es: "{wearer} tenía la glucosa MUY BAJA: {value} hace {age}",
        en: "{wearer} had VERY LOW glucose: {value} {age} ago")
    case .lowUnclear:
      Phrase(
        es: "{wearer}: glucosa baja, {value}, no se sabe de cuándo",
        en: "{wearer}: low glucose, {value}, time unclear")
    case .veryLowUnclear:
      Phrase(
        es: "{wearer}: glucosa MUY BAJA, {value}, no se sabe de cuándo",
        en: "{wearer}: VERY LOW glucose, {value}, time unclear")
    case .lowOver:
      Phrase(
        es: "{wearer} ya no tiene la glucosa baja: antes {value}, después {total}",
        en: "{wearer} no longer has low glucose: was {value}, then {total}")
    case .lowUnconfirmed:
      Phrase(
        es: "{wearer}: falta otra medida que confirme la glucosa: antes {value}, después {total}",
        en: "{wearer}: no second reading confirmed the glucose: was {value}, then {total}")
    case .lowCorrected:
      Phrase(
        es: "{wearer}: la glucosa baja se corrigió en el diario: era {value}, ahora {total}",
        en: "{wearer}: the low glucose was corrected in the diary: was {value}, now {total}")
    case .lowRemoved:
      Phrase(
        es: "{wearer}: la glucosa baja se borró del diario: era {value}",
        en: "{wearer}: the low glucose was deleted in the diary: was {value}")
    case .lowOld:
      Phrase(
        es: "{wearer}: glucosa baja, {value}, y ninguna medida posterior muestra que haya subido",
        en: "{wearer}: low glucose, {value}, and no later reading shows that it is over")
    case .resultAt: Phrase(es: "{value} a {time}", en: "{value} at {time}")
    case .resultBefore: Phrase(es: "{value} hace {age}", en: "{value} {age} ago")
    case .readingAhead:
      Phrase(
        es: "{wearer}: una medida del diario está fechada {age} por delante del reloj",
        en: "{wearer}: a reading in the diary is dated {age} ahead of the clock")
    case .doseAhead:
      Phrase(
        es: "{wearer}: una dosis del diario está fechada {age} por delante del reloj",
        en: "{wearer}: a dose in the diary is dated {age} ahead of the clock")
    case .doseUnanswered:
      Phrase(
        es: "{wearer} no ha confirmado la insulina para {meal}",
        en: "{wearer} has not confirmed the insulin for {meal}")
    case .reminderAnsweredLate:
      Phrase(
        es: "{wearer} no respondió a tiempo a {reminder}; respondió a {time}",
        en: "{wearer} did not answer {reminder} in time; answered at {time}")
    case .doseAnsweredLate:
      Phrase(
        es: "{wearer} no confirmó a tiempo la insulina para {meal}; se puso a {time}",
        en: "{wearer} did not confirm the insulin for {meal} in time; taken at {time}")
    case .clock:
      Phrase(
        es: "{wearer}: el dispositivo no sabe la hora",
        en: "{wearer}: the device does not know the time")
    case .battery: Phrase(es: "{wearer}: batería al {number}", en: "{wearer}: battery at {number}")
    case .shuttingDown:
      Phrase(es: "{wearer}: el dispositivo se apaga", en: "{wearer}: the device shuts down")
    case .wasOff:
      Phrase(
        es: "{wearer}: el dispositivo estuvo {age} apagado o sin saber la hora",
        en: "{wearer}: the device was off, or did not know the time, for {age}")
    case .allIsWell: Phrase(es: "{wearer}: todo va bien", en: "{wearer}: all is well")
    case .storage:
      Phrase(
        es: "{wearer}: el dispositivo no puede guardar datos ({reason})",
        en: "{wearer}: the device cannot store anything ({reason})")
    case .storageDamaged:
      Phrase(
        es: "{wearer}: parte de lo guardado en el dispositivo se ha dañado",
        en: "{wearer}: part of what the device had stored is damaged")
    case .profileKept:
      Phrase(
        es: "{wearer}: el dispositivo no puede leer los ajustes y usa los del {date}",
        en: "{wearer}: the device cannot read the settings and uses those of {date}")
    case .companyRefused:
      Phrase(
        es: "{wearer}: la compañía hasta {time} no cuenta",
        en: "{wearer}: company until {time} does not count")
    case .profileChanged:
      Phrase(
        es: "{wearer}: se han cambiado ajustes ({text})",
        en: "{wearer}: settings were changed ({text})")
    case .dayOpen:
      Phrase(
        es: "{wearer}: hay algo pendiente", en: "{wearer}: something is open")
    case .clockDisagrees:
      Phrase(
        es: "{wearer}: dos relojes del dispositivo difieren en {age}",
        en: "{wearer}: two of the device's clocks are {age} apart")
    case .reminderUnsure:
      Phrase(
        es: "{wearer}: se anunció a otra hora {reminder}",
        en: "{wearer}: announced at another time: {reminder}")
    case .receiverSilent:
      Phrase(
        es: "{wearer}: el receptor de posición no responde",
        en: "{wearer}: the position receiver does not answer")
    case .noPositionForLong:
      Phrase(
        es: "{wearer}: sin posición desde hace más de 12 horas",
        en: "{wearer}: no position for more than 12 hours")
    }
  }
}

/// The parts of a profile that were changed from afar, as a list names them.
enum ChangePhrase: CatalogueKey {
  case addresses, perimeter, company, reminders, settings

  var phrase: Phrase {
    switch self {
    case .addresses:
      Phrase(es: "personas y direcciones de aviso", en: "people and addresses for notices")
    case .perimeter: Phrase(es: "perímetro", en: "perimeter")
    case .company: Phrase(es: "compañía", en: "company")
    case .reminders:
      Phrase(es: "medicinas y recordatorios", en: "medicines and reminders")
    case .settings: Phrase(es: "otros", en: "others")
    }
  }
}
