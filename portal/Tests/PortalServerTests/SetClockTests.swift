import Foundation
import HAL
import Logging
import PortalStore
import Testing

@testable import PortalServer

@Suite("A clock that is set while mails wait")
struct SetClockTests {
  @Test("A mail of before the clock was set by weeks still goes out, and a quiet week makes it old")
  func set() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("vigia-set-clock-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let portal = try PortalServer.Portal(
      PortalOptions(folder: folder),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    var (wall, at) = (PortalClock.real, ContinuousClock.now)
    var clock = SetClock(wall: wall, at: at)
    func round(after seconds: Int64, set: Int64 = 0) async {
      at += .seconds(seconds)
      wall = wall + .seconds(seconds + set)
      await portal.noteClock(&clock, wall: wall, at: at)
    }
    try await portal.database.send("silencio", "", to: "ana@example.org", at: wall)
    for set in [0, 30 * 86_400, 0, -86_400, 50] {
      await round(after: 5, set: Int64(set))
      #expect(try await portal.database.dueLetters(at: wall).count == 1, "set by \(set) s")
    }
    // The computer slept: nobody has set a clock.
    await round(after: 8 * 86_400)
    #expect(try await portal.database.dueLetters(at: wall).isEmpty)
  }
}
