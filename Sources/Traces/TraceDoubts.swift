/// Clauses for people about a recording as a whole.
extension TraceReader {
  /// Clauses about its times and sentences; empty for a recording as it should be. Complete at the end.
  public var doubts: [String] {
    var doubts: [String] = []
    if isUnchecked {
      doubts.append("its sentences have no checksums, so that damage cannot be told")
    }
    if planned > 0 {
      let points = planned == 1 ? "point" : "points"
      let were = planned == 1 ? "was" : "were"
      doubts.append("\(planned) track \(points) without a time \(were) taken for a plan")
    }
    if timesBack > 0 {
      doubts.append(
        "its time goes back \(TraceReader.times(timesBack)), and what came after was joined without "
          + "a pause; expected a recording in the order of time")
    }
    if timesAhead > 0 {
      doubts.append(
        "its time goes ahead by more than a year \(TraceReader.times(timesAhead)), and what came after "
          + (format == .gpx
            ? "follows a pause of a year; expected a file for each recording"
            : "was joined without a pause; expected dates that follow each other"))
    }
    if endsAhead { doubts.append(TraceReader.strayEnd) }
    return doubts
  }

  /// The clause about a recording that `endsAhead`.
  public static let strayEnd =
    "its last positions are dated days ahead and count as a wrong date; expected three that agree"

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

  /// The clause about a recording without a position, and the reason as far as it is known.
  public var lack: String {
    if polls > 0 {
      return "holds answers to ?POLL and no report of a position; expected what gpspipe -w records"
    }
    // Remarks and binary packets between the sentences never held any.
    guard skips.damaged > skips[.noise], let reasons = skips.reasons else {
      return "holds no position at all"
    }
    return "holds no usable position; skipped: \(reasons)"
  }

  /// The error of a track of which no point can be used; nil for any other recording. Replayed as an empty one it
  /// would seem to be in order.
  public var refusal: TraceError? {
    guard format == .gpx, positions + withoutPosition == 0, var first = complaints.first else {
      return nil
    }
    let count = skips.damaged
    first.message +=
      count == 1 ? "; it is the only one" : "; none of the \(count) track points can be used"
    return first
  }
}

extension SkipCounts {
  /// "malformed: 2, with a wrong checksum: 1", without the lines that nobody needs; nil without damage.
  public var reasons: String? {
    let found = SkipReason.allCases.filter { $0 != .otherKind && self[$0] > 0 }
    return found.isEmpty
      ? nil : found.map { "\($0.rawValue): \(self[$0])" }.joined(separator: ", ")
  }
}
