import Checkers
import HAL
import Simulator
import Trial

/// What did not hold in a life, beside what its scenario expects.
enum LifeVerdicts {
  static func broken(_ life: Life, _ replayed: Summary) -> [Verdict] {
    var broken: [Verdict] = []
    if let violation = life.violation {
      broken.append(
        Verdict(
          expectation: "invariant \(violation.invariant.rawValue)",
          miss: "\(at(violation.at)): \(violation.what)"))
    }
    // The trace is the truth: what it leads to must be what was lived.
    if life.digest != replayed.digest.value {
      broken.append(
        Verdict(
          expectation: "the trace to replay as it was lived",
          miss: "digest \(replayed.digestText) instead of \(Summary.text(life.digest))"))
    }
    return broken
  }

  /// "at 12345.678 s", as expectations tell moments.
  private static func at(_ moment: Instant) -> String {
    let rest = String(1000 + moment.milliseconds % 1000).dropFirst()
    return "at \(moment.milliseconds / 1000).\(rest) s"
  }
}
