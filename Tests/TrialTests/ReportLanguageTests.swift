import Findings
import Foundation
import TestSupport
import Testing

@testable import Trial
@testable import Words

@Suite("The page for clinicians: one language throughout, and sentences")
struct ReportLanguageTests {
  /// The pages of our own walks, with a day's events, in a language.
  private func page(_ name: String, _ language: Language) throws -> String {
    let trace = Places.own("traces/\(name).jsonl")
    let expectations = try Expectations(file: Places.own("traces/\(name).expect.yaml"))
    let outcome = try Replay(path: trace, options: Replay.Options(collectsSamples: true)).run { _ in
    }
    let verdicts = outcome.verdicts(expectations, in: language)
    var page = ReportPage([try #require(outcome.page(named: name, verdicts, in: language))])
    var signOff = SignOff(version: "1", commit: "x", traces: ["a"], options: SignOff.Options())
    signOff.add(parts: [], expectations: nil)
    page.signOff = signOff
    return try page.html()
  }

  /// The words that people read, or that a screen reader says. The fold with the machine's words is not theirs.
  private func visible(_ html: String) -> String {
    let body = html[(html.range(of: "<body>")?.upperBound ?? html.startIndex)...]
      .replacing(
        /<pre.*?<\/pre>|<code>.*?<\/code>|<script.*?<\/script>/.dotMatchesNewlines(), with: " ")
    let labels = body.matches(of: /(?:aria-label|title|data-label)="([^"]*)"/).map { $0.output.1 }
    return ([body.replacing(/<[^>]*>/, with: " ")] + labels).joined(separator: " ")
  }

  /// The pieces of a text between its gaps that are long enough to be known again.
  private func pieces(_ text: String) -> [String] {
    text.split(separator: /\{[A-Za-z]+\}/).map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { $0.count >= 5 && $0.contains(where: \.isLetter) }
  }

  @Test(
    "Nothing of the other language is left on the page",
    arguments: ["cuenca-1-lanyard", "cuenca-2-pocket", "cuenca-3-gap"], Language.allCases)
  func oneLanguage(_ name: String, _ language: Language) throws {
    let html = try page(name, language)
    let text = visible(html)
    let own = Catalogue.all.map { $0.phrase }.map { language == .spanish ? $0.es : $0.en }.joined()
    for entry in Catalogue.all {
      let foreign = language == .spanish ? entry.phrase.en : entry.phrase.es
      for piece in pieces(foreign) where !own.contains(piece) {
        #expect(
          text.range(
            of: "\\b\(NSRegularExpression.escapedPattern(for: piece))\\b",
            options: .regularExpression)
            == nil, "\(entry.key): \(piece)")
      }
    }
    #expect(html.contains("<html lang=\"\(language.rawValue)\">"))
  }

  @Test("No name of an event stands outside the fold, and eph nowhere")
  func sentences() throws {
    for language in Language.allCases {
      let html = try page("cuenca-1-lanyard", language)
      let text = visible(html)
      for name in EventName.allCases where name.rawValue.contains(".") {
        #expect(!text.contains(name.rawValue), "\(name.rawValue)")
      }
      #expect(!text.contains("eph"))
      let fold = try #require(PageReader(html).all("details").first)
      #expect(fold.text.contains("10:03:34 perimeter.exit"))
      #expect(fold.text.contains("1 notice.delivered about reminder.due until 130 s"))
    }
  }

  @Test("Several new positions are one line that says how many and until when")
  func run() throws {
    var fixture = try ReportFixture()
    for second in 0..<1200 { fixture.fix(at: second, east: 150, north: 0) }
    func position(_ name: EventName, _ second: Int) {
      fixture.event(name, at: second, east: 150)
      fixture.data.timeline[fixture.data.timeline.count - 1].about = .location
    }
    for minute in 1...9 {
      position(.noticeQueued, minute * 60)
      position(.noticeDelivered, minute * 60 + 2)
      if minute == 7 { fixture.event(.perimeterReturn, at: 450, east: 20) }
    }
    let rows = PageReader(try ReportPage(fixture.data).html()).all("tr", style: "minor").map(\.text)
    // Two of a kind stay two rows each with its delivery.
    #expect(rows.count == 1 + 4)
    #expect(rows[0].contains("08:01:00") && rows[0].contains("7 new positions"))
    #expect(rows[0].contains("until 08:07:02"))
  }

  @Test("Each event leads to the map, where the wearer's place was known")
  func links() throws {
    let page = PageReader(try page("cuenca-1-lanyard", .english))
    let rows =
      page.all("tbody").isEmpty
      ? [] : page.all("tr", style: "minor") + page.all("tr", style: "major")
    #expect(rows.count > 20)
    let links = page.all("a").filter { $0.attributes["href"]?.contains("maps?q=-2.") == true }
    // Two exits and returns have one more above; the device started before its first position.
    #expect(links.count >= rows.count - 2)
  }
}
