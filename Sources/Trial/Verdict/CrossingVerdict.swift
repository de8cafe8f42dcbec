import Findings
import Words

extension CrossingVerdict {
  /// One sentence about the seconds of the lateness, which add up to it.
  public func why(in language: Language) -> String {
    switch lack {
    case .fromStart: return language.crossingFromStart(isReturn: isReturn)
    case .circleChanged: return language.crossingCircleChanged
    case .notCrossed: return language.crossingMissing
    case .forgotten: return language.crossingForgotten
    case .unrecorded: return language.crossingUnrecorded
    case nil: break
    }
    let seconds = Int((late?.seconds ?? 0).rounded())
    if seconds < 0 { return language.whyEarly(seconds: -seconds) }
    return language.why(parts.map { ($0.cause, $0.seconds) })
  }

  /// The crossing and its cause, without the full stop.
  /// - Parameter clock: shows the crossing's time of the day.
  func sentence(in language: Language, clock: LocalClock) -> String {
    guard let crossing, let late else { return why(in: language) }
    let facts = language.crossed(
      at: clock.read(crossing.time).time, uncertainty: crossing.uncertainty, late: late,
      beyond: beyond, isReturn: isReturn)
    return facts + ": " + why(in: language)
  }
}
