import Foundation
import Glibc
import TestSupport
import Testing

/// A device whose keys, settings or disk change after its start.
@Suite("vigia run with what comes late: keys, settings, disk", .serialized)
struct LiveStateTests {
  private static let home = "{lat: -2.9005, lon: -79.0045, radius_m: 100}"
  private static let family = "caregivers: [{name: Ana, kinship: hija, email: ana@example.org}]\n"

  private func until(_ what: String, _ condition: () throws -> Bool) throws {
    let end = Date(timeIntervalSinceNow: 120)
    while try !condition() {
      if Date() > end { throw LiveWalkTests.TookTooLong(what: what) }
      usleep(20_000)
    }
  }

  private func text(_ url: URL) -> String { (try? String(contentsOf: url, encoding: .utf8)) ?? "" }

  private func diary(_ run: LiveRun) throws -> String {
    let list = try Daemon([
      LiveRun.binary, "diary", "list", "--state", run.file("state").path, "--format", "json",
    ])
    list.wait()
    return try list.written()
  }

  @Test(
    "A late state counts from then on, nothing that happened meanwhile is lost, and all replays")
  func late() throws {
    let run = try LiveRun(perimeter: Self.home, profile: Self.family)
    try run.start()
    try until("the first life") { try !run.events().isEmpty }
    let add = try Daemon([
      LiveRun.binary, "diary", "add", "--state", run.file("state").path, "--glucose", "182mg/dL",
    ])
    add.wait()
    run.stop()
    let stored = try run.events().named("notice.queued").count

    try FileManager.default.moveItem(at: run.file("state"), to: run.file("away"))
    try "in the way".write(to: run.file("state"), atomically: true, encoding: .utf8)
    let box = run.file("box.jsonl")
    try run.start(["--blackbox", box.path])
    // The family is to be told, and that is to be remembered.
    try until("the alarm") { text(box).contains(#""class":"STORAGE","at_ms""#) }
    try until("the notice") {
      try run.events().contains { $0["about"] as? String == "storage.failed" }
    }
    try FileManager.default.removeItem(at: run.file("state"))
    try FileManager.default.moveItem(at: run.file("away"), to: run.file("state"))
    try until("the start from the state") {
      text(box).components(separatedBy: #""class":"BOOT""#).count == 3
        && text(box).contains(#""about":"reading""#)
    }
    try until("the door") { try diary(run).contains("182") }
    run.stop()
    let lived = try run.events()
    #expect(lived.named("device.started").count == 2)
    let second = text(box).components(separatedBy: #""class":"BOOT""#).last ?? ""
    let notices = second.components(separatedBy: #""about":"notice""#).count - 1
    #expect(notices == stored + 1, "those of the first life, and that of the one without a state")
    #expect(!second.contains(#""class":"STORAGE""#), "all is well again")
    let replayed = try LiveRun.replay([box.path])
    #expect(replayed.last?["digest"] as? String == lived.last?["digest"] as? String)

    // The next life begins with all of it.
    try run.start()
    try until("the third life") { try !run.events().isEmpty }
    run.stop()
    let third = text(run.file("state/blackbox.jsonl"))
    #expect(third.components(separatedBy: #""about":"notice""#).count - 1 > notices)
    #expect(third.contains(#""about":"reading""#))
  }

  @Test("A black box that had no folder begins with the state, and replays by itself")
  func blackBox() throws {
    let run = try LiveRun(perimeter: Self.home)
    try "in the way".write(to: run.file("state"), atomically: true, encoding: .utf8)
    try run.start()
    try until("the device's start") { try !run.events().isEmpty }
    try FileManager.default.removeItem(at: run.file("state"))
    try until("the black box") { text(run.file("state/blackbox.jsonl")).contains("CONFIG") }
    run.stop()
    let replayed = try LiveRun.replay([run.blackBox])
    #expect(replayed.last?["digest"] as? String == (try run.events().last?["digest"] as? String))
  }

  @Test("Settings that are loaded again while the device waits for its keys come behind its start")
  func earlyReload() throws {
    let run = try LiveRun(perimeter: Self.home)
    try run.start(["--keys", "/dev/input/none"])
    // It is made just before the device waits, when the signal is heard already.
    try until("the black box") { access(run.blackBox, F_OK) == 0 }
    run.daemon?.send(SIGHUP)
    try until("the settings") {
      text(run.file("state/blackbox.jsonl")).components(separatedBy: #""class":"CONFIG""#).count
        == 3
    }
    run.stop()
    let box = text(run.file("state/blackbox.jsonl"))
    #expect(box.hasPrefix(#"{"class":"BOOT""#))
    let replayed = try LiveRun.replay([run.blackBox])
    #expect(replayed.last?["digest"] as? String == (try run.events().last?["digest"] as? String))
  }

  @Test(
    "Buttons that are plugged in later count from then on",
    .needs(.umockdev))
  func lateKeys() throws {
    let run = try LiveRun(perimeter: Self.home)
    let device = try MockDevice(
      "\(LiveRun.binary) run --profile \(run.file("profile.yaml").path) --state "
        + "\(run.file("state").path) --format json --sound null", isThere: false, down: [[]])
    defer { device.end() }
    try until("the device's start") { text(run.file("state/blackbox.jsonl")).contains("CONFIG") }
    let before = text(run.file("state/blackbox.jsonl"))
    #expect(before.contains(#""keys":[],"secret""#))
    try device.plugIn()
    try until("the keys") {
      text(run.file("state/blackbox.jsonl")).contains(
        #""keys":["help","ok","plus","minus"]}"#)
    }
    device.unplug()
    try device.plugIn()
    device.send([InputEvent(1, 138, 1), .report])
    try until("the call for help") {
      text(run.file("state/blackbox.jsonl")).contains(#""class":"KEY","#)
    }
    let box = text(run.file("state/blackbox.jsonl"))
    #expect(box.components(separatedBy: #""class":"KEYS""#).count == 2, "told once")
  }
}
