import TestSupport

extension TemporaryFolder {
  /// - Returns: the path of a scenario of that text.
  func write(_ text: String, as name: String = "scenario.yaml") throws -> String {
    try write(name, text)
  }
}
