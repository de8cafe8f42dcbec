import Checkers
import Foundation
import HAL
import Scenarios
import Simulator
import TestSupport
import Testing
import Traces
import Trial

/// The trace of a life is the truth about it.
@Suite("A life and the replay of its trace decide alike")
struct ScenarioReplayTests {
  @Test(
    "Drawn hours with all faults, power cuts among them, do the same in a replay",
    arguments: (0..<32 as Range<UInt64>).map { Swarm.plan(seed: $0) }.filter { $0.isReadable })
  func swarm(plan: Plan) throws {
    var plan = plan
    // Every fault of the day, in two hours of it.
    plan.duration = .seconds(7200)
    plan.calm = plan.duration
    for i in plan.items.indices {
      plan.items[i].at = Milliseconds(plan.items[i].at.count / 12)
      plan.items[i].lasts = Milliseconds(plan.items[i].lasts.count / 12)
    }
    let folder = TemporaryFolder()
    let file = try folder.write(ScenarioWriter(plan).text(title: "Two hours"))
    var trace = ""
    let life = try Scenario(file: file).live { trace += $0 }
    let path = try folder.write(trace, as: "day.jsonl")
    let replayed = try Replay(path: path, options: .init()).run { _ in }
    #expect(replayed.summary.actions.value == life.actions)
    // Decisions by a clock that restarts have other moments in them.
    if !plan.clockRestarts { #expect(replayed.summary.digest.value == life.digest) }
    #expect(replayed.complaints.isEmpty)
  }

  @Test(
    "Whole days in which something comes in the millisecond of a deadline, or twice, replay, too",
    arguments: [58, 176, 468, 565])
  func kept(seed: Int) throws {
    var trace = ""
    let life = try Scenario(file: Places.own("Tests/Kept/lives/seed-\(seed).yaml")).live {
      trace += $0
    }
    let folder = TemporaryFolder()
    let path = try folder.write(trace, as: "day.jsonl")
    let replayed = try Replay(path: path, options: .init()).run { _ in }
    #expect(replayed.summary.digest.value == life.digest)
  }

  @Test("A drawn day with more reminders than a device has room for is written and replayed, too")
  func crowded() throws {
    let plans = (0..<400 as Range<UInt64>).lazy.map { Swarm.plan(seed: $0) }
    let plan = try #require(plans.first { $0.household.reminders.count > 32 })
    let folder = TemporaryFolder()
    let file = try folder.write(ScenarioWriter(plan).text(title: "A crowded day"))
    var trace = ""
    let life = try Scenario(file: file).live { trace += $0 }
    let path = try folder.write(trace, as: "day.jsonl")
    let replayed = try Replay(path: path, options: .init()).run { _ in }
    #expect(replayed.summary.actions.value == life.actions)
    #expect(replayed.complaints.isEmpty)
  }

  @Test("A device without power does nothing: its reminder is due when it is back, not before")
  func dark() throws {
    let folder = TemporaryFolder()
    let file = try folder.write(
      """
      title: Dark
      start: 2026-03-10T14:00:00Z
      lasts: 15 min
      profile:
        wearer: {name: Rosa}
        caregivers: [{name: Ana, kinship: hija, email: ana@example.org}]
        perimeter: {lat: -2.9005, lon: -79.0045, radius_m: 150}
        reminders: [{id: 1, type: reminder, name: Agua, at: 2026-03-10 09:05}]
        time_zone: America/Guayaquil
      day:
      - {at: "09:02", until: "09:10", power: cut}

      """)
    var trace = ""
    _ = try Scenario(file: file).live { trace += $0 }
    var due: [Milliseconds] = []
    _ = try Replay(path: folder.write(trace, as: "day.jsonl"), options: .init()).run {
      if $0.name == .reminderDue { due.append($0.sinceStart) }
    }
    let first = try #require(due.first)
    #expect(first >= .seconds(600))
  }
}

extension Plan {
  /// A trace with two reminders of one number is refused.
  fileprivate var isReadable: Bool {
    let reloads = items.compactMap { item in
      if case .act(.reload(let other)) = item.kind { other } else { nil }
    }
    return ([household] + reloads).allSatisfy {
      Set($0.reminders.map(\.id)).count == $0.reminders.count
    }
  }
}
