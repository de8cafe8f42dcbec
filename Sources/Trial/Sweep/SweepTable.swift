import HAL
import Words

/// The sweep as a table of words, the same in text and page.
struct SweepTable {
  let heads: [String]
  let rows: [[String]]

  init(_ rows: [SweepRow], _ language: Language) {
    let words = ReportWords(language)
    let isRadius = rows.first?.isRadius ?? true
    heads =
      [words.sweep(isRadius ? .radius : .sensitivity)]
      + ([.exits, .returns, .firstExit, .late, .outside] as [SweepPhrase]).map { words.sweep($0) }
    self.rows = rows.map { row in
      let clock = row.firstExitClock ?? LocalClock(.gmt)
      return [
        row.name(language), String(row.summary.exits), String(row.summary.returns),
        row.firstExit.map { clock.read($0).time } ?? words.sweep(.never),
        row.late.map { CrossingWords(language).late($0) } ?? "–", language.text(row.outside),
      ]
    }
  }
}

extension SweepRow {
  /// "150 m", "calm"
  func name(_ language: Language) -> String {
    guard let perimeter else { return "–" }
    return isRadius
      ? language.text(perimeter.radius) : SignOffWords(language).text(perimeter.temper)
  }
}

extension PlainText {
  /// The sweep below the summary, in columns.
  public func sweep(_ rows: [SweepRow]) -> String {
    let table = SweepTable(rows, language)
    let lines = [table.heads] + table.rows
    let widths = table.heads.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    let text = lines.map { line in
      var padded = "  "
      for (cell, width) in zip(line, widths) {
        padded += cell + String(repeating: " ", count: width - cell.count + 2)
      }
      while padded.last == " " { padded.removeLast() }
      return padded + "\n"
    }
    return ReportWords(language).sweep(.heading) + "\n" + text.joined()
  }
}
