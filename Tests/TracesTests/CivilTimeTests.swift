import Foundation
import HAL
import Names
import TestSupport
import Testing
import Traces

/// Dates beside those of Foundation's calendar.
struct CivilTimeTests {
  @Test("Every day of two centuries is written as Foundation writes it, and read again")
  func days() throws {
    let calendar = {
      var calendar = Calendar(identifier: .iso8601)
      calendar.timeZone = .gmt
      return calendar
    }()
    var wrong = 0
    for day in Int64(-36_525)...36_525 {
      let time = WallTime(milliseconds: day * 86_400_000)
      let date = Date(timeIntervalSince1970: Double(day) * 86_400)
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      let year = try #require(parts.year)
      let month = try #require(parts.month)
      let dayOfMonth = try #require(parts.day)
      let text = date.formatted(.iso8601)
      if CivilDate.days(year: year, month: month, day: dayOfMonth) != day { wrong += 1 }
      if CivilTime.parse(text) != time { wrong += 1 }
      if CivilTime.text(time) != text.dropLast() + ".000Z" { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test("Any time of day is written and read without loss")
  func timesOfDay() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<2000 {
      let time = WallTime(
        milliseconds: random.integer(in: -62_167_219_200_000...253_402_300_799_999))
      #expect(CivilTime.parse(CivilTime.text(time)) == time)
    }
  }

  @Test(
    "A date or time that does not exist is none",
    arguments: [
      "2015-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2015-13-01T00:00:00Z",
      "2015-00-01T00:00:00Z",
      "2015-01-00T00:00:00Z", "2015-01-01T24:00:00Z", "2015-01-01T00:60:00Z",
      "2015-01-01T00:00:61Z",
      "2015-01-01", "2015-01-01T00:00", "2015-01-01T00:00:00.Z", "2015-01-01T00:00:00z",
      "2015-01-01T00:00:00+1", "2015-01-01T00:00:00+01:0", "15-01-01T00:00:00Z", "",
      "2015-01-01T00:00:00Zx", "2015-1-01T000:00:00Z",
    ])
  func none(text: String) { #expect(CivilTime.parse(text) == nil) }

  @Test("Leap days exist where they do", arguments: ["2000-02-29", "2024-02-29", "0000-02-29"])
  func leapDays(day: String) { #expect(CivilTime.parse("\(day)T00:00:00Z") != nil) }

  @Test("Digits finer than a millisecond are cut off")
  func fractions() {
    let base = CivilTime.parse("2015-03-21T15:04:05Z")?.milliseconds ?? 0
    for (text, milliseconds) in [(".1", 100), (".12", 120), (".1239", 123), (".000999999", 0)] {
      #expect(
        CivilTime.parse("2015-03-21T15:04:05\(text)Z")?.milliseconds == base + Int64(milliseconds))
    }
  }
}
