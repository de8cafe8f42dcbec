import HAL

/// The words of the page about exits and returns.
public struct CrossingWords: Sendable {
  private let language: Language

  public init(_ language: Language) { self.language = language }

  public var section: String { language.say(CrossingPhrase.section) }
  public var note: String { language.say(CrossingPhrase.sectionNote) }
  public var crossed: String { language.say(CrossingPhrase.crossed) }
  public var late: String { language.say(CrossingPhrase.late) }
  public var cause: String { language.say(CrossingPhrase.cause) }
  public var unknown: String { language.say(CrossingPhrase.unknown) }
  public var position: String { language.say(CrossingPhrase.position) }
  public var smoothed: String { language.say(CrossingPhrase.smoothed) }
  public var estimate: String { language.say(CrossingPhrase.deviceEstimate) }
  public var accuracyBand: String { language.say(CrossingPhrase.accuracyBand) }
  public var crossingMark: String { language.say(CrossingPhrase.crossingMark) }
  public var crossingSpan: String { language.say(CrossingPhrase.crossingSpan) }
  public var announcement: String { language.say(CrossingPhrase.announcement) }
  public var map: String { language.say(CrossingPhrase.map) }

  public func share(isReturn: Bool) -> String {
    language.say(isReturn ? CrossingPhrase.stayed : .proof)
  }

  public func beyond(isReturn: Bool) -> String {
    language.say(isReturn ? CrossingPhrase.inside : .beyond)
  }

  public func title(isReturn: Bool, time: String) -> String {
    language.say(isReturn ? CrossingPhrase.returnAt : .exitAt, (.time, language.hour(time)))
  }

  public func chart(isReturn: Bool) -> String {
    language.say(isReturn ? CrossingPhrase.chartReturn : .chart)
  }

  public func drawn(_ number: Int) -> String {
    language.say(CrossingPhrase.moreCharts, (.number, String(number)))
  }

  /// A value is never torn from its unit.
  private func joined(_ span: Milliseconds) -> String {
    String(language.text(span).map { $0 == " " ? "\u{A0}" : $0 })
  }

  /// "10:03:09 ± 18 s"
  public func crossed(at time: String, uncertainty: Milliseconds) -> String {
    "\(time) ±\u{A0}\(joined(Language.wholeSeconds(uncertainty, up: true)))"
  }

  /// "25 s", "3 s before"
  public func late(_ span: Milliseconds) -> String {
    let seconds = joined(Language.wholeSeconds(Milliseconds(Int64(span.count.magnitude))))
    return span.count < 0 ? language.say(CrossingPhrase.earlyValue, (.late, seconds)) : seconds
  }
}
