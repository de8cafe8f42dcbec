import Device

/// The parts of a mail, and of the short text for a relay. ALZ-4, ALZ-9.
enum MailPhrase: CatalogueKey {
  case greeting, greetingNobody, late, lateSince, lateSinceUnknown, lateForUnknown, lateAndOff
  case lastGood, distance, distanceOnly, pastDistance, pastDistanceOnly, outside, fromHomeTowards
  case map, accuracy, accuracyUnknown
  case fixTime, age, ageUnknown, instant, noPosition, battery
  case backSince, timeOutside, farthestOutside
  case excursion, excursionTimes, olderExcursions, again, reminderDescription, reminderDose
  case reply, replyWhere, replyAccompanied, signature
  case shortOutside, shortAccuracy, shortAccuracyUnknown, shortAge, shortAgeUnknown,
    shortBattery
  case testSubject, testSubjectNobody, testNothing, testWays, testSeen

  var phrase: Phrase {
    switch self {
    case .greeting: Phrase(es: "Hola, {name}:", en: "Hello {name},")
    case .greetingNobody: Phrase(es: "Hola:", en: "Hello,")
    case .late: Phrase(es: "{text}, con {late} de retraso", en: "{text}, delayed by {late}")
    case .lateSince:
      Phrase(
        es: "Este aviso sale con {late} de retraso. Se creó el {time}.",
        en: "This notice is delayed by {late}. It was made on {time}.")
    case .lateSinceUnknown:
      Phrase(
        es: "Este aviso sale con {late} de retraso.", en: "This notice is delayed by {late}.")
    case .lateForUnknown: Phrase(es: "{text}, con retraso", en: "{text}, delayed")
    case .lateAndOff:
      Phrase(
        es: "Este aviso sale con retraso: el dispositivo estuvo apagado y no sabe cuánto tiempo.",
        en: "This notice is delayed: the device was off and does not know for how long.")
    case .lastGood:
      Phrase(es: "La última posición buena:", en: "The last good position:")
    case .distance:
      Phrase(
        es: "Está a {distance} de casa (límite: {radius}).",
        en: "The distance from home is {distance} (limit: {radius}).")
    case .distanceOnly:
      Phrase(es: "Está a {distance} de casa.", en: "The distance from home is {distance}.")
    case .pastDistance:
      Phrase(
        es: "La posición está a {distance} de casa (límite: {radius}).",
        en: "The position is {distance} from home (limit: {radius}).")
    case .pastDistanceOnly:
      Phrase(
        es: "La posición está a {distance} de casa.", en: "The position is {distance} from home.")
    case .outside:
      Phrase(
        es: "La posición está {beyond} fuera del perímetro, {text} (límite: {radius}).",
        en: "The position is {beyond} outside the perimeter, {text} (limit: {radius}).")
    case .fromHomeTowards:
      Phrase(
        es: "a {distance} al {direction} de casa", en: "{distance} to the {direction} of home")
    case .map: Phrase(es: "Mapa: {link}", en: "Map: {link}")
    case .accuracy: Phrase(es: "Precisión: ± {accuracy}.", en: "Accuracy: ± {accuracy}.")
    case .accuracyUnknown: Phrase(es: "Precisión desconocida.", en: "Accuracy unknown.")
    case .fixTime:
      Phrase(es: "Hora de la posición: {time}.", en: "Time of the position: {time}.")
    case .age: Phrase(es: "Posición de hace {age}.", en: "Position of {age} ago.")
    case .ageUnknown:
      Phrase(
        es: "No se sabe cuánto tiempo tiene esta posición.",
        en: "It is not known how old this position is.")
    case .instant: Phrase(es: "menos de 1 s", en: "less than 1 s")
    case .noPosition: Phrase(es: "No se conoce la posición.", en: "No position is known.")
    case .battery: Phrase(es: "Batería: {number}.", en: "Battery: {number}.")
    case .backSince: Phrase(es: "Dentro desde {time}", en: "Inside since {time}")
    case .timeOutside: Phrase(es: "Tiempo fuera: {age}", en: "Time outside: {age}")
    case .farthestOutside:
      Phrase(
        es: "Lo más lejos que se vio: {distance} más allá del límite",
        en: "Farthest seen: {distance} beyond the limit")
    case .excursion:
      Phrase(
        es: "Salió: {date}; dentro otra vez: {time}; lo más lejos: a {distance} de casa",
        en: "Left: {date}; inside again: {time}; farthest: {distance} from home")
    case .excursionTimes:
      Phrase(es: "Salió: {date}; dentro otra vez: {time}", en: "Left: {date}; inside again: {time}")
    case .olderExcursions:
      Phrase(
        es: "Antes hubo otras, ya no detalladas: {number}",
        en: "Earlier ones, no longer listed: {number}")
    case .again:
      Phrase(
        es: "Este aviso sigue abierto: es la ronda número {number}.",
        en: "This notice is still open: this is round {number}.")
    case .reminderDescription: Phrase(es: "Nota: {text}.", en: "Note: {text}.")
    case .reminderDose: Phrase(es: "Dosis: {value}.", en: "Dose: {value}.")
    case .reply:
      Phrase(
        es: "Responde a este correo sin cambiar la línea siguiente y sabremos que lo has leído:",
        en: "Answer this mail without changing the next line, and we know that you have read it:")
    case .replyWhere:
      Phrase(
        es: "Si escribes DÓNDE, te enviaremos la posición.",
        en: "If you write WHERE, we send you the position.")
    case .replyAccompanied:
      Phrase(
        es: "Si escribes CON COMPAÑÍA HASTA HH:MM (hora de allí), el perímetro no se vigila hasta "
          + "entonces: hazlo cuando alguien acompañe a {wearer}. SIN COMPAÑÍA lo termina antes.",
        en: "If you write ACCOMPANIED UNTIL HH:MM (local time there), the perimeter is not watched "
          + "until then: do it when somebody is with {wearer}. NOT ACCOMPANIED ends it earlier.")
    case .testSubject:
      Phrase(es: "Prueba de los avisos sobre {wearer}", en: "Test of the notices about {wearer}")
    case .testSubjectNobody:
      Phrase(es: "Prueba de los avisos de Vigía", en: "Test of Vigía's notices")
    case .testNothing:
      Phrase(
        es: "Es solo una prueba: no ha pasado nada.", en: "This is only a test: nothing happened.")
    case .testWays:
      Phrase(
        es:
          "Por esta vía llegarán los avisos. Si este correo estaba entre los no deseados, marca su "
          + "dirección como conocida.",
        en: "Notices come this way. If this mail was among the unwanted ones, mark its address as "
          + "known.")
    case .testSeen: Phrase(es: "No hace falta responder.", en: "There is no need to answer.")
    case .signature: Phrase(es: "Vigía, aviso {id}", en: "Vigía, notice {id}")
    case .shortOutside:
      Phrase(
        es: "{beyond} fuera del perímetro, {text}", en: "{beyond} outside the perimeter, {text}")
    case .shortAccuracy: Phrase(es: "precisión ± {accuracy}", en: "accuracy ± {accuracy}")
    case .shortAccuracyUnknown: Phrase(es: "precisión desconocida", en: "accuracy unknown")
    case .shortAge: Phrase(es: "hace {age}", en: "{age} ago")
    case .shortAgeUnknown: Phrase(es: "antigüedad desconocida", en: "age unknown")
    case .shortBattery: Phrase(es: "batería {number}", en: "battery {number}")
    }
  }
}

