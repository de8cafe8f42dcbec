import Device
import Findings
import Foundation
import HAL
import Words

/// One of each thing that is said of a whole replay.
extension Everything {
  static let fixRefusals: [Refusal] = [
    .noFix, .noPosition, .coarse, .duplicate, .backward, .stale, .ahead, .jump,
  ]

  static func trial(in language: Language) -> [String] {
    var delivered = ExpectedEvent(event: "notice.delivered", count: 1)
    (delivered.about, delivered.caregiver) = ("help", 2)
    (delivered.from, delivered.to) = ("245 s", "300 s")
    var due = ExpectedEvent(event: "reminder.due", count: 2)
    (due.reminder, due.page) = (3, "home")
    var alarm = ExpectedEvent(event: "alarm.started", count: 0)
    alarm.alarm = "help"
    var mail = ExpectedEvent(event: "mail", count: 1)
    (mail.says, mail.omits) = (["x", "y"], ["z"])
    let moments = (1...6).map {
      EventMoment(sinceStart: Milliseconds(12_345 * $0), time: "2015-03-21T15:00:12.345Z")
    }
    let misses: [Miss] = [
      .never, .said("x / y"), .elsewhere(moments), .counted([moments[0]], hasWindow: false),
      .counted([moments[0]], hasWindow: true), .counted(moments, hasWindow: false),
      .counted(moments, hasWindow: true), .endsBefore(moments[0]), .beginsAfter(moments[0]),
      .emptyWindow, .undated, .dateUnknown, .noReminder, .noCaregiver,
    ]
    let position = language.positionExpected(holdsAny: false)
    let counted = language.positionExpected(holdsAny: true)
    return [delivered, due, alarm, mail].map { language.text($0) }
      + misses.map { language.text($0) }
      + [
        position.expected, position.miss, counted.expected, counted.miss,
        language.verdict(expected: "x", miss: nil),
        language.verdict(expected: "x", miss: "y"), language.digest("0"),
        language.skipped(1, ofOtherKinds: 0), language.skipped(2, ofOtherKinds: 1),
        language.skipped(1, ofOtherKinds: 0, arePoints: true),
        language.skipped(2, ofOtherKinds: 0, arePoints: true),
        language.summary(fixes: 1, span: .seconds(1), exits: 1, returns: 1),
        language.summary(fixes: 2, span: .seconds(1), exits: 2, returns: 0),
      ]
  }

  /// One of each thing at the end of a page that somebody signs.
  static func signOff(in language: Language) -> [String] {
    let words = SignOffWords(language)
    return [
      words.section, words.note, words.version, words.trace, words.profile, words.expectations,
      words.ownSettings, words.circleOnly, words.nothingExpected, words.perimeter,
      words.sensitivity, words.digest, words.command, words.signatures, words.bytes(9),
      words.text(.calm), words.text(.normal), words.text(.quick), words.module,
    ] + words.toSign
  }

  /// One of each thing that the page about a trial says.
  static func report(in language: Language) -> [String] {
    let words = ReportWords(language)
    return ReportPhrase.allCases.map { key in
      // Each gap has something in it.
      Slot.allCases.reduce(words(key)) {
        $0.replacingOccurrences(of: "{\($1.rawValue)}", with: "x")
      }
    } + EventPhrase.allCases.filter { $0 != .several }.map { words($0) }
      + (0...2).flatMap { [words.exits($0, "9"), words.returns($0, "9")] } + [words.several("x")]
      + SweepPhrase.allCases.map { words.sweep($0, (.text, "x")) }
      + SetupPhrase.allCases.map { key in
        language.setUp(key, [(.wearer, "x"), (.number, "x"), (.name, "x"), (.text, "x")])
      }
      + LivingWords(language).texts.values.map { text in
        Slot.allCases.reduce(text) {
          $0.replacingOccurrences(of: "{\($1.rawValue)}", with: "x")
        }
      }
  }

  /// One of each thing that is said of a crossing.
  static func crossings(in language: Language) -> [String] {
    let words = CrossingWords(language)
    var within = ExpectedEvent(event: "perimeter.exit", count: 1)
    within.withinCrossing = "60 s"
    let moments = [-3000, 3000].map {
      EventMoment(sinceStart: .seconds(9), time: "2015", late: Milliseconds($0))
    }
    let sentences = [false, true].flatMap { isReturn in
      [-3000, 25_000].map {
        language.crossed(
          at: "10:03:09", uncertainty: .seconds(18), late: Milliseconds($0), beyond: Metres(26),
          isReturn: isReturn)
      } + [
        language.crossingFromStart(isReturn: isReturn), words.share(isReturn: isReturn),
        words.beyond(isReturn: isReturn), words.title(isReturn: isReturn, time: "10:03:34"),
        words.chart(isReturn: isReturn),
      ]
    }
    return sentences + [
      language.text(within), language.text(.elsewhere(moments)), language.why([]),
      language.why(LatenessCause.allCases.map { ($0, 4) }), language.whyEarly(seconds: 3),
      language.crossingMissing, language.crossingForgotten, words.section, words.note,
      words.crossed, words.late, words.cause, words.unknown, words.position, words.smoothed,
      words.estimate, words.accuracyBand, words.crossingMark, words.crossingSpan,
      words.announcement, words.map, words.drawn(24), words.late(Milliseconds(-3000)),
    ]
  }
}
