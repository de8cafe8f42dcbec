/// What the keys are called, and what they do on a page.
enum KeyPhrase: CatalogueKey {
  case help, ok, okLong, plus, minus
  case done, taken, later, back, silence, understood, enter, more, less, confirm, undo

  var phrase: Phrase {
    switch self {
    case .help: Phrase(es: "AYUDA", en: "HELP")
    case .ok: Phrase(es: "OK", en: "OK")
    case .okLong: Phrase(es: "OK largo", en: "OK long")
    case .plus: Phrase(es: "+", en: "+")
    case .minus: Phrase(es: "−", en: "−")
    case .done: Phrase(es: "Hecho", en: "Done")
    case .taken: Phrase(es: "Ya lo he tomado", en: "I have taken it")
    case .later: Phrase(es: "Más tarde", en: "Later")
    case .back: Phrase(es: "Volver", en: "Back")
    case .silence: Phrase(es: "Silenciar", en: "Silence")
    case .understood: Phrase(es: "Entendido", en: "Understood")
    case .enter: Phrase(es: "Escribir la medida", en: "Enter the reading")
    case .more: Phrase(es: "Más", en: "More")
    case .less: Phrase(es: "Menos", en: "Less")
    case .confirm: Phrase(es: "Confirmar", en: "Confirm")
    case .undo: Phrase(es: "Deshacer (1 minuto)", en: "Undo (1 minute)")
    }
  }
}
