import Foundation
import TestSupport
import Testing

/// The page as PDF, printed by weasyprint and judged by poppler.
@Suite("vigia replay --report walk.pdf")
struct PaperTests {
  private let walk = Places.own("traces/cuenca-1-lanyard.jsonl")

  @Test(
    "The same page makes the same bytes, with its words, its sums and lines to sign",
    .needs(.weasyprint, .pdftotext))
  func printed() throws {
    let folder = Folder()
    for name in ["a.pdf", "b.PDF"] {
      expectSuccess(
        try Command.vigia("replay", walk, "--language", "es", "--report", folder.path(name)))
    }
    expectSuccess(
      try Command.shell("cmp '\(folder.path("a.pdf"))' '\(folder.path("b.PDF"))'"))
    let text = try Command.shell("pdftotext -layout '\(folder.path("a.pdf"))' -").output
    let sum = try Command.shell("sha256sum '\(walk)'").output.prefix(64)
    #expect(text.replacing(/\s/, with: "").contains(sum))
    #expect(text.contains("cuenca-1-lanyard.jsonl") && text.contains("Firma"))
  }

  @Test(
    "Plan and charts are drawn in their colours, and their labels can be read",
    .needs(.weasyprint, .pdftotext, .pdftoppm))
  func drawn() throws {
    let folder = Folder()
    expectSuccess(try Command.vigia("replay", walk, "--report", folder.path("a.pdf")))
    let text = try Command.shell("pdftotext '\(folder.path("a.pdf"))' -").output
    #expect(text.contains("100 m radius") && text.contains("announced"))
    // Grey pages as raw bytes behind a header: a plan without its style is a black square.
    expectSuccess(
      try Command.shell("cd '\(folder.url.path)' && pdftoppm -r 40 -gray a.pdf page"))
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      .filter { $0.hasSuffix(".pgm") }
    #expect(pages.count > 2)
    for page in pages {
      let pixels = try Data(contentsOf: folder.url.appendingPathComponent(page)).dropFirst(15)
      let dark = pixels.count { $0 < 64 }
      #expect(dark * 20 < pixels.count, "\(page): \(dark) of \(pixels.count) are dark")
    }
  }

  @Test("Without weasyprint the command says what to install, before it works")
  func missing() throws {
    let folder = Folder()
    let result = try Command.shell(
      "PATH='\(folder.url.path)' $vigia replay '\(walk)' --report '\(folder.path("a.pdf"))'")
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("apt install weasyprint"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("a.pdf")))
  }

  @Test("A printer that fails leaves the page that was there")
  func broken() throws {
    let folder = Folder()
    let pdf = try folder.write("a.pdf", "the old one")
    let printer = try folder.write("weasyprint", "#!/bin/sh\necho 'out of ink' >&2\nexit 3\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: printer)
    let result = try Command.shell(
      "PATH='\(folder.url.path):/usr/bin:/bin' $vigia replay '\(walk)' --report '\(pdf)'")
    #expect(result.status == 2)
    #expect(result.errors.contains("weasyprint could not print the page: out of ink"))
    #expect(try String(contentsOfFile: pdf, encoding: .utf8) == "the old one")
  }
}
