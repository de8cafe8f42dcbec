import Foundation
import Profile
import Simulator

/// The sum of what several explorations said as JSON.
struct ExploreMerge {
  private var ranges: [Range<UInt64>] = []
  private var days: Int?
  private var sums: [String: Int] = [:]
  private var probes: [String: Int] = [:]
  private var digest: UInt64 = 0
  private var failureLines: [String] = []

  var failures: Int { failureLines.count }

  private static let counts = ["lives", "simulated_s", "fixes", "faults", "failures"]

  mutating func add(file: String) throws {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
      throw InputError(file: file, "cannot be read")
    }
    var hasSummary = false
    for line in text.split(separator: "\n") {
      guard let value = try? JSONSerialization.jsonObject(with: Data(line.utf8)),
        let object = value as? [String: Any], let event = object["event"] as? String
      else { throw InputError(file: file, "is not what explore --format json prints") }
      switch event {
      case "failure": failureLines.append(String(line))
      case "shrunk": continue
      case "summary":
        try add(summary: object, of: file)
        hasSummary = true
      default:
        throw InputError(file: file, "has an event \"\(event)\"; expected failure or summary")
      }
    }
    guard hasSummary else {
      throw InputError(file: file, "has no summary: that exploration did not come to its end")
    }
  }

  private mutating func add(summary: [String: Any], of file: String) throws {
    guard let seeds = summary["seeds"] as? String, let range = try? SeedRange(seeds).range,
      let hex = summary["digest"] as? String, let part = UInt64(hex, radix: 16),
      let length = summary["days"] as? Int, let reached = summary["probes"] as? [String: Int]
    else { throw InputError(file: file, "has a summary without seeds, days, probes or digest") }
    if let other = ranges.first(where: { $0.overlaps(range) }) {
      throw InputError(
        file: file,
        "is of seeds \(seeds), which overlap \(other.lowerBound):\(other.upperBound)")
    }
    if let days, days != length {
      throw InputError(file: file, "is of \(length) days a seed; expected \(days), as before it")
    }
    days = length
    ranges.append(range)
    digest &+= part
    for count in ExploreMerge.counts { sums[count, default: 0] += summary[count] as? Int ?? 0 }
    probes.merge(reached, uniquingKeysWith: +)
  }

  /// As one exploration of all of it would have said.
  var lines: [String] {
    let first = ranges.map(\.lowerBound).min() ?? 0
    let last = ranges.map(\.upperBound).max() ?? 0
    let isWhole = ranges.reduce(0) { $0 + $1.count } == Int(last - first)
    var line = "{\"event\":\"summary\",\"seeds\":\"\(first):\(last)\""
    if !isWhole { line += ",\"gaps\":true" }
    line += ",\"days\":\(days ?? 1)"
    for count in ExploreMerge.counts { line += ",\"\(count)\":\(sums[count] ?? 0)" }
    let reached = Probe.allCases.map { "\"\($0.name)\":\(probes[$0.name] ?? 0)" }
    line += ",\"probes\":{\(reached.joined(separator: ","))}"
    let text = String(digest, radix: 16)
    line += ",\"digest\":\"\(String(repeating: "0", count: 16 - text.count) + text)\"}"
    return failureLines + [line]
  }
}
