import Foundation
import Testing

/// A signed page holds against its inputs. CARD-3.
@Suite("vigia verify: a page made again from its inputs")
struct VerifyTests {
  private let walk = Places.own("traces/cuenca-1-lanyard.jsonl")

  /// A page of the sample walk, in its folder.
  private func page(_ folder: Folder, _ more: String...) throws -> (trace: String, page: String) {
    let trace = try folder.write("walk.jsonl", Sample.json)
    let page = folder.path("page.html")
    let options = more.map { "'\($0)'" }.joined(separator: " ")
    expectSuccess(
      try Command.shell(
        """
        cd '\(folder.url.path)' && $vigia replay walk.jsonl --report page.html \(options) \
          --perimeter=\(Sample.perimeter)
        """))
    return (trace, page)
  }

  private func text(_ file: String) throws -> String {
    try String(contentsOfFile: file, encoding: .utf8)
  }

  @Test("Inputs are found by their SHA-256 under other names, in folders, and from elsewhere")
  func same() throws {
    let folder = Folder()
    let (trace, page) = try page(folder)
    let beside = try Command.vigia("verify", page)
    expectSuccess(beside)
    #expect(beside.output == "\(page): the same, made again from its input\n")
    let archive = Folder()
    try FileManager.default.createDirectory(
      atPath: archive.path("2015/march"), withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: trace, toPath: archive.path("2015/march/a b.log"))
    _ = try archive.write("2015/other.jsonl", Sample.json.replacing("45", with: "46"))
    expectSuccess(try Command.vigia("verify", page, "--inputs", archive.url.path))
    let gone = try Command.vigia("verify", page)
    #expect(gone.status == 1)
    #expect(gone.errors.contains("vigia: walk.jsonl: is missing or was changed; expected "))
  }

  @Test("Several traces, a profile, expectations beside and by option, Spanish, a pipe")
  func kinds() throws {
    let folder = Folder()
    _ = try folder.write("a.jsonl", Sample.json)
    _ = try folder.write("a.expect.yaml", "expect:\n- {event: perimeter.exit}\n")
    _ = try folder.write("all.yaml", "home: first fix\nexpect:\n- {event: perimeter.return}\n")
    for replay in [
      "'\(walk)' a.jsonl --profile p.yaml --language es", "a.jsonl --profile p.yaml",
      "a.jsonl --perimeter \(Sample.perimeter) --expect all.yaml",
      "- --perimeter \(Sample.perimeter) < a.jsonl",
      "- --perimeter \(Sample.perimeter) --assume-eph 30 --date 2015-03-21 --language es < <(cat a.jsonl)",
    ] {
      let made = try Command.shell(
        """
        cd '\(folder.url.path)' && rm -f page.html && { [ -e p.yaml ] || $vigia profile init p.yaml; } && \
        { $vigia replay --report page.html \(replay) >/dev/null || [ $? = 1 ]; } && \
        cd / && $vigia verify '\(folder.path("page.html"))' --inputs '\(folder.url.path)' || \
        $vigia verify '\(folder.path("page.html"))'
        """)
      expectSuccess(made)
      #expect(made.output.contains("page.html: the same, made again from its "), "\(replay)")
    }
  }

  @Test("The command of a trace whose name begins with a minus can be run")
  func dash() throws {
    let folder = Folder()
    _ = try folder.write("-walk.jsonl", Sample.json)
    let result = try Command.shell(
      "cd '\(folder.url.path)' && $vigia replay --perimeter \(Sample.perimeter) --report page.html -- -walk.jsonl"
    )
    expectSuccess(result)
    let html = try String(contentsOfFile: folder.path("page.html"), encoding: .utf8)
    let text = html.replacingOccurrences(of: "<wbr/>", with: "")
    #expect(text.contains("vigia replay ./-walk.jsonl"))
  }

