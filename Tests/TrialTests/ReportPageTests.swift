import Device
import HAL
import Testing
import Traces
import Words

@testable import Trial

@Suite("The report that a trial engineer shows")
struct ReportPageTests {
  private func walk(_ name: String = "walk.jsonl") throws -> ReportFixture {
    var fixture = try ReportFixture(name: name)
    fixture.event(.deviceStarted, at: 0)
    for second in 0..<400 {
      let east = Double(min(second, 400 - second)) * 1.4
      fixture.fix(at: second, east: east, north: 5)
    }
    fixture.event(.perimeterSuspect, at: 80, east: 112, north: 5)
    fixture.event(.perimeterExit, at: 95, east: 133, north: 5)
    fixture.event(.noticeQueued, at: 95, east: 133, north: 5)
    fixture.event(.perimeterReturn, at: 372, east: 39, north: 5)
    return fixture
  }

  @Test("A day at 1 Hz stays under 1 MB, and every exit and return is marked and listed")
  func day() throws {
    let fixture = try ReportFixture.day()
    let html = try ReportPage(fixture.data).html()
    #expect(html.utf8.count < 1_000_000)
    let page = PageReader(html)
    #expect(page.isWellFormed)
    for (kind, drawings) in [("exit", 48), ("return", 48), ("suspect", 48)] {
      #expect(listed(kind, page).count == drawings)
      for drawing in ["trace-1-plan-wide", "trace-1-plan-narrow", "trace-1-distance-wide"] {
        #expect(marked(kind, page, in: drawing) == listed(kind, page), "\(kind) in \(drawing)")
      }
    }
  }

  @Test("A week of a receiver that comes and goes buries no exit and stays under 1 MB")
  func flapping() throws {
    var fixture = try ReportFixture()
    for minute in 0..<10_000 {
      let east = minute % 100 == 50 ? 150.0 : Double(minute % 37)
      fixture.fix(at: minute * 60, east: east, north: Double(minute % 53))
      fixture.event(.positionLost, at: minute * 60 + 30, east: east)
      if minute % 100 == 50 { fixture.event(.perimeterExit, at: minute * 60 + 40, east: east) }
      if minute % 100 == 60 { fixture.event(.perimeterReturn, at: minute * 60 + 40, east: east) }
      fixture.event(.positionRegained, at: minute * 60 + 59, east: east)
    }
    let html = try ReportPage(fixture.data).html()
    #expect(html.utf8.count < 1_000_000)
    let page = PageReader(html)
    #expect(listed("exit", page).count == 100)
    #expect(listed("return", page).count == 100)
    #expect(marked("exit", page, in: "trace-1-plan-wide") == listed("exit", page))
    #expect(marked("return", page, in: "trace-1-distance-narrow") == listed("return", page))
    #expect(page.all("p", style: "note").map(\.text).joined().contains("19,500 further rows"))
  }

  /// Numbers of the table's rows of a kind.
  private func listed(_ kind: String, _ page: PageReader) -> Set<String> {
    let rows = page.elements.indices.filter { page.elements[$0].name == "tr" }
    return Set(
      rows.compactMap { index in
        let styles = page.elements[index].attributes["class"] ?? ""
        guard styles.contains("is-\(kind)") else { return nil }
        return page.elements[index + 1].text
      })
  }

  /// Numbers of the marks of a kind, as their tooltips tell them.
  private func marked(_ kind: String, _ page: PageReader, in drawing: String) -> Set<String> {
    let marks = page.all("use", in: drawing, style: kind)
    return Set(
      marks.flatMap { mark in
        let text = mark.text
        // "12: exit, 08:11:50, 154.0 m" or "2 × exit: 12, 40"
        return text.contains("×")
          ? text.drop { $0 != ":" }.dropFirst().split(separator: ",").map {
            String($0.dropFirst())
          }
          : [String(text.prefix { $0 != ":" })]
      })
  }

