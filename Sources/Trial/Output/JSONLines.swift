import Device
import HAL
import Traces
import Words

/// Timeline and summary as JSON Lines, keys in fixed order: the contract with scripts.
public struct JSONLines {
  private let prefix: String

  /// - Parameter trace: leads every line when there are several traces.
  public init(trace: String?) {
    prefix = trace.map { "{\"trace\":\(JSONLines.quoted($0))," } ?? "{"
  }

  public func line(_ entry: TimelineEntry) -> String {
    var line =
      "\(prefix)\"time\":\"\(CivilTime.text(entry.time))\",\"event\":\"\(entry.name.rawValue)\""
    if case .notify(let notice) = entry.action {
      return line + ",\"notice\":\(notice.id.value),\"about\":\"\(JSONLines.name(notice.matter))\""
        + ",\"map\":\"\(mapLink(notice.whereabouts.position))\"}\n"
    }
    if let place = entry.action.whereabouts {
      line += ",\"lat\":\(place.position.latitudeText),\"lon\":\(place.position.longitudeText)"
      if let distance = place.distance { line += ",\"distance_m\":\(JSONLines.tenths(distance))" }
      if let radius = place.radius { line += ",\"radius_m\":\(JSONLines.shortest(radius.value))" }
      if let eph = place.eph { line += ",\"eph_m\":\(JSONLines.tenths(eph))" }
    }
    switch entry.action {
    case .left(_, initial: true): line += ",\"initial\":true"
    case .positionLost(_, let age): line += ",\"age_s\":\(JSONLines.shortest(age.seconds))"
    default: break
    }
    return line + "}\n"
  }

  public func line(_ summary: Summary, verdicts: [Verdict]) -> String {
    var line =
      "\(prefix)\"event\":\"summary\",\"fixes\":\(summary.fixes),\"skipped\":\(summary.skips.total)"
      + ",\"duration_s\":\(JSONLines.shortest(summary.duration.seconds))"
      + ",\"exits\":\(summary.exits),\"returns\":\(summary.returns)"
      + ",\"digest\":\"\(summary.digestText)\",\"suspects\":\(summary.suspects)"
      + ",\"losses\":\(summary.losses)"
    if !verdicts.isEmpty {
      let misses = verdicts.compactMap { verdict in
        verdict.miss.map { JSONLines.quoted("expected \(verdict.expectation): \($0)") }
      }
      line +=
        ",\"expected\":\(verdicts.count),\"missed\":\(misses.count)"
        + ",\"misses\":[\(misses.joined(separator: ","))]"
    }
    return line + "}\n"
  }

  private static func name(_ matter: Notice.Matter) -> String {
    switch matter {
    case .leftPerimeter: EventName.perimeterExit.rawValue
    case .returnedHome: EventName.perimeterReturn.rawValue
    }
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

  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
