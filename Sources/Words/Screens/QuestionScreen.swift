import Device
import Names

extension Wording {
  /// The page of a reminder that asks a question: the number is the headline, for it changes with each press.
  func question(_ page: ReminderPage, _ choice: ReminderChoice) -> ScreenText {
    var text = reminder(page)
    text.title = text.headline
    text.headline = String(choice.value)
    let span = say(
      QuestionPhrase.span, (.part, String(choice.question.from)),
      (.total, String(choice.question.to)))
    text.body.insert(span, at: 0)
    text.hints = [plus(.more), minus(.less), ok(.confirm), okLong(.later)]
    return text
  }

  /// The sentence of the timeline.
  func answered(_ occurrence: Occurrence, _ value: UInt8) -> String {
    say(
      QuestionPhrase.answered, (.reminder, reminder(occurrence)), (.value, String(value)))
  }
}

/// Words about a reminder that asks a question.
enum QuestionPhrase: CatalogueKey {
  case span, answered

  var phrase: Phrase {
    switch self {
    case .span: Phrase(es: "De {part} a {total}", en: "From {part} to {total}")
    case .answered:
      Phrase(es: "Respuesta a {reminder}: {value}.", en: "Answer to {reminder}: {value}.")
    }
  }
}
