import Foundation
import Glibc
import HAL
import TestSupport
import Testing

/// A device that works out its advice beside the watch, from its own recordings.
@Suite("Advice of a device that lives (ALZ-3)", .serialized, .needs(Town.mail + [.gpsd]))
struct AdviceLiveTests {
  private let town: Town
  private let portal: PortalServer

  init() throws {
    town = try Town(seconds: 6 * 3600)
    portal = try PortalServer("portal")
    try town.write(
      profile: """
        caregivers: [{name: Ana, kinship: hija, email: ana@example.org}]
        routes:
          portal: {url: "\(portal.url)/", credentials: portal.secret}
        """)
    try town.folder.write("portal.secret", PortalServer.key + "\n", mode: 0o600)
    try FileManager.default.createDirectory(
      atPath: town.statePath, withIntermediateDirectories: true)
  }

  /// Days at home with an hour at noon 300 m away, as gpsd tells them.
  private func record(days: Int, every step: Int, as name: String, more: String = "") throws {
    var text = ""
    let begin = Town.begin.milliseconds / 1000 - Int64(days * 86_400)
    for second in stride(from: 0, to: days * 86_400, by: step) {
      let time = Date(timeIntervalSince1970: Double(begin + Int64(second)))
      let place = (12..<13).contains(second / 3600 % 24) ? "-2.8978" : "-2.9005"
      text += #"{"class":"TPV","mode":3,"time":"\#(time.formatted(.iso8601))","lat":"#
      text += "\(place),\"lon\":-79.0045,\"eph\":5.0}\n"
    }
    try town.folder.write("state/\(name)", text + more)
  }

  private func ask(_ numbers: Int...) throws {
    let until = Town.begin.milliseconds + 10 * 3_600_000
    try portal.order(
      numbers.map { #"{"id":\#($0),"until_ms":\#(until),"advise":{"caregiver":1}}"# })
  }

  private func answer(_ number: Int) -> [String: Any]? {
    for request in portal.requests {
      for done in request["did"] as? [[String: Any]] ?? []
      where done["message"] as? Int == number { return done }
    }
    return nil
  }

  /// Processes that work out an advice.
  private var helpers: [pid_t] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }
      .filter { process in
        let words = (try? Data(contentsOf: URL(filePath: "/proc/\(process)/cmdline"))) ?? Data()
        return String(decoding: words, as: UTF8.self).contains(town.statePath + "/blackbox")
      }
  }

  @Test("The figures are those of the command, without a place; what cannot be read is left out")
  func figures() throws {
    try record(days: 3, every: 30, as: "blackbox-1-0.jsonl", more: "{\"class\":\"TPV\",\"mo")
    try town.folder.write("state/blackbox-1-1.jsonl", "no trace at all\n")
    let command = try Daemon([
      LiveRun.binary, "perimeter", "advise", "--state", town.statePath, "--format", "json",
    ])
    command.wait()
    let written = try command.written()
    let advice = try #require(
      try JSONSerialization.jsonObject(with: Data(written.utf8)) as? [String: Any])
    let run = try town.start()
    town.feeder.start()
    try ask(1)
    try Town.until("the advice") {
      run.look()
      return answer(1) != nil
    }
    let done = try #require(answer(1))
    let figures = try #require(done["advice"] as? [String: Any], "\(done)")
    #expect(figures["radius_m"] as? Int == advice["radius_m"] as? Int)
    #expect(figures["radius_m"] as? Int == 350)
    #expect((figures["farthest"] as? [String: Any])?["days"] as? Int == 3)
    #expect(figures["off_m"] as? Double == 0)
    #expect(figures["lat_e7"] as? Int == -29_005_000, "the centre in force, which the portal has")
    let places = [figures["lat"], figures["lon"], figures["daily"]]
    #expect(places.allSatisfy { $0 == nil })
    run.end()
  }

  @Test("Two ask while the centre moves: both get the figures, with the centre that they are of")
  func twoAtOnce() throws {
    try record(days: 7, every: 5, as: "blackbox-1-0.jsonl")
    let run = try town.start()
    town.feeder.start()
    try ask(1, 2)
    try Town.until("the work") {
      run.look()
      return !helpers.isEmpty
    }
    let moved = """
      caregivers: [{name: Ana, kinship: hija, email: ana@example.org}]
      perimeter: {lat: -2.91, lon: -79.0045, radius_m: 150}
      """
    let revision = try JSONSerialization.data(withJSONObject: ["revision": 9, "yaml": moved])
    try portal.order([], profile: String(decoding: revision, as: UTF8.self))
    try Town.until("both answers") {
      run.look()
      return answer(1) != nil && answer(2) != nil
    }
    for number in 1...2 {
      let figures = try #require(answer(number)?["advice"] as? [String: Any])
      #expect(figures["radius_m"] as? Int == 350)
      #expect(figures["lat_e7"] as? Int == -29_005_000)
    }
    #expect(helpers.isEmpty, "one process worked for both")
    run.end()
  }

  @Test("A process that dies costs an answer and nothing else; it never outlives the device")
  func dies() throws {
    try record(days: 7, every: 1, as: "blackbox-1-0.jsonl")
    let run = try town.start()
    town.feeder.start()
    try ask(1)
    try Town.until("the work") {
      run.look()
      return !helpers.isEmpty
    }
    let helper = try #require(helpers.first)
    #expect(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(helper)) == 19)
    let score = try String(contentsOfFile: "/proc/\(helper)/oom_score_adj", encoding: .utf8)
    #expect(score == "1000\n", "the kernel takes it before the device")
    kill(helper, SIGKILL)
    try Town.until("the answer") {
      run.look()
      return answer(1) != nil
    }
    #expect(answer(1)?["outcome"] as? String == "refused")
    #expect(answer(1)?["why"] as? String == "the device could not work it out")
    try ask(2)
    try Town.until("the next work") {
      run.look()
      return !helpers.isEmpty
    }
    run.kill()
    try Town.until("its end", seconds: 20) { helpers.isEmpty }
    #expect(answer(2) == nil, "the question waits for the next life")
  }
}
