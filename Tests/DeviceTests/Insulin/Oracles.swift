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
    func need(_ key: String) throws -> Double { try #require(number(key), "\(id) lacks \(key)") }
    func answer(_ key: String) throws -> Double {
      try #require(expected(key), "\(id) lacks \(key)")
    }
    func expected(_ key: String) -> Double? { (expected[key] as? NSNumber)?.doubleValue }
  }

  private static let file: URL = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let shared = ProcessInfo.processInfo.environment["VIGIA_SHARED"]
    return (shared.map { URL(fileURLWithPath: $0) } ?? root.appendingPathComponent("../shared"))
      .appendingPathComponent("oracles/insulin.json").standardizedFileURL
  }()

  static let arePresent = FileManager.default.fileExists(atPath: file.path)

  nonisolated(unsafe) private static let cases: [[String: Any]] = {
    guard let data = try? Data(contentsOf: file),
      let whole = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { return [] }
    return whole["cases"] as? [[String: Any]] ?? []
  }()

  static let families = Set(cases.compactMap { $0["family"] as? String })

  static func family(_ name: String) -> [Case] {
    cases.filter { $0["family"] as? String == name }.map { one in
      Case(
        id: one["id"] as? String ?? "?", input: one["input"] as? [String: Any] ?? [:],
        expected: one["expected"] as? [String: Any] ?? [:],
        tolerance: (one["tolerance"] as? NSNumber)?.doubleValue ?? 0)
    }
  }
}
