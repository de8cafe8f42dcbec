import Checkers
import Foundation
import HAL
import Simulator
import Testing

@testable import vigia

/// The last lines before a failure: what the device saw, and what it did.
@Suite("The history of a failing day")
struct LifeHistoryTests {
  private let plan = Swarm.plan(seed: 0)

  @Test("Each line has its time; what came is a line of a trace, what was done one of a timeline")
  func lines() throws {
    let lines = LifeHistory.last(60, of: plan)
    #expect(lines.count == 60)
    var last = ""
    var came = 0
    var done = 0
    for line in lines {
      let parts = try #require(line.wholeMatch(of: /(\d\d:\d\d:\d\d)( |   )(\{.+\})/), "\(line)")
      #expect(String(parts.1) >= last)
      last = String(parts.1)
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(parts.3.utf8)) as? [String: Any])
      if parts.2 == " " {
        came += 1
        #expect(object["class"] is String)
        // A fix a second, and the rows of settings, would leave no room for anything else.
        #expect(object["class"] as? String != "TPV")
      } else {
        done += 1
        #expect(object["event"] is String)
      }
    }
    #expect(came > 0 && done > 0)
  }

  @Test("However many lines are asked for, they are the last ones")
  func tail() {
    let many = LifeHistory.last(400, of: plan)
    #expect(many.count > 60)
    for count in [1, 5, 20, 60] {
      #expect(LifeHistory.last(count, of: plan) == Array(many.suffix(count)))
    }
  }

  @Test("It ends with the failure, not with the day")
  func end() throws {
    let seed = try #require(
      (0..<20 as Range<UInt64>).first { Planted.noExit(Swarm.plan(seed: $0), nil).violation != nil }
    )
    let plan = Swarm.plan(seed: seed)
    let violation = try #require(Planted.noExit(plan, nil).violation)
    let lines = LifeHistory.last(20, of: plan, by: Planted.noExit)
    #expect(lines.last?.hasPrefix(LifeHistory.clock(violation.at)) == true)
    #expect(lines.contains { $0.contains("perimeter.exit") })
    #expect(LifeHistory.last(20, of: plan) != lines)
  }

  @Test(
    "Moments count from the start of the life, over its days",
    arguments: [
      (0, "00:00:00"), (59_999, "00:00:59"), (3_723_000, "01:02:03"), (90_000_000, "25:00:00"),
      (360_000_000, "100:00:00"),
    ] as [(Int64, String)])
  func clock(milliseconds: Int64, text: String) {
    #expect(LifeHistory.clock(Instant(milliseconds: milliseconds)) == text)
  }
}
