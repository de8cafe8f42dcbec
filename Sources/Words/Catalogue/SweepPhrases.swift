/// The same walk under other perimeters: what if.
package enum SweepPhrase: CatalogueKey {
  case section, note, radius, sensitivity, exits, returns, firstExit, late, outside, never, chart,
    heading

  package var phrase: Phrase {
    switch self {
    case .section: Phrase(es: "¿Y si fuera otro?", en: "What if")
    case .note:
      Phrase(
        es:
          "La misma grabación, repetida con otros perímetros; lo demás queda igual. El retraso es la "
          + "mediana de las salidas, desde el cruce hasta el aviso.",
        en:
          "The same recording, replayed under other perimeters; all else stays. The delay is the median of "
          + "the exits, from the crossing to the announcement.")
    case .radius: Phrase(es: "Radio", en: "Radius")
    case .sensitivity: Phrase(es: "Sensibilidad", en: "Sensitivity")
    case .exits: Phrase(es: "Salidas", en: "Exits")
    case .returns: Phrase(es: "Regresos", en: "Returns")
    case .firstExit: Phrase(es: "Primera salida", en: "First exit")
    case .late: Phrase(es: "Retraso", en: "Delay")
    case .outside: Phrase(es: "Tiempo fuera", en: "Time outside")
    case .never: Phrase(es: "ninguna", en: "none")
    case .chart:
      Phrase(
        es: "Distancia en el tiempo; límite y tiempo fuera con {text}.",
        en: "Distance over time; edge and time outside with {text}.")
    case .heading: Phrase(es: "Con otros perímetros:", en: "Under other perimeters:")
    }
  }
}

extension ReportWords {
  package func sweep(_ key: SweepPhrase, _ values: (Slot, String)...) -> String {
    Language.fill(language.say(key.phrase), values)
  }
}