  @Test("One changed byte in the trace, the profile or the expectations is caught")
  func changedInput() throws {
    let folder = Folder()
    expectSuccess(try Command.vigia("profile", "init", folder.path("p.yaml")))
    _ = try folder.write("walk.expect.yaml", "expect:\n- {event: perimeter.exit}\n")
    let trace = try folder.write("walk.jsonl", Sample.json)
    let page = folder.path("page.html")
    _ = try Command.vigia("replay", trace, "--profile", folder.path("p.yaml"), "--report", page)
    expectSuccess(try Command.vigia("verify", page))
    for name in ["walk.jsonl", "p.yaml", "walk.expect.yaml"] {
      let whole = try text(folder.path(name))
      // The length stays: the content decides.
      _ = try folder.write(name, String(whole.dropLast()) + " ")
      let result = try Command.vigia("verify", page)
      #expect(result.status == 1, "\(name)")
      #expect(result.errors.contains("\(name): is missing or was changed"), "\(name)")
      _ = try folder.write(name, whole)
    }
  }

  @Test("One changed byte anywhere in the page is caught, and both sides are told")
  func changedPage() throws {
    let folder = Folder()
    let (_, page) = try page(folder)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: page))
    let signOff = try #require(bytes.firstRange(of: Data("id=\"signoff\">".utf8))).upperBound
    let end = try #require(bytes[signOff...].firstRange(of: Data("</script>".utf8))).lowerBound
    for tenth in 0..<10 {
      var other = bytes
      let place = bytes.count * tenth / 10 + 5
      other[place] = bytes[place] == 0x78 ? 0x79 : 0x78
      try other.write(to: URL(fileURLWithPath: page))
      // A sign-off may be damaged so that nobody can read it.
      let status = try Command.vigia("verify", page).status
      #expect(status == 1 || status == 2 && (signOff..<end).contains(place), "byte \(place)")
    }
    // Half of a letter is left.
    let space = try #require(bytes.firstRange(of: Data("\u{a0}".utf8)))
    var torn = bytes
    torn[space.lowerBound] = 0x78
    try torn.write(to: URL(fileURLWithPath: page))
    let half = try Command.vigia("verify", page)
    #expect(half.status == 1 && half.output.contains("expected \""))
    let crlf = String(decoding: bytes, as: UTF8.self).replacing("\n", with: "\r\n")
    _ = try folder.write("page.html", crlf)
    let ends = try Command.vigia("verify", page)
    #expect(
      ends.output.contains("line 1 says \"<!DOCTYPE html>\\r\", expected \"<!DOCTYPE html>\""))
    let digest = try #require(
      String(decoding: bytes, as: UTF8.self).firstMatch(of: /<code>([0-9a-f]{16})<\/code>/))
    let forged = String(decoding: bytes, as: UTF8.self)
      .replacing("\(digest.output.1)</code>", with: "0123456789abcdef</code>")
    _ = try folder.write("page.html", forged)
    let result = try Command.vigia("verify", page)
    #expect(result.status == 1)
    #expect(result.output.contains("says \"") && result.output.contains("0123456789abcdef"))
    #expect(result.output.contains("expected \"") && result.output.contains(digest.output.1))
  }

  @Test("A figure changed together with its SHA-256 is caught: the inputs make another page")
  func forged() throws {
    let folder = Folder()
    let (trace, page) = try page(folder)
    func sum() throws -> String {
      String(try Command.shell("sha256sum '\(trace)'").output.prefix(64))
    }
    let before = try sum()
    // The wearer walks 1 m farther in the last position; the page keeps its figures.
    _ = try folder.write("walk.jsonl", Sample.json.replacing("\"eph\":19", with: "\"eph\":18"))
    let html = try text(page)
    #expect(html.contains(before))
    _ = try folder.write("page.html", html.replacing(before, with: try sum()))
    let result = try Command.vigia("verify", page)
    #expect(result.status == 1)
    #expect(result.output.contains("differs from the page that its inputs make: line "))
  }

  @Test("A page of another version says so, and what else differs")
  func version() throws {
    let folder = Folder()
    let (_, page) = try page(folder)
    let version = try #require(
      try Command.vigia("--version").output.firstMatch(of: /[0-9]+\.[0-9]+\.[0-9]+/)
    ).output
    let old = try text(page).replacing("\"version\":\"\(version)\"", with: "\"version\":\"0.0.9\"")
      .replacing(
        "vigia \(version.replacing(".", with: ".<wbr/>")),", with: "vigia 0.<wbr/>0.<wbr/>9,")
    _ = try folder.write("page.html", old)
    let result = try Command.vigia("verify", page)
    #expect(result.status == 2)
    #expect(result.errors.contains("was made by vigia 0.0.9 ("))
    #expect(result.errors.contains("this one makes the same page"))
    #expect(!result.output.contains("differs"))
    _ = try folder.write("page.html", old.replacing("<h1", with: "<h1 "))
    #expect(
      try Command.vigia("verify", page).errors.contains("this one makes another page: line "))
  }

  @Test("A page with the device's program of another build is refused: only that build can make it")
  func otherModule() throws {
    let folder = Folder()
    let (_, page) = try page(folder)
    let whole = try text(page)
    let other = "\"module\":\"\(String(repeating: "0", count: 64))\""
    var changed = whole.replacing(/"module":"[0-9a-f]{64}"/, with: other)
    // A program that was built without the module makes pages that name none.
    if changed == whole {
      changed = whole.replacing("\"options\":{", with: other + ",\"options\":{")
    }
    #expect(changed != whole)
    _ = try folder.write("page.html", changed)
    let result = try Command.vigia("verify", page)
    #expect(result.status == 2)
    #expect(result.complaints.count == 1, "\(result.errors)")
    #expect(result.errors.contains("with the device's program 000000000000 in it"))
    #expect(result.errors.contains("only that one can make it again"))
    #expect(result.output.isEmpty)
  }

  @Test(
    "A file that is no page of ours is refused in one line",
    arguments: [
      "", "<html></html>", "%PDF-1.7", "\u{0}",
      "<script type=\"application/json\" id=\"signoff\">{}</script>",
      "<script type=\"application/json\" id=\"signoff\">\(String(repeating: "[", count: 9999))</script>",
      signOff(#"{"parts":[9]}"#), signOff(#"{"parts":[]}"#), signOff(#"{"parts":[-1]}"#),
    ])
  func foreign(_ text: String) throws {
    let folder = Folder()
    let result = try Command.vigia("verify", try folder.write("page.html", text))
    #expect(result.status == 2)
    #expect(result.complaints.count == 1, "\(result.errors)")
    #expect(result.errors.contains("expected"))
  }

  /// A page whose block names one trace.
  private static func signOff(_ life: String) -> String {
    """
    <script type="application/json" id="signoff">{"commit":"x","inputs":[],"lives":[\(life)],\
    "options":{},"traces":["a"],"version":"0.1.0"}</script>
    """
  }

  @Test("The JSON summary has the trail, with the sum that sha256sum computes")
  func json() throws {
    let result = try Command.vigia("replay", walk, "--format", "json", "--language", "es")
    let trail = try #require(result.summary["signoff"] as? [String: Any])
    let inputs = try #require(trail["inputs"] as? [[String: Any]])
    #expect(inputs.map { $0["role"] as? String } == ["trace", "expectations"])
    for input in inputs {
      let name = try #require(input["name"] as? String)
      let sum = try Command.shell("sha256sum '\(name)'").output.prefix(64)
      #expect(input["sha256"] as? String == String(sum))
    }
    #expect(trail["sensitivity"] as? String == "normal")
    #expect(trail["command"] as? String == "vigia replay \(walk) --language=es --report page.html")
    #expect((trail["version"] as? String)?.isEmpty == false && trail["commit"] is String)
  }
}
