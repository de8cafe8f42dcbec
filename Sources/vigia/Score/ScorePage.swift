import Scores
import Trial
import Words

/// Inputs, scores, rules and sources on one page that needs nothing but itself, for a screen or paper.
///
/// The same patient makes the same bytes: no date and no name stand on it.
struct ScorePage {
  private let sheet: ScoreSheet
  private var language: Language { sheet.language }

  init(_ sheet: ScoreSheet) { self.sheet = sheet }

  func html() -> String {
    let title = say("Escalas del hígado", "Liver scores")
    return """
      <!DOCTYPE html>
      <html lang="\(language.rawValue)">
      <head>
      <meta charset="utf-8"/>
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <meta name="color-scheme" content="light dark"/>
      <meta name="generator" content="vigia score --report"/>
      <title>\(title)</title>
      <style>
      \(StyleSheet.document)\(ScorePage.style)
      </style>
      </head>
      <body>
      <main>
      <header>
      <h1>\(title)</h1>
      <p class="lead">\(Markup.escaped(language.say(ScoreSheet.caution)))</p>
      </header>
      \(inputs())
      \(results())
      \(rules())
      </main>
      </body>
      </html>

      """
  }

  private func inputs() -> String {
    let groups = Input.Group.allCases.compactMap { group -> String? in
      let rows = Input.allCases.filter { $0.group == group }.compactMap(row)
      guard !rows.isEmpty else { return nil }
      return
        "<tr class=\"group\"><th scope=\"rowgroup\" colspan=\"3\">\(escaped(group.title))</th></tr>"
        + rows.joined()
    }
    let heading = "<h2>\(say("Datos", "Inputs"))</h2>"
    guard !groups.isEmpty else {
      return "<section>\(heading)<p>\(say("No se dio ninguno.", "None was given."))</p></section>"
    }
    let head = cells(
      "th scope=\"col\"",
      [
        say("Dato", "Input"), say("Como se dio", "As stated"),
        say("En otra unidad", "In another unit"),
      ])
    return "<section>\(heading)<table class=\"inputs\"><thead><tr>\(head)</tr></thead>"
      + groups.map { "<tbody>\($0)</tbody>" }.joined() + "</table></section>"
  }

  private func row(_ input: Input) -> String? {
    guard let shown = sheet.patient.shown(input, language) else { return nil }
    let rare =
      shown.isRare
      ? " <small class=\"bad\">\(say("raro: compruébelo", "rare: check it"))</small>" : ""
    return "<tr><th scope=\"row\">\(escaped(input.title))</th>"
      + "<td>\(Markup.escaped(shown.stated))\(rare)</td><td>\(Markup.escaped(shown.others))</td></tr>"
  }

  private func results() -> String {
    let head = cells("th scope=\"col\"", [say("Escala", "Score"), say("Resultado", "Answer")])
    let rows = sheet.lines.map { line in
      "<tr><th scope=\"row\"><a href=\"#\(anchor(line))\">\(escaped(line.score.title))</a></th>"
        + "<td>\(answer(line))</td></tr>"
    }
    return "<section><h2>\(say("Resultados", "Answers"))</h2><table class=\"answers\"><thead><tr>"
      + "\(head)</tr></thead><tbody>\(rows.joined(separator: "\n"))</tbody></table></section>"
  }

  private func answer(_ line: ScoreSheet.Line) -> String {
    if let value = line.value { return "<strong>\(escaped(value.answer))</strong>" }
    let names = line.missing.map { escaped(sheet.patient.note(of: $0) ?? $0.title) }
    return "- <small>\(say("falta", "missing")): \(names.joined(separator: ", "))</small>"
  }

  private func rules() -> String {
    let articles = sheet.lines.map { line -> String in
      let score = line.score
      let raw = line.value?.raw.map {
        " (\(say("sin redondear", "unrounded")) \(language.say($0)))"
      }
      let notes = line.value?.notes.map { "<li>\(escaped($0))</li>" } ?? []
      let points = line.value?.points.map { "\(escaped($0.item)) \($0.points)" } ?? []
      return "<section class=\"rule\" id=\"\(anchor(line))\"><h3>\(escaped(score.title))</h3>"
        + "<p class=\"note\">\(escaped(score.purpose))</p><p>\(answer(line))\(raw ?? "")</p>"
        + (points.isEmpty
          ? "" : "<p>\(say("Puntos", "Points")): \(points.joined(separator: ", "))</p>")
        + (notes.isEmpty ? "" : "<ul>\(notes.joined())</ul>")
        + "<p>\(score.rule.map(escaped).joined(separator: "<br/>"))</p>"
        + "<p class=\"note\">\(score.sources.map(Markup.escaped).joined(separator: "; "))</p></section>"
    }
    return "<section><h2>\(say("Reglas y fuentes", "Rules and sources"))</h2></section>"
      + articles.joined(separator: "\n")
  }

  private func anchor(_ line: ScoreSheet.Line) -> String {
    "s-" + String(line.score.name.map { $0 == "." ? "-" : $0 })
  }

  private func cells(_ tag: String, _ texts: [String]) -> String {
    texts.map { "<\(tag)>\($0)</\(tag.prefix(2))>" }.joined()
  }

  private func escaped(_ phrase: Phrase) -> String { Markup.escaped(language.say(phrase)) }

  private func say(_ es: String, _ en: String) -> String { language.say(Phrase(es: es, en: en)) }

  private static let style = """
    .inputs th[scope=row],.answers th{width:40%}
    .group th{padding-top:.9rem;color:var(--muted);font-size:.8125rem}
    .rule{margin-top:1.25rem;padding-top:.25rem;border-top:1px solid var(--rule)}
    section.rule>h3{margin:.75rem 0 0;font-size:1.0625rem}
    .rule ul{margin:.5rem 0;padding-left:1.25rem}
    td,th,p,li{overflow-wrap:anywhere}
    @media (max-width:40rem){
    .inputs :is(th,td){font-size:.875rem;padding-right:.5rem}
    .inputs th[scope=row],.answers th{width:45%}
    }
    .rule p,.rule li{font-size:.9375rem}
    @media print{body{font-size:1rem}.rule{break-inside:avoid;margin-top:.75rem}.rule p{margin:.25rem 0}
    .answers a{color:inherit}}
    """
}
