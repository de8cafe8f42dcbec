import Foundation
import GRDB
import HAL
import Sync
import Testing

@testable import PortalStore

@Suite("A wearer's file from before, and the revisions in it")
final class OldRevisionTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("vigia-old-revisions-\(UUID().uuidString)").path

  private static let own = "perimeter: {lat: -2.9, lon: -79, radius_m: 150}\n"
  private static let ana = Account(id: 1, email: "ana@example.org", name: "Ana", language: "es")

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  @Test("A file put back with the whole log asks for the text in force, and undoes nothing")
  func logNotAhead() async throws {
    var request = SyncRequest(
      device: 1, boot: 1, from: 0,
      health: SyncHealth(gps: .ok, clock: .trusted, version: "test", profile: 0, inForce: 0))
    request.records = [SyncRecord(sequence: 5, written: nil, words: RecordWords())]
    request.profileKept = OldRevisionTests.own
    let file = try WearerFile(path: folder + "/1.sqlite")
    var now = WallTime(milliseconds: 1_790_000_000_000)
    _ = try await file.sync(request, at: now)
    let copy = folder + "/copy.sqlite"
    try file.copy(to: copy)
    let made = ProfileChange(
      by: OldRevisionTests.ana, base: 1, form: "screen", target: "", about: "", fields: [:])
    let loud = OldRevisionTests.own + "volume: 60\n"
    let inForce = try #require(try await file.change(loud, made, at: now))
    let again = try WearerFile(path: copy)
    now = WallTime(milliseconds: now.milliseconds + 60_000)
    let text = OldRevisionTests.own + "text_size: huge\n"
    let late = try #require(try await again.change(text, made, at: now))
    // The device took the lost change, and its log has grown by nothing.
    request.records = []
    request.profileKept = nil
    (request.from, request.health.profile, request.health.inForce) = (5, inForce, inForce)
    var answer = try await again.sync(request, at: now).answer
    #expect(answer.profile == nil && answer.stored == 4)
    #expect(try await again.revision(late)?.fate == .queued)
    // It goes back as far, and tells both texts.
    request.from = 4
    request.records = [SyncRecord(sequence: 5, written: nil, words: RecordWords())]
    request.profileKept = OldRevisionTests.own
    request.profileInForce = loud
    answer = try await again.sync(request, at: now).answer
    #expect(answer.kept && answer.profile == nil && answer.stored == 5)
    #expect(try await again.lostChanges().map(\.revision) == [late])
    #expect(try await again.currentRevision()?.yaml == request.profileInForce)
  }

  @Test("A text that a file from before has under the highest number of all stops nothing either")
  func hugeNumberFromBefore() async throws {
    let path = folder + "/before.sqlite"
    let before = try PortalSchema.open(path, DatabaseMigrator())
    try WearerSchema.migrator.migrate(before, upTo: "newest health")
    try await before.write { db in
      for (number, text) in [(3, "one"), (Int.max - 1, "two"), (Int.max, "three")] {
        try db.execute(
          sql: "INSERT INTO revision (revision, made_ms, is_device, yaml) VALUES (?, 1, 1, ?)",
          arguments: [number, text])
      }
    }
    try before.close()
    let file = try WearerFile(path: path)
    #expect(try await file.revisions(most: 9).map(\.revision) == [5, 4, 3])
    #expect(try await file.currentRevision()?.yaml == "three")
    let made = ProfileChange(
      by: OldRevisionTests.ana, base: 5, form: "screen", target: "", about: "", fields: [:])
    #expect(try await file.change("four", made, at: WallTime(milliseconds: 1)) == 6)
  }
}
