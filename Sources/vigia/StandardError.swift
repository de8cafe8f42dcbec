import Glibc

/// One line on standard error.
func complain(_ message: String) {
  writeToStandardError("vigia: \(message.split(separator: "\n").joined(separator: " "))\n")
}

func writeToStandardError(_ text: String) {
  let bytes = Array(text.utf8)
  // Nobody is left to tell when even this fails.
  _ = write(STDERR_FILENO, bytes, bytes.count)
}
