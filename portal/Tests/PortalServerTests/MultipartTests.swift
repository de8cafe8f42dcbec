import Forms
import Foundation
import Testing

/// Forms with files, beside another reader of them: python-multipart.
@Suite("Forms with files")
struct MultipartTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardizedFileURL.path
  private static let python = root + "/build/page-venv/bin/python"

  /// `make portal-test` makes the folder with it.
  static let hasJudge =
    (try? Tool.run(python, "-c", "import python_multipart").status == 0) == true
  private static let isNeeded = ProcessInfo.processInfo.environment["VIGIA_STRICT"] == "1"

  private struct Case {
    var type: String
    var body: [UInt8]
    /// Every browser would send it like that.
    var isWhole: Bool
  }

  private struct Read: Decodable, Equatable {
    var values: [String: String]
    var files: [String: String]
  }

  private static func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Forms of drawn content, whole and with a flaw.
  private static func cases(_ count: Int) -> [Case] {
    var state: UInt64 = 2026
    func draw(_ most: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % most
    }
    // A reader could take one of these for the end of something.
    let snags = [
      "\r\n", "\r\n--", "--", "\r", "\n", "\r\n\r\n", "--x", "\"", "\\", ";", "name=", "ñ",
    ]
    func content(_ most: Int) -> [UInt8] {
      (0..<draw(most)).flatMap { _ in
        draw(3) == 0 ? Array(snags[draw(snags.count)].utf8) : [UInt8(draw(256))]
      }
    }
    let names = [
      "a.jpg", "foto de María.heic", "C:\\\\photos\\\\1.jpg", "../../etc/passwd", "x;y=z.png", "",
    ]
    return (0..<count).map { number in
      let boundary =
        ["x1y2", "----WebKitFormBoundaryAbC", "-", "a'()+_,./:=?z"][draw(4)] + "\(number)"
      var body: [UInt8] = []
      for part in 0..<(1 + draw(4)) {
        body += Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"f\(part)\"".utf8)
        let isFile = draw(2) == 0
        if isFile { body += Array("; filename=\"\(names[draw(names.count)])\"".utf8) }
        body += Array((isFile ? "\r\nContent-Type: image/jpeg\r\n\r\n" : "\r\n\r\n").utf8)
        // Text is what a browser sends in a field.
        body += isFile ? content(200) : Array("valor \(draw(1000)) ñ".utf8)
        body += Array("\r\n".utf8)
      }
      body += Array("--\(boundary)--\r\n".utf8)
      let flaw = draw(3)
      if flaw == 1 { body.removeSubrange(draw(body.count)...) }
      if flaw == 2 {
        for _ in 0..<(1 + draw(3)) { body[draw(body.count)] = UInt8(draw(256)) }
      }
      return Case(
        type: "multipart/form-data; boundary=\"\(boundary)\"", body: body, isWhole: flaw == 0)
    }
  }

  @Test(
    "A form that we take has the fields and files that python-multipart finds in it",
    .enabled(
      if: hasJudge || isNeeded,
      "build/page-venv has no python-multipart: scripts/page_test.sh --venv"))
  func judged() throws {
    let cases = Self.cases(150)
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("vigia-multipart-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (number, sample) in cases.enumerated() {
      try Data(sample.body).write(to: folder.appendingPathComponent("\(number).body"))
      try Data(sample.type.utf8).write(to: folder.appendingPathComponent("\(number).type"))
    }
    let judge = try Tool.run(
      Self.python, Self.root + "/portal/scripts/multipart_judge.py", folder.path)
    #expect(judge.status == 0, "\(judge.errors.suffix(600))")
    let lines = judge.output.split(separator: "\n")
    try #require(lines.count == cases.count)
    var taken = 0
    for (sample, line) in zip(cases, lines) {
      guard let form = MultipartForm(sample.body, contentType: sample.type) else {
        #expect(!sample.isWhole, "refused: \(String(decoding: sample.body, as: UTF8.self))")
        continue
      }
      taken += 1
      let judged = try JSONDecoder().decode(Read?.self, from: Data(line.utf8))
      let ours = Read(
        values: form.values.mapValues { Self.hex($0.utf8) }, files: form.files.mapValues(Self.hex))
      // Bytes that are no text are shown as such, and are none of a browser's.
      let isText = sample.isWhole || String(validating: sample.body, as: UTF8.self) != nil
      if isText { #expect(judged == ours, "\(String(decoding: sample.body, as: UTF8.self))") }
    }
    #expect(taken >= cases.count / 3)
  }

  @Test("Bounds: parts, headers, fields, and everything that no browser sends")
  func bounds() {
    func form(
      _ parts: [String], type: String = "multipart/form-data; boundary=b", end: String = "--b--"
    )
      -> MultipartForm?
    {
      let body = parts.map { "--b\r\n\($0)\r\n" }.joined() + end
      return MultipartForm(Array(body.utf8), contentType: type)
    }
    func field(_ name: String, _ value: String = "1", _ more: String = "") -> String {
      "Content-Disposition: form-data; name=\"\(name)\"\(more)\r\n\r\n\(value)"
    }
    #expect(form([field("a")])?.values == ["a": "1"])
    #expect(form((1...8).map { field("a\($0)") })?.values.count == 8)
    #expect(form((1...9).map { field("a\($0)") }) == nil)
    #expect(form([field("a"), field("a")]) == nil)
    #expect(form([field("a"), field("a", "x", "; filename=\"a\"")]) == nil)
    #expect(form([field("a", String(repeating: "1", count: 16 << 10))]) != nil)
    #expect(form([field("a", String(repeating: "1", count: 16 << 10 + 1))]) == nil)
    #expect(form(["X: \(String(repeating: "1", count: 5000))\r\n" + field("a")]) == nil)
    #expect(form([field("a", "1", "\r\nContent-Transfer-Encoding: base64")]) == nil)
    #expect(form([field("a", "1", "; name=\"b\"")]) == nil)
    #expect(form([field("")]) == nil && form(["\r\n\r\nx"]) == nil && form([]) == nil)
    #expect(form([field("a")], end: "--b") == nil && form([field("a")], end: "--b--x") == nil)
    for type in [
      "multipart/form-data", "multipart/form-data; boundary=", "text/plain; boundary=b",
      "multipart/form-data; boundary=b; boundary=b", "multipart/form-data; boundary=\"b",
      "multipart/form-data; boundary=\(String(repeating: "b", count: 71))",
    ] {
      #expect(form([field("a")], type: type) == nil, "\(type)")
    }
  }
}
