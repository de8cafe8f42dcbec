import Traces

/// The figures of a conversion in one line: what was written, and what was left out and why.
enum ConvertText {
  /// The epochs that a conversion writes.
  enum Kept { case all, positions, none }

  /// - Parameter untimed: how many points were written without a time.
  static func summary(
    of reader: TraceReader, to output: String, kept: Kept, untimed: Int
  ) -> String {
    var line = [(kept == .none ? "none of " : "") + written(reader) + " written to \(output)"]
    if reader.withoutPosition > 0 {
      line.append(
        "\(reader.withoutPosition) without a position" + (kept == .positions ? " left out" : ""))
    }
    if untimed > 0 {
      line.append("\(untimed) \(untimed == 1 ? "point" : "points") without a time")
    }
    if reader.atSameMoment > 0 {
      line.append("\(reader.atSameMoment) at the moment of the one before")
    }
    if let reasons = reader.skips.reasons { line.append("skipped: " + reasons) }
    if reader.skips.unneeded > 0 { line.append("not needed: \(reader.skips.unneeded)") }
    return line.joined(separator: "; ")
  }

  private static func written(_ reader: TraceReader) -> String {
    if reader.format == .gpx {
      let all = reader.positions + reader.withoutPosition + reader.skips.total
      return "\(reader.positions) of \(all) track points"
    }
    let fixes = reader.fixes == 1 ? "1 fix" : "\(reader.fixes) fixes"
    return reader.positions == reader.fixes ? fixes : "\(reader.positions) points of \(fixes)"
  }
}
