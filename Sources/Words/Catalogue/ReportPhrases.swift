/// The page about a trial: its headings, facts, captions and signs.
package enum ReportPhrase: CatalogueKey {
  // The head of the page.
  case kicker, nothingExpected, oneMet, allMet, someMissed, traces, tracesMissed, tracesMet
  case tracesCaption, trace, verdict, expectationOne, expectationMany
  case noFix, noFixCounted, noExit, startedOutside, announced, endsOutside
  case exitNone, exitOne, exitMany, returnNone, returnOne, returnMany
  case exits, returns, suspects, positionLost, duration, perimeter, recorded
  case radius, centre, firstAt, at, after, fromTo, days, dateUnknown
  case reminders, remindersAnsweredOne, remindersAnswered, remindersMissed
  case help, helpThrough, helpNever
  case doses, dosesRefused, lowGlucoseOne, lowGlucose, notices
  case deliveriesOne, deliveries, deliveriesFailedOne, deliveriesFailed
  // The table of expectations.
  case expectations, result, expected, instead, met, missed
  // Plan and chart.
  case plan, planTitle, planCaption, planRefused, closeUp, closeUpTitle, legend
  case chart, chartTitle, chartCaption, chartBand, chartOutside, chartLanes, chartLow
  case drawnAll, drawnSome, drawnNear
  case fixOne, fixMany, planWords, planWordsRefused, closeUpWords, chartWords, farthest
  case exitsAfter, returnsAfter, helpAfter, remindersAfter, andMore, noExitSeen, noReturnSeen
  case radiusLabel, radiusLine, start, end, onlyFix, emptyPlan, emptyPlanRefused, outside
  case zoneDate, zoneFrom, accuracy10, accuracy20, accuracy50, accuracyBeyond, accuracyUnknown
  case counted, several, refused, tip
  case exit, `return`, suspect, cleared, lost, regained
  case begins, waits, answered, failed
  case laneHelp, laneReminders, laneGlucose, laneAlarms, laneNotices, laneObserver
  // The table of events.
  case events, number, time, since, event, distance, accuracy, place, map, observer, unknown
  case nothingHappened, rowsLeftOut, newPositions, machine, machineNote
  // The recording.
  case quality, format, fixes, noPositionOne, noPositionMany, interval, intervalNone, intervalLong
  case hertz, sameMoment, gaps, gap, longestGap, accuracyNone, upTo, half, part, all
  case accuracyMissing, farAccuracy, satellites, median, notGiven
  case skipped, pointsSkipped, unneeded, pointsUnneeded, unneededNote, epochsRefused, digest
  case digestNote
  case otherKind, malformed, badChecksum, noChecksum, outOfRange, tooLong, noise

  package var phrase: Phrase {
    switch self {
    case .kicker: Phrase(es: "Prueba de campo", en: "Field trial")
    case .nothingExpected: Phrase(es: "No se esperaba nada", en: "Nothing was expected")
    case .oneMet: Phrase(es: "Se cumplió lo esperado", en: "The one expectation was met")
    case .allMet:
      Phrase(es: "Se cumplió todo lo esperado: {number}", en: "All {number} expectations met")
    case .someMissed:
      Phrase(es: "No se cumplió lo esperado: {number} de {words}", en: "{number} of {words} missed")
    case .traces: Phrase(es: "{number} grabaciones", en: "{number} traces")
    case .tracesMissed:
      Phrase(
        es: "En {number} de {total} grabaciones no se cumplió algo de lo esperado",
        en: "{number} of {total} traces missed an expectation")
    case .tracesMet:
      Phrase(es: "Se cumplió todo lo esperado", en: "Every expectation was met")
    case .tracesCaption:
      Phrase(es: "Las grabaciones de esta página", en: "The traces of this report")
    case .trace: Phrase(es: "Grabación", en: "Trace")
    case .verdict: Phrase(es: "Veredicto", en: "Verdict")
    case .expectationOne: Phrase(es: "{number} cosa esperada", en: "{number} expectation")
    case .expectationMany: Phrase(es: "{number} cosas esperadas", en: "{number} expectations")
    case .noFix:
      Phrase(es: "La grabación no tiene ninguna posición.", en: "The trace holds no fix.")
    case .noFixCounted:
      Phrase(
        es: "Ninguna posición contó, así que el dispositivo no sabía nada.",
        en: "No fix of the trace counted, so the device knew nothing.")
    case .noExit:
      Phrase(
        es: "El dispositivo no avisó de ninguna salida.", en: "The device announced no exit.")
    case .startedOutside:
      Phrase(
        es: "Estaba fuera desde el principio. {text}",
        en: "The wearer was outside from the start. {text}")
    case .announced:
      Phrase(
        es: "El dispositivo avisó de {words} y {text}.",
        en: "The device announced {words} and {text}.")
    case .endsOutside:
      Phrase(
        es: "El dispositivo avisó de {words} y {text}; la grabación acaba fuera.",
        en: "The device announced {words} and {text}; the trace ends outside.")
    case .exitNone: Phrase(es: "ninguna salida", en: "no exit")
    case .exitOne: Phrase(es: "{number} salida", en: "{number} exit")
    case .exitMany: Phrase(es: "{number} salidas", en: "{number} exits")
    case .returnNone: Phrase(es: "ningún regreso", en: "no return")
    case .returnOne: Phrase(es: "{number} regreso", en: "{number} return")
    case .returnMany: Phrase(es: "{number} regresos", en: "{number} returns")
    case .exits: Phrase(es: "Salidas", en: "Exits")
    case .returns: Phrase(es: "Regresos", en: "Returns")
    case .suspects: Phrase(es: "Sospechas", en: "Suspects")
    case .positionLost: Phrase(es: "Posición perdida", en: "Position lost")
    case .duration: Phrase(es: "Duración", en: "Duration")
    case .perimeter: Phrase(es: "Perímetro", en: "Perimeter")
    case .recorded: Phrase(es: "Grabado", en: "Recorded")
    case .radius: Phrase(es: "radio de {distance}", en: "{distance} radius")
    case .centre: Phrase(es: "centro {text}", en: "centre {text}")
    case .firstAt: Phrase(es: "la primera vez a {time}", en: "the first at {time}")
    case .at: Phrase(es: "a {time}", en: "at {time}")
    case .after: Phrase(es: "a los {number} s", en: "after {number} s")
    case .fromTo: Phrase(es: "de {time} a {text}", en: "{time} to {text}")
    case .days: Phrase(es: "de {time} a", en: "{time} to")
    case .dateUnknown: Phrase(es: "fecha desconocida", en: "date unknown")
    case .reminders: Phrase(es: "Recordatorios", en: "Reminders")
    case .remindersAnsweredOne: Phrase(es: "{number} atendido", en: "{number} answered")
    case .remindersAnswered: Phrase(es: "{number} atendidos", en: "{number} answered")
    case .remindersMissed: Phrase(es: "{number} sin atender", en: "{number} missed")
    case .help: Phrase(es: "Ayuda", en: "Help")
    case .helpThrough: Phrase(es: "avisada en {age}", en: "through after {age}")
    case .helpNever: Phrase(es: "el aviso no llegó a nadie", en: "never got through")
    case .doses: Phrase(es: "Dosis", en: "Doses")
    case .dosesRefused: Phrase(es: "{number} sin propuesta", en: "{number} refused")
    case .lowGlucoseOne: Phrase(es: "{number} vez glucosa baja", en: "{number} time low glucose")
    case .lowGlucose: Phrase(es: "{number} veces glucosa baja", en: "{number} times low glucose")
    case .notices: Phrase(es: "Avisos", en: "Notices")
    case .deliveriesOne: Phrase(es: "{number} entrega", en: "{number} delivery")
    case .deliveries: Phrase(es: "{number} entregas", en: "{number} deliveries")
    case .deliveriesFailedOne: Phrase(es: "{number} fallida", en: "{number} failed")
    case .deliveriesFailed: Phrase(es: "{number} fallidas", en: "{number} failed")
    case .expectations: Phrase(es: "Lo esperado", en: "Expectations")
    case .result: Phrase(es: "Resultado", en: "Result")
    case .expected: Phrase(es: "Se esperaba", en: "Expected")
    case .instead: Phrase(es: "Ocurrió en su lugar", en: "What happened instead")
    case .met: Phrase(es: "cumplido", en: "met")
    case .missed: Phrase(es: "no cumplido", en: "missed")
    case .plan: Phrase(es: "Plano", en: "Plan")
    case .planTitle: Phrase(es: "Plano del recorrido", en: "Plan of the track")
    case .planCaption:
      Phrase(
        es: "El norte está arriba, y las distancias van a escala. Los números son los de la tabla; "
          + "la línea discontinua cruza un hueco de más de {age}.",
        en: "North is up, and lengths are to scale. Numbers are those of the table of events; "
          + "a dashed line crosses a gap of more than {age}.")
    case .planRefused:
      Phrase(
        es: "Hay posiciones rechazadas hasta a {distance}, fuera de este plano.",
        en: "Refused fixes lie as far away as {distance}, outside of this plan.")
    case .closeUp:
      Phrase(
        es: "El perímetro de cerca, con los mismos signos.",
        en: "Close-up of the perimeter, with the same signs.")
    case .closeUpTitle: Phrase(es: "Plano del perímetro", en: "Plan of the perimeter")
    case .legend: Phrase(es: "Leyenda", en: "Legend")
    case .chart: Phrase(es: "Distancia al centro", en: "Distance from the centre")
    case .chartTitle:
      Phrase(es: "Distancia al centro en el tiempo", en: "Distance from the centre over time")
    case .chartCaption:
      Phrase(
        es: "Abajo, la hora; arriba, el tiempo desde el principio.",
        en: "Below, the time of the trace; above, the time since its start.")
    case .chartBand:
      Phrase(
        es: "La banda es la distancia ± la precisión.", en: "The band is the distance ± accuracy.")
    case .chartOutside:
      Phrase(
        es: "El tramo marcado como fuera es lo que creía el dispositivo.",
        en: "The stretch marked outside is what the device believed.")
    case .chartLanes:
      Phrase(
        es: "Debajo, lo demás que ocurrió; lo que no cabe está en la tabla.",
        en: "Below the distance, what else happened at that time; what finds no room there is in "
          + "the table.")
    case .chartLow:
      Phrase(
        es: "A esta escala el radio queda cerca del eje.",
        en: "At this scale the radius lies close to the axis.")
    case .drawnAll:
      Phrase(
        es: "Se dibujan las {total} posiciones que contaron.",
        en: "All {total} positions that counted are drawn.")
    case .drawnSome:
      Phrase(
        es:
          "Se dibujan {number} de {total} posiciones; las demás quedan a {distance} o menos de la "
          + "línea dibujada.",
        en: "Drawn are {number} of {total} positions; the others lie {distance} or less from the "
          + "line that is drawn.")
    case .drawnNear:
      Phrase(es: "Aquí se dibujan {number} posiciones.", en: "{number} positions are drawn here.")
    case .fixOne: Phrase(es: "{number} posición", en: "{number} fix")
    case .fixMany: Phrase(es: "{number} posiciones", en: "{number} fixes")
    case .planWords:
      Phrase(
        es: "El perímetro, un círculo de {radius} de radio, y un recorrido de {words}. {text}",
        en: "The perimeter, a circle of {radius} radius, and a track of {words}. {text}")
    case .planWordsRefused:
      Phrase(
        es: "El perímetro, un círculo de {radius} de radio, un recorrido de {words} y {number} que "
          + "el dispositivo rechazó. {text}",
        en: "The perimeter, a circle of {radius} radius, and a track of {words} and {number} that "
          + "the device refused. {text}")
    case .closeUpWords:
      Phrase(
        es: "El mismo recorrido cerca del círculo de {radius} de radio.",
        en: "The same track near the circle of {radius} radius.")
    case .chartWords: Phrase(es: "{age} de grabación. {text}", en: "{age} of trace. {text}")
    case .farthest:
      Phrase(
        es: "La posición más lejana está a {distance} del centro, {age} después del principio.",
        en: "The farthest fix is {distance} from the centre, {age} after the start.")
    case .exitsAfter: Phrase(es: "Salida a los {text}.", en: "Exit after {text}.")
    case .returnsAfter: Phrase(es: "Regreso a los {text}.", en: "Return after {text}.")
    case .helpAfter: Phrase(es: "Ayuda a los {text}.", en: "Help after {text}.")
    case .remindersAfter: Phrase(es: "Recordatorio a los {text}.", en: "Reminder after {text}.")
    case .andMore: Phrase(es: "{text} y {number} más", en: "{text} and {number} more")
    case .noExitSeen: Phrase(es: "Ninguna salida.", en: "No exit.")
    case .noReturnSeen: Phrase(es: "Ningún regreso.", en: "No return.")
    case .radiusLabel: Phrase(es: "radio de {distance}", en: "{distance} radius")
    case .radiusLine: Phrase(es: "radio {distance}", en: "radius {distance}")
    case .start: Phrase(es: "principio", en: "start")
    case .end: Phrase(es: "fin", en: "end")
    case .onlyFix: Phrase(es: "única posición", en: "only fix")
    case .emptyPlan: Phrase(es: "ninguna posición en la grabación", en: "no fix in this trace")
    case .emptyPlanRefused: Phrase(es: "ninguna posición que contara", en: "no fix that counted")
    case .outside: Phrase(es: "fuera", en: "outside")
    case .zoneDate: Phrase(es: "{text}, {date}", en: "{text}, {date}")
    case .zoneFrom: Phrase(es: "{text}, desde {date}", en: "{text}, from {date}")
    case .accuracy10: Phrase(es: "precisión de 10 m o menos", en: "accuracy up to 10 m")
    case .accuracy20: Phrase(es: "precisión de 10 a 20 m", en: "accuracy 10 to 20 m")
    case .accuracy50: Phrase(es: "precisión de 20 a 50 m", en: "accuracy 20 to 50 m")
    case .accuracyBeyond: Phrase(es: "precisión de más de 50 m", en: "accuracy over 50 m")
    case .accuracyUnknown: Phrase(es: "precisión desconocida", en: "accuracy unknown")
    case .counted: Phrase(es: "{text}: {words}", en: "{text}: {words}")
    case .several: Phrase(es: "{number} × {text}", en: "{number} × {text}")
    case .refused: Phrase(es: "rechazada", en: "refused")
    case .tip: Phrase(es: "{text}, {time}, {distance}", en: "{text}, {time}, {distance}")
    case .exit: Phrase(es: "salida", en: "exit")
    case .return: Phrase(es: "regreso", en: "return")
    case .suspect: Phrase(es: "sospecha", en: "suspect")
    case .cleared: Phrase(es: "sigue dentro", en: "cleared")
    case .lost: Phrase(es: "posición perdida", en: "position lost")
    case .regained: Phrase(es: "posición recuperada", en: "position regained")
    case .begins: Phrase(es: "empieza o llega", en: "begins or arrives")
    case .waits: Phrase(es: "espera", en: "waits")
    case .answered: Phrase(es: "atendido", en: "answered")
    case .failed: Phrase(es: "sin atender, rechazado o fallido", en: "missed, refused or failed")
    case .laneHelp: Phrase(es: "Ayuda", en: "Help")
    case .laneReminders: Phrase(es: "Recordatorios", en: "Reminders")
    case .laneGlucose: Phrase(es: "Glucosa y dosis", en: "Glucose and doses")
    case .laneAlarms: Phrase(es: "Alarmas", en: "Alarms")
    case .laneNotices: Phrase(es: "Avisos", en: "Notices")
    case .laneObserver: Phrase(es: "Quien observa", en: "Observer")
    case .events: Phrase(es: "Lo que ocurrió", en: "Events")
    case .number: Phrase(es: "N.º", en: "No.")
    case .time: Phrase(es: "Hora ({text})", en: "Time ({text})")
    case .since: Phrase(es: "Desde el principio", en: "Since start")
    case .event: Phrase(es: "Suceso", en: "Event")
    case .distance: Phrase(es: "Distancia", en: "Distance")
    case .accuracy: Phrase(es: "Precisión", en: "Accuracy")
    case .place: Phrase(es: "Lugar", en: "Place")
    case .map: Phrase(es: "mapa", en: "map")
    case .observer: Phrase(es: "Quien observa: “{text}”", en: "Observer: “{text}”")
    case .unknown: Phrase(es: "desconocida", en: "unknown")
    case .nothingHappened: Phrase(es: "No ocurrió nada.", en: "Nothing happened.")
    case .rowsLeftOut:
      Phrase(
        es:
          "Faltan {number} filas más: tras las primeras {total} solo se listan salidas, regresos, "
          + "sospechas y lo que nadie debe pasar por alto.",
        en: "{number} further rows left out: after the first {total} only exits, returns, suspects "
          + "and what nobody may miss are listed.")
    case .newPositions:
      Phrase(
        es: "{number} posiciones nuevas para quien cuida, hasta {time}",
        en: "{number} new positions for the caregivers, until {time}")
    case .machine: Phrase(es: "Las palabras de la máquina", en: "The machine's words")
    case .machineNote:
      Phrase(
        es: "Cada suceso con el nombre que tiene en JSON y en las pruebas.",
        en: "Each event by its name in JSON and in tests.")
    case .quality: Phrase(es: "Calidad de la grabación", en: "Trace quality")
    case .format: Phrase(es: "Formato", en: "Format")
    case .fixes: Phrase(es: "Posiciones", en: "Fixes")
    case .noPositionOne:
      Phrase(es: "{number} momento sin posición", en: "{number} epoch without a position")
    case .noPositionMany:
      Phrase(es: "{number} momentos sin posición", en: "{number} epochs without a position")
    case .interval: Phrase(es: "Intervalo mediano", en: "Median interval")
    case .intervalNone: Phrase(es: "ninguno", en: "none")
    case .intervalLong: Phrase(es: "60 s o más", en: "60 s or more")
    case .hertz: Phrase(es: "{age} ({number} Hz)", en: "{age} ({number} Hz)")
    case .sameMoment:
      Phrase(
        es: "{words} en el instante de la anterior", en: "{words} at the moment of the one before")
    case .gaps: Phrase(es: "Huecos de más de {age}", en: "Gaps over {age}")
    case .gap: Phrase(es: "{age}, desde {time} ({text})", en: "{age}, from {time} ({text})")
    case .longestGap:
      Phrase(
        es: "el más largo {age}, desde {time} ({text})",
        en: "the longest {age}, from {time} ({text})")
    case .accuracyNone: Phrase(es: "ninguna", en: "none given")
    case .upTo: Phrase(es: "{part} hasta {distance}", en: "{part} up to {distance}")
    case .half: Phrase(es: "la mitad", en: "half")
    case .part: Phrase(es: "el {number} %", en: "{number} %")
    case .all: Phrase(es: "todas", en: "all")
    case .accuracyMissing: Phrase(es: "falta en {words}", en: "missing in {words}")
    case .farAccuracy: Phrase(es: "{distance} o más", en: "{distance} or more")
    case .satellites: Phrase(es: "Satélites usados", en: "Satellites used")
    case .median: Phrase(es: "{number} (mediana)", en: "{number} (median)")
    case .notGiven: Phrase(es: "no se dice", en: "not given")
    case .skipped: Phrase(es: "Líneas saltadas", en: "Lines skipped")
    case .pointsSkipped: Phrase(es: "Puntos saltados", en: "Points skipped")
    case .unneeded: Phrase(es: "Líneas innecesarias", en: "Lines not needed")
    case .pointsUnneeded: Phrase(es: "Puntos innecesarios", en: "Points not needed")
    case .unneededNote:
      Phrase(
        es: "sin daños, de un tipo que ninguna repetición necesita",
        en: "well formed, of a kind that no replay needs")
    case .epochsRefused: Phrase(es: "Posiciones rechazadas", en: "Epochs refused")
    case .digest: Phrase(es: "Huella", en: "Digest")
    case .digestNote:
      Phrase(
        es: "la misma huella es el mismo comportamiento", en: "equal digests mean equal behaviour")
    case .otherKind: Phrase(es: "de un tipo innecesario", en: "of a kind not needed here")
    case .malformed: Phrase(es: "mal formadas", en: "malformed")
    case .badChecksum: Phrase(es: "con suma equivocada", en: "with a wrong checksum")
    case .noChecksum: Phrase(es: "sin suma de comprobación", en: "without a checksum")
    case .outOfRange:
      Phrase(
        es: "con una coordenada que no es de la Tierra",
        en: "with a coordinate that is not on Earth")
    case .tooLong:
      Phrase(es: "de más de 10 240 caracteres", en: "longer than 10,240 characters")
    case .noise: Phrase(es: "que no son sentencias", en: "that are not sentences")
    }
  }
}

/// The words of the page in one language.
package struct ReportWords: Sendable {
  package let language: Language

  package init(_ language: Language) { self.language = language }

  /// The text of a key with its gaps filled.
  package func callAsFunction(_ key: ReportPhrase, _ values: (Slot, String)...) -> String {
    Language.fill(language.say(key.phrase), values)
  }

  /// "1 exit", "2 exits", "no exit".
  package func exits(_ count: Int, _ number: String) -> String {
    self(count == 0 ? .exitNone : count == 1 ? .exitOne : .exitMany, (.number, number))
  }

  package func returns(_ count: Int, _ number: String) -> String {
    self(count == 0 ? .returnNone : count == 1 ? .returnOne : .returnMany, (.number, number))
  }
}
