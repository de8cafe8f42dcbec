import Words

/// Plain text whose long lines were broken for the way. RFC 3676, "format=flowed".
enum FlowedText {
  private static let rules = [
    "-----", "_____", "---- ", "De:", "From:", "Von:", "Da:", "Enviado:", "Enviado el:", "Sent:",
    "Gesendet:", "Inviato:",
  ]

  /// The lines as they were written: one that ends in a space goes on in the next one of the same
  /// depth of quotation. Each line is taken once.
  /// - Parameter deletesSpace: the space at the end of a broken line was added for the break.
  static func lines(_ text: String, deletesSpace: Bool) -> String {
    var whole = String.UnicodeScalarView()
    // The depth of the line that goes on.
    var open: Int?
    var rest = text.unicodeScalars[...]
    while let end = rest.firstIndex(of: "\n") ?? (rest.isEmpty ? nil : rest.endIndex) {
      var line = rest[..<end]
      rest = rest[end...].dropFirst()
      if line.last == "\r" { line = line.dropLast() }
      let content = line.drop { $0 == ">" }
      let depth = line.distance(from: line.startIndex, to: content.startIndex)
      line = content
      // A space was put before it, so that it is not taken for something else.
      if line.first == " " { line = line.dropFirst() }
      // It stands above the sender's name.
      let isSignature = line.elementsEqual("-- ".unicodeScalars)
      // Programs put a rule or the sender above an older mail, which begin a line.
      let isRule = FlowedText.rules.contains { line.starts(with: $0.unicodeScalars) }
      if depth != open || isSignature || isRule {
        if open != nil { whole.append("\n") }
        for _ in 0..<depth { whole.append(">") }
        if depth > 0 { whole.append(" ") }
      }
      // No program breaks so short a line: the space is the writer's, and the watch begins anew. SAFE-3.
      let isEndOfCompany =
        line.last == " " && depth == 0 && open != 0
        && CaregiverCommand(line: String(line)) == .notAccompanied
      let goesOn = line.last == " " && !isSignature && !isEndOfCompany
      whole.append(contentsOf: goesOn && deletesSpace ? line.dropLast() : line)
      if !goesOn { whole.append("\n") }
      open = goesOn ? depth : nil
    }
    return String(whole)
  }
}
