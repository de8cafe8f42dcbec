import Foundation
import Testing

@Suite("vigia profile")
struct ProfileCommandTests {
  @Test("init writes a profile that check likes, and never over another")
  func initAndCheck() throws {
    let folder = try Folder()
    let file = folder.path("profile.yaml")
    #expect(try Command.vigia("profile", "init", file, "--insulin").status == 0)
    let check = try Command.vigia("profile", "check", file)
    #expect(check.status == 0)
    #expect(check.output == "\(file): no mistakes\n")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let again = try Command.vigia("profile", "init", file)
    #expect(again.status == 2)
    #expect(again.errors.contains("is there already"))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
  }

  @Test("check names every mistake, a line each, with exit status 2")
  func mistakes() throws {
    let folder = try Folder()
    let file = try folder.write(
      "profile.yaml", "perimeter: {lat: 91, lon: 0, radius_m: 99}\nlangage: es\n")
    let result = try Command.vigia("profile", "check", file)
    #expect(result.status == 2)
    #expect(result.complaints.count == 3)
    #expect(result.errors.contains("line 2, column 1: unknown key \"langage\"; did you mean"))
  }
}
