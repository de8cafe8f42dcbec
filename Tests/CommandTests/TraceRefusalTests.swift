import Foundation
import Testing

@Suite("Traces and names that replay, convert and advise refuse, and why")
struct TraceRefusalTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private func replay(_ file: String, _ more: String...) throws -> Command.Result {
    try Command.shell(
      "cd '\(folder.path(""))' && \"$vigia\" replay \(file) --perimeter=\(Sample.perimeter) "
        + more.joined(separator: " "))
  }

  @Test("A minus sign is no file to write: nothing of that name appears")
  func minus() throws {
    _ = try folder.write("walk.jsonl", Sample.json)
    let result = try replay("walk.jsonl", "--report -")
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(
      result.errors
        == "vigia: -: standard output has the text; expected the name of a file, or ./- for one called -\n"
    )
    #expect(!FileManager.default.fileExists(atPath: folder.path("-")))
    expectSuccess(try replay("walk.jsonl", "--report ./-"))
    #expect(FileManager.default.fileExists(atPath: folder.path("-")))
  }
}
