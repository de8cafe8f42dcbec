import Foundation
import HAL
import Sync
import Testing

@testable import PortalStore

/// Photos that a wearer's texts name. ALZ-1.
@Suite("Pictures of a wearer")
final class PictureTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("vigia-store-pictures-\(UUID().uuidString)").path
  private let file: WearerFile
  /// A week ago all pictures came.
  private let begin = WallTime(milliseconds: 1_700_000_000_000)
  private let now = WallTime(milliseconds: 1_700_000_000_000 + 7 * 86_400_000)

  private static let own = "perimeter: {lat: -2.9, lon: -79, radius_m: 150}\n"
  private static let ana = Account(id: 1, email: "ana@example.org", name: "Ana", language: "es")

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    file = try WearerFile(path: folder + "/1.sqlite")
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func call(
    has revision: Int = 0, kept: String? = nil, refuses: Int? = nil
  ) async throws {
    var request = SyncRequest(
      device: 1, boot: 1, from: 0,
      health: SyncHealth(gps: .ok, clock: .trusted, version: "test", profile: revision))
    request.profileKept = kept
    request.profileRefused = refuses.map { SyncProfileRefusal(revision: $0, why: "no") }
    _ = try await file.sync(request, at: now)
  }

  private func name(_ hash: String?, base: Int) async throws -> Int {
    let photo = hash.map { "wearer: {photo: \(SyncPicture.name($0))}\n" } ?? "# none\n"
    let change = ProfileChange(
      by: PictureTests.ana, base: base, form: "wearerPhoto", target: "", about: "",
      fields: ["photo": hash.map { SyncPicture.name($0) } ?? ""])
    return try #require(try await file.change(PictureTests.own + photo, change, at: now))
  }

  @Test("A photo stays while a text in force or on its way names it, and goes with the last one")
  func kept() async throws {
    try await call(kept: PictureTests.own)
    let hashes = [
      try await file.store(picture: [1], [10], at: begin),
      try await file.store(picture: [2], [20], at: begin + .seconds(3600)),
    ]
    #expect(try await file.picture(hashes[1]) == [20])
    let first = try await name(hashes[0], base: 1)
    // Nobody has named the second for a week.
    #expect(try await file.pictures() == [hashes[0]])
    try await call(has: first)
    let none = try await name(nil, base: first)
    #expect(try await file.pictures() == [hashes[0]], "the device has not let it go yet")
    try await call(has: none)
    #expect(try await file.pictures().isEmpty)
    #expect(try await file.picture(hashes[0]) == nil)
  }

  @Test("A photo of today stays, because somebody may be choosing between two")
  func young() async throws {
    try await call(kept: PictureTests.own)
    let hash = try await file.store(picture: [1], [10], at: now + .seconds(-3600))
    try await call()
    #expect(try await file.pictures() == [hash])
  }

  @Test("The photo of a change that does not count stays until somebody has decided")
  func lost() async throws {
    try await call(kept: PictureTests.own)
    let hash = try await file.store(picture: [1], [10], at: begin)
    let change = try await name(hash, base: 1)
    try await call(refuses: change)
    // Somebody changes the device's own file: the text in force is a later one.
    try await call(kept: PictureTests.own + "# by hand\n")
    #expect(try await file.pictures() == [hash])
    #expect(try await file.settle(change))
    try await call()
    #expect(try await file.pictures().isEmpty)
  }
}