  @Test("Nothing is loaded from anywhere: no script, no link, no image, no address but the map's")
  func selfContained() throws {
    let html = try ReportPage(try walk().data, try walk("other.jsonl").data).html()
    for word in ["<script", "<link", "<img", "<iframe", "src=", "url(", "@import", "@font-face"] {
      #expect(!html.contains(word), "\(word)")
    }
    let addresses = html.replacing("http-equiv", with: "").split(separator: "http").dropFirst()
    #expect(!addresses.isEmpty)
    #expect(addresses.allSatisfy { $0.hasPrefix("://maps.google.com/maps?q=-2.9") })
  }

  @Test("The same data make the same bytes")
  func deterministic() throws {
    let first = try ReportPage(walk().data).html()
    let second = try ReportPage(walk().data).html()
    #expect(first == second)
  }

  @Test(
    "A hostile name or expectation is only text",
    arguments: [
      "<script>alert(1)</script>", "\"><b>", "a'b&amp;c", "<\u{301}b>", "x\u{0}\u{1B}[2Jy",
      "{{css}}",
      "\u{202E}gpj.exe",
    ])
  func hostile(_ name: String) throws {
    var fixture = try walk(name)
    fixture.data.verdicts = [Verdict(expectation: name, miss: name)]
    for html in [
      try ReportPage(fixture.data).html(), try ReportPage(fixture.data, walk().data).html(),
    ] {
      #expect(PageReader(html).isWellFormed)
      #expect(!html.contains("<script"))
      #expect(!html.contains("<b>"))
      #expect(!html.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
      #expect(!html.unicodeScalars.contains("\u{202E}"))
    }
  }

  @Test("The first screen answers: what was expected, what happened, where and when")
  func headline() throws {
    var fixture = try walk()
    var page = PageReader(try ReportPage(fixture.data).html())
    #expect(page.all("h1").map(\.text) == ["walk.jsonl"])
    #expect(page.all("p", style: "verdict").map(\.text) == ["Nothing was expected"])
    #expect(
      page.all("p", style: "lead").map(\.text) == ["The device announced 1 exit and 1 return."])
    #expect(page.all("dd")[2].text.contains("centre -2.900550, -79.004530"))
    #expect(page.all("dd")[3].text.contains("2026-03-21"))

    fixture.data.verdicts = [Verdict(expectation: "1 perimeter.exit", miss: nil)]
    page = PageReader(try ReportPage(fixture.data).html())
    #expect(page.all("p", style: "good").map(\.text) == ["✓ The one expectation was met"])

