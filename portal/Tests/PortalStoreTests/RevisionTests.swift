import Device
import Foundation
import HAL
import Sync
import Testing

@testable import PortalStore

@Suite("Revisions of a profile")
final class RevisionTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("vigia-revisions-\(UUID().uuidString)").path
  private let file: WearerFile
  private var minute: Int64 = 0

  private static let own = "perimeter: {lat: -2.9, lon: -79, radius_m: 150}\n"
  private static let ana = Account(id: 1, email: "ana@example.org", name: "Ana", language: "es")
  private static let luis = Account(
    id: 2, email: "luis@example.org", name: "Luis", language: "es")

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    file = try WearerFile(path: folder + "/1.sqlite")
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// A call of the device, a millisecond after the one before: numbers are counted from 1.
  @discardableResult private func call(
    has revision: Int = 0, inForce: Int? = nil, kept: String? = nil, text: String? = nil,
    refuses: (Int, String)? = nil
  ) async throws -> SyncAnswer {
    minute += 1
    var request = SyncRequest(
      device: 1, boot: 1, from: 0,
      health: SyncHealth(
        gps: .ok, clock: .trusted, version: "test", profile: revision, inForce: inForce))
    request.profileKept = kept
    request.profileInForce = text
    request.profileRefused = refuses.map { SyncProfileRefusal(revision: $0.0, why: $0.1) }
    return try await file.sync(request, at: WallTime(milliseconds: minute)).answer
  }

  private func change(
    _ text: String, base: Int, form: String = "screen", target: String = "",
    repeating lost: Int? = nil, by author: Account = RevisionTests.ana
  ) async throws -> Int? {
    minute += 1
    let change = ProfileChange(
      by: author, base: base, form: form, target: target, about: "",
      fields: ["volume": text])
    return try await file.change(
      RevisionTests.own + text, change, repeating: lost,
      at: WallTime(milliseconds: minute))
  }

  private func fates() async throws -> [Int: ProfileRevision.Fate] {
    let all = try await file.revisions(most: 100).filter { $0.change != nil }
    return Dictionary(uniqueKeysWithValues: all.map { ($0.revision, $0.fate) })
  }

  @Test("Of two changes of one text the second is not stored")
  func race() async throws {
    try await call(kept: RevisionTests.own)
    let file = file
    let all = try await withThrowingTaskGroup(of: Int?.self) { group in
      for number in 1...8 {
        group.addTask {
          let change = ProfileChange(
            by: RevisionTests.ana, base: 1, form: "screen", target: "", about: "", fields: [:])
          return try await file.change("\(number)", change, at: WallTime(milliseconds: 1))
        }
      }
      return try await group.reduce(into: [Int?]()) { $0.append($1) }
    }
    #expect(all.compactMap { $0 } == [2])
  }

  @Test("A device that names a revision has all that it was made from")
  func chain() async throws {
    try await call(kept: RevisionTests.own)
    #expect(try await change("volume: 60\n", base: 1) == 2)
    #expect(try await change("volume: 61\n", base: 2) == 3)
    let sent = try await call()
    #expect(sent.profile?.revision == 3)
    #expect(try await fates().values.allSatisfy { if case .fetched = $0 { true } else { false } })
    #expect(try await call(has: 3).profile == nil)
    for fate in try await fates().values {
      guard case .applied = fate else {
        Issue.record("\(fate)")
        continue
      }
    }
  }

  @Test("A file put back from an old copy gives no number again that the device has had")
  func putBack() async throws {
    try await call(kept: RevisionTests.own)
    minute = 1_790_000_000_000
    let copy = folder + "/copy.sqlite"
    try file.copy(to: copy)
    minute += 60_000
    let lost = try #require(try await change("volume: 60\n", base: 1))
    #expect(try await call().profile?.revision == lost)
    try await call(has: lost, inForce: lost)
    // The copy knows nothing of that change, and somebody sets something before the device calls.
    let again = try WearerFile(path: copy)
    minute += 60_000
    let now = WallTime(milliseconds: minute)
    let made = ProfileChange(
      by: RevisionTests.ana, base: 1, form: "screen", target: "", about: "", fields: [:])
    let number = try #require(
      try await again.change(RevisionTests.own + "volume: 90\n", made, at: now))
    #expect(number > lost)
    var request = SyncRequest(
      device: 1, boot: 1, from: 0,
      health: SyncHealth(
        gps: .ok, clock: .trusted, version: "test", profile: lost, inForce: lost))
    #expect(try await again.sync(request, at: now).answer.profile?.revision == number)
    #expect(try await again.revision(number)?.fate == .fetched(now))
    request.health.profile = number
    _ = try await again.sync(request, at: now)
    #expect(try await again.revision(number)?.fate == .applied(now))
  }

  @Test("A change made from settings older than those in force does not undo them, and is told")
  func madeFromOlder() async throws {
    try await call(inForce: 0, kept: RevisionTests.own)
    minute = 1_790_000_000_000
    let copy = folder + "/copy.sqlite"
    try file.copy(to: copy)
    minute += 60_000
    let inForce = try #require(try await change("volume: 60\n", base: 1))
    try await call(has: inForce, inForce: inForce)
    // The copy is put back, and somebody sets something else before the device calls.
    let again = try WearerFile(path: copy)
    minute += 60_000
    let now = WallTime(milliseconds: minute)
    var made = ProfileChange(
      by: RevisionTests.ana, base: 1, form: "screen", target: "", about: "", fields: [:])
    let text = RevisionTests.own + "text_size: huge\n"
    let late = try #require(try await again.change(text, made, at: now))
    var request = SyncRequest(
      device: 1, boot: 1, from: 9,
      health: SyncHealth(
        gps: .ok, clock: .trusted, version: "test", profile: inForce, inForce: inForce))
    #expect(try await again.sync(request, at: now).answer.profile == nil)
    // It has heard that its log was lost, and tells the settings with it.
    request.from = 0
    request.profileKept = RevisionTests.own
    request.profileInForce = RevisionTests.own + "volume: 60\n"
    let answer = try await again.sync(request, at: now).answer
    #expect(answer.kept && answer.profile == nil)
    #expect(try await again.currentRevision()?.yaml == request.profileInForce)
    #expect(try await again.revision(late)?.fate == .refused(now, why: ProfileChange.outdated))
    #expect(try await again.lostChanges().map(\.revision) == [late])
    // The choice of somebody who looked at both goes to the device.
    made.base = inForce
    let both = RevisionTests.own + "volume: 60\ntext_size: huge\n"
    let next = try #require(try await again.change(both, made, repeating: late, at: now))
    #expect(try await again.sync(request, at: now).answer.profile?.revision == next)
    #expect(try await again.lostChanges().isEmpty)
  }

  @Test("A clock that goes back an hour gives higher numbers all the same")
  func clockGoesBack() async throws {
    minute = 1_790_003_600_000
    try await call(kept: RevisionTests.own)
    let first = try #require(try await change("volume: 60\n", base: 1))
    minute -= 3_600_000
    let second = try #require(try await change("volume: 70\n", base: first))
    #expect(second == first + 1)
    #expect(try await call().profile?.revision == second)
    try await call(has: second)
    #expect(try await fates().values.allSatisfy { if case .applied = $0 { true } else { false } })
  }

  @Test("A number that no server gives, kept from before it was refused, stops nothing")
  func hugeNumber() async throws {
    try await call(has: .max, kept: RevisionTests.own)
    let own = try #require(try await file.ownRevision()?.revision)
    #expect(own == SyncLimits.revision + 1)
    #expect(try await change("volume: 60\n", base: own) == own + 1)
  }

  @Test("A refusal takes back all that the device never had, and nothing else")
  func refusal() async throws {
    try await call(kept: RevisionTests.own)
    _ = try await change("volume: 60\n", base: 1)
    try await call(has: 2)
    _ = try await change("volume: 61\n", base: 2)
    _ = try await change("volume: 62\n", base: 3)
    #expect(try await call(has: 2).profile?.revision == 4)
    #expect(try await call(has: 2, refuses: (4, "no")).profile == nil)
    let fates = try await fates()
    for number in [3, 4] {
      guard case .refused(_, "no") = fates[number] else {
        Issue.record("\(number)")
        continue
      }
    }
    guard case .applied = fates[2] else {
      Issue.record("2 is not in force")
      return
    }
    #expect(try await file.currentRevision()?.revision == 2)
    // The next one has a number that the device takes.
    #expect(try await change("volume: 63\n", base: 2) == 5)
    #expect(try await call(has: 2, refuses: (4, "no")).profile?.revision == 5)
  }

  @Test("What the device's own file overtook is lost once, and one choice settles it")
  func overtaken() async throws {
    try await call(kept: RevisionTests.own)
    _ = try await change("volume: 60\n", base: 1)
    _ = try await change("volume: 61\n", base: 2)
    _ = try await change("text_size: huge\n", base: 3, form: "reminderEdit", target: "7")
    try await call(has: 4)
    try await call(has: 4, kept: RevisionTests.own + "volume: 70\n")
    #expect(try await file.currentRevision()?.revision == 5)
    // The older of two changes of one thing says nothing any more.
    #expect(try await file.lostChanges().map(\.revision) == [4, 3])
    #expect(try await change("volume: 61\n", base: 5, repeating: 3) == 6)
    #expect(try await file.lostChanges().map(\.revision) == [4])
    #expect(try await file.settle(4))
    #expect(try await file.lostChanges().isEmpty)
    #expect(try await !file.settle(1))
    #expect(try await call(has: 4).profile?.revision == 6)
  }

  private static let slip = own + "# of today\n"

  @Test("A newer own file under a revision in force overtakes nothing, neither what waits")
  func leaves() async throws {
    try await call(inForce: 0, kept: RevisionTests.own)
    _ = try await change("volume: 60\n", base: 1)
    try await call(has: 2, inForce: 2)
    _ = try await change("volume: 61\n", base: 2)
    let answer = try await call(has: 2, inForce: 2, kept: RevisionTests.slip)
    #expect(answer.kept && answer.profile?.revision == 3)
    #expect(try await file.lostChanges().isEmpty)
    #expect(try await file.ownRevision()?.yaml == RevisionTests.slip)
    guard case .applied = try await fates()[2] else {
      Issue.record("2 is in force")
      return
    }
  }

  @Test("What waits stays if the own file changed in nothing that a portal changes")
  func waits() async throws {
    try await call(inForce: 0, kept: RevisionTests.own)
    _ = try await change("volume: 60\n", base: 1)
    #expect(try await call(inForce: 0, kept: RevisionTests.slip).profile?.revision == 2)
    #expect(try await call(inForce: 0, kept: RevisionTests.own + "volume: 7\n").profile == nil)
    #expect(try await file.lostChanges().map(\.revision) == [2])
  }

  @Test("A device that no longer lives on a revision overtakes it, also with a text that is known")
  func leftBehind() async throws {
    try await call(inForce: 0, kept: RevisionTests.own)
    _ = try await change("volume: 60\n", base: 1)
    // It took the revision and left it between two calls.
    let answer = try await call(has: 2, inForce: 0, kept: RevisionTests.own)
    #expect(answer.kept && answer.profile == nil)
    #expect(try await file.lostChanges().map(\.revision) == [2])
    #expect(try await file.currentRevision()?.yaml == RevisionTests.own)
    #expect(try await call(has: 2, inForce: 0).profile == nil)
  }

  @Test("A device from before overtakes with each new text, as it does on its side")
  func before() async throws {
    try await call(kept: RevisionTests.own)
    _ = try await change("volume: 60\n", base: 1)
    #expect(try await call(kept: RevisionTests.slip).profile == nil)
    #expect(try await file.lostChanges().map(\.revision) == [2])
  }

  @Test("A file that was lost gets the text in force beside the own one, and shows it")
  func lostFile() async throws {
    let wide = RevisionTests.own.replacing("150", with: "400")
    try await call(has: 7, inForce: 7, kept: RevisionTests.own, text: wide)
    #expect(try await file.knownProfile()?.radius == Metres(400))
    #expect(try await file.currentRevision()?.yaml == wide)
    #expect(try await file.ownRevision()?.yaml == RevisionTests.own)
    #expect(try await change("volume: 60\n", base: 7) == 8)
    #expect(try await call(has: 7, inForce: 7).profile?.revision == 8)
  }

  @Test("The own file's zone counts on the pages, though the revision in force is older")
  func zone() async throws {
    try await call(inForce: 0, kept: RevisionTests.own)
    _ = try await change("volume: 60\n", base: 1)
    try await call(has: 2, inForce: 2)
    #expect(try await file.knownProfile()?.timeZone.secondsFromGMT() == 0)
    try await call(has: 2, inForce: 2, kept: RevisionTests.own + "time_zone: America/Guayaquil\n")
    #expect(try await file.knownProfile()?.timeZone.secondsFromGMT() == -5 * 3600)
  }

  /// Ends what waits and is of somebody who may not set anything any more.
  private func end(_ levels: [Int64: Level]) async throws -> Bool {
    minute += 1
    return try await file.endRequests(without: levels, at: WallTime(milliseconds: minute))
  }

  @Test("What somebody set does not reach the device once they may not, nor what was made from it")
  func noRight() async throws {
    try await call(inForce: 0, kept: RevisionTests.own)
    _ = try await change("volume: 60\n", base: 1)
    _ = try await change("volume: 61\n", base: 2, by: RevisionTests.luis)
    _ = try await change("text_size: huge\n", base: 3)
    #expect(try await !end([1: .administer, 2: .administer]))
    for _ in 0..<2 { _ = try await end([1: .administer, 2: .help]) }
    // The change before it goes on.
    #expect(try await call(inForce: 0).profile?.revision == 2)
    #expect(Set(try await file.lostChanges().map(\.revision)) == [4])
    #expect(try await change("text_size: huge\n", base: 2, repeating: 4) == 5)
    #expect(try await !end([1: .administer]))
    #expect(try await call(inForce: 0).profile?.revision == 5)
    // The device took another number: the ended one is not in its text.
    try await call(has: 5, inForce: 5)
    guard case .refused(_, CareRequest.noRight) = try await fates()[3] else {
      Issue.record("3 counts again")
      return
    }
  }

  @Test("What the device had taken before its author lost the right counts, and is shown")
  func hadIt() async throws {
    try await call(inForce: 0, kept: RevisionTests.own)
    _ = try await change("volume: 60\n", base: 1, by: RevisionTests.luis)
    _ = try await change("volume: 61\n", base: 2)
    #expect(try await call(inForce: 0).profile?.revision == 3)
    #expect(try await end([1: .administer]))
    try await call(has: 3, inForce: 3)
    for number in [2, 3] {
      guard case .applied = try await fates()[number] else {
        Issue.record("the device lives on \(number)")
        continue
      }
    }
    #expect(try await file.currentRevision()?.revision == 3)
    // A right that is lost later ends nothing that is in force.
    #expect(try await !end([1: .administer]))
  }

  @Test("Settings from before the first device stay when their author has gone")
  func firstOnes() async throws {
    _ = try await change("volume: 60\n", base: 0, by: RevisionTests.luis)
    #expect(try await !end([1: .administer]))
    #expect(try await file.currentRevision() != nil)
  }

  @Test("The same text of the device again is no change")
  func repeated() async throws {
    try await call(kept: RevisionTests.own)
    _ = try await change("volume: 60\n", base: 1)
    try await call(has: 2, kept: RevisionTests.own)
    #expect(try await file.currentRevision()?.revision == 2)
  }
}
