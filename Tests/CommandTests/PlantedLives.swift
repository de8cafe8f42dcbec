import ArgumentParser
import Device
import Foundation
import HAL
import Simulator
import TestSupport
import Trial

@testable import Checkers
@testable import vigia

/// Ways to live that fail by design: the device is right, so somebody else must be wrong.
enum Planted {
  /// A checker that holds every reported exit for a false one.
  struct NoExit: Checker, Sendable {
    var violation: Violation?

    mutating func see(_ event: Event, _ truth: Truth) {}

    mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
      guard violation == nil, case .perimeter(.left) = action else { return }
      violation = Violation(
        invariant: .insideIsNotReported, at: truth.now, what: "planted: an exit was reported")
    }
  }

  /// Hours of a day's beginning: a whole day takes a test three times as long.
  static let noExit: Life.Way = {
    var plan = $0
    plan.duration = min(plan.duration, .seconds(8 * 3600))
    plan.calm = min(plan.calm, plan.duration)
    return Life.live(plan, beside: NoExit(), note: $1)
  }

  /// Short days, of which those of these seeds fail after 1 h 2 min 3 s, and take longer.
  static func failing(_ seeds: Set<UInt64>) -> Life.Way {
    { plan, note in
      var life = Life.live(short(plan), note: note)
      guard seeds.contains(plan.seed) else { return life }
      Thread.sleep(forTimeInterval: 0.02)
      life.violation = Violation(
        invariant: .helpSounds, at: Instant(milliseconds: 3_723_000), what: "planted: \"mute\"")
      return life
    }
  }

  /// Short days that fail in one way with so many steps, and with fewer in another.
  static func turning(below steps: Int) -> Life.Way {
    { plan, note in
      var life = Life.live(short(plan), note: note)
      life.violation = Violation(
        invariant: plan.items.count < steps ? .alarmSounds : .helpSounds,
        at: Instant(milliseconds: 86_400_000), what: "planted: \(plan.items.count) steps")
      return life
    }
  }

  /// Short days that never come out the same twice.
  static func unlike() -> Life.Way {
    let lives = Counter()
    return { plan, note in
      var life = Life.live(short(plan), note: note)
      life.digest = lives.next()
      return life
    }
  }

  /// Days that fail the first time they are lived, and never again.
  static func failingOnce() -> Life.Way {
    let lives = Counter()
    return { plan, note in
      let fails = lives.next() == 1
      return fails ? failing([plan.seed])(plan, note) : Life.live(short(plan), note: note)
    }
  }

  private static func short(_ plan: Plan) -> Plan {
    var plan = plan
    plan.duration = .seconds(60)
    plan.calm = plan.duration
    return plan
  }

  private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var count: UInt64 = 0
    func next() -> UInt64 {
      lock.withLock {
        count += 1
        return count
      }
    }
  }
}

/// `vigia explore` inside the test, with lives of another way.
struct Explored {
  var status: Int32
  var output: String
  var lines: [String] { output.split(separator: "\n").map(String.init) }
  var events: [EventLines.Event] { EventLines.read(output) }
  var seeds: [Int] {
    events.named("failure").compactMap { $0["seed"] as? Int }
  }

  /// - Parameter arguments: as a shell takes them, without quotes.
  init(_ arguments: String, by live: @escaping Life.Way, writingTo folder: String? = nil) throws {
    let command = try ExploreCommand.parse(arguments.split(separator: " ").map(String.init))
    var output = ""
    do {
      try command.explore(by: live, writingTo: folder) { output += $0 + "\n" }
      status = 0
    } catch let code as ExitCode { status = code.rawValue }
    self.output = output
  }
}
