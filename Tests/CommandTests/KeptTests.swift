import Foundation
import Testing

/// A device that is made better does not change by the way (Tests/Kept/README.md).
@Suite("Traces of an older device give the events that they gave")
struct KeptTests {
  private static let folder = URL(fileURLWithPath: Places.own("Tests/Kept"))

  /// Accepted changes of a trace: the words of CHANGELOG.md, and the events that went ("- ") or came ("+ ").
  private struct Accepted {
    var words: String
    var differences: [String] = []
  }

  static func traces() throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: folder.appendingPathComponent("f870944").path
    ).filter { $0.hasSuffix(".jsonl") }.map { String($0.dropLast(6)) }.sorted()
  }

  @Test("There are as many as were kept, and nothing is accepted of others")
  func complete() throws {
    let traces = try KeptTests.traces()
    #expect(traces.count == 71)
    let accepted = try KeptTests.accepted()
    #expect(Set(accepted.keys).subtracting(traces) == [])
    let changelog = try KeptTests.text(KeptTests.folder, "../../CHANGELOG.md")
    let flat = changelog.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for (trace, entry) in accepted {
      #expect(flat.contains(entry.words), "\(trace): CHANGELOG.md does not say so")
    }
  }

  @Test("Each trace gives its events, but for what CHANGELOG.md tells of", arguments: try traces())
  func same(_ name: String) throws {
    let place = KeptTests.folder.appendingPathComponent("f870944")
    let trace = place.appendingPathComponent(name + ".jsonl").path
    let result = try Command.vigia("replay", trace, "--format", "json")
    expectSuccess(result)
    let events = result.output.split(separator: "\n").map(String.init).filter {
      !$0.contains(#""event":"summary""#)
    }.map(KeptTests.withoutCrossing)
    let kept = try KeptTests.text(place, name + ".events").split(separator: "\n").map(String.init)
    let accepted = try KeptTests.accepted()[name]?.differences ?? []
    let found = KeptTests.differences(kept, events)
    #expect(
      found == accepted,
      "a fault, or lines for Tests/Kept/accepted.txt:\n\(found.joined(separator: "\n"))")
  }

  /// The event as programs before the crossing wrote it: it is the replay's own comment, and no act.
  private static func withoutCrossing(_ event: String) -> String {
    guard let crossed = event.range(of: ",\"crossed\":"),
      let reasons = event.range(of: "\"why_s\":{", range: crossed.upperBound..<event.endIndex),
      let end = event.range(of: "}", range: reasons.upperBound..<event.endIndex)
    else { return event }
    return event.replacingCharacters(in: crossed.lowerBound..<end.upperBound, with: "")
  }

  /// The events that went, in order, then those that came.
  private static func differences(_ old: [String], _ new: [String]) -> [String] {
    let change = new.difference(from: old)
    let gone = change.removals.compactMap { step -> String? in
      if case .remove(_, let event, _) = step { "- " + event } else { nil }
    }
    let come = change.insertions.compactMap { step -> String? in
      if case .insert(_, let event, _) = step { "+ " + event } else { nil }
    }
    return gone + come
  }

  private static func accepted() throws -> [String: Accepted] {
    var all: [String: Accepted] = [:]
    var name = ""
    for line in try text(folder, "accepted.txt").split(separator: "\n").map(String.init) {
      if line.hasPrefix("#") { continue }
      if line.hasPrefix("- ") || line.hasPrefix("+ ") {
        all[name]?.differences.append(line)
      } else {
        let parts = line.components(separatedBy: ": ")
        name = parts[0]
        all[name] = Accepted(words: parts.dropFirst().joined(separator: ": "))
      }
    }
    return all
  }

  private static func text(_ folder: URL, _ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }
}
