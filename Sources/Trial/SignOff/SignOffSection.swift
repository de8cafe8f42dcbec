import Device
import HAL
import Words

extension SignOff {
  private static func text(_ circle: Perimeter, _ language: Language) -> String {
    "\(circle.center.latitudeText), \(circle.center.longitudeText); "
      + language.text(circle.radius)
  }

  /// The section at the end of the page, as HTML that is XML too.
  func section(_ traces: [ReportData]) -> String {
    let words = SignOffWords(traces.first?.language ?? .english)
    var rows = [(words.version, code("vigia \(version), \(commit)"))]
    func file(_ head: String, _ input: Input) {
      rows.append(
        (head, "\(code(input.name))<br/>\(words.bytes(input.bytes)) \(code(input.sha256))"))
    }
    for (trace, life) in zip(traces, lives) {
      for part in life.parts { file(words.trace, inputs[part]) }
      if let own = life.expectations { file(words.expectations, inputs[own]) }
      if trace.circles.count > 1 {
        // The signature is for each of them.
        for circle in trace.circles {
          let begun = trace.start.milliseconds &+ circle.from.count
          let time = circle.time ?? WallTime(milliseconds: begun)
          let since = "\(trace.clock.date(time)) \(trace.clock.wholeSeconds(time))"
          let text = SignOff.text(circle.perimeter, trace.language)
          rows.append(
            (words.perimeter, "\(since): \(text); \(words.text(circle.perimeter.temper))"))
        }
      } else {
        rows.append((words.perimeter, SignOff.text(trace.perimeter, trace.language)))
        rows.append((words.sensitivity, words.text(trace.perimeter.temper)))
      }
      rows.append((words.digest, code(trace.summary.digestText)))
    }
    if let profile {
      file(words.profile, inputs[profile])
    } else {
      rows.append((words.profile, options.perimeter == nil ? words.ownSettings : words.circleOnly))
    }
    if let expectations {
      file(words.expectations, inputs[expectations])
    } else if lives.allSatisfy({ $0.expectations == nil }) {
      rows.append((words.expectations, words.nothingExpected))
    }
    if let module { rows.append((words.module, "SHA-256 \(code(module))")) }
    rows.append((words.command, code(command)))
    return """
      <section class="signoff">
      <h2>\(words.section)</h2>
      <p class="note">\(words.note)</p>
      <table class="quality"><tbody>
      \(rows.map(row).joined())</tbody></table>
      <h2>\(words.signatures)</h2>
      <table class="quality sign"><tbody>
      \(words.toSign.map { row($0, "") }.joined())</tbody></table>
      \(block)
      </section>

      """
  }

  private func code(_ text: String) -> String { "<code>\(Markup.breakable(text))</code>" }

  private func row(_ head: String, _ content: String) -> String {
    "<tr><th scope=\"row\">\(head)</th><td>\(content)</td></tr>\n"
  }
}
