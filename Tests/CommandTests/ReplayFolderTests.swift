import Foundation
import Testing

@Suite("vigia replay of a folder of black boxes")
struct ReplayFolderTests {
  private static func boot(_ number: Int) -> String {
    "{\"class\":\"BOOT\",\"at_ms\":0,\"number\":\(number),\"keys\":[\"ok\"],\"secret\":[\"1\",\"2\"]}\n"
  }

  @Test("A life that the power ended before its settings, or in them, costs the others nothing")
  func early() throws {
    let folder = Folder()
    _ = try folder.write("blackbox-1-0.jsonl", Self.boot(1))
    _ = try folder.write("blackbox-2-0.jsonl", Self.boot(2) + "{\"class\":\"CONF")
    _ = try folder.write("blackbox.jsonl", Self.boot(3))
    let result = try Command.vigia("replay", folder.url.path, "--format", "json")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.components(separatedBy: "\"event\":\"summary\"").count == 4)
  }

  @Test("A trace without a circle that no device wrote is refused as before")
  func noCircle() throws {
    let folder = Folder()
    let trace = try folder.write(
      "walk.jsonl", "{\"class\":\"KEY\",\"at_ms\":0,\"key\":\"ok\"}\n")
    #expect(try Command.vigia("replay", trace).status == 2)
  }
}
