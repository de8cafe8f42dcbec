import Profile
import Scores
import Traces
import Words

/// Scores for scripts: a JSON object a line, keys in fixed order.
enum ScoreJSON {
  static func lines(_ sheet: ScoreSheet) -> String {
    sheet.lines.map { line($0, sheet) }.joined(separator: "\n")
  }

  private static func line(_ line: ScoreSheet.Line, _ sheet: ScoreSheet) -> String {
    let language = sheet.language
    var fields = [field("score", JSONText.quoted(line.score.name))]
    fields.append(field("value", line.value?.facts.first.map { text($0.value) } ?? "null"))
    fields.append(
      field("answer", line.value.map { JSONText.quoted(language.say($0.answer)) } ?? "null"))
    fields += line.value?.facts.map { field($0.key, text($0.value)) } ?? []
    fields.append(field("missing", texts(line.missing.map(\.key))))
    fields.append(field("notes", texts(line.notes.map { language.say($0) })))
    let rare = sheet.patient.rarities().filter { line.score.uses($0.input) }
    fields.append(
      field("warnings", texts(rare.map { "\($0.input.key) \(language.say($0.phrase))" })))
    return "{\(fields.joined(separator: ","))}"
  }

  static func list(_ language: Language) -> String {
    AllScores.list.map { score in
      let inputs = score.inputs.map { input in
        "{\(field("input", JSONText.quoted(input.key))),"
          + "\(field("accepts", JSONText.quoted(language.say(input.accepts))))}"
      }
      let fields = [
        field("score", JSONText.quoted(score.name)),
        field("title", JSONText.quoted(language.say(score.title))),
        field("purpose", JSONText.quoted(language.say(score.purpose))),
        field("rule", texts(score.rule.map { language.say($0) })),
        field("inputs", "[\(inputs.joined(separator: ","))]"),
        field("sources", texts(score.sources)),
      ]
      return "{\(fields.joined(separator: ","))}"
    }.joined(separator: "\n")
  }

  private static func field(_ key: String, _ value: String) -> String { "\"\(key)\":\(value)" }

  private static func texts(_ texts: [String]) -> String {
    "[\(texts.map(JSONText.quoted).joined(separator: ","))]"
  }

  private static func text(_ value: FactValue) -> String {
    switch value {
    case .whole(let number): String(number)
    case .number(let number, let places): decimal(number, places)
    case .word(let word): JSONText.quoted(word)
    case .truth(let isTrue): String(isTrue)
    case .words(let words): texts(words)
    case .group(let facts):
      "{\(facts.map { field($0.key, text($0.value)) }.joined(separator: ","))}"
    }
  }

  /// The number without zeros behind its last decimal.
  private static func decimal(_ number: Double, _ places: Int) -> String {
    var text = Phrase.decimals(number, places).en
    guard text.contains(".") else { return text }
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}
