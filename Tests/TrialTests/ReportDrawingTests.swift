import Device
import Findings
import HAL
import Testing
import Traces

@testable import Trial

@Suite("Plan and chart of the report")
struct ReportDrawingTests {
  @Test(
    "Every distance from the centre is to scale, also across the 180th meridian and at a pole",
    arguments: [
      (-29_005_500, -790_045_300), (593_450_000, 180_548_000), (-168_000_000, 1_799_999_000),
      (0, -1_800_000_000), (900_000_000, 0), (-899_999_000, 1_234_567),
    ])
  func projection(latitude: Int64, longitude: Int64) throws {
    let center = try #require(Position(latitudeE7: latitude, longitudeE7: longitude))
    let perimeter = try Perimeter(center: center, radius: Metres(100))
    let projection = Projection(perimeter)
    for step in -5...5 {
      var east = longitude + Int64(step) * 2000
      if east > 1_800_000_000 { east -= 3_600_000_000 }
      if east < -1_800_000_000 { east += 3_600_000_000 }
      let north = max(-900_000_000, min(900_000_000, latitude + Int64(step * step) * 1000))
      let position = try #require(Position(latitudeE7: north, longitudeE7: east))
      let point = projection.point(position)
      let distance = perimeter.distance(of: position).value
      #expect((point.distance - distance).magnitude < 1e-6)
      if latitude.magnitude < 800_000_000, step != 0 { #expect((point.east > 0) == (step > 0)) }
    }
    #expect(projection.point(center) == GroundPoint(east: 0, north: 0))
  }

  @Test("The plan is equally scaled both ways and shows the circle and the whole track")
  func frame() throws {
    for (east, north) in [(30.0, 20.0), (3000, 100), (-50, 8000), (90_000, -60_000)] {
      var fixture = try ReportFixture()
      fixture.fix(at: 0, east: 0, north: 0)
      fixture.fix(at: 1, east: east, north: north)
      let plan = Plan(fixture.data, [])
      for canvas in Canvas.all {
        let frame = PlanFrame(plan.whole, canvas)
        for ground in plan.fixes.map(\.at) + [
          GroundPoint(east: 100, north: 0), GroundPoint(east: -100, north: 0),
          GroundPoint(east: 0, north: 100), GroundPoint(east: 0, north: -100),
        ] {
          #expect(frame.box.contains(frame.point(ground)))
        }
        let origin = frame.point(GroundPoint(east: 0, north: 0))
        let away = frame.point(GroundPoint(east: 30, north: 40))
        #expect((away.x - origin.x - 30 * frame.scale).magnitude < 1e-9)
        #expect((origin.y - away.y - 40 * frame.scale).magnitude < 1e-9)
      }
    }
  }

  @Test("A narrow plan shows the wide one's track where its own circle and marks are")
  func sharedLines() throws {
    for (east, north) in [(400.0, 90.0), (60, -700), (-3000, 1200)] {
      var fixture = try ReportFixture()
      fixture.fix(at: 0, east: 0, north: 0)
      fixture.fix(at: 1, east: east, north: north)
      let page = PageReader(try ReportPage(fixture.data).html())
      let wide = try #require(page.all("circle", in: "trace-1-plan-wide", style: "perimeter").first)
      let own = try #require(
        page.all("circle", in: "trace-1-plan-narrow", style: "perimeter").first)
      let use = try #require(
        page.all("use", in: "trace-1-plan-narrow").first {
          $0.attributes["href"] == "#trace-1-plan-lines"
        })
      #expect(page.all("g", in: "trace-1-plan-lines").count == 1)
      let map = use.numbers("transform")
      let (x, y, radius) = (wide.number("cx"), wide.number("cy"), wide.number("r"))
      #expect((map[0] * x + map[4] - own.number("cx")).magnitude < 0.12)
      #expect((map[3] * y + map[5] - own.number("cy")).magnitude < 0.12)
      #expect((map[0] * radius - own.number("r")).magnitude < 0.12)
      #expect(map[0] == map[3] && map[1] == 0 && map[2] == 0)
    }
  }

  @Test("A circle too small to see gets a ring to find it by, and a plan of its own")
  func farAway() throws {
    var fixture = try ReportFixture()
    for second in 0..<100 { fixture.fix(at: second, east: Double(second * 1000), north: 0) }
    let html = try ReportPage(fixture.data).html()
    #expect(html.contains("class=\"finder\""))
    #expect(html.contains("id=\"trace-1-near-wide-t\""))
    #expect(html.contains("At this scale the radius lies close to the axis."))

    var near = try ReportFixture()
    for second in 0..<100 { near.fix(at: second, east: Double(second), north: 0) }
    let plain = try ReportPage(near.data).html()
    #expect(!plain.contains("class=\"finder\""))
    #expect(!plain.contains("trace-1-near"))
  }

  @Test("A gap is a dashed line in the plan and a hole in the chart")
  func gap() throws {
    var fixture = try ReportFixture()
    for second in 0..<60 { fixture.fix(at: second, east: Double(second), north: 0) }
    let followed = PageReader(try ReportPage(fixture.data).html())
    #expect(followed.all("path", in: "trace-1-plan-wide", style: "gap").isEmpty)
    for second in 100..<160 { fixture.fix(at: second, east: Double(second), north: 0) }
    let broken = PageReader(try ReportPage(fixture.data).html())
    #expect(broken.all("path", in: "trace-1-plan-wide", style: "gap").count == 1)
    let line = try #require(
      broken.all("path", in: "trace-1-distance-wide", style: "distance").first?.attributes["d"])
    #expect(line.filter { $0 == "m" }.count == 2)
  }

  @Test("Fixes are counted by accuracy in the legend, and refused ones are hollow")
  func legend() throws {
    var fixture = try ReportFixture()
    for (second, eph) in [5.0, 15, 15, 30, 80].enumerated() {
      fixture.fix(at: second, east: Double(second * 10), north: 0, eph: eph)
    }
    fixture.fix(at: 5, east: 50, north: 0, eph: nil)
    fixture.fix(at: 6, east: 60, north: 0, eph: 300, refusal: .coarse)
    let page = PageReader(try ReportPage(fixture.data).html())
    #expect(
      page.all("li").map(\.text) == [
        "accuracy up to 10 m: 1 fix", "accuracy 10 to 20 m: 2 fixes",
        "accuracy 20 to 50 m: 1 fix", "accuracy over 50 m: 1 fix", "accuracy unknown: 1 fix",
        "refused: 1 fix",
      ])
    #expect(page.all("path", in: "trace-1-plan-wide", style: "hole").count == 1)
    #expect(page.all("path", in: "trace-1-plan-wide", style: "dot").count == 5)
  }

  @Test("Marks that lie on each other become one with several numbers, and labels do not overlap")
  func crowded() throws {
    var fixture = try ReportFixture()
    fixture.fix(at: 0, east: 0, north: 0)
    for turn in 0..<30 {
      fixture.event(.perimeterExit, at: turn * 10, east: 120 + Double(turn % 3) * 15, north: 0)
      fixture.event(.perimeterReturn, at: turn * 10 + 5, east: 80, north: Double(turn % 2))
    }
    let list = EventList(fixture.data)
    #expect(list.marks.map(\.number) == (1...60).map { $0 })
    let page = PageReader(try ReportPage(fixture.data).html())
    let exits = page.all("use", in: "trace-1-plan-wide", style: "exit")
    #expect(exits.count == 3)
    #expect(exits.allSatisfy { $0.text.hasPrefix("10 × exit: ") })
  }

  @Test("Axes have round steps")
  func ticks() {
    #expect(Ticks.roundStep(upTo: 1) == 1)
    #expect(Ticks.roundStep(upTo: 499) == 200)
    #expect(Ticks.roundStep(upTo: 5000) == 5000)
    #expect(Ticks.roundStep(upTo: 0.3) == 0.2)
    #expect(Ticks.roundStep(atLeast: 21) == 50)
    #expect(Ticks.roundStep(atLeast: 50) == 50)
    #expect(Ticks.roundStep(atLeast: 51) == 100)
    #expect(Ticks.clockStep(atLeast: 70_000) == 120_000)
    // The axis is from 23:50 on, for an hour.
    let axis = TimeTicks(
      start: WallTime(milliseconds: 86_400_000 * 20_000 - 600_000), span: .seconds(3600), most: 5)
    #expect(axis.ticks.map(\.label) == ["10-04", "00:15", "00:30", "00:45"])
    #expect(axis.ticks.map(\.sinceStart) == [600_000, 1_500_000, 2_400_000, 3_300_000])
    #expect(axis.showsDates)
  }

  @Test("A hostile span of time ends the ticks, not the program")
  func hostileSpan() {
    let axis = TimeTicks(
      start: WallTime(milliseconds: .max - 5), span: Milliseconds(.max), most: 5)
    #expect(axis.ticks.count < 20)
  }

  @Test("Numbers are the same everywhere and stay with their units")
  func numbers() {
    let english = Numbers(.english)
    #expect(english.length(Metres(131.44)) == "131.4\u{A0}m")
    #expect(english.length(Metres(12_345.6)) == "12,346\u{A0}m")
    #expect(english.length(Metres(36_126)) == "36.1\u{A0}km")
    #expect(english.decimal(-0.04, 1) == "0.0")
    #expect(english.decimal(.nan, 1) == "–")
    #expect(english.duration(.seconds(3 * 3600 + 58)) == "3\u{A0}h 58\u{A0}s")
    #expect(english.duration(Milliseconds(1500)) == "1.5\u{A0}s")
    #expect(english.count(86_400) == "86,400")
    let spanish = Numbers(.spanish)
    #expect(spanish.length(Metres(131.44)) == "131,4\u{A0}m")
    #expect(spanish.count(1216) == "1216" && spanish.count(86_400) == "86\u{A0}400")
    #expect(Clock24.utc.time(WallTime(milliseconds: 1_774_080_000_250)) == "08:00:00.25")
  }

  @Test("Paths are short and come back to where they were")
  func paths() {
    var path = PathData()
    path.move(to: Point(x: 10, y: 20.04))
    path.line(to: Point(x: 9.5, y: 20.2))
    path.line(to: Point(x: 9.52, y: 20.18))
    path.close()
    path.move(to: Point(x: 11, y: 20))
    #expect(path.text == "m10 20-.5 .2zm1 0")
    var dots = PathData()
    dots.dot(at: Point(x: 1, y: 1))
    dots.dot(at: Point(x: 2, y: 1))
    #expect(dots.text == "m1 1h.1m.9 0h.1")
  }

  @Test("The quality table says rate, gaps, accuracy and what was refused")
  func quality() throws {
    var fixture = try ReportFixture()
    for second in 0..<100 {
      fixture.fix(at: second, east: 1, north: 1, eph: Double(second / 10 + 1))
    }
    fixture.fix(at: 145, east: 1, north: 1, eph: nil)
    fixture.fix(at: 146, east: 900, north: 1, refusal: .jump)
    let rows = QualityView.rows(fixture.data)
    func row(_ term: String) -> String? {
      rows.first { $0.term == term }.map { $0.value + ($0.note.map { " / " + $0 } ?? "") }
    }
    #expect(row("Median interval") == "1\u{A0}s")
    #expect(row("Gaps over 10\u{A0}s") == "1 / 46\u{A0}s, from 08:01:39 (99\u{A0}s)")
    #expect(
      row("Accuracy")
        == "half up to 6.0\u{A0}m, 90 % up to 9.0\u{A0}m, 95 % up to 10.0\u{A0}m,"
        + " all up to 10.0\u{A0}m / missing in 1 fix")
    #expect(row("Satellites used") == "9 (median)")
    #expect(row("Epochs refused") == "1 / a jump the wearer cannot have made: 1")
  }

  @Test("The median interval is told to the millisecond")
  func jitter() {
    var quality = TraceQuality()
    let record = TraceRecord(
      fix: Fix(mode: .threeD, position: ReportFixture.home), line: 1)
    for i in 0..<50 {
      quality.add(record, sinceStart: Milliseconds(Int64(i) * 998))
    }
    #expect(quality.medianInterval == Milliseconds(998))
  }
}

extension PageReader.Element {
  fileprivate func number(_ name: String) -> Double { numbers(name).first ?? .nan }

  fileprivate func numbers(_ name: String) -> [Double] {
    (attributes[name] ?? "").split { !"-.0123456789".contains($0) }.compactMap { Double($0) }
  }
}
