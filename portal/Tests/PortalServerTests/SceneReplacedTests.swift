import Device
import Foundation
import HAL
import Logging
import PortalPages
import Sync
import Testing

@testable import PortalServer
@testable import PortalStore

/// A device that was replaced by another one, on the pages.
extension SceneTests {
  private func help(_ hour: Double, token: UInt64) -> Notice {
    Notice(
      id: NoticeID(boot: 1, number: 1), matter: .help, whereabouts: nil, made: SceneTests.at(hour),
      token: token, battery: 62)
  }

  private func story(_ calls: Calls, at hour: Double) async throws -> [StoryEvent] {
    let scene = try await calls.scene(at: hour)
    return try await scene.dayView(scene.day(of: SceneTests.at(hour)), minute: nil, map: nil).events
  }

  private func alerts(_ events: [StoryEvent]) -> [(at: WallTime, isBefore: Bool)] {
    events.compactMap {
      if case .alert = $0.kind { ($0.at, $0.isOfDeviceBefore) } else { nil }
    }
  }

  @Test("The days of a device that was replaced keep their story")
  func replaced() async throws {
    let calls = try Calls()
    let old = help(9, token: 1)
    try await calls.call(
      at: 9, records: [.outbox(.notice(old)), .outbox(.acknowledged(old.id, caregiver: 1))])
    _ = try await calls.file.ask(
      NewCareRequest(
        .acknowledge(token: 1, caregiver: 1), until: SceneTests.at(13),
        by: Account(id: 1, email: "ana@example.org", name: "Ana", language: "es"),
        notice: old.id), at: SceneTests.at(9.1), real: SceneTests.at(9.1))
    // The new one counts its notices from one, too.
    try await calls.call(
      at: 11, device: 2, records: [.outbox(.notice(help(11, token: 2)))], isOpen: true)
    let events = try await story(calls, at: 12)
    let seen = alerts(events)
    #expect(seen.map(\.at) == [SceneTests.at(9), SceneTests.at(11)])
    #expect(seen.map(\.isBefore) == [true, false])
    let answers = events.compactMap { event in
      if case .answered(_, let answer) = event.kind { answer.by } else { nil }
    }
    #expect(answers == ["Luis"])
    // Nobody has taken the new one, though somebody took another with its number.
    let scene = try await calls.scene(at: 12)
    let open = try #require(scene.openAlerts.first)
    #expect(open.take == nil)
    #expect(scene.log.notices.count == 1)
    let yesterday = try await scene.dayView(
      Day(year: 2027, month: 1, day: 15), minute: nil, map: nil)
    #expect(yesterday.previous == nil, "there is a day before the first notice")
  }

  @Test("A device that comes back after another is the present one again")
  func back() async throws {
    let calls = try Calls()
    try await calls.call(at: 9, records: [.outbox(.notice(help(9, token: 1)))])
    try await calls.call(at: 10, device: 2, records: [.outbox(.notice(help(10, token: 2)))])
    #expect(try await calls.scene(at: 10).log.notices.map(\.notice.token) == [2])
    try await calls.call(at: 11, from: 1)
    #expect(try await calls.scene(at: 11).log.notices.map(\.notice.token) == [1])
    #expect(try await calls.file.replica(of: SyncText.hex(1)).count == 1)
    #expect(try await calls.file.replica(of: SyncText.hex(2)).count == 1)
    try await calls.call(at: 12, device: 3)
    #expect(try await calls.scene(at: 12).log.notices.isEmpty)
    #expect(alerts(try await story(calls, at: 12)).count == 2)
  }
}
