import Foundation
import Testing

/// A `default:` would let a new case of our own compile without a decision: a new urgent notice once would
/// have waited behind ordinary mail.
@Suite("No default over our own enums")
struct DefaultRule {
  /// Rooms that hold to it. Enums of others, whose cases may grow, are none of ours.
  static let strictRooms = [
    "Sources/Device", "Sources/Findings", "Sources/Packed", "Sources/WhatIf", "Sources/Names",
    "Sources/Words", "Sources/Traces", "Sources/Trial", "Sources/Profile", "Sources/Simulator",
    "Sources/Scenarios", "Sources/Scores", "Sources/Agenda", "Sources/Quit", "Sources/Link",
    "Sources/Sync", "Sources/Mail", "Sources/Forms", "portal/Sources",
  ]
  nonisolated(unsafe) static let foreign =
    /\bswitch (error|scalar\.properties\.generalCategory) \{$/

  /// The lines, from 1, of each `default:` beside a case that names an enum's.
  static func complaints(in text: String) -> [Int] {
    var found: [Int] = []
    // The indentation of each open switch, and whether a case of an enum was seen.
    var open: [(indent: Int, isForeign: Bool, isEnum: Bool)] = []
    for (number, line) in text.components(separatedBy: "\n").enumerated() {
      let words = line.drop { $0 == " " }
      let indent = line.count - words.count
      while let last = open.last, !words.isEmpty, indent < last.indent { open.removeLast() }
      if words.contains(/\bswitch\b.*\{$/) { open.append((indent, words.contains(foreign), false)) }
      guard let last = open.last, last.indent == indent else { continue }
      if words.contains(/^case \.\w/) { open[open.count - 1].isEnum = true }
      if words.hasPrefix("default:"), last.isEnum, !last.isForeign { found.append(number + 1) }
      if words == "}" { open.removeLast() }
    }
    return found
  }

  @Test("Every case of our own enums is decided by name", arguments: DefaultRule.strictRooms)
  func rooms(_ room: String) throws {
    let files = try TidyTests.swiftFiles(room)
    #expect(!files.isEmpty)
    for file in files {
      let lines = Self.complaints(in: try String(contentsOf: file, encoding: .utf8))
      #expect(lines.isEmpty, "\(file.lastPathComponent): default at \(lines)")
    }
  }

  @Test("The rule sees a default beside cases of an enum, and no other")
  func rule() {
    let own =
      "  switch a {\n  case .b:\n    switch 1 {\n    case 1: c()\n    default: d()\n    }\n  default: e()\n  }"
    #expect(Self.complaints(in: own) == [7])
    #expect(Self.complaints(in: "switch n {\ncase ..<3: a()\ndefault: b()\n}").isEmpty)
  }
}
