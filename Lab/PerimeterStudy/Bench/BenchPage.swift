import Advice

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

/// False exits an hour at 0.8 R against the walking delay, as SVG: the lower left corner is the best.
private struct ParetoPlot {
  private struct Dot {
    var name: String
    var delay: Double
    /// Nil: none in all the hours.
    var rate: Double?
    var isOurs: Bool
  }

  private static let width = 420.0
  private static let height = 320.0
  private static let left = 52.0
  private static let bottom = 44.0
  private static let mostSeconds = 90.0
  /// Powers of ten, from the lower to the upper end.
  private static let decades = -3...2

  private var dots: [Dot] = []
  private let title: String

  init(_ results: BenchResults, _ group: String, _ radius: Int) {
    title = "\(group), R = \(radius) m"
    for rule in RuleName.allCases {
      guard let walk = results.find(group, radius, .walkOut, rule)?.delay50,
        let still = results.find(group, radius, .still(80), rule), let rate = still.falsePerHour
      else { continue }
      dots.append(
        Dot(
          name: rule.short, delay: walk.value, rate: still.falseExits == 0 ? nil : rate.value,
          isOurs: rule.rawValue >= RuleName.ours.rawValue))
    }
  }

  var svg: String {
    var parts = [
      "<svg viewBox=\"0 0 \(Figure.text(ParetoPlot.width)) \(Figure.text(ParetoPlot.height))\" "
        + "role=\"img\" aria-label=\"\(title): false exits against delay\">",
      text(ParetoPlot.left, 16, title, "start", "title"),
    ]
    for power in ParetoPlot.decades {
      let y = vertical(log: Double(power))
      parts.append(line(ParetoPlot.left, y, ParetoPlot.width - 8, y))
      let label = power == ParetoPlot.decades.lowerBound ? "none" : ParetoPlot.label(power)
      parts.append(text(ParetoPlot.left - 6, y + 4, label, "end", "tick"))
    }
    for seconds in stride(from: 0.0, through: ParetoPlot.mostSeconds, by: 15) {
      let x = horizontal(seconds)
      parts.append(line(x, 28, x, ParetoPlot.height - ParetoPlot.bottom))
      parts.append(
        text(x, ParetoPlot.height - ParetoPlot.bottom + 16, Figure.text(seconds), "middle", "tick"))
    }
    parts.append(
      text(
        (ParetoPlot.left + ParetoPlot.width) / 2, ParetoPlot.height - 8,
        "walking delay, median, s (false exits per hour at 0.8 R upward)", "middle", "tick"))
    parts += placed()
    return parts.joined(separator: "\n") + "\n</svg>"
  }

  /// Dots, and names beside them: one label for dots that lie on each other, below or above where
  /// another label is in the way.
  private func placed() -> [String] {
    var groups: [(x: Double, y: Double, names: [String], isOurs: Bool)] = []
    var parts: [String] = []
    for dot in dots {
      let x = horizontal(min(dot.delay, ParetoPlot.mostSeconds))
      let y = vertical(log: dot.rate.map(ParetoPlot.log10) ?? -3)
      parts.append(
        "<circle class=\"\(dot.isOurs ? "ours" : "other")\" cx=\"\(Figure.text(x, 1))\" "
          + "cy=\"\(Figure.text(y, 1))\" r=\"\(dot.isOurs ? 6 : 4)\"/>")
      let near = groups.firstIndex {
        ($0.x - x).magnitude < 10 && ($0.y - y).magnitude < 8 && !dot.isOurs && !$0.isOurs
      }
      if let near {
        groups[near].names.append(dot.name)
      } else {
        groups.append((x, y, [dot.name], dot.isOurs))
      }
    }
    var taken: [(from: Double, to: Double, y: Double)] = []
    for group in groups {
      let name = group.names.joined(separator: " ")
      let (from, to) = (group.x + 8, group.x + 8 + 7 * Double(name.count))
      let free = [4.0, -8, 16, -20, 28].first { offset in
        !taken.contains {
          from < $0.to && $0.from < to && (group.y + offset - $0.y).magnitude < 11
        }
      }
      let y = group.y + (free ?? 4)
      taken.append((from, to, y))
      parts.append(text(from, y, name, "start", group.isOurs ? "ours" : "other"))
    }
    return parts
  }

  private func horizontal(_ seconds: Double) -> Double {
    ParetoPlot.left + seconds / ParetoPlot.mostSeconds * (ParetoPlot.width - ParetoPlot.left - 40)
  }

  private func vertical(log: Double) -> Double {
    let (low, high) = (
      Double(ParetoPlot.decades.lowerBound), Double(ParetoPlot.decades.upperBound)
    )
    let part = (min(max(log, low), high) - low) / (high - low)
    return ParetoPlot.height - ParetoPlot.bottom - part
      * (ParetoPlot.height - ParetoPlot.bottom - 34)
  }

  private func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
    let ends = [x1, y1, x2, y2].map { Figure.text($0, 1) }
    return "<line x1=\"\(ends[0])\" y1=\"\(ends[1])\" x2=\"\(ends[2])\" y2=\"\(ends[3])\"/>"
  }

  private func text(
    _ x: Double, _ y: Double, _ words: String, _ anchor: String, _ kind: String
  ) -> String {
    "<text class=\"\(kind)\" x=\"\(Figure.text(x, 1))\" y=\"\(Figure.text(y, 1))\" "
      + "text-anchor=\"\(anchor)\">\(words)</text>"
  }

  private static func label(_ power: Int) -> String {
    power >= 0
      ? "1" + String(repeating: "0", count: power)
      : "0." + String(repeating: "0", count: -power - 1) + "1"
  }

  /// A logarithm to a thousandth, for a drawing; the series of ln((1 + t) / (1 - t)).
  static func log10(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return -300 }
    let t = (value.significand - 1) / (value.significand + 1)
    let series = 2 * t * (1 + t * t * (1 / 3.0 + t * t * (1 / 5.0 + t * t / 7)))
    return (series + Double(value.exponent) * 0.693_147_180_559_945_3) / 2.302_585_092_994_046
  }
}
