import Device
import Foundation
import HAL
import Testing
import Words

@Suite("Moments in words")
struct MomentTests {
  /// ICU's calendar is the outside oracle.
  private func expected(_ time: WallTime, _ language: Language, _ zone: TimeZone) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: language.rawValue)
    formatter.timeZone = zone
    formatter.calendar = Calendar(identifier: .iso8601)
    formatter.dateFormat =
      language == .spanish
      ? "EEEE d 'de' MMMM 'de' y, HH:mm:ss" : "EEEE d MMMM y, HH:mm:ss"
    return formatter.string(
      from: Date(timeIntervalSince1970: Double(time.milliseconds) / 1000))
  }

  @Test("A span of a damaged record is said as well, be it the longest that there is")
  func spans() {
    let said: [(Int64, String)] = [
      (499, "0 s"), (500, "1 s"), (166_000, "2 min 46 s"), (11_100_000, "3 h 5 min"),
      (187_200_000, "2 d 4 h"), (.max, "106751991167 d 7 h"),
    ]
    for (count, text) in said { #expect(Language.spanish.text(Milliseconds(count)) == text) }
  }

  @Test("Days and months are ICU's, over a century and at its odd days")
  func oracle() throws {
    // A fixed offset: Ecuador itself had daylight saving in 1992.
    let zone = try #require(TimeZone(secondsFromGMT: -5 * 3600))
    let offset = ZoneOffset { _ in -5 * 3600 }
    var moments = (0..<1000).map { WallTime(milliseconds: 86_400_000 * 37 * $0 + 123_456_789) }
    // Leap days, year ends, 1969.
    moments += [951_782_400, 1_709_164_800, 1_735_689_599, -1, -86_400].map {
      WallTime(milliseconds: $0 * 1000)
    }
    for language in Language.allCases {
      for time in moments {
        let text = language.moment(time, offset)
        #expect(text.hasPrefix(expected(time, language, zone) + " ("), "\(text)")
      }
    }
  }

  @Test("One o'clock is singular in Spanish, with seconds, too")
  func one() {
    for (clock, text) in [
      ("01:05", "la 01:05"), ("01:05:09", "la 01:05:09"), ("10:01", "las 10:01"),
      ("13:05", "las 13:05"), ("00:59:59", "las 00:59:59"),
    ] {
      #expect(Language.spanish.hour(clock) == text)
      #expect(Language.english.hour(clock) == clock)
    }
  }

  @Test("Local time and UTC, the date twice where they differ and the time once where not")
  func both() {
    // 2015-03-22T03:03:54Z is still Saturday in Cuenca.
    let night = Sample.wall(minutesLater: 12 * 60)
    #expect(
      Language.spanish.moment(night, Sample.cuenca)
        == "sábado 21 de marzo de 2015, 22:03:54 (domingo 22 de marzo, 03:03:54 UTC)")
    #expect(
      Language.english.moment(Sample.moment, Sample.cuenca)
        == "Saturday 21 March 2015, 10:03:54 (15:03:54 UTC)")
    #expect(
      Language.english.moment(Sample.moment, .utc) == "Saturday 21 March 2015, 15:03:54 UTC")
  }

  @Test("The core's zone table says the same on both sides of a night in Madrid")
  func transitions() {
    // 2024-03-31T01:00:00Z, from +01:00 to +02:00; the first entry counts before its moment too.
    let madrid = ZoneOffset([
      ZoneTransition(at: 1_698_541_200, offset: 60), ZoneTransition(at: 1_711_846_800, offset: 120),
    ])
    func text(_ seconds: Int64) -> String {
      Language.english.moment(WallTime(milliseconds: seconds * 1000), madrid)
    }
    #expect(text(1_711_846_799) == "Sunday 31 March 2024, 01:59:59 (00:59:59 UTC)")
    #expect(text(1_711_846_800) == "Sunday 31 March 2024, 03:00:00 (01:00:00 UTC)")
    #expect(text(1_698_541_199).contains("01:59:59 (00:59:59 UTC)"))
    #expect(Language.english.moment(Sample.moment, ZoneOffset([])).hasSuffix("15:03:54 UTC"))
  }

  @Test("No moment is too early or too late", arguments: [Int64.min, .max, -1, 0])
  func hostile(_ milliseconds: Int64) {
    for language in Language.allCases {
      let text = language.moment(WallTime(milliseconds: milliseconds), Sample.cuenca)
      #expect(!text.isEmpty)
      let home = Page.home(
        showsTime: true, accompaniedUntil: WallTime(milliseconds: milliseconds))
      let screen = language.screen(
        home, names: Names(), now: WallTime(milliseconds: milliseconds), zone: Sample.cuenca)
      #expect(screen.clock?.count == 5)
    }
  }
}
