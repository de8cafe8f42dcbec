import TestSupport

/// Another program that knows the answer: Python with its sqlite3, csv and numpy.
enum Python {
  static func answer(_ script: String, _ arguments: [String] = []) throws -> String {
    try Program.answer(["python3", "-c", script] + arguments)
  }
}
