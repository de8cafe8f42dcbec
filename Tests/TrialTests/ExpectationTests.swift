import Device
import Foundation
import HAL
import Profile
import Testing

@testable import Trial

@Suite("What was expected, and what happened instead")
struct ExpectationTests {
  private func file(_ text: String) throws -> String {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("expect-\(UUID().uuidString).yaml").path
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func judge(_ yaml: String) throws -> [Verdict] {
    let path = try file(yaml)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try Expectations(file: path).judge(timeline)
  }

  private func refusal(_ yaml: String) throws -> String {
    let path = try file(yaml)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let error = #expect(throws: InputError.self) { try Expectations(file: path) }
    return error?.description ?? ""
  }

  /// An exit at 100 s, a return at 200 s, another exit at 300 s.
  private var timeline: [TimelineEntry] {
    let place = Whereabouts(
      position: Position(latitudeE7: 0, longitudeE7: 0)!, distance: nil, radius: nil, eph: nil)
    let actions: [(Int64, Action)] = [
      (0, .started), (100, .left(place, initial: false)), (200, .returned(place)),
      (300, .left(place, initial: false)),
    ]
    return actions.compactMap { seconds, action in
      EventName(action).map {
        TimelineEntry(
          name: $0, time: WallTime(milliseconds: 1_426_950_000_000 + seconds * 1000),
          sinceStart: .seconds(seconds), action: action)
      }
    }
  }

  @Test("Windows in seconds and in wall time, counts, and none of a kind")
  func met() throws {
    let verdicts = try judge(
      """
      expect:
      - {event: perimeter.exit, from_s: 90, to_s: 110}
      - {event: perimeter.exit, count: 2}
      - {event: perimeter.return, from: 2015-03-21T15:03:20Z, to: 2015-03-21T15:03:20.000Z}
      - {none: position.lost}
      - {none: perimeter.exit, from_s: 101, to_s: 299}
      - {event: device.started}
      """)
    #expect(verdicts.allSatisfy { $0.miss == nil })
    #expect(verdicts.count == 6)
  }

  @Test("Each miss says what happened instead")
  func missed() throws {
    let verdicts = try judge(
      """
      expect:
      - {event: perimeter.exit, from_s: 0, to_s: 50}
      - {event: perimeter.exit, count: 1}
      - {none: perimeter.return}
      - {event: position.lost}
      """)
    #expect(
      verdicts.map(\.miss) == [
        "it happened at 100.0 s (2015-03-21T15:01:40.000Z), at 300.0 s (2015-03-21T15:05:00.000Z)",
        "it happened 2 times: at 100.0 s (2015-03-21T15:01:40.000Z), "
          + "at 300.0 s (2015-03-21T15:05:00.000Z)",
        "it happened once: at 200.0 s (2015-03-21T15:03:20.000Z)",
        "it never happened",
      ])
    #expect(verdicts[0].expectation == "1 perimeter.exit from 0 s until 50 s")
  }

  @Test(
    "A wrong file is refused with its line and with what was expected",
    arguments: [
      ("expect:\n- {event: perimeter.left}\n", "line 2", "perimeter.exit"),
      ("expect:\n- {evnt: perimeter.exit}\n", "line 2", "unknown key \"evnt\""),
      ("expect:\n- {event: perimeter.exit, from_s: soon}\n", "line 2", "expected a number"),
      ("expect:\n- {event: perimeter.exit, count: -1}\n", "line 2", "expected a whole number"),
      ("expect:\n- {event: perimeter.exit, from: 15 o'clock}\n", "line 2", "expected a time"),
      ("expect:\n- {count: 1}\n", "line 2", "needs either"),
      (
        "expect:\n- {event: perimeter.exit, from_s: 245, to_s: 190}\n", "line 2", "after its end"
      ),
      (
        "expect:\n- {event: perimeter.exit, from: 2015-03-21T10:03:10}\n", "line 2", "with its zone"
      ),
      ("expect:\n- {none: perimeter.exit, count: 1}\n", "line 2", "does not go with"),
      ("expect: []\n", "line 1", "is empty"),
      ("expect: [\n", "line", "is not YAML"),
      ("other: 1\n", "line 1", "unknown key"),
      ("", ".yaml", "is empty"),
    ])
  func refused(_ yaml: String, _ line: String, _ what: String) throws {
    let message = try refusal(yaml)
    #expect(message.contains(line))
    #expect(message.contains(what))
    #expect(!message.contains("\n"))
  }
}
