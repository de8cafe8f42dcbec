import Device
import Findings
import HAL
import Names

/// The words of the page's tools. The page's script fills their gaps, and has no words of its own.
package struct LivingWords: Sendable {
  package let language: Language

  package init(_ language: Language) { self.language = language }

  package func callAsFunction(_ key: LivingPhrase) -> String { language.say(key.phrase) }

  /// Every text by its name, with its gaps.
  package var texts: [String: String] {
    var texts: [String: String] = [:]
    for key in LivingPhrase.allCases { texts["\(key)"] = language.say(key.phrase) }
    for (name, key) in LivingWords.shared { texts[name] = language.say(key) }
    for (name, key) in LivingWords.counted { texts[name] = language.say(key.phrase) }
    for cause in LatenessCause.allCases {
      texts["why." + cause.rawValue] = language.say(cause.key.phrase)
    }
    return texts
  }

  /// "sábado 21 de marzo"
  package func day(_ date: CivilDate) -> String { language.date(date) }

  /// Texts that the report says, too.
  private static let shared: [(String, Phrase)] = [
    ("exit", CrossingPhrase.exit.phrase), ("early", CrossingPhrase.early.phrase),
    ("return", CrossingPhrase.return.phrase), ("atOnce", CrossingPhrase.atOnce.phrase),
    ("exitAt", CrossingPhrase.exitAt.phrase), ("returnAt", CrossingPhrase.returnAt.phrase),
    ("ahead", CrossingPhrase.ahead.phrase), ("earlyValue", CrossingPhrase.earlyValue.phrase),
    ("exit.from_start", CrossingPhrase.fromStart.phrase),
    ("return.from_start", CrossingPhrase.returnFromStart.phrase),
    ("circle_changed", CrossingPhrase.circleChanged.phrase),
    ("not_crossed", CrossingPhrase.notCrossed.phrase),
    ("forgotten", CrossingPhrase.forgotten.phrase), ("unknown", CrossingPhrase.unknown.phrase),
    ("unrecorded", CrossingPhrase.unrecorded.phrase),
    ("never", SweepPhrase.never.phrase),
    ("hour", TimePhrase.hour.phrase), ("hourOne", TimePhrase.hourOne.phrase),
  ]

  private static let counted: [(String, ReportPhrase)] = [
    ("exitNone", .exitNone), ("exitOne", .exitOne), ("exitMany", .exitMany),
    ("returnNone", .returnNone), ("returnOne", .returnOne), ("returnMany", .returnMany),
    ("radiusLine", .radiusLine), ("radiusLabel", .radiusLabel),
  ]
}
