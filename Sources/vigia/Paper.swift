import Foundation
import Profile
import Trial

/// A page on paper, as PDF: printed by Debian's weasyprint.
enum Paper {
  static func isWanted(_ report: String) -> Bool {
    (report as NSString).pathExtension.lowercased() == "pdf"
  }

  /// - Throws: `InputError` where weasyprint is not installed.
  static func check() throws {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    guard path.split(separator: ":").contains(where: { access("\($0)/weasyprint", X_OK) == 0 })
    else {
      throw InputError(
        file: "--report",
        "a PDF is printed by weasyprint, which is not installed; expected it (apt install "
          + "weasyprint), or a name that ends in .html")
    }
  }

  /// The page as PDF. The same page makes the same bytes.
  /// - Throws: `InputError` with weasyprint's last words when it fails.
  static func printed(_ html: String, for report: String) throws -> Data {
    // No pipe can fill up.
    let (source, paper, words) = (try Spool(), try Spool(), try Spool())
    try source.write(Data(PrintPage.html(html).utf8))
    let printer = Process()
    printer.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    printer.arguments = [
      "weasyprint", "--quiet", "--encoding", "utf-8", "--pdf-identifier", "vigia", "-", "-",
    ]
    // No hour of printing stands in the file.
    printer.environment = ProcessInfo.processInfo.environment
      .merging(["SOURCE_DATE_EPOCH": "0"]) { $1 }
    printer.standardInput = source.handle
    printer.standardOutput = paper.handle
    printer.standardError = words.handle
    try printer.run()
    Interruption.end(helper: printer.processIdentifier)
    defer { Interruption.end(helper: nil) }
    printer.waitUntilExit()
    let pdf = try paper.content()
    guard printer.terminationStatus == 0, pdf.starts(with: Data("%PDF".utf8)) else {
      let said =
        String(decoding: try words.content(), as: UTF8.self)
        .split(separator: "\n").last.map { ": \($0)" } ?? ""
      throw InputError(file: report, "weasyprint could not print the page\(said)")
    }
    return pdf
  }
}
