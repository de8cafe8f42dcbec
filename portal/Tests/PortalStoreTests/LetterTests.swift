import Foundation
import HAL
import Testing

@testable import PortalStore

@Suite("Mails of the portal that wait")
final class LetterTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("vigia-letters-\(UUID().uuidString)").path
  private let database: PortalDatabase
  private var now = WallTime(milliseconds: 1_800_000_000_000)

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    database = try PortalDatabase(folder: folder)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func due() async throws -> [Letter] { try await database.dueLetters(at: now) }

  @Test("A clock that is set back holds up no mail")
  func setBack() async throws {
    try await database.send("enlace", "", to: "ana@example.org", at: now)
    try await database.letterWasRefused(try #require(try await due().first), at: now)
    #expect(try await due().isEmpty)
    now = now + .seconds(-86_400)
    let letter = try #require(try await due().first)
    try await database.letterWasRefused(letter, at: now)
    #expect(try await due().isEmpty)
    now = now + .seconds(20)
    #expect(try await due().count == 1)
  }

  @Test("A clock that leads by a day drops no mail, and one that nobody takes is tried for a day")
  func leads() async throws {
    try await database.send("enlace", "", to: "ana@example.org", at: now)
    try await database.send("enlace", "", to: "luis@example.org", at: now)
    now = now + .seconds(2 * 86_400)
    try await database.letterWasRefused(try #require(try await due().first), at: now)
    now = now + .seconds(10)
    #expect(try await due().count == 2)
    let begin = now
    while let letter = try await due().first(where: { $0.recipient == "ana@example.org" }) {
      try await database.letterWasRefused(letter, at: now)
      now = now + .seconds(900)
    }
    #expect(begin.distance(to: now) > .seconds(23 * 3600))
    #expect(begin.distance(to: now) < .seconds(26 * 3600))
    #expect(try await due().map(\.recipient) == ["luis@example.org"])
  }

  @Test("A server that was away for months gets none of the mails of then")
  func old() async throws {
    try await database.send("silencio", "", to: "ana@example.org", at: now)
    now = now + .seconds(6 * 86_400)
    #expect(try await due().count == 1)
    now = now + .seconds(2 * 86_400)
    #expect(try await due().isEmpty)
    try await database.send("enlace", "", to: "luis@example.org", at: now)
    #expect(try await due().map(\.recipient) == ["luis@example.org"])
    // It is gone, and not only hidden.
    now = now + .seconds(-8 * 86_400)
    #expect(try await due().map(\.recipient) == ["luis@example.org"])
  }

  @Test("A clock that was late by weeks, and is set, makes no mail old")
  func setAhead() async throws {
    try await database.send("silencio", "", to: "ana@example.org", at: now)
    try await database.letterWasRefused(try #require(try await due().first), at: now)
    now = now + .seconds(30 * 86_400)
    try await database.clockWasSet(by: .seconds(30 * 86_400))
    #expect(try await due().isEmpty, "its pause goes on")
    now = now + .seconds(20)
    try await database.send("enlace", "", to: "luis@example.org", at: now)
    #expect(try await due().map(\.recipient) == ["ana@example.org", "luis@example.org"])
  }
}
