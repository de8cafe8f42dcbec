/// Clauses for people about a recording as a whole.
extension TraceReader {
  /// Clauses about its times and sentences; empty for a recording as it should be. Complete at the end.
  public var doubts: [String] {
    var doubts: [String] = []
    if bare.taken > 0 {
      let some = bare.checked == 0 ? "its sentences" : "\(bare.taken) of its sentences"
      doubts.append("\(some) have no checksums, so that damage cannot be told")
    }
    // A few lines that were cut, or damaged, have lost their checksum.
    if bare.leftOut > 9, bare.taken > 0 || bare.leftOut * 50 > bare.checked {
      doubts.append(
        "\(bare.leftOut) of its sentences have no checksums and were left out, because others have one"
      )
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
    if pauses > 0 {
      doubts.append(
        TraceReader.ahead(pauses, "follows a pause of a year; expected a file for each recording"))
    }
    if timesAhead > 0 {
      doubts.append(
        TraceReader.ahead(
          timesAhead, "was joined without a pause; expected dates that follow each other"))
    }
    if endsAhead { doubts.append(TraceReader.strayEnd) }
    return doubts
  }

  /// The clause about a recording that `endsAhead`.
  public static let strayEnd =
    "its last positions are dated days ahead and count as a wrong date; expected three that agree"

  private static func ahead(_ count: Int, _ outcome: String) -> String {
    "its time goes ahead by more than a year \(times(count)), and what came after \(outcome)"
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

  /// The clause about a recording without a position, and the reason as far as it is known.
  /// - Parameter expected: stands behind it, unless the reason says itself what was expected.
  public func lack(expected: String? = nil) -> String {
    if polls > 0, skips.damaged == 0, withoutPosition == 0 {
      return "holds answers to ?POLL and no report of a position; expected what gpspipe -w records"
    }
    let end = expected.map { "; expected \($0)" } ?? ""
    // Remarks and binary packets between the sentences never held any.
    guard skips.damaged > skips[.noise], let reasons = skips.reasons else {
      return "holds no position at all" + end
    }
    let without = withoutPosition > 0 ? " \(withoutPosition) without a position;" : ""
    return "holds no usable position;\(without) skipped: \(reasons)" + end
  }

  /// The error of a track of which no point can be used; nil for any other recording. Replayed as an empty one it
  /// would seem to be in order.
  public var refusal: TraceError? { positions + withoutPosition == 0 ? damage : nil }

  /// The error of a track of which most points cannot be used; nil where a few are no reason for what it lacks.
  public var ruin: TraceError? {
    skips.damaged > positions + withoutPosition ? damage : nil
  }

  /// The first track point that cannot be used, and how many others cannot; nil without any.
  public var damage: TraceError? {
    guard format == .gpx, var first = complaints.first else { return nil }
    let count = skips.damaged
    let all = positions + withoutPosition + skips.total
    first.message +=
      count < all
      ? "; \(count) of the \(all) track points cannot be used"
      : count == 1 ? "; it is the only one" : "; none of the \(count) track points can be used"
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
