import Device
import Findings
import Foundation
import HAL
import TestSupport
import Testing
import Words

@testable import Trial

@Suite("Timeline and summary as scripts and people read them")
struct OutputTests {
  private let place = Whereabouts(
    position: Position(latitudeE7: -29_005_123, longitudeE7: -790_045_123)!,
    distance: Metres(131.44), radius: Metres(100), eph: Metres(24.7))

  private func entry(_ action: Action) throws -> TimelineEntry {
    TimelineEntry(
      name: try #require(EventName(action)), time: WallTime(milliseconds: 1_426_950_245_000),
      sinceStart: .seconds(245), action: action)
  }

  @Test("The JSON line of an exit is the contract's, to the letter")
  func exit() throws {
    let line = JSONLines(trace: nil).line(try entry(.perimeter(.left(place, initial: false))))
    #expect(
      line.hasPrefix(
        "{\"time\":\"2015-03-21T15:04:05.000Z\",\"event\":\"perimeter.exit\",\"lat\":-2.9005123,"
          + "\"lon\":-79.0045123,\"distance_m\":131.4,\"radius_m\":100"))
    #expect(line.hasSuffix("}\n"))
    #expect(!line.contains("initial"))
    let initial = JSONLines(trace: nil).line(try entry(.perimeter(.left(place, initial: true))))
    #expect(initial.contains("\"initial\":true"))
  }

  @Test("Every line is JSON, also with several traces and a hostile name")
  func valid() throws {
    let json = JSONLines(trace: "a \"b\"\\\n\u{1}.nmea")
    let lines = [
      json.line(try entry(.started)),
      json.line(try entry(.position(.lost(place, age: .seconds(30))))),
      json.line(
        try entry(
          .outbox(.queued(Notice(id: NoticeID(1), matter: .perimeter(.left), whereabouts: place))))),
      json.line(Summary(), verdicts: [Verdict(expectation: "1 \"x\"", miss: "it never happened")]),
    ]
    for line in lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?["trace"] as? String == "a \"b\"\\\n\u{1}.nmea")
      #expect(line.hasPrefix("{\"trace\":"))
    }
  }

  @Test("JUnit escapes what XML forbids and counts what failed", .needs(.xmllint))
  func junit() throws {
    var junit = JUnit()
    junit.add(
      trace: "<&\">", Summary(),
      verdicts: [
        Verdict(expectation: "1 a", miss: nil), Verdict(expectation: "1 b", miss: "no \u{1} <b>"),
      ], log: "]]> \u{FFFE}\u{FFFF}\u{1FFFE}")
    junit.add(trace: "a\u{FFFE}\u{FFFF}.yaml", error: "\u{FFFF}")
    let file = try TemporaryFile(junit.document)
    #expect(try Program.run(["xmllint", "--noout", file.path]).status == 0)
    #expect(junit.document.contains("tests=\"3\" failures=\"1\" errors=\"1\""))
  }

  @Test("People read the distance, the limit and a map link, in Spanish and in English (ALZ-4)")
  func sentences() throws {
    let left = Action.perimeter(.left(place, initial: false))
    #expect(
      Language.english.sentence(left)
        == "LEFT the perimeter: 131 m from home, accuracy 25 m, 31 m beyond the limit. "
        + "http://maps.google.com/maps?q=-2.900512,-79.004512")
    #expect(
      Language.spanish.sentence(left)
        == "HA SALIDO del perímetro: a 131 m de casa, precisión 25 m, 31 m más allá del límite. "
        + "http://maps.google.com/maps?q=-2.900512,-79.004512")
  }

  @Test("Text shows the profile's time zone, and a new day once")
  func timeZone() throws {
    let zone = try #require(TimeZone(identifier: "America/Guayaquil"))
    var text = PlainText(language: .english, timeZone: zone)
    let first = text.line(try entry(.started))
    #expect(first == "2015-03-21 (America/Guayaquil)\n  10:04:05  The device starts.\n")
    #expect(text.line(try entry(.started)) == "  10:04:05  The device starts.\n")
  }

  @Test("The mail carries the exact place as a map link with six decimals (ALZ-4)")
  func mail() {
    let notice = Notice(id: NoticeID(1), matter: .perimeter(.left), whereabouts: place)
    let mail = Language.spanish.mail(notice, moment: "10:04")
    #expect(mail.subject == "Ha salido del perímetro")
    #expect(mail.body.contains("http://maps.google.com/maps?q=-2.900512,-79.004512\n"))
    #expect(mail.body.contains("131 m"))
    #expect(mail.body.contains("10:04"))
  }

  @Test(
    "Six decimals are rounded, not cut",
    arguments: [
      (-1, "0.000000"), (-6, "-0.000001"), (4, "0.000000"), (1_799_999_999, "180.000000"),
    ]
  )
  func sixDecimalPlaces(_ e7: Int32, _ text: String) { #expect(sixDecimals(e7) == text) }
}
