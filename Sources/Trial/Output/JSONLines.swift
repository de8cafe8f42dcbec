import Device
import HAL
import Names
import Traces
import Words

/// Timeline and summary as JSON Lines, keys in fixed order: the contract with scripts.
public struct JSONLines {
  private let prefix: String

  /// - Parameter trace: leads every line when there are several traces.
  public init(trace: String?) {
    prefix = trace.map { "{\"trace\":\(JSONText.quoted($0))," } ?? "{"
  }

  public func line(_ entry: TimelineEntry) -> String {
    var fields = JSONFields(entry)
    if let screen = entry.screen {
      let lines = screen.map(JSONText.quoted)
      fields.add("lines", raw: "[\(lines.joined(separator: ","))]")
    }
    return "\(prefix)\"time\":\"\(CivilTime.text(entry.time))\","
      + "\"event\":\"\(entry.name.rawValue)\"\(fields.text)}\n"
  }

  public func line(_ summary: Summary, verdicts: [Verdict]) -> String {
    var line =
      "\(prefix)\"event\":\"summary\",\"fixes\":\(summary.fixes),\"skipped\":\(summary.skips.total)"
      + ",\"duration_s\":\(JSONLines.shortest(summary.duration.seconds))"
      + ",\"exits\":\(summary.exits),\"returns\":\(summary.returns)"
      + ",\"digest\":\"\(summary.digestText)\""
      + ",\"actions\":\"\(Summary.text(summary.actions.value))\",\"suspects\":\(summary.suspects)"
      + ",\"losses\":\(summary.losses)"
    if !verdicts.isEmpty {
      let misses = verdicts.compactMap { verdict in
        verdict.miss.map { JSONText.quoted("expected \(verdict.expectation): \($0)") }
      }
      line +=
        ",\"expected\":\(verdicts.count),\"missed\":\(misses.count)"
        + ",\"misses\":[\(misses.joined(separator: ","))]"
    }
    return line + "}\n"
  }

  /// One decimal place, always.
  static func tenths(_ length: Metres) -> String {
    guard length.value.magnitude < 1e15 else { return "null" }
    let tenths = Int64((length.value * 10).rounded())
    return "\(tenths / 10).\(tenths.magnitude % 10)"
  }

  /// Without a decimal point when the number is whole.
  static func shortest(_ value: Double) -> String {
    value == value.rounded() && value.magnitude < 1e15 ? String(Int64(value)) : String(value)
  }
}
