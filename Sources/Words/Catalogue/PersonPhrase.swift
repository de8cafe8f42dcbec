/// Who and what, also while the profile gives no name.
enum PersonPhrase: CatalogueKey {
  case caregiver, wearer, reminder, unnamedReminder
  case breakfast, lunch, dinner
  case mail, relay

  var phrase: Phrase {
    switch self {
    case .caregiver: Phrase(es: "la persona cuidadora {number}", en: "caregiver {number}")
    case .wearer: Phrase(es: "tu familiar", en: "your relative")
    case .reminder: Phrase(es: "“{name}”", en: "‘{name}’")
    case .unnamedReminder: Phrase(es: "“Recordatorio {number}”", en: "‘Reminder {number}’")
    case .breakfast: Phrase(es: "el desayuno", en: "breakfast")
    case .lunch: Phrase(es: "el almuerzo", en: "lunch")
    case .dinner: Phrase(es: "la cena", en: "dinner")
    case .mail: Phrase(es: "correo", en: "mail")
    case .relay: Phrase(es: "la pasarela", en: "the relay")
    }
  }
}
