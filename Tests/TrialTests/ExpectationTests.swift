import Device
import Findings
import Foundation
import HAL
import Profile
import TestSupport
import Testing

@testable import Trial

@Suite("Expectations, and the verdict on each")
struct ExpectationTests {
  private func judge(_ yaml: String) throws -> [Verdict] {
    let file = try TemporaryFile(yaml)
    return try Expectations(file: file.path).judge(timeline)
  }

  private func refusal(_ yaml: String) throws -> String {
    let file = try TemporaryFile(yaml, name: "expect.yaml")
    let error = #expect(throws: InputError.self) { try Expectations(file: file.path) }
    return error?.description ?? ""
  }

  /// An exit at 100 s, a return at 200 s, another exit at 300 s.
  private var timeline: [TimelineEntry] {
    let place = Whereabouts(
      position: Position(latitudeE7: 0, longitudeE7: 0)!, distance: nil, radius: nil, eph: nil)
    let actions: [(Int64, Action)] = [
      (0, .started), (100, .perimeter(.left(place, initial: false))),
      (200, .perimeter(.returned(place))),
      (300, .perimeter(.left(place, initial: false))),
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

  @Test("One reminder, alarm, matter or caregiver can be meant among several")
  func filtered() throws {
    let due = CivilMinute(0)
    let help = Notice(id: NoticeID(1), matter: .help, whereabouts: nil)
    let actions: [Action] = [
      .reminder(.due(Occurrence(reminder: 1, due: due), .reminder, .first)),
      .reminder(.due(Occurrence(reminder: 2, due: due), .medication, .first)),
      .alarm(.started(.help, .medium)), .alarm(.started(.leftPerimeter, .medium)),
      .outbox(.queued(help)),
      .outbox(.delivered(help.id, Recipient(caregiver: 1, route: .mail))),
      .show(.help(.calling, caregiver: 1)), .show(.help(.told, caregiver: 1)),
    ]
    let entries = actions.compactMap { action in
      EventName(action).map { name in
        var entry = TimelineEntry(
          name: name, time: WallTime(milliseconds: 0), sinceStart: .seconds(1), action: action)
        if action.notice != nil { entry.about = .help }
        return entry
      }
    }
    let file = try TemporaryFile(
      """
      expect:
      - {event: reminder.due, count: 2}
      - {event: reminder.due, reminder: 2}
      - {none: reminder.due, reminder: 3}
      - {event: alarm.started, alarm: help}
      - {event: notice.queued, about: help}
      - {event: notice.delivered, about: help, caregiver: 2}
      - {event: notice.delivered, caregiver: 1}
      - {event: screen, page: help.told}
      """)
    let verdicts = try Expectations(file: file.path).judge(entries)
    #expect(verdicts.map { $0.miss == nil } == [true, true, true, true, true, true, false, true])
    #expect(verdicts[5].expectation == "1 notice.delivered about help with caregiver 2")
    #expect(verdicts[6].miss == "it never happened")
    #expect(verdicts[7].expectation == "1 screen help.told")
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
      ("expect:\n- {event: alarm.started, alarm: fire}\n", "line 2", "left_perimeter"),
      ("expect:\n- {event: perimeter.exit, alarm: help}\n", "line 2", "alarm.started"),
      ("expect:\n- {event: reminder.due, reminder: 0}\n", "line 2", "expected 1 to 65535"),
      ("expect:\n- {event: reminder.due, reminder: 1.5}\n", "line 2", "expected a whole number"),
      ("expect:\n- {event: notice.queued, about: rain}\n", "line 2", "glucose.low"),
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
