import Foundation
import Testing

/// SAFE-9: each control in docs/hazards.md names a check that exists, and the bug that removes the control.
@Suite("Hazards (SAFE-9)")
struct HazardsTests {
  struct Control: Equatable {
    var hazard: String
    var text: String
    var checks: [String]
    var bug: String
  }

  static func controls() throws -> [Control] {
    var controls: [Control] = []
    var hazard = ""
    for line in try text("docs/hazards.md").components(separatedBy: "\n") {
      if line.hasPrefix("## ") { hazard = String(line.dropFirst(3)) }
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard hazard.hasPrefix("H"), line.hasPrefix("|"), cells.count == 3, cells[0] != "control",
        !cells[0].hasPrefix("---")
      else { continue }
      let checks = cells[1].components(separatedBy: ", ")
      controls.append(Control(hazard: hazard, text: cells[0], checks: checks, bug: cells[2]))
    }
    return controls
  }

  @Test("Every check and every bug exists, and no hazard is without a control")
  func names() throws {
    let invariants = try HazardsTests.matches(
      #/= "([a-z-]+)"/#, in: "Sources/Checkers/World/Invariant.swift")
    let lists = try FileManager.default.contentsOfDirectory(
      atPath: TidyTests.root.appendingPathComponent("Tests/Mutants").path
    ).filter { $0.hasSuffix(".txt") }
    let bugs = try Set(
      lists.flatMap { try HazardsTests.matches(#/(?m)^([a-z0-9-]+): /#, in: "Tests/Mutants/\($0)") }
    )
    let controls = try HazardsTests.controls()
    for control in controls {
      for check in control.checks {
        #expect(invariants.contains(check), "\(control.text): there is no check \(check)")
      }
      #expect(bugs.contains(control.bug), "\(control.text): there is no bug \(control.bug)")
    }
    let sections = try HazardsTests.matches(#/(?m)^## (H\d+\. .*)$/#, in: "docs/hazards.md")
    #expect(sections.count >= 9)
    #expect(Set(controls.map(\.hazard)) == sections)
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: TidyTests.root.appendingPathComponent(path), encoding: .utf8)
  }

  private static func matches(_ pattern: Regex<(Substring, Substring)>, in path: String) throws
    -> Set<String>
  {
    Set(try text(path).matches(of: pattern).map { String($0.1) })
  }
}
