import Findings
import HAL

/// The crossing behind an announcement, in words.
extension Language {
  /// "12 s until the estimate had crossed the edge; 8 s to gather evidence"
  public func why(_ parts: [(cause: LatenessCause, seconds: Int)]) -> String {
    guard !parts.isEmpty else { return say(CrossingPhrase.atOnce) }
    return parts.map { say($0.cause.key, (.number, String($0.seconds))) }.joined(separator: "; ")
  }

  /// "the estimate was 3 s ahead of the smoothed track"
  public func whyEarly(seconds: Int) -> String {
    say(CrossingPhrase.ahead, (.number, String(seconds)))
  }

  /// The reason why no crossing is known.
  public func crossingFromStart(isReturn: Bool) -> String {
    say(isReturn ? CrossingPhrase.returnFromStart : .fromStart)
  }

  public var crossingCircleChanged: String { say(CrossingPhrase.circleChanged) }
  public var crossingMissing: String { say(CrossingPhrase.notCrossed) }
  public var crossingForgotten: String { say(CrossingPhrase.forgotten) }
  public var crossingUnrecorded: String { say(CrossingPhrase.unrecorded) }

  /// "crossed the edge at 10:03:52 ± 12 s; announced 21 s later, 26 m beyond"
  /// - Parameters:
  ///   - time: of the crossing, as the clock on the wall shows it.
  ///   - late: negative for an announcement before it.
  public func crossed(
    at time: String, uncertainty: Milliseconds, late: Milliseconds, beyond: Metres?,
    isReturn: Bool
  ) -> String {
    let span = text(Language.wholeSeconds(Milliseconds(Int64(late.count.magnitude))))
    let key: CrossingPhrase = late.count < 0 ? .early : isReturn ? .return : .exit
    return say(
      key, (.time, hour(time)), (.age, text(Language.wholeSeconds(uncertainty, up: true))),
      (.late, span), (.distance, beyond.map { text($0) } ?? ""))
  }

  /// Rounded to the nearest second, or up.
  public static func wholeSeconds(_ span: Milliseconds, up: Bool = false) -> Milliseconds {
    Milliseconds((span.count + (up ? 999 : 500)) / 1000 * 1000)
  }
}
