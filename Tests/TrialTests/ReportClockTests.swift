import Device
import HAL
import Testing
import Traces
import Words

@testable import Trial

@Suite("The report by the clock on the wearer's wall")
struct ReportClockTests {
  /// 08:00 UTC is 03:00 in Cuenca.
  private func day(zone: Bool = true) throws -> ReportFixture {
    var fixture = try ReportFixture()
    for second in 0..<400 { fixture.fix(at: second, east: Double(second % 50), north: 5) }
    fixture.event(.perimeterExit, at: 95, east: 133)
    fixture.event(.noticeQueued, at: 95, east: 133)
    for second in [95, 120, 121] {
      fixture.action(.helpRequested, .helpRequested(nil), at: second)
    }
    fixture.data.marks = [ObserverMark(sinceStart: .seconds(300), text: "rings <loudly>")]
    guard zone else { return fixture }
    let transition = ZoneTransition(at: 0, offset: -300)
    let words = TraceWords(timeZone: "America/Guayaquil", zones: [transition])
    fixture.data.clock = Clock24(try #require(LocalClock(words)))
    return fixture
  }

  @Test("A trace with a time zone is shown in local time, with its offset and with UTC to hover")
  func local() throws {
    let page = PageReader(try ReportPage(try day().data).html())
    let row = try #require(page.all("tr", style: "is-exit").first)
    #expect(row.text.contains("03:01:35"))
    #expect(page.all("span").contains { $0.attributes["title"] == "08:01:35 UTC" })
    #expect(page.all("th").contains { $0.text == "Time (UTC\u{2212}05:00)" })
    #expect(page.all("dd")[3].text.contains("America/Guayaquil, UTC\u{2212}05:00"))
    let axis = page.all("text", in: "trace-1-distance-wide").map(\.text)
    #expect(axis.contains("03:05") && !axis.contains("08:05"))
    #expect(axis.contains("America/Guayaquil, UTC\u{2212}05:00, 2026-03-21"))
  }

  @Test("The other time says its day if UTC has another one")
  func otherDay() throws {
    let transition = ZoneTransition(at: 0, offset: -600)
    let clock = Clock24(
      try #require(LocalClock(TraceWords(timeZone: "Pacific/Honolulu", zones: [transition]))))
    #expect(clock.date(ReportFixture.start) == "2026-03-20")
    #expect(clock.otherTime(ReportFixture.start) == "2026-03-21 08:00:00 UTC")
    #expect(Clock24.utc.otherTime(ReportFixture.start) == nil)
  }

  @Test("A trace without a time zone stays in UTC and says so")
  func utc() throws {
    let page = PageReader(try ReportPage(try day(zone: false).data).html())
    #expect(page.all("th").contains { $0.text == "Time (UTC)" })
    #expect(page.all("text", in: "trace-1-distance-wide").contains { $0.text == "UTC, 2026-03-21" })
  }

  @Test("Signs in the lanes say when and what, in words where there is room, else to hover")
  func lanes() throws {
    let page = PageReader(try ReportPage(try day().data).html())
    for drawing in ["trace-1-distance-wide", "trace-1-distance-narrow"] {
      let tips = page.all("circle", in: drawing, style: "hit").map(\.text)
      #expect(tips.contains("03:01:35 help (08:01:35 UTC)"))
      #expect(tips.contains("03:05:00 rings <loudly> (08:05:00 UTC)"))
      #expect(page.all("text", in: drawing).contains { $0.text == "03:05 rings <loudly>" })
    }
  }

  @Test("Labels in a lane never lie on each other, however crowded")
  func crowded() throws {
    var fixture = try day()
    for second in stride(from: 0, to: 390, by: 7) {
      fixture.action(.helpRequested, .helpRequested(nil), at: second)
    }
    for canvas in Canvas.all {
      let chart = DistanceChart(fixture.data, EventList(fixture.data))
      let html = ChartDrawing(chart, canvas).svg(id: "a", title: "a", description: "a")
      let labels = PageReader(html).all("text").filter { $0.text.contains(/^03:0\d help$/) }
      #expect(!labels.isEmpty)
      let boxes = try labels.map { label in
        Box(
          center: Point(
            x: try #require(label.attributes["x"].flatMap(Double.init)),
            y: try #require(label.attributes["y"].flatMap(Double.init))),
          width: Double(label.text.count) * 7, height: 13)
      }
      let touching = boxes.indices.filter { i in
        boxes.dropFirst(i + 1).contains { boxes[i].overlaps($0) }
      }
      #expect(touching.isEmpty)
      #expect(boxes.allSatisfy { $0.left >= 0 && $0.right <= canvas.width })
    }
  }
}
