import Glibc
import Words

/// Longer than any line of ours; a server's may have no end.
private let longestComplaint = 2_000

/// One line on standard error. What a bad file holds may be quoted in it, and must not steer the
/// terminal that shows it.
package func complain(_ message: String) { writeToStandardError(complaint(message)) }

/// That line: cut where nobody would read on.
package func complaint(_ message: String) -> String {
  let scalars = message.unicodeScalars
  let line = scalars.prefix(longestComplaint).map { scalar -> Character in
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: scalar == "\n" ? " " : "\u{FFFD}"
    case .format where scalar.turnsText: "\u{FFFD}"
    default: Character(scalar)
    }
  }
  let isCut = scalars.dropFirst(longestComplaint).first != nil
  return "vigia: \(String(line))\(isCut ? " (cut)" : "")\n"
}

package func writeToStandardError(_ text: String) {
  let bytes = Array(text.utf8)
  // Nobody is left to tell when even this fails.
  _ = write(STDERR_FILENO, bytes, bytes.count)
}
