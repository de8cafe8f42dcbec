import Traces

/// The figures of a conversion in one line: what was written, and what was left out and why.
enum ConvertText {
  /// - Parameters:
  ///   - keepsEpochs: epochs without a position are written, too.
  ///   - parts: what was left out on purpose.
  static func summary(
    of reader: TraceReader, to output: String, keepsEpochs: Bool, without parts: String?
  ) -> String {
    var line = [written(reader) + " written to \(output)"]
    if let parts { line[0] += " without \(parts)" }
    if reader.withoutPosition > 0 {
      line.append("\(reader.withoutPosition) without a position\(keepsEpochs ? "" : " left out")")
    }
    if reader.atSameMoment > 0 {
      line.append("\(reader.atSameMoment) at the moment of the one before")
    }
    let reasons = SkipReason.allCases.filter { $0 != .otherKind && reader.skips[$0] > 0 }
    if !reasons.isEmpty {
      let counts = reasons.map { "\($0.rawValue): \(reader.skips[$0])" }
      line.append("skipped: " + counts.joined(separator: ", "))
    }
    if reader.skips.unneeded > 0 { line.append("not needed: \(reader.skips.unneeded)") }
    return line.joined(separator: "; ")
  }

  private static func written(_ reader: TraceReader) -> String {
    if reader.format == .gpx {
      let all = reader.positions + reader.withoutPosition + reader.skips.total
      return "\(reader.positions) of \(all) track points"
    }
    if reader.positions == reader.fixes { return "\(reader.fixes) fixes" }
    return "\(reader.positions) points of \(reader.fixes) fixes"
  }
}
