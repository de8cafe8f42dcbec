import Foundation
import HAL
import Names
import Traces
import Words

/// The timeline for people.
public struct PlainText {
  let language: Language
  private let clock: LocalClock
  private var shownDay: String?

  /// - Parameter timeZone: for traces that bring none of their own.
  public init(language: Language, timeZone: TimeZone) {
    self.language = language
    clock = LocalClock(timeZone)
  }

  public func heading(trace: String) -> String { "\(trace)\n" }

  /// One line an event, several for a screen; a new day gets a line of its own.
  public mutating func line(_ entry: TimelineEntry) -> String {
    let clock = entry.clock ?? clock
    let said: String
    if let screen = entry.screen {
      // The page stands beside the time, as the wearer sees it.
      said = screen.map { "│ \($0)" }.joined(separator: "\n            ")
    } else {
      guard
        let sentence = language.sentence(
          entry.told, names: entry.words.names, zone: clock.zone)
      else { return "" }
      said = sentence
    }
    let (day, time) = clock.read(entry.time)
    var text = ""
    if day != shownDay {
      shownDay = day
      text = "\(day) (\(clock.name))\n"
    }
    text += "  \(time)  \(said)\n"
    if let crossing = entry.crossing {
      text += "            \(crossing.sentence(in: language, clock: clock)).\n"
    }
    return text
  }

  public func summary(_ summary: Summary) -> String {
    let counts = language.summary(
      fixes: summary.fixes, span: summary.duration, exits: summary.exits, returns: summary.returns)
    let skips = language.skipped(
      summary.skips.damaged, ofOtherKinds: summary.skips.unneeded, arePoints: summary.skipsPoints)
    return "\(counts); \(skips)\n\(language.digest(summary.digestText))\n"
  }

  /// - Parameter verdicts: in the same language.
  public func verdicts(_ verdicts: [Verdict]) -> String {
    verdicts.map { "  \(language.verdict(expected: $0.expectation, miss: $0.miss))\n" }.joined()
  }
}

/// The clock on the wall by which people read a timeline.
struct LocalClock: Sendable {
  let name: String
  private let secondsAhead: @Sendable (WallTime) -> Int64

  init(_ zone: TimeZone) {
    name = zone.identifier == "GMT" ? "UTC" : zone.identifier
    secondsAhead = { time in
      Int64(
        zone.secondsFromGMT(
          for: Date(timeIntervalSince1970: Double(time.milliseconds) / 1000)))
    }
  }

  /// The one that the device went by; nil where the trace brings none.
  init?(_ words: TraceWords) {
    let zones = words.zones
    guard !zones.isEmpty else { return nil }
    name = words.timeZone ?? "local time"
    secondsAhead = { time in
      let current = zones.last { $0.at <= time.milliseconds / 1000 } ?? zones.first
      return Int64(current?.offset ?? 0) * 60
    }
  }

  /// The zone of times inside a sentence.
  var zone: ZoneOffset { ZoneOffset(secondsAhead: secondsAhead) }

  /// Day and time of the day: "2015-03-21", "10:04:05".
  func read(_ time: WallTime) -> (day: String, time: String) {
    let date = CivilDate(milliseconds: local(time).milliseconds)
    return (date.date, date.clockWithSeconds)
  }

  /// Local time as if it were UTC.
  func local(_ time: WallTime) -> WallTime {
    WallTime(milliseconds: time.milliseconds &+ secondsAhead(time) * 1000)
  }
}
