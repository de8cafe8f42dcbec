import Findings

/// The crossing of the edge behind an exit or a return, and the causes of the seconds that it took.
enum CrossingPhrase: CatalogueKey {
  case exit, `return`, early, atOnce
  case fromStart, returnFromStart, circleChanged, notCrossed, forgotten, unrecorded
  case estimate, clearance, evidence, unknownAccuracy, statedAccuracy, scatter, agreement
  case noPosition, refused, notWatched, stay, depth
  case ahead, within, moment, momentBefore
  case section, sectionNote, exitAt, returnAt, crossed, late
  case earlyValue, beyond, inside, unknown, cause, chart, chartReturn, moreCharts
  case position, smoothed, deviceEstimate, accuracyBand, crossingMark, crossingSpan,
    announcement
  case proof, stayed, map

  var phrase: Phrase {
    switch self {
    case .exit:
      Phrase(
        es: "cruzó el límite a {time} ± {age}; avisado {late} después, {distance} más allá",
        en: "crossed the edge at {time} ± {age}; announced {late} later, {distance} beyond")
    case .early:
      Phrase(
        es: "cruzó el límite a {time} ± {age}; avisado {late} antes",
        en: "crossed the edge at {time} ± {age}; announced {late} before")
    case .return:
      Phrase(
        es: "cruzó el límite a {time} ± {age}; avisado {late} después, {distance} dentro",
        en: "crossed the edge at {time} ± {age}; announced {late} later, {distance} inside")
    case .atOnce: Phrase(es: "en el acto", en: "at once")
    case .fromStart:
      Phrase(
        es: "ya estaba fuera cuando empezaron las posiciones",
        en: "already outside when the positions began")
    case .returnFromStart:
      Phrase(
        es: "ya estaba dentro cuando empezaron las posiciones",
        en: "already inside when the positions began")
    case .circleChanged: Phrase(es: "el perímetro cambió", en: "the perimeter was changed")
    case .notCrossed:
      Phrase(
        es: "la traza suavizada no cruza el límite aquí",
        en: "the smoothed track does not cross the edge here")
    case .forgotten:
      Phrase(
        es: "el cruce quedó demasiado atrás para guardarlo",
        en: "the crossing lies too far back to be kept")
    case .unrecorded:
      Phrase(
        es: "no contó ninguna posición durante más de un día",
        en: "no position counted for more than a day")
    case .estimate:
      Phrase(
        es: "{number} s hasta que la estimación cruzó el límite",
        en: "{number} s until the estimate had crossed the edge")
    case .clearance:
      Phrase(
        es: "{number} s hasta que se alejó lo bastante del límite",
        en: "{number} s until it lay clear of the edge")
    case .evidence:
      Phrase(es: "{number} s para reunir pruebas", en: "{number} s to gather evidence")
    case .unknownAccuracy:
      Phrase(
        es: "la precisión desconocida añadió {number} s", en: "accuracy unknown added {number} s")
    case .statedAccuracy:
      Phrase(
        es: "la precisión indicada añadió {number} s", en: "the stated accuracy added {number} s")
    case .scatter:
      Phrase(
        es: "la dispersión de las posiciones añadió {number} s",
        en: "scattered positions added {number} s")
    case .agreement:
      Phrase(
        es: "{number} s hasta que coincidieron bastantes posiciones",
        en: "{number} s until enough positions agreed")
    case .noPosition: Phrase(es: "{number} s sin posición", en: "{number} s without a position")
    case .refused:
      Phrase(
        es: "{number} s de posiciones que no contaron",
        en: "{number} s of positions that did not count")
    case .notWatched:
      Phrase(es: "{number} s sin vigilancia", en: "{number} s without a watch")
    case .stay:
      Phrase(
        es: "{number} s en que debía permanecer dentro",
        en: "{number} s in which it had to stay inside")
    case .depth:
      Phrase(
        es: "{number} s hasta estar lo bastante dentro",
        en: "{number} s until it lay deep enough inside")
    case .ahead:
      Phrase(
        es: "la estimación se adelantó {number} s a la traza suavizada",
        en: "the estimate was {number} s ahead of the smoothed track")
    case .within:
      Phrase(es: "a {time} del cruce como mucho", en: "within {time} of the crossing")
    case .section: Phrase(es: "Salidas y regresos", en: "Exits and returns")
    case .sectionNote:
      Phrase(
        es: "El cruce se lee de la traza suavizada. En los ensayos la verdad cayó dentro de ± "
          + "94 de cada 100 veces al aire libre y 87 en interiores. Los segundos de las causas suman "
          + "el retraso.",
        en: "The crossing is read from the smoothed track. In trials the truth lay within ± "
          + "94 times in 100 outdoors, and 87 indoors. The seconds of the causes add up to the delay."
      )
    case .exitAt: Phrase(es: "Salida avisada a {time}", en: "Exit announced at {time}")
    case .returnAt: Phrase(es: "Regreso avisado a {time}", en: "Return announced at {time}")
    case .crossed: Phrase(es: "Cruce del límite", en: "Edge crossed")
    case .late: Phrase(es: "Retraso", en: "Delay")
    case .earlyValue: Phrase(es: "{late} antes", en: "{late} before")
    case .beyond: Phrase(es: "Más allá del límite", en: "Beyond the edge")
    case .inside: Phrase(es: "Dentro del límite", en: "Inside the edge")
    case .unknown: Phrase(es: "no se sabe", en: "not known")
    case .cause: Phrase(es: "Por qué", en: "Why")
    case .chart:
      Phrase(
        es: "Distancia al centro alrededor de la salida, y las pruebas reunidas hasta su umbral.",
        en: "Distance from the centre around the exit, and the evidence up to its threshold.")
    case .chartReturn:
      Phrase(
        es: "Distancia al centro alrededor del regreso, y el tiempo que llevaba dentro.",
        en: "Distance from the centre around the return, and the time spent inside.")
    case .moreCharts:
      Phrase(
        es: "Se dibujan los primeros {number}; las cifras de los demás están en la lista.",
        en: "The first {number} are drawn; the figures of the others are in the list.")
    case .position: Phrase(es: "posición", en: "position")
    case .smoothed: Phrase(es: "traza suavizada", en: "smoothed track")
    case .deviceEstimate: Phrase(es: "estimación del dispositivo", en: "the device's estimate")
    case .accuracyBand: Phrase(es: "posición ± precisión", en: "position ± accuracy")
    case .crossingMark: Phrase(es: "cruce del límite", en: "edge crossed")
    case .crossingSpan: Phrase(es: "cruce, ±", en: "crossing, ±")
    case .announcement: Phrase(es: "aviso", en: "announced")
    case .proof: Phrase(es: "pruebas", en: "evidence")
    case .stayed: Phrase(es: "tiempo dentro", en: "time inside")
    case .map: Phrase(es: "mapa", en: "map")
    case .moment:
      Phrase(es: "{text}, {late} después del cruce", en: "{text}, {late} after the crossing")
    case .momentBefore:
      Phrase(es: "{text}, {late} antes del cruce", en: "{text}, {late} before the crossing")
    }
  }
}

extension LatenessCause {
  var key: CrossingPhrase {
    switch self {
    case .estimate: .estimate
    case .clearance: .clearance
    case .evidence: .evidence
    case .unknownAccuracy: .unknownAccuracy
    case .statedAccuracy: .statedAccuracy
    case .scatter: .scatter
    case .agreement: .agreement
    case .noPosition: .noPosition
    case .refused: .refused
    case .notWatched: .notWatched
    case .stay: .stay
    case .depth: .depth
    }
  }
}
