import Simulator

/// A bench as one self-contained page: a plot for each of the surroundings, then the tables.
public struct BenchPage {
  private let results: BenchResults
  private let command: String

  /// - Parameter command: what prints it again.
  public init(_ results: BenchResults, command: String) {
    self.results = results
    self.command = command
  }

  public var html: String {
    let plots = results.groups.filter { $0.radius == 100 && $0.group != WalkedTrack.group }
      .map { "<figure>\(ParetoPlot(results, $0.group, $0.radius).svg)</figure>" }
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Perimeter bench</title>
      <style>
      :root { color-scheme: light dark; --ink: #1d2733; --faint: #d5dbe1; --ours: #b3261e;
        --other: #33658a; --ground: #fff; }
      @media (prefers-color-scheme: dark) { :root { --ink: #e6ebf0; --faint: #3a4550;
        --ours: #ff8a80; --other: #8fc1e8; --ground: #12181e; } }
      body { font: 15px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--ground);
        margin: 1.5rem auto; max-width: 80rem; padding: 0 1rem; }
      .plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1rem; }
      figure { margin: 0; } svg { width: 100%; height: auto; }
      svg line { stroke: var(--faint); } svg text { fill: var(--ink); font-size: 11px; }
      svg .title { font-weight: 600; font-size: 13px; }
      circle.ours, text.ours { fill: var(--ours); } text.ours { font-weight: 700; }
      circle.other { fill: var(--other); }
      .wide { overflow-x: auto; } table { border-collapse: collapse; font-size: 13px; }
      td, th { padding: 2px 8px; border-bottom: 1px solid var(--faint); text-align: right;
        white-space: nowrap; }
      td:first-child, th:first-child { text-align: left; }
      tr.ours { color: var(--ours); font-weight: 600; } code { font-size: 13px; }
      </style></head><body>
      <h1>Who is out, and how soon we know</h1>
      <p>False exits an hour with the wearer at 0.8 R against the median delay of a walk out. Down and
      to the left is better; "none" is none in all hours. <code>\(BenchPage.escaped(command))</code>,
      \(results.seeds) seeds a cell, digest <code>\(results.hexDigest)</code>.</p>
      <div class="plots">\(plots.joined(separator: "\n"))</div>
      \(BenchPage.tables(BenchTable(results).text))
      </body></html>

      """
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.append(character)
      }
    }
  }

  /// Our own Markdown, which has headings, tables and paragraphs only.
  private static func tables(_ markdown: String) -> String {
    var html = ""
    var isTable = false
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("|") {
        if line.hasPrefix("|-") { continue }
        if !isTable { html += "<div class=\"wide\"><table>" }
        let cells = line.split(separator: "|").map { cell in
          escaped(
            String(cell.drop(while: { $0 == " " }).reversed().drop(while: { $0 == " " }).reversed())
          )
        }
        let tag = isTable ? "td" : "th"
        let kind = cells.first?.hasPrefix("OURS") == true ? " class=\"ours\"" : ""
        html += "<tr\(kind)>" + cells.map { "<\(tag)>\($0)</\(tag)>" }.joined() + "</tr>\n"
        isTable = true
        continue
      }
      if isTable { html += "</table></div>\n" }
      isTable = false
      if line.hasPrefix("### ") {
        html += "<h2>\(escaped(String(line.dropFirst(4))))</h2>\n"
      } else if !line.isEmpty {
        html += "<p>\(escaped(String(line)))</p>\n"
      }
    }
    return html + (isTable ? "</table></div>\n" : "")
  }
}
