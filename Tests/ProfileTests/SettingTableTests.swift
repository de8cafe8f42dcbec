import Device
import Foundation
import Names
import Profile
import TestSupport
import Testing

/// The one table of setting fields, beside what families and programmers read about them.
@Suite("The table of settings")
struct SettingTableTests {
  private func documentation() throws -> [String] {
    try String(contentsOfFile: Places.own("docs/traces.md"), encoding: .utf8)
      .components(separatedBy: "\n")
  }

  /// The rows under a heading of a table.
  private func rows(under heading: String) throws -> [String] {
    Array(
      try documentation().drop { $0 != heading }.dropFirst(2).prefix { $0.hasPrefix("|") })
  }

  @Test("docs/traces.md lists the members of each line of settings")
  func members() throws {
    let expected = SettingKind.allCases.map { kind in
      "| `\(kind.rawValue)` | \(kind.members.map { "`\($0)`" }.joined(separator: " ")) |"
    }
    #expect(try rows(under: "| setting | members |") == expected)
  }

  @Test("docs/traces.md lists place, range, unit and default of each figure")
  func figures() throws {
    let limits = Limits.fields.map { field in
      "| `\(field.name)` | `notices.\(field.name)` | \(field.range.lowerBound) to "
        + "\(field.range.upperBound) min | \(Limits()[keyPath: field.path]) |"
    }
    let insulin = InsulinParameter.all.map { parameter in
      let field = parameter.field
      return
        "| `\(field.member)` | `insulin.\(field.key)` | \(field.range.lowerBound.shortText) to "
        + "\(field.range.upperBound.shortText) \(field.unit) | |"
    }
    #expect(try rows(under: "| member | in the profile | range | default |") == limits + insulin)
  }

  @Test("A new profile shows every figure by the name that its reader takes")
  func template() {
    let template = ProfileTemplate.text(insulin: true)
    let keys = Limits.fields.map(\.name) + InsulinParameter.all.map(\.field.key)
    for key in keys {
      for part in key.split(separator: ".") {
        #expect(template.contains("\(part):"), "the new profile lacks \(key)")
      }
    }
  }
}
