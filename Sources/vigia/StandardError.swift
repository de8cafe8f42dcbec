import Glibc

/// One line on standard error. What a bad file holds may be quoted in it, and must not steer the
/// terminal that shows it.
func complain(_ message: String) {
  let line = message.unicodeScalars.map { scalar -> Character in
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: scalar == "\n" ? " " : "\u{FFFD}"
    default: Character(scalar)
    }
  }
  writeToStandardError("vigia: \(String(line))\n")
}

func writeToStandardError(_ text: String) {
  let bytes = Array(text.utf8)
  // Nobody is left to tell when even this fails.
  _ = write(STDERR_FILENO, bytes, bytes.count)
}
