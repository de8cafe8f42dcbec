import Device
import Foundation
import HAL
import Traces
import Words

/// The timeline for people.
public struct PlainText {
  private let language: Language
  private let clock: LocalClock
  private var shownDay: String?

  /// - Parameter timeZone: for traces that bring none of their own.
  public init(language: Language, timeZone: TimeZone) {
    self.language = language
    clock = LocalClock(timeZone)
  }

  private var isSpanish: Bool { language == .spanish }

  public func heading(trace: String) -> String { "\(trace)\n" }

  /// One line an event, several for a screen; a new day gets a line of its own.
  public mutating func line(_ entry: TimelineEntry) -> String {
    let clock = LocalClock(entry.words) ?? clock
    let said: String
    if let screen = entry.screen {
      // Beside the time, as the wearer has it before the eyes.
      said = screen.map { "│ \($0)" }.joined(separator: "\n            ")
    } else {
      guard
        let sentence = language.sentence(
          entry.action, names: entry.words.names, zone: clock.zone)
      else { return "" }
      said = sentence
    }
    let (day, time) = clock.read(entry.time)
    var text = ""
    if day != shownDay {
      shownDay = day
      text = "\(day) (\(clock.name))\n"
    }
    return text + "  \(time)  \(said)\n"
  }

  public func summary(_ summary: Summary) -> String {
    let span = language.text(summary.duration)
    let counts =
      isSpanish
      ? "\(summary.fixes) posiciones en \(span); \(summary.exits) salidas, "
        + "\(summary.returns) vueltas"
      : "\(count(summary.fixes, "fix", "fixes")) in \(span); "
        + "\(count(summary.exits, "exit", "exits")), "
        + "\(count(summary.returns, "return", "returns"))"
    return "\(counts); \(skips(summary))\n\(isSpanish ? "huella" : "digest") "
      + "\(summary.digestText)\n"
  }

  /// A receiver's other sentences are no reason to worry; spoilt ones are.
  private func skips(_ summary: Summary) -> String {
    let others = summary.skips[.otherKind]
    let spoilt = summary.skips.total - others
    if isSpanish {
      return "líneas saltadas: \(spoilt)"
        + (others > 0 ? ", y \(others) de otro tipo" : "")
    }
    return "\(count(spoilt, "line", "lines")) skipped"
      + (others > 0 ? ", and \(others) of kinds not needed" : "")
  }

  public func verdicts(_ verdicts: [Verdict]) -> String {
    verdicts.map { verdict in
      let expected = "\(isSpanish ? "se esperaba" : "expected") \(verdict.expectation)"
      guard let miss = verdict.miss else { return "  ok      \(expected)\n" }
      return "  MISSED  \(expected): \(miss)\n"
    }.joined()
  }

  private func count(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }
}
