/// What differs between the languages in numbers.
enum QuantityPhrase: CatalogueKey {
  case decimalMark, percent, echo, notANumber, years

  var phrase: Phrase {
    switch self {
    case .decimalMark: Phrase(es: ",", en: ".")
    case .percent: Phrase(es: "{number} %", en: "{number}%")
    case .echo: Phrase(es: "{value} — {words}", en: "{value} — {words}")
    case .years: Phrase(es: "más de un año", en: "more than a year")
    case .notANumber: Phrase(es: "—", en: "—")
    }
  }
}
