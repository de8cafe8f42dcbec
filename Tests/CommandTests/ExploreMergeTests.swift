import Foundation
import Testing

@testable import vigia

/// Many machines share a range; what they say adds up to what one would have said.
@Suite("vigia explore --merge")
struct ExploreMergeTests {
  private let folder: Folder
  init() throws { folder = Folder() }

  private func merge(_ files: String...) throws -> Command.Result {
    try Command.shell(
      "cd '\(folder.url.path)' && \"$vigia\" explore --merge \(files.joined(separator: " "))")
  }

  @Test("Pieces in any order say byte for byte what the whole range says")
  func whole() throws {
    func explore(_ seeds: String) throws -> Command.Result {
      try Command.vigia("explore", "--seeds", seeds, "--format", "json")
    }
    let whole = try explore("0:4")
    #expect(whole.status == 0)
    for seeds in ["0:1", "1:3", "3:4"] {
      _ = try folder.write("\(seeds.first ?? "?").json", try explore(seeds).output)
    }
    let merged = try merge("3.json", "0.json", "1.json")
    #expect(merged.status == 0)
    #expect(merged.output == whole.output)
    #expect(whole.output.hasPrefix("{\"event\":\"summary\",\"seeds\":\"0:4\",\"days\":1,"))
  }

  @Test("Failures stand in the order of their seeds, with what they shrank to, and status 1")
  func failures() throws {
    let way = Planted.failing([1, 4, 5, 8])
    func explore(_ seeds: String) throws -> Explored {
      try Explored(
        "--seeds \(seeds) --keep-going --shrink --format json", by: way,
        writingTo: folder.url.path)
    }
    _ = try folder.write("b", try explore("5:9").output)
    _ = try folder.write("a", try explore("0:5").output)
    let merged = try merge("b", "a")
    #expect(merged.status == 1)
    #expect(merged.errors.isEmpty)
    let whole = try explore("0:9")
    #expect(whole.seeds == [1, 4, 5, 8])
    #expect(merged.output == whole.output)
  }

  /// Takes a summary and changes one thing in it.
  private func write(_ name: String, _ seeds: String, _ change: (String, String)? = nil) throws {
    let live = Planted.failing([])
    var text = try Explored("--seeds \(seeds) --format json", by: live).output
    if let change {
      let changed = text.replacing(try Regex(change.0), with: change.1)
      #expect(changed != text)
      text = changed
    }
    _ = try folder.write(name, text)
  }

  @Test(
    "Pieces that do not fit together are refused in one line with status 2",
    arguments: [
      ("2:6", nil, "b: is of seeds 2:6, which overlap 0:3 of a"),
      ("0:3", nil, "overlap 0:3 of"),
      ("5:6", nil, "b: begins at seed 5; expected seeds 3:5 too, behind a"),
      ("3:5", (#""days":1"#, #""days":2"#), "b: is of 2 days a seed; expected 1 days a seed, as a"),
      (
        "3:5", (#""commit":"[^"]*""#, #""commit":"0123456789ab""#),
        "b: is of commit 0123456789ab; expected commit "
      ),
      (
        "3:5", (#""version":"0.1.0""#, #""version":"0.0.9""#),
        "b: is of version 0.0.9; expected version 0.1.0, as a"
      ),
    ] as [(String, (String, String)?, String)])
  func unfit(seeds: String, change: (String, String)?, part: String) throws {
    try write("a", "0:3")
    try write("b", seeds, change)
    for files in [["a", "b"], ["b", "a"]] where files[0] == "a" || seeds != "3:5" {
      let merged = try merge(files[0], files[1])
      #expect(merged.status == 2)
      #expect(merged.output.isEmpty)
      #expect(merged.complaints.count == 1, "\(merged.errors)")
      #expect(merged.errors.contains(part), "\(merged.errors)")
    }
  }

  @Test(
    "A summary that lacks something, or counts what cannot be, is refused and never believed",
    arguments: [
      (#""seeds":"3:5""#, #""seeds":"5:3""#, "b: line 1 lacks seeds or has a wrong one"),
      (#""days":1,"#, "", "lacks days"),
      (#""version":"0.1.0","#, "", "lacks version"),
      (#""commit":"[^"]*","#, "", "lacks commit"),
      (#""lives":2"#, #""lives":"2""#, "lacks lives"),
      (#""lives":2"#, #""lives":-2"#, "lacks lives"),
      (#""fixes":\d+"#, #""fixes":9223372036854775807"#, "lacks fixes"),
      (#""faults":\d+"#, #""faults":99999999999999999999"#, "b: line 1"),
      (#""help-not-through":0"#, #""help-through":0"#, "lacks probes"),
      (#""help-not-through":0"#, #""help-not-through":"no""#, "lacks probes"),
      (#""digest":"[^"]*""#, #""digest":"xyz""#, "lacks digest"),
      (#""actions":"[^"]*""#, #""actions":"xyz""#, "lacks actions"),
      (#""lives":2"#, #""lives":1"#, "b: lived 1 of its 2 seeds; expected all of them"),
      (#""failures":0"#, #""failures":1"#, "b: lists 0 failures; its summary counts 1"),
      (#""event":"summary""#, #""event":"fix""#, "b: line 1 is of event \"fix\"; expected failure"),
      (#"\}\}?\n"#, "", "b: line 1 is not what explore --format json prints"),
      (#"(?s).*"#, "", "b: has no summary: that exploration did not come to its end"),
      (#"(?s).*"#, "[1, 2]\n", "b: line 1 is not what"),
      (#"(?s).*"#, "seed 3 failed\n", "b: line 1 is not what"),
      (
        #"(?s).*"#, #"{"event":"failure","seed":3}"# + "\n",
        "b: has no summary: that exploration did not come to its end"
      ),
    ])
  func bad(pattern: String, instead: String, part: String) throws {
    try write("a", "0:3")
    try write("b", "3:5", (pattern, instead))
    let merged = try merge("a", "b")
    #expect(merged.status == 2)
    #expect(merged.output.isEmpty)
    #expect(merged.complaints.count == 1, "\(merged.errors)")
    #expect(merged.errors.contains(part), "\(merged.errors)")
  }

  @Test("A piece that stopped at its first failure is no whole piece")
  func stopped() throws {
    let stopped = try Explored("--seeds 0:6 --format json", by: Planted.failing([2]))
    _ = try folder.write("a", stopped.output)
    let merged = try merge("a")
    #expect(merged.status == 2)
    #expect(
      merged.errors
        == "vigia: a: lived 3 of its 6 seeds; expected all of them (--keep-going)\n")
  }

  @Test("Two explorations in one file, and a file that is not there")
  func files() throws {
    try write("a", "0:3")
    let text = try String(contentsOfFile: folder.path("a"), encoding: .utf8)
    _ = try folder.write("twice", text + text)
    #expect(try merge("twice").errors.contains("twice: line 2 stands behind the summary"))
    #expect(try merge("twice").status == 2)
    #expect(try merge("a", "nowhere").errors == "vigia: nowhere: cannot be read\n")
    #expect(try merge("a", "nowhere").status == 2)
    #expect(try merge().status == 2)
  }

  @Test("Ranges near the end of all seeds add up")
  func last() throws {
    let end = UInt64.max
    try write("a", "\(end - 4):\(end - 2)")
    try write("b", "\(end - 2):\(end)")
    let merged = try merge("a", "b")
    #expect(merged.status == 0)
    #expect(merged.output.contains("\"seeds\":\"\(end - 4):\(end)\""))
    #expect(merged.summary["lives"] as? Int == 4)
  }
}
