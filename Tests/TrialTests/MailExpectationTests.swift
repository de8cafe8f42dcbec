import Device
import Findings
import Foundation
import HAL
import Profile
import TestSupport
import Testing
import Traces
import Words

@testable import Trial

@Suite("Expectations about mails (ALZ-4)")
struct MailExpectationTests {
  private func entry(_ caregiver: UInt8, _ language: Language?, route: Route = .mail) throws
    -> TimelineEntry
  {
    let place = Whereabouts(
      position: try #require(Position(latitudeE7: 0, longitudeE7: 0)), distance: Metres(143),
      radius: Metres(100), eph: nil)
    let notice = Notice(id: NoticeID(1), matter: .perimeter(.left), whereabouts: place)
    var entry = TimelineEntry(
      name: .mail, time: WallTime(milliseconds: 0), sinceStart: .seconds(60),
      action: .outbox(
        .send(
          Dispatch(
            notice: notice, recipient: Recipient(caregiver: caregiver, route: route), attempt: 1,
            late: Milliseconds(0)))))
    entry.about = .perimeterExit
    entry.words.language = language
    return entry
  }

  private func judge(_ lines: [String], _ timeline: [TimelineEntry]) throws -> [Verdict] {
    let yaml = "expect:\n" + lines.map { "- {\($0)}\n" }.joined()
    let file = try TemporaryFile(yaml)
    return try Expectations(file: file.path).judge(timeline)
  }

  @Test("One text, all of several, and none of others; in the caregiver's language")
  func words() throws {
    let timeline = [try entry(0, .spanish), try entry(1, .english)]
    let verdicts = try judge(
      [
        "event: mail, count: 2",
        "event: mail, about: perimeter.exit, caregiver: 1, says: 43 m fuera",
        "event: mail, says: [43 m outside, Accuracy unknown.], omits: fuera",
        "event: mail, says: [43 m outside, 44 m]", "event: mail, caregiver: 2, omits: outside",
        "none: mail, says: towards", "event: mail, about: help",
      ], timeline)
    #expect(verdicts.map { $0.miss == nil } == [true, true, true, false, false, true, false])
    #expect(
      verdicts[3].expectation == "1 mail that says “43 m outside” that says “44 m”")
    #expect(verdicts[3].miss?.hasPrefix("the mail said: Ha salido del perímetro / Hola") == true)
    #expect(verdicts[4].miss?.contains("43 m outside the perimeter") == true)
    #expect(verdicts[6].miss == "it never happened")
  }

  @Test("A relay gets one line of the same words")
  func relay() throws {
    let verdicts = try judge(
      ["event: mail, says: 43 m outside the perimeter, omits: Hello"],
      [try entry(0, .english, route: .relay)])
    #expect(verdicts.map(\.miss) == [nil])
  }

  @Test(
    "Words are expected of mails only, and not without any",
    arguments: [
      ("event: notice.delivered, says: x", "does not go with notice.delivered; it goes with mail"),
      ("event: mail, says: []", "is empty"), ("event: mail, omits: ''", "expected text"),
      ("event: mail, page: home", "does not go with mail"),
    ])
  func refused(_ line: String, _ words: String) throws {
    let error = #expect(throws: InputError.self) { try judge([line], []) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("line 2") == true)
  }

  @Test("A mail is no line of the timeline")
  func unseen() throws {
    let trace = #"""
      {"class":"BOOT","at_ms":0,"number":1,"keys":["help"],"secret":["0123456789abcdef","fedcba9876543210"]}
      {"class":"SETTING","at_ms":0,"setting":"begin"}
      {"class":"SETTING","at_ms":0,"setting":"perimeter","lat":-2.9005,"lon":-79.0045,"radius_m":100}
      {"class":"SETTING","at_ms":0,"setting":"caregiver","mail":true,"relay":false}
      {"class":"SETTING","at_ms":0,"setting":"end"}
      {"class":"KEY","at_ms":60000,"key":"help"}
      {"class":"TPV","at_ms":61000,"mode":3,"time":"2026-03-10T14:00:00Z","lat":-2.9005,"lon":-79.0045}

      """#
    let file = try TemporaryFile(trace)
    var seen: [EventName] = []
    var options = Replay.Options()
    options.showsScreens = true
    let outcome = try Replay(path: file.path, options: options).run { seen.append($0.name) }
    #expect(seen.contains(.noticeQueued) && seen.contains(.screen))
    #expect(!seen.contains(.mail))
    let mails = outcome.timeline.filter { $0.name == .mail }
    #expect(mails.first?.about == .help && mails.first?.letter?.contains("Asks for help") == true)
  }
}