/// The eight winds, and how somebody moves towards one.
enum CompassPhrase: CatalogueKey {
  case north, northEast, east, southEast, south, southWest, west, northWest
  case heading, wasHeading, shortHeading, onFoot, byVehicle

  init(_ point: CompassPoint) {
    self =
      switch point {
      case .north: .north
      case .northEast: .northEast
      case .east: .east
      case .southEast: .southEast
      case .south: .south
      case .southWest: .southWest
      case .west: .west
      case .northWest: .northWest
      }
  }

  var phrase: Phrase {
    switch self {
    case .north: Phrase(es: "norte", en: "north")
    case .northEast: Phrase(es: "noreste", en: "north-east")
    case .east: Phrase(es: "este", en: "east")
    case .southEast: Phrase(es: "sureste", en: "south-east")
    case .south: Phrase(es: "sur", en: "south")
    case .southWest: Phrase(es: "suroeste", en: "south-west")
    case .west: Phrase(es: "oeste", en: "west")
    case .northWest: Phrase(es: "noroeste", en: "north-west")
    case .heading: Phrase(es: "Va hacia el {text}.", en: "Going towards the {text}.")
    case .wasHeading: Phrase(es: "Iba hacia el {text}.", en: "Was going towards the {text}.")
    case .shortHeading: Phrase(es: "hacia el {text}", en: "towards the {text}")
    case .onFoot: Phrase(es: "{text}, a pie", en: "{text}, on foot")
    case .byVehicle: Phrase(es: "{text}, en un vehículo", en: "{text}, by vehicle")
    }
  }
}

/// Matters that keep a day from being well, each as a line of the daily mail.
enum OpenPhrase: CatalogueKey {
  case help, exit, low, dose, reminder, position, battery, clock, notice, storage, receiver

  var phrase: Phrase {
    switch self {
    case .help:
      Phrase(
        es: "Nadie ha respondido a una petición de ayuda",
        en: "Nobody has answered a call for help")
    case .exit:
      Phrase(es: "Está fuera del perímetro", en: "The wearer is outside the perimeter")
    case .low:
      Phrase(
        es: "La glucosa estaba baja y no es seguro que haya subido",
        en: "Glucose was low, and it is not sure that it has risen")
    case .dose:
      Phrase(
        es: "Ayer u hoy quedó una dosis de insulina sin confirmar",
        en: "A dose of insulin of yesterday or today was not confirmed")
    case .reminder:
      Phrase(
        es: "Ayer u hoy quedó un recordatorio o una medicina sin respuesta",
        en: "A reminder or medicine of yesterday or today was not answered")
    case .position:
      Phrase(es: "No se sabe dónde está ahora", en: "It is not known where the wearer is now")
    case .battery: Phrase(es: "Queda poca batería", en: "The battery is low")
    case .clock:
      Phrase(
        es: "El dispositivo no está seguro de la hora", en: "The device is not sure of the time")
    case .notice:
      Phrase(es: "Un aviso anterior no ha llegado a nadie", en: "An earlier notice reached nobody")
    case .storage:
      Phrase(es: "El dispositivo no puede guardar datos", en: "The device cannot store anything")
    case .receiver:
      Phrase(
        es: "El receptor de posición no responde", en: "The position receiver does not answer")
    }
  }
}

/// Reasons why an hour of company does not count, and advice on what to write.
enum CompanyPhrase: CatalogueKey {
  case past, tooFar, timeUnknown, overtaken, clocksContradict, doesNotCount, watched, write, again

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
    case .clocksContradict:
      Phrase(
        es: "el dispositivo oye dos horas que se contradicen",
        en: "the device hears two times that contradict each other")
    case .overtaken:
      Phrase(
        es: "después de tu mensaje se avisó de otra cosa",
        en: "after your message somebody said otherwise")
    case .doesNotCount:
      Phrase(es: "Esa hora no cuenta: {reason}.", en: "That time does not count: {reason}.")
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