    fixture.data.verdicts.append(Verdict(expectation: "no perimeter.return", miss: "1 came"))
    page = PageReader(try ReportPage(fixture.data).html())
    #expect(page.all("p", style: "bad").map(\.text) == ["✗ 1 of 2 expectations missed"])
    #expect(page.all("table", style: "verdicts").first?.text.contains("1 came") == true)
  }

  @Test("An exit that company ended does not last to the end, on the page and in a sweep")
  func ended() throws {
    var fixture = try ReportFixture()
    for second in 0..<400 { fixture.fix(at: second, east: Double(min(second, 133)), north: 5) }
    fixture.event(.perimeterExit, at: 95, east: 95, north: 5)
    func lead() throws -> [String] {
      PageReader(try ReportPage(fixture.data).html()).all("p", style: "lead").map(\.text)
    }
    #expect(
      try lead() == ["The device announced 1 exit and no return; the trace ends outside."])
    fixture.data.outside.add(.store(.place(.unknown)), at: .seconds(200))
    #expect(try lead() == ["The device announced 1 exit and no return."])
    #expect(fixture.data.outside.total(until: .seconds(400)) == .seconds(105))
    // A second one begins anew.
    fixture.event(.perimeterExit, at: 300, east: 133, north: 5)
    #expect(fixture.data.outside.isOut)
    #expect(fixture.data.outside.total(until: .seconds(400)) == .seconds(205))
  }

  @Test("The figures of a day: one is singular, and a dose that was taken back is none")
  func figures() throws {
    var fixture = try walk()
    let dose = DiaryDose(
      id: EntryID(1), taken: ReportFixture.start, meal: .dinner,
      mealPart: .init(milliunits: 4000), correction: .zero, insulinOnBoard: .zero,
      proposed: .init(milliunits: 4000), confirmed: .init(milliunits: 4000))
    fixture.action(.doseConfirmed, .dose(.confirmed(dose)), at: 200)
    fixture.action(.doseUndone, .dose(.undone(dose)), at: 210)
    fixture.action(.doseConfirmed, .dose(.confirmed(dose)), at: 220)
    let recipient = Recipient(caregiver: 0, route: .mail)
    func deliver(_ second: Int) {
      fixture.action(
        .noticeDelivered, .outbox(.delivered(NoticeID(1), recipient)), at: second)
    }
    func facts(_ language: Language) throws -> [String] {
      fixture.data.language = language
      return PageReader(try ReportPage(fixture.data).html()).all("dd").dropFirst(4).prefix(2)
        .map(\.text)
    }
    deliver(230)
    #expect(try facts(.spanish) == ["1", "11 entrega"])
    #expect(try facts(.english) == ["1", "11 delivery"])
    deliver(240)
    #expect(try facts(.spanish) == ["1", "12 entregas"])
    #expect(try facts(.english) == ["1", "12 deliveries"])
  }

  @Test("Several traces get an overview whose links lead to their sections")
  func several() throws {
    var missed = try walk("b.jsonl")
    missed.data.verdicts = [Verdict(expectation: "2 perimeter.exit", miss: "1 came")]
    let page = PageReader(try ReportPage([walk("a.jsonl").data, missed.data]).html())
    #expect(page.isWellFormed)
    #expect(page.all("h1").map(\.text) == ["2 traces"])
    #expect(page.all("h2").map(\.text) == ["a.jsonl", "b.jsonl"])
    let targets = page.all("a").compactMap { $0.attributes["href"] }.filter { $0.hasPrefix("#") }
    #expect(targets == ["#trace-1", "#trace-2"])
    let ids = page.elements.compactMap { $0.attributes["id"] }
    #expect(Set(ids).count == ids.count)
    #expect(ids.contains("trace-1") && ids.contains("trace-2"))
  }

  @Test("A trace without a fix, with one, or with none that counted makes a page too")
  func meagre() throws {
    var one = try ReportFixture()
    one.fix(at: 0, east: 3, north: 4)
    var refused = try ReportFixture()
    refused.fix(at: 0, east: 3, north: 4, eph: 500, refusal: .coarse)
    for (fixture, words) in [
      (try ReportFixture(), "no fix in this trace"), (one, "only fix"),
      (refused, "no fix that counted"),
    ] {
      let html = try ReportPage(fixture.data).html()
      #expect(PageReader(html).isWellFormed)
      #expect(html.contains(words))
      #expect(!html.contains("nan") && !html.contains("inf\""))
    }
  }

  @Test("The table says the time, the date once, the place as a map link and the accuracy")
  func rows() throws {
    let page = PageReader(try ReportPage(walk().data).html())
    let rows = page.all("tr", style: "is-exit").map(\.text)
    #expect(
      rows == [
        "208:01:3595\u{A0}sLeft the perimeter133.1\u{A0}m± 8.0\u{A0}m"
          + "-2.900505, -79.003334"
      ])
    #expect(page.all("td").filter { $0.text.contains("2026-03-21") }.count == 1)
    #expect(
      page.all("a").contains {
        $0.attributes["href"] == "http://maps.google.com/maps?q=-2.900505,-79.003334"
      })
  }

  @Test("Drawings have names and descriptions, and tables have headings")
  func accessible() throws {
    let page = PageReader(try ReportPage(walk().data).html())
    let ids = Set(page.elements.compactMap { $0.attributes["id"] })
    let pictures = page.all("svg").filter { $0.attributes["role"] == "img" }
    #expect(pictures.count == 4)
    for picture in pictures {
      let names =
        picture.attributes["aria-labelledby"]?.split(separator: " ").map(String.init) ?? []
      #expect(names.count == 2 && names.allSatisfy(ids.contains))
    }
    #expect(page.all("th").allSatisfy { $0.attributes["scope"] != nil })
    #expect(page.all("html").first?.attributes["lang"] == "en")
  }
}
