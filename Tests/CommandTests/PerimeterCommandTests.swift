import Foundation
import Testing

@Suite("vigia-lab perimeter")
struct PerimeterCommandTests {
  private let folder: Folder
  init() throws { folder = Folder() }

  private func bench(_ arguments: String) throws -> Command.Result {
    try Command.shell("\"$vigia_lab\" perimeter bench --small --seeds 1 \(arguments)")
  }

  @Test("A bench is no worse than itself; where ours was better before, it says so and fails")
  func floor() throws {
    let lines = try bench("--format json").output
    #expect(lines.contains("\"rule\":\"B6\""))
    let same = try folder.write("same.jsonl", lines)
    let again = try bench("--against '\(same)'")
    #expect(again.status == 0)
    #expect(again.errors.isEmpty)

    let ours = lines.split(separator: "\n").filter {
      $0.contains("\"family\":\"walk-out\"") && $0.contains("\"rule\":\"OURS\"")
    }
    let better = ours.map {
      $0.replacingOccurrences(
        of: #""delay_p50_s":\[[0-9.]+"#, with: "\"delay_p50_s\":[1.00000",
        options: .regularExpression)
    }.joined(separator: "\n")
    let worse = try bench("--against '\(try folder.write("better.jsonl", better))'")
    #expect(worse.status == 1)
    #expect(worse.complaints.count == 3)
    #expect(worse.errors.contains("street, R = 100 m, walk-out: median delay, s, "))
  }

  @Test("A fit to a walk warns, and names the part in which the receiver moved")
  func walk() throws {
    let walk = try folder.write("walk.jsonl", Sample.json)
    let still = try folder.write(
      "still.jsonl", (0..<300).map { Sample.tpv($0, -2.9005) }.joined())
    let fit = try Command.shell("\"$vigia_lab\" perimeter noise '\(still)' --held '\(walk)'")
    #expect(fit.status == 0)
    #expect(fit.complaints.count == 1, "\(fit.errors)")
    #expect(
      fit.errors.hasPrefix(
        "vigia: warning: \(walk): its receiver moved, from 0 to 8 min after the first fix;"))
    #expect(fit.output.contains("still.jsonl (fitted)"))
  }

  @Test("The page names the seeds and draws each of the surroundings")
  func page() throws {
    let path = folder.path("bench.html")
    #expect(try bench("--report '\(path)'").status == 0)
    let html = try String(contentsOfFile: path, encoding: .utf8)
    #expect(html.components(separatedBy: "<svg").count == 4)
    #expect(html.contains("vigia-lab perimeter bench --small --seeds 1"))
  }

  @Test(
    "A file that cannot be used is refused in one line",
    arguments: [
      ("bench --seeds 0", "--seeds: is 0; expected 1 to 100000"),
      ("bench --hours 25", "--hours: is 25; expected 1 to 24"),
      ("bench --jobs 0", "--jobs: is 0; expected 1 to 1024"),
      ("bench --real /nowhere", "/nowhere: cannot be read; expected a folder of receiver logs"),
      ("bench --real .", "has no logs; expected files named stat_"),
      ("bench --against /nowhere", "/nowhere: cannot be read; expected what bench"),
      ("bench --report /nowhere/x.html", "/nowhere/x.html"),
      ("noise /nowhere", "/nowhere: cannot be opened: No such file"),
      ("noise still.jsonl", "still.jsonl: has too few fixes (1); expected 60 or more"),
      ("noise", "Missing expected argument"),
      ("noise x --as moon", "moon"),
    ])
  func refused(_ arguments: String, _ part: String) throws {
    _ = try folder.write(
      "still.jsonl",
      "{\"class\":\"TPV\",\"mode\":3,\"time\":\"2020-01-01T00:00:00Z\",\"lat\":1.0,\"lon\":2.0}\n")
    let result = try Command.shell(
      "cd '\(folder.path(""))' && \"$vigia_lab\" perimeter \(arguments)")
    #expect(result.status == 2)
    #expect(result.complaints.count == 1, "\(result.errors)")
    #expect(result.errors.contains(part), "\(result.errors)")
  }
}
