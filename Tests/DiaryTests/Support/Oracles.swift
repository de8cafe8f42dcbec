import Foundation
import Testing

/// Cases worked out by other people's test suites and papers, read from shared/oracles.
enum Oracles {
  struct Case: CustomTestStringConvertible, @unchecked Sendable {
    var id: String
    var input: [String: Any]
    var expected: [String: Any]
    var tolerance: Double

    var testDescription: String { id }
    func number(_ key: String) -> Double? { (input[key] as? NSNumber)?.doubleValue }
    func numbers(_ key: String) -> [Double]? {
      (input[key] as? [NSNumber])?.map(\.doubleValue)
    }
    func expected(_ key: String) -> Double? { (expected[key] as? NSNumber)?.doubleValue }
    /// The answer is that there is none.
    func expectsNone(_ key: String) -> Bool { expected[key] is NSNull }
  }

  private static let file: URL = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let shared = ProcessInfo.processInfo.environment["VIGIA_SHARED"]
    return (shared.map { URL(fileURLWithPath: $0) } ?? root.appendingPathComponent("../shared"))
      .appendingPathComponent("oracles/insulin.json").standardizedFileURL
  }()

  static let arePresent = FileManager.default.fileExists(atPath: file.path)

  static func family(_ name: String) -> [Case] {
    guard let data = try? Data(contentsOf: file),
      let whole = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let cases = whole["cases"] as? [[String: Any]]
    else { return [] }
    return cases.filter { $0["family"] as? String == name }.map { one in
      Case(
        id: one["id"] as? String ?? "?", input: one["input"] as? [String: Any] ?? [:],
        expected: one["expected"] as? [String: Any] ?? [:],
        tolerance: (one["tolerance"] as? NSNumber)?.doubleValue ?? 0)
    }
  }
}
