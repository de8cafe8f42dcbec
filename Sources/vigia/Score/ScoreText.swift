import Scores
import Words

/// Scores for people, on a terminal.
struct ScoreText {
  private let sheet: ScoreSheet
  private var language: Language { sheet.language }

  init(_ sheet: ScoreSheet) { self.sheet = sheet }

  func text() -> String {
    let lines = sheet.lines.count == 1 ? sheet.lines.flatMap(whole) : sheet.lines.flatMap(short)
    return (lines + ["", language.say(ScoreSheet.caution)]).joined(separator: "\n")
  }

  /// One score with its rule.
  private func whole(_ line: ScoreSheet.Line) -> [String] {
    let score = line.score
    var text = ["\(language.say(score.title)): \(answer(line))"]
    text += line.missing.map { input in
      say("  falta ", "  missing ") + "\(input.option): \(language.say(input.title)); "
        + language.say(sheet.patient.shortfall(of: input) ?? input.accepts)
    }
    text += details(line).map { "  \($0)" }
    text += score.rule.enumerated().map { index, rule in
      (index == 0 ? say("Regla: ", "Rule: ") : "  ") + language.say(rule)
    }
    text.append(say("Fuente: ", "Source: ") + score.sources.joined(separator: "; "))
    return text
  }

  private func short(_ line: ScoreSheet.Line) -> [String] {
    let name = line.score.name
    let pad = String(repeating: " ", count: max(1, 14 - name.count))
    let details = line.value == nil ? line.notes.map { language.say($0) } : details(line)
    return ["\(name)\(pad)\(answer(line))"] + details.map { "    \($0)" }
  }

  private func answer(_ line: ScoreSheet.Line) -> String {
    if let value = line.value { return language.say(value.answer) }
    guard sheet.lines.count > 1 else { return "-" }
    return "- (\(say("falta", "missing")): \(line.missing.map(\.key).joined(separator: ", ")))"
  }

  private func details(_ line: ScoreSheet.Line) -> [String] {
    guard let value = line.value else { return [] }
    let items = value.points.map { "\(language.say($0.item)) \($0.points)" }
    let points = items.isEmpty ? [] : [say("puntos: ", "points: ") + items.joined(separator: ", ")]
    let raw = value.raw.map { say("sin redondear: ", "unrounded: ") + language.say($0) }
    return points + (raw.map { [$0] } ?? []) + value.notes.map { language.say($0) }
  }

  private func say(_ es: String, _ en: String) -> String { language.say(Phrase(es: es, en: en)) }

  /// Every score with purpose, rule, inputs and sources.
  static func list(_ language: Language) -> String {
    func say(_ es: String, _ en: String) -> String { language.say(Phrase(es: es, en: en)) }
    let scores = AllScores.list.map { score in
      let rule = score.rule.map { "  \(language.say($0))" }
      let inputs = score.inputs.map { "    \($0.key): \(language.say($0.accepts))" }
      let others = score.alternatives.map(\.key).joined(separator: ", ")
      let instead =
        others.isEmpty ? [] : [say("  En su lugar también: ", "  In their place also: ") + others]
      return
        (["\(score.name): \(language.say(score.title)). \(language.say(score.purpose))"] + rule
        + [say("  Datos:", "  Inputs:")] + inputs + instead
        + [say("  Fuente: ", "  Source: ") + score.sources.joined(separator: "; ")])
        .joined(separator: "\n")
    }
    return (scores + [language.say(ScoreSheet.caution)]).joined(separator: "\n\n")
  }
}
