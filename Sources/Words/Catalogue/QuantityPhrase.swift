/// What differs between the languages in numbers.
enum QuantityPhrase: CatalogueKey {
  case decimalMark, percent, echo, notANumber

  var phrase: Phrase {
    switch self {
    case .decimalMark: Phrase(es: ",", en: ".")
    case .percent: Phrase(es: "{number} %", en: "{number}%")
    case .echo: Phrase(es: "{value} — {words}", en: "{value} — {words}")
    case .notANumber: Phrase(es: "—", en: "—")
    }
  }
}
