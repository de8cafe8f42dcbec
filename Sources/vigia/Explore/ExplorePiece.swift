import Console
import Foundation
import Profile

/// One `vigia explore --format json` said this: failures, and the summary behind them.
struct ExplorePiece {
  var file: String
  var summary: ExploreSummary
  /// Failures and what they shrank to, word for word, in the order of seeds.
  var lines: [String] = []

  private struct Head: Decodable {
    var event: String
    var seed: UInt64?
  }

  init(file: String) throws {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
      throw InputError(file: file, "cannot be read")
    }
    self.file = file
    var summary: ExploreSummary?
    var failures = 0
    var lines: [String] = []
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.isEmpty {
      func refuse(_ problem: String) -> InputError {
        InputError(file: file, "line \(number + 1) \(problem)")
      }
      guard let head = try? JSONDecoder().decode(Head.self, from: Data(line.utf8)) else {
        throw refuse("is not what explore --format json prints")
      }
      guard summary == nil else {
        throw refuse("stands behind the summary; expected one exploration a file")
      }
      switch head.event {
      case "failure", "shrunk":
        if head.event == "failure" { failures += 1 }
        lines.append(String(line))
      case "summary": summary = try ExplorePiece.summary(line, refuse)
      default: throw refuse("is of event \"\(head.event)\"; expected failure, shrunk or summary")
      }
    }
    guard let summary else {
      throw InputError(file: file, "has no summary: that exploration did not come to its end")
    }
    guard summary.failures == failures else {
      throw InputError(
        file: file, "lists \(failures) failures; its summary counts \(summary.failures)")
    }
    let count = SeedRange.count(summary.seeds)
    guard summary.lives == count else {
      throw InputError(
        file: file,
        "lived \(summary.lives) of its \(count) seeds; expected all of them (--keep-going)")
    }
    self.summary = summary
    self.lines = lines
  }

  private static func summary(
    _ line: Substring, _ refuse: (String) -> InputError
  ) throws -> ExploreSummary {
    do {
      return try JSONDecoder().decode(ExploreSummary.self, from: Data(line.utf8))
    } catch let error as DecodingError {
      let key: String? =
        switch error {
        case .dataCorrupted(let context), .valueNotFound(_, let context),
          .typeMismatch(_, let context):
          context.codingPath.first?.stringValue
        case .keyNotFound(let key, _): key.stringValue
        @unknown default: nil
        }
      throw refuse(
        "lacks \(key ?? "a summary") or has a wrong one; expected a summary as vigia "
          + "\(ThisProgram.version) prints it")
    }
  }
}
