import Foundation
import TestSupport
import Testing

@Suite("A clone has the answers of others that doses and liver scores are held against")
struct OracleTests {
  @Test(
    "Each case has an answer, and its source by name",
    arguments: [
      ("insulin", 158), ("hepatology", 235),
    ])
  func whole(_ name: String, _ count: Int) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: Places.own("Tests/Oracles/\(name).json")))
    let whole = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let sources = try #require(whole["sources"] as? [String])
    let cases = try #require(whole["cases"] as? [[String: Any]])
    #expect(cases.count == count)
    #expect(Set(cases.compactMap { $0["id"] as? String }).count == count)
    for one in cases {
      let source = try #require(one["source"] as? Int)
      #expect(sources.indices.contains(source) && !sources[source].isEmpty)
      #expect((one["expected"] as? [String: Any])?.isEmpty == false, "\(one)")
      // Notes and titles are text of others.
      let members: Set = ["id", "family", "input", "expected", "tolerance", "tags", "source"]
      #expect(Set(one.keys).subtracting(members).isEmpty, "\(one)")
    }
  }

  @Test(
    "They are the facts of the collection that they were taken from",
    .needsShared("oracles"), .needs(.python3), arguments: ["insulin", "hepatology"])
  func collection(_ name: String) throws {
    let made = try Program.answer([
      Program.python, Places.own("Tests/Oracles/facts.py"), Shared.path(Oracles.shared(name)),
    ])
    let own = try String(contentsOfFile: Places.own("Tests/Oracles/\(name).json"), encoding: .utf8)
    #expect(made == own, "to take them again: Tests/Oracles/facts.py")
  }
}
