import Device
import Diary
import Entries
import Words

/// Entries of the diary for people.
struct DiaryWords {
  let language: Language
  let moment: DiaryMoment

  var isSpanish: Bool { language == .spanish }

  /// The one of two texts that is in the language.
  func say(_ english: String, _ spanish: String) -> String { isSpanish ? spanish : english }

  func text(_ category: DiaryCategory) -> String {
    switch category {
    case .common(let common): common.text(language)
    case .own(let name): oneLine(name)
    }
  }

  private func text(_ meal: Meal) -> String {
    switch meal {
    case .breakfast: say("breakfast", "el desayuno")
    case .lunch: say("lunch", "el almuerzo")
    case .dinner: say("dinner", "la cena")
    }
  }

  /// The result as it was measured, with as many decimals as it has, and always with its unit.
  func text(_ result: MeterResult) -> String {
    switch result {
    case .low: "LO"
    case .high: "HI"
    case .amount(let glucose):
      "\(number(glucose.unit.value(glucose), glucose.unit == .millimoles ? 1 : 0)) "
        + glucose.unit.rawValue
    }
  }

  /// The shortest decimal that has at least so many places, in the language's separator.
  private func number(_ value: Double, _ places: Int) -> String {
    var text = "\(value)"
    if places == 0, text.hasSuffix(".0") { text.removeLast(2) }
    return isSpanish ? String(text.map { $0 == "." ? "," : $0 }) : text
  }

  /// "182 mg/dL, before lunch, “a walk”", without time and number.
  func text(_ entry: DiaryEntry, _ annotation: Annotation) -> String {
    var parts: [String]
    switch entry {
    case .reading(let reading):
      parts = [text(reading.result), text(DiaryCategory(entry, annotation))]
    case .dose(let dose):
      parts = [
        say(
          "dose \(language.text(dose.confirmed)) for \(text(dose.meal))",
          "dosis \(language.text(dose.confirmed)) para \(text(dose.meal))"),
        "base \(language.text(dose.mealPart))",
        say("correction ", "corrección ") + language.text(dose.correction),
      ]
      if dose.insulinOnBoard != .zero {
        parts.append(say("on board ", "activa ") + language.text(dose.insulinOnBoard))
      }
      if dose.proposed != dose.confirmed {
        parts.append(say("proposed ", "propuesta ") + language.text(dose.proposed))
      }
    }
    if let notes = annotation.notes {
      parts.append(say("\u{201C}\(oneLine(notes))\u{201D}", "«\(oneLine(notes))»"))
    }
    return parts.joined(separator: ", ")
  }

  /// The entry with date and number: for a question, and for a report of the change.
  func full(_ entry: DiaryEntry, _ annotation: Annotation) -> String {
    "\(entry.id.text)  \(moment.text(entry.taken))  \(text(entry, annotation))"
  }
}
