import Foundation
import HAL
import Testing
import Words

@testable import PortalPages

/// The pages as HTML. `portal/scripts/pages_look.py` looks at them in a browser.
@Suite("Pages of the portal")
struct PagesTests {
  let renderer = try! Renderer()

  /// Writes every page for the browser, where the variable names a folder.
  @Test("Every page renders in both languages", arguments: Language.allCases)
  func every(_ language: Language) throws {
    var samples = Samples()
    samples.language = language
    let folder = ProcessInfo.processInfo.environment["VIGIA_PAGE_SAMPLES"]
    for sample in samples.all {
      let html = renderer.html(sample.page, in: sample.frame)
      #expect(html.contains("<main"), "\(sample.name)")
      #expect(html.contains("<h1"), "\(sample.name) has no heading")
      #expect(!html.contains("{"), "\(sample.name) has an open gap: \(gap(html))")
      #expect(!html.contains("<p></p>"), "\(sample.name)")
      if let folder {
        try Data(html.utf8).write(
          to: URL(fileURLWithPath: "\(folder)/\(sample.name)-\(language.rawValue).html"))
      }
    }
    if let folder {
      for asset in Asset.all {
        let file = URL(fileURLWithPath: folder + asset.path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(asset.bytes).write(to: file)
      }
    }
  }

  private func gap(_ html: String) -> Substring {
    html.firstIndex(of: "{").map { html[$0...].prefix(60) } ?? ""
  }
}
