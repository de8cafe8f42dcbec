import Foundation
import Traces
import Words

/// The script of a page, its data, and the policy under which it runs.
enum LivingScript {
  /// The script as the page holds it: its sources in this order, without comments and indentation.
  static let text: String = {
    let sources = [
      PackageResources.words_js, PackageResources.firmware_js, PackageResources.plan_js,
      PackageResources.chart_js, PackageResources.player_js, PackageResources.perimeter_js,
      PackageResources.living_js,
    ]
    let lines = sources.map { String(decoding: $0, as: UTF8.self) }.joined()
      .split(separator: "\n").map { $0.drop { $0 == " " } }
      .filter { !$0.isEmpty && !$0.hasPrefix("//") }
    // A browser takes the script as it stands, an XML parser as text.
    return "\n//<![CDATA[\n" + lines.joined(separator: "\n") + "\n//]]>\n"
  }()

  /// No source of anything but this script, this style, and compiled modules.
  static func policy(style: String, hasTools: Bool) -> String {
    "default-src 'none'; style-src '\(hash(style))'; base-uri 'none'; form-action 'none'"
      + (hasTools ? "; script-src '\(hash(text))' 'wasm-unsafe-eval'" : "")
  }

  /// "sha256-…", as a policy names an inline block.
  private static func hash(_ text: String) -> String {
    let hex = Array(Fingerprint(of: Array(text.utf8)).sha256.utf8)
    let digits = hex.map { $0 <= 0x39 ? $0 - 0x30 : $0 - 0x57 }
    let bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    return "sha256-" + Data(bytes).base64EncodedString()
  }

  /// The blocks at the end of the page.
  static func blocks(
    _ traces: some Sequence<(ReportData, String?)>, _ module: LivingModule, _ language: Language
  ) -> String {
    var blocks = block("living-module", Base85.text(of: module.gzip))
    blocks += block("living-words", LivingLanguage(language).scriptText)
    for (index, (data, command)) in traces.enumerated() {
      guard let packed = data.packed else { continue }
      let id = "trace-\(index + 1)"
      blocks += block(id + "-facts", LivingFacts(data, command: command).scriptText)
      blocks += block(id + "-walk", Base85.text(of: Gzip.packed(packed)))
    }
    return blocks + "<script>\(text)</script>\n"
  }

  private static func block(_ id: String, _ content: String) -> String {
    "<script type=\"application/json\" id=\"\(id)\">\(content)</script>\n"
  }
}
