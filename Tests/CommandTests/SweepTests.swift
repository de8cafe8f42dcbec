import Foundation
import Testing

/// The radius or the sensitivity may be another: CARD-2, CARD-3.
@Suite("vigia replay --sweep")
struct SweepTests {
  private let folder: Folder
  private let trace: String

  init() throws {
    folder = Folder()
    trace = try folder.write("walk.jsonl", Sample.json)
  }

  private func sweep(_ what: String, _ more: String...) throws -> Command.Result {
    try Command.shell(
      "$vigia replay '\(trace)' --perimeter=\(Sample.perimeter) --sweep '\(what)' \(more.joined(separator: " "))"
    )
  }

  @Test("Each radius, both ends included, is what a replay with that radius is")
  func radius() throws {
    let result = try sweep("radius=100..1000:50", "--format json")
    let rows = result.events.named("sweep")
    #expect(
      rows.compactMap { $0["radius_m"] as? Int } == Array(stride(from: 100, through: 1000, by: 50)))
    for row in rows.prefix(4) + rows.suffix(1) {
      let radius = try #require(row["radius_m"] as? Int)
      let own = try Command.vigia(
        "replay", trace, "--perimeter=-2.9005,-79.0045,\(radius)", "--format", "json")
      #expect(row["digest"] as? String == own.summary["digest"] as? String)
      #expect(row["exits"] as? Int == own.count("perimeter.exit"))
      let exit = own.events.named("perimeter.exit").first
      #expect(row["first_exit"] as? String == exit?["time"] as? String)
      #expect(row["late_s"] as? Double == exit?["late_s"] as? Double)
    }
    #expect(rows.first?["exits"] as? Int == 1 && rows.last?["exits"] as? Int == 0)
    // The time outside is that from the exit to the return.
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    let moments = try ["perimeter.exit", "perimeter.return"].map { name in
      let event = try #require(result.events.named(name).first)
      return try format.parse(try #require(event["time"] as? String))
    }
    #expect(rows.first?["outside_s"] as? Double == moments[1].timeIntervalSince(moments[0]))
    // The summary stays the last line.
    #expect(result.summary["event"] as? String == "summary")
  }

  @Test("A step that does not meet the end ends there all the same")
  func end() throws {
    let rows = try sweep("radius=100..260:50", "--format json").events.filter {
      $0["event"] as? String == "sweep"
    }
    #expect(rows.compactMap { $0["radius_m"] as? Int } == [100, 150, 200, 250, 260])
  }

  @Test("A quicker sensitivity announces no later; the recording's other settings stay")
  func sensitivity() throws {
    let result = try Command.vigia(
      "replay", Places.own("traces/cuenca-1-lanyard.jsonl"), "--sweep", "sensitivity", "--format",
      "json")
    let rows = result.events.named("sweep")
    #expect(rows.map { $0["sensitivity"] as? String } == ["calm", "normal", "quick"])
    let late = rows.compactMap { $0["late_s"] as? Double }
    #expect(late.count == 3 && late == late.sorted(by: >))
    // The recording's own sensitivity is the recording itself, with its reminders and help.
    #expect(rows[1]["digest"] as? String == result.summary["digest"] as? String)
  }

  @Test("Text and page have the same table, in the page's language, with a chart for each")
  func words() throws {
    let page = folder.path("page.html")
    let result = try sweep("radius=100..300:100", "--language es", "--report '\(page)'")
    expectSuccess(result)
    let lines = result.output.split(separator: "\n").suffix(4)
    #expect(lines.first?.hasPrefix("  Radio  Salidas  Regresos  Primera salida") == true)
    #expect(lines.last == "  300 m  0        0         ninguna         –        0 s")
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.components(separatedBy: "<svg class=\"mini\"").count == 4)
    #expect(html.contains("data-label=\"Tiempo fuera\""))
    expectSuccess(try Command.vigia("verify", page))
  }

  @Test(
    "A sweep that makes no sense is refused in one line",
    arguments: [
      "radius", "radius=50..100:5", "radius=100..1000:0", "radius=900..100:50",
      "radius=100..1000:1", "radius=100..101:0.5",
      "radius=1e3..2:3", "temper", "radius=100..1000", "radius=100..nan:5",
    ])
  func refused(_ what: String) throws {
    let result = try sweep(what)
    #expect(result.status == 2)
    #expect(result.output.isEmpty && result.complaints.count == 1)
    #expect(result.errors.contains("expected radius=100..1000:50"))
  }

  @Test(
    "A sweep with too many steps says how many there may be",
    arguments: ["radius=100..1000:0.001", "radius=100..1000:1"])
  func tooMany(_ what: String) throws {
    let result = try sweep(what)
    #expect(result.status == 2)
    #expect(result.errors.contains("too many steps: more than 200 radii"), "\(result.errors)")
  }

  @Test("Standard input and JUnit are refused before the work")
  func unusable() throws {
    let input = try Command.vigia(
      "replay", "-", "--perimeter", Sample.perimeter, "--sweep", "sensitivity",
      input: Data(Sample.json.utf8))
    #expect(input.status == 2 && input.output.isEmpty)
    #expect(input.errors.contains("expected a regular file instead of standard input"))
    #expect(try sweep("sensitivity", "--format junit").status == 2)
  }
}
