import Foundation
import Testing

/// Cases that other people's test suites and papers worked out: Tests/Oracles.
public struct Oracles: @unchecked Sendable {
  public struct Case: CustomTestStringConvertible, @unchecked Sendable {
    public var id: String
    public var family: String
    public var input: [String: Any]
    public var expected: [String: Any]
    public var tolerance: Double
    public var tags: [String]

    public var testDescription: String { id }

    public func text(_ key: String) -> String? { input[key] as? String }
    public func number(_ key: String) -> Double? { (input[key] as? NSNumber)?.doubleValue }
    public func numbers(_ key: String) -> [Double]? {
      (input[key] as? [NSNumber])?.map(\.doubleValue)
    }
    public func need(_ key: String) throws -> Double {
      try #require(number(key), "\(id) lacks \(key)")
    }
    public func expected(_ key: String) -> Double? { (expected[key] as? NSNumber)?.doubleValue }
    public func answer(_ key: String) throws -> Double {
      try #require(expected(key), "\(id) lacks \(key)")
    }
    /// The answer is that there is none.
    public func expectsNone(_ key: String) -> Bool { expected[key] is NSNull }
  }

  public let cases: [Case]
  public let families: Set<String>

  public func family(_ name: String) -> [Case] { cases.filter { $0.family == name } }

  /// Doses, insulin on board, glucose statistics and units.
  public static let insulin = Oracles(own: "insulin")
  /// Liver scores.
  public static let hepatology = Oracles(own: "hepatology")

  /// The collection that has the same cases, and families that we do not answer.
  public static func shared(_ name: String) -> String { "oracles/\(name).json" }

  public init(own name: String) { self.init(path: Places.own("Tests/Oracles/\(name).json")) }

  /// A file that cannot be read has no cases, and `OracleTests` sees it.
  public init(path: String) {
    let data = (try? Data(contentsOf: URL(fileURLWithPath: path))) ?? Data()
    let whole = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any]
    let cases = whole?["cases"] as? [[String: Any]] ?? []
    self.cases = cases.map { one in
      Case(
        id: one["id"] as? String ?? "?", family: one["family"] as? String ?? "?",
        input: one["input"] as? [String: Any] ?? [:],
        expected: one["expected"] as? [String: Any] ?? [:],
        tolerance: (one["tolerance"] as? NSNumber)?.doubleValue ?? 0,
        tags: one["tags"] as? [String] ?? [])
    }
    families = Set(self.cases.map(\.family))
  }
}
