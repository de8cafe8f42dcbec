import Foundation
import HAL
import Testing

@testable import PortalStore

@Suite("Looks at a place")
struct LookTests {
  @Test("A page that stays open is one line, and whoever comes back is another")
  func open() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("vigia-looks-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let database = try PortalDatabase(folder: folder)
    let begin = WallTime(milliseconds: 1_800_000_000_000)
    let ana = Account(id: 1, email: "ana@example.org", name: "Ana", language: "es")
    func look(_ minute: Int64, isRenewal: Bool = true) async throws {
      try await database.noteLook(
        by: ana, for: "a", isRenewal: isRenewal, at: begin + .seconds(minute * 60))
    }
    func looks() async throws -> [String] {
      try await database.audit(of: "a", most: 100).reversed().map { entry in
        let until = Int64(entry.about).map { ($0 - begin.milliseconds) / 60_000 }
        return "\(begin.distance(to: entry.at).count / 60_000) \(until.map(String.init) ?? "")"
      }
    }
    try await look(0, isRenewal: false)
    for minute in stride(from: Int64(1), through: 600, by: 15) { try await look(minute) }
    #expect(try await looks() == ["0 586"])
    try await look(595, isRenewal: false)
    #expect(try await looks() == ["0 586"], "the same person was there a moment ago")
    try await look(640, isRenewal: false)
    #expect(try await looks() == ["0 586", "640 "])
    try await look(710)
    #expect(
      try await looks() == ["0 586", "640 ", "710 "], "a page asks, of which no look is known")
    // The clock is set back by ten hours. That is one new line, and not one for each asking.
    for minute in stride(from: Int64(110), through: 200, by: 5) { try await look(minute) }
    #expect(try await looks() == ["0 586", "640 ", "710 ", "110 200"])
  }
}
