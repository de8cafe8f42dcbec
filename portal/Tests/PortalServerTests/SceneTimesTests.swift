import Device
import Foundation
import HAL
import Logging
import PortalPages
import Sync
import Testing

@testable import PortalServer
@testable import PortalStore

/// Places that are dated ahead, and times that the device may not know.
extension SceneTests {
  @Test("A place dated ahead by a clock that was put right since hides none of now (SAFE-5)")
  func placeAhead() async throws {
    let calls = try Calls()
    /// Each place is as many ten-millionths of a degree north of the equator as it has minutes.
    func place(_ minutes: Int32) -> SyncPlace {
      SyncPlace(
        time: SceneTests.at(Double(minutes) / 60).milliseconds, latitude: minutes,
        longitude: -790_000_000, eph: nil)
    }
    func call(_ places: [SyncPlace], _ records: [Record] = []) async throws {
      var request = SyncRequest(
        device: 1, boot: 1, from: 0, health: SyncHealth(gps: .ok, clock: .trusted, version: "test"))
      request.profileKept = Proof.profile
      request.places = places
      request.records = records.enumerated().map { number, record in
        SyncRecord(
          sequence: Int64(number) + 1, written: SceneTests.at(10).milliseconds, words: record.words)
      }
      _ = try await calls.file.sync(request, at: SceneTests.at(10))
    }
    func newest() async throws -> Int32? {
      try await calls.scene(at: 10).newestPlace()?.position.latitudeE7
    }
    // Nine minutes past ten, at ten. One that is farther ahead is not even kept.
    try await call([place(609), place(720)])
    #expect(try await newest() == 609, "there is no other")
    try await call([place(590)])
    #expect(try await newest() == 590)
    try await call([place(601)])
    #expect(try await newest() == 601, "clocks differ a little")
    // A call for help with a place of twelve o'clock.
    let notice = Notice(
      id: NoticeID(boot: 1, number: 1), matter: .help,
      whereabouts: Whereabouts(
        position: try #require(Position(latitudeE7: 721, longitudeE7: -790_000_000)),
        distance: Metres(195), radius: Metres(150), eph: nil),
      made: SceneTests.at(12), token: 1, battery: 62)
    try await call([], [.outbox(.notice(notice))])
    #expect(try await newest() == 601)
    let scene = try await calls.scene(at: 10)
    let story = try #require(scene.log.notices.last)
    #expect(try await scene.alert(story, map: nil).newer?.position.latitudeE7 == 601)
  }

  @Test("A portal's clock that was ahead for a call hides and deletes nothing (SAFE-5)")
  func portalAhead() async throws {
    let calls = try Calls()
    func call(at hour: Double, battery: Int, _ places: [Double] = []) async throws {
      var request = SyncRequest(
        device: 1, boot: 1, from: 0,
        health: SyncHealth(battery: battery, gps: .ok, clock: .trusted, version: "test"))
      request.profileKept = Proof.profile
      request.places = places.map {
        SyncPlace(
          time: SceneTests.at($0).milliseconds, latitude: -28_974_000, longitude: -790_045_000,
          eph: 240)
      }
      _ = try await calls.file.sync(request, at: SceneTests.at(hour))
    }
    func kept() async throws -> (places: Int, reports: Int) {
      let all = WallTime(milliseconds: 0)..<WallTime(milliseconds: .max)
      return (try await calls.file.places(all).count, try await calls.file.health(all).count)
    }
    try await call(at: 9, battery: 62, [9])
    try await call(at: 10 + 40 * 24, battery: 61)
    #expect(try await kept() == (1, 2))
    try await call(at: 10, battery: 60, [10])
    #expect(try await calls.scene(at: 10).health?.health.battery == 60)
    #expect(try await kept() == (2, 3))
    // An hour late, as a board without a clock of its own after a power cut.
    try await call(at: 8.5, battery: 58)
    #expect(try await calls.scene(at: 8.5).health?.health.battery == 58)
    #expect(try await kept() == (2, 4))
    // Forty days later by both clocks.
    try await call(at: 10 + 40 * 24, battery: 59, [10 + 40 * 24])
    #expect(try await kept() == (1, 1))
  }

  @Test(
    "Times that wait for the device stand under Today, also while it is overdue (SAFE-5, SAFE-6)")
  func unheard() async throws {
    let calls = try Calls()
    try await calls.call(at: 10)
    let own = try #require(try await calls.file.currentRevision())
    let ana = Account(id: 1, email: "ana@example.org", name: "Ana", language: "es")
    let change = ProfileChange(
      by: ana, base: own.revision, form: SettingForm.reminderAdd.rawValue, target: "",
      about: "", fields: [:])
    let yaml =
      own.yaml + """

        reminders:
        - {id: 3, type: medication, name: Jarabe, dose: 1, at: 2026-01-01 10:08, repeat: daily}
        - {id: 4, type: medication, name: Antibiótico, dose: 1, at: 2027-01-15 10:09, repeat: once}
        - {id: 5, type: medication, name: Pastilla, dose: 1, at: 2026-01-01 09:00, repeat: daily}
        - {id: 6, type: reminder, name: Paseo, at: 2027-01-15 18:00, repeat: once}

        """
    #expect(try await calls.file.change(yaml, change, at: SceneTests.at(10.05)) != nil)
    func today(at hour: Double) async throws -> [String] {
      try await calls.scene(at: hour).remindersView(.all).today.map { moment in
        switch moment.state {
        case .unheard(let until): "\(moment.name) \(until.map(minutes) ?? "?")"
        case .unheardOnce(let until): "\(moment.name) late \(until.map(minutes) ?? "?")"
        case .ahead, .silent, .announced, .snoozed, .acknowledged, .answered, .escalated, .missed:
          moment.name
        }
      }
    }
    func minutes(_ time: WallTime) -> String {
      String(SceneTests.at(10).distance(to: time).count / 60_000)
    }
    for hour in [10.1, 10.2] {
      #expect(try await today(at: hour) == ["Jarabe 16", "Antibiótico late 16"], "\(hour)")
    }
    for hour in [10.5, 19] {
      let overdue = ["Jarabe ?", "Antibiótico late ?", "Paseo ?"]
      #expect(try await today(at: hour) == overdue, "\(hour)")
    }
  }
}
