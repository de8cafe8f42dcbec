import Device
import Findings
import Foundation
import HAL
import Names
import Testing
import Traces

@testable import Trial
@testable import Words

/// The page's tools as they are written; scripts/page_tools.py uses them in a browser.
@Suite("The tools of the page: there, or a reason why not")
struct LivingPageTests {
  private let module = LivingModule(sha256: "", bytes: 2, gzipBase64: "QUI=")

  private func walk(_ language: Language = .english) throws -> ReportData {
    var fixture = try ReportFixture()
    for second in 0..<30 { fixture.fix(at: second, east: Double(second), north: 5) }
    fixture.event(.perimeterExit, at: 20, east: 20, north: 5)
    fixture.data.language = language
    return fixture.data
  }

  private func html(_ data: ReportData..., module: LivingModule?) throws -> String {
    var page = ReportPage(data)
    page.module = module
    return try page.html()
  }

  /// The line that stands where the tools would be.
  private func reason(_ html: String) -> String {
    PageReader(html).all("p", style: "state").map(\.text).joined()
  }

  @Test(
    "Without the device's program the page has no script, and says why",
    arguments: Language.allCases)
  func noModule(_ language: Language) throws {
    var data = try walk(language)
    data.packed = [1, 2, 3]
    let page = try html(data, module: nil)
    #expect(!page.contains("<script") && !page.contains("class=\"tools\""))
    #expect(reason(page).contains("make"))
    #expect(!page.contains("wasm-unsafe-eval") && page.contains("default-src 'none'"))
  }

  @Test("A walk that has no packed form says so, and another one on the page has its tools")
  func notPacked() throws {
    let alone = try html(try walk(), module: module)
    #expect(!alone.contains("<script") && reason(alone).contains("too long"))
    var packed = try walk()
    packed.packed = [1, 2, 3]
    let both = PageReader(try html(try walk(), packed, module: module))
    #expect(both.isWellFormed)
    #expect(both.all("div", in: "trace-1", style: "tools").isEmpty)
    #expect(both.all("div", in: "trace-2", style: "tools").count == 1)
    #expect(both.elements.contains { $0.attributes["id"] == "trace-2-walk" })
    #expect(!both.elements.contains { $0.attributes["id"] == "trace-1-walk" })
  }

  @Test(
    "Until the script runs, the tools are hidden, and the page asks for it",
    arguments: Language.allCases)
  func hidden(_ language: Language) throws {
    var data = try walk(language)
    data.packed = [1, 2, 3]
    let html = try html(data, module: module)
    let page = PageReader(html)
    #expect(page.isWellFormed)
    for style in ["tools", "player"] {
      #expect(page.all("div", style: style).allSatisfy { $0.attributes["hidden"] != nil })
      #expect(page.all("div", style: style).count == 1)
    }
    #expect(reason(html).contains("JavaScript"))
    #expect(try self.html(data, module: module) == html)
  }

  @Test("The policy allows one script by its hash, as sha256sum computes it, and no other source")
  func policy() throws {
    var data = try walk()
    data.packed = [1, 2, 3]
    let html = try html(data, module: module)
    let policy = try #require(html.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/))
      .output.1
    let rules = policy.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(rules.contains("default-src 'none'") && rules.contains("base-uri 'none'"))
    for (element, rule) in [("script", "script-src"), ("style", "style-src")] {
      let start = try #require(html.range(of: "<\(element)>"))
      let end = try #require(
        html.range(of: "</\(element)>", range: start.upperBound..<html.endIndex))
      let hash = try sha256(String(html[start.upperBound..<end.lowerBound]))
      let allowed = try #require(rules.first { $0.hasPrefix(rule) })
      let expected = "\(rule) 'sha256-\(hash)'" + (element == "script" ? " 'wasm-unsafe-eval'" : "")
      #expect(allowed == expected)
    }
    #expect(!policy.contains("unsafe-inline"))
  }

  /// SHA-256 in base64 by another program.
  private func sha256(_ text: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "sha256sum | cut -c1-64"]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try input.fileHandleForWriting.close()
    let hex = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    let digits = Array(hex.utf8.prefix(64)).map { $0 <= 0x39 ? $0 - 0x30 : $0 - 0x57 }
    let bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    return Data(bytes).base64EncodedString()
  }

  @Test("Paper shows the recording, whatever was changed on the screen")
  func paper() throws {
    let text = LivingStyle.text
    let print = try #require(text.range(of: "@media print{"))
    for hidden in [".living", ".player", ".changed-layer", ".cursor"] {
      #expect(text[print.upperBound...].contains(hidden))
    }
    let screen = try #require(text.range(of: "@media screen{\n.changed .told"))
    let end = try #require(text[screen.upperBound...].range(of: "\n}\n"))
    #expect(text[screen.upperBound..<end.lowerBound].contains("tr[aria-current]"))
  }

  @Test("Days that a wrong clock told, and spans without power, are facts of the walk")
  func facts() throws {
    var data = try walk()
    data.outages = [
      Outage(from: Milliseconds(5000), to: Milliseconds(9000)),
      Outage(from: Milliseconds(20_000), to: nil),
    ]
    let before = LivingFacts(data, command: nil)
    #expect(before.off == [[5000, 9000], [20_000, nil]] && before.days.count == 1)
    #expect(before.scriptText.contains("\"off\":[[5000,9000],[20000,null]]"))
    data.timeline[0].time.milliseconds += 40 * CivilTime.day
    #expect(LivingFacts(data, command: nil).days.count == 2)
  }

  @Test("A name that would end the script is only text")
  func hostile() throws {
    var data = try walk()
    data.packed = [1]
    data.faces = ["a": ScreenText(headline: "</script><script>alert(1)</script>&amp;")]
    let html = try html(data, module: module)
    #expect(PageReader(html).isWellFormed)
    #expect(!html.contains("alert(1)</script>"))
  }

  @Test("Bytes in a page are Ascii85 as Python reads it, without letters of markup")
  func base85() throws {
    let bytes =
      (0..<4000).map { UInt8(truncatingIfNeeded: $0 * $0 / 3) } + [UInt8](repeating: 0, count: 9)
    for count in [0, 1, 2, 3, 4, 5, 4000, 4009] {
      let text = Base85.text(of: Array(bytes.prefix(count)))
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
      process.arguments = [
        "-c",
        "import base64, sys; t = bytes.maketrans(b'vwx', b'&<>'); "
          + "print(base64.a85decode(sys.argv[1].encode().translate(t)).hex())", text,
      ]
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let hex = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(!text.contains { "&<>".contains($0) })
      #expect(
        hex == bytes.prefix(count).map { String(256 + Int($0), radix: 16).dropFirst() }.joined()
          + "\n")
    }
  }

  @Test("The packed walk is gzip that gunzip opens, and the same bytes each time")
  func gzip() throws {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let packed = Gzip.packed(bytes)
    #expect(packed == Gzip.packed(bytes) && packed.count < bytes.count / 10)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/gunzip")
    process.arguments = ["-c"]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(packed))
    try input.fileHandleForWriting.close()
    let opened = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(Array(opened) == bytes)
    #expect(Gzip.packed([]).count > 0)
  }
}
