import Device
import Foundation
import TestSupport
import Testing

@testable import Profile

@Suite("The portal's settings over the device's own file (ALZ-1, ALZ-3, SAFE-3)")
struct PortalProfileTests {
  private static let own = """
    wearer: {name: Rosa}
    caregivers: [{name: Ana, kinship: hija, email: ana@example.org}]
    perimeter: {lat: -2.9005, lon: -79.0045, radius_m: 150}
    routes:
      mail: {host: localhost, port: 25, from: vigia@example.org}
      portal: {url: "https://portal.example.org", credentials: portal.secret}
    quit: {per_day: 10, price: 5, quit_at: 2026-01-01 08:00}
    reminders:
      - {name: Pastilla, type: medication, dose: 1, at: 2026-11-21 08:00, repeat: daily}

    """
  private static let wide = own.replacing("radius_m: 150", with: "radius_m: 400")

  @Test("Where the own file undoes a portal's medicine, all caregivers are told (SAFE-3)")
  func undone() throws {
    let pill =
      "  - {name: Jarabe, type: medication, dose: 1, at: 2026-11-21 09:00, repeat: daily}\n"
    let revision = PortalProfile(
      revision: 4, base: Self.own, untold: ProfileChanges(), text: Self.own + pill)
    let edited = try profile(Self.own.replacing("08:00, repeat", with: "08:15, repeat"))
    #expect(try revision.over(edited, text: "edited") == nil)
    let before = try revision.before(file: "profile.yaml")
    #expect(PortalProfile.undone(before, by: edited) == .reminders)
    #expect(before.changes(to: edited).isEmpty, "a portal's own change of them is on its pages")
    // Reminders that stay as they were are not told.
    let wide = try profile(Self.wide + pill)
    #expect(PortalProfile.undone(before, by: wide) == .perimeter)
  }

  private func profile(_ text: String) throws -> Profile {
    try Profile(text: text, file: "profile.yaml")
  }

  private func radius(_ revision: PortalProfile, over text: String) throws -> Double? {
    try revision.over(profile(text), text: text)?.perimeter.radius.value
  }

  private static func revision(isOver: Bool = false) -> PortalProfile {
    var revision = PortalProfile(
      revision: 4, base: own, untold: .perimeter, text: wide, former: ["luis@example.org"])
    revision.isOver = isOver
    return revision
  }

  @Test(
    "What no portal changes can be changed in the own file, and the portal's settings stay",
    arguments: [
      ("a comment", "# Rosa's\n" + own),
      ("a cigarette", own + "slips: [{at: 2026-02-03 10:00, cigarettes: 1}]\n"),
      ("the price", own.replacing("price: 5", with: "price: 6")),
      ("the way of mail", own.replacing("port: 25", with: "port: 2525")),
      ("the zone", own + "time_zone: America/Guayaquil\n"),
    ])
  func stays(_ what: String, _ text: String) throws {
    let merged = try #require(try Self.revision().over(profile(text), text: text), "\(what)")
    #expect(merged.perimeter.radius.value == 400)
    let changed = try profile(text)
    #expect(merged.slips == changed.slips && merged.quit == changed.quit)
    #expect(merged.routes == changed.routes && merged.timeZone == changed.timeZone)
  }

  @Test(
    "Who changes a setting in the own file that the portal may change, too, has the last word",
    arguments: [
      ("the name", own.replacing("Rosa", with: "Rosario")),
      ("a caregiver", own.replacing("ana@", with: "ana.m@")),
      ("the radius", own.replacing("150", with: "151")),
      (
        "the sensitivity", own.replacing("radius_m: 150", with: "radius_m: 150, sensitivity: quick")
      ),
      ("a time", own.replacing("08:00, repeat", with: "08:01, repeat")),
      ("a dose", own.replacing("dose: 1", with: "dose: 2")),
      ("calm", own + "quiet_hours: [{from: \"22:00\", to: \"06:00\"}]\n"),
      ("an alarm", own + "alarms: {battery_low: medium}\n"),
      ("language", own + "language: en\n"), ("letters", own + "text_size: huge\n"),
      ("volume", own + "volume: 81\n"),
      ("a limit", own + "notices: {snooze_min: 17}\n"),
    ])
  func lastWord(_ what: String, _ text: String) throws {
    #expect(try radius(Self.revision(), over: text) == nil, "\(what)")
  }

  @Test(
    "A revision that the own file has overtaken never counts again, not for its old text either")
  func over() throws {
    #expect(try radius(Self.revision(), over: Self.own) == 400)
    #expect(try radius(Self.revision(isOver: true), over: Self.own) == nil)
  }

  @Test("Without the portal in the own file its settings do not count")
  func unpaired() throws {
    let text = Self.own.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("portal:") }.joined(separator: "\n")
    #expect(try radius(Self.revision(), over: text) == nil)
  }

  @Test("The revision comes back from the disk with both texts, byte for byte")
  func back() throws {
    let folder = TemporaryFolder()
    #expect(PortalProfile(in: folder.path) == nil)
    for isOver in [false, true] {
      var revision = Self.revision(isOver: isOver)
      revision.base += "# áéí\r\n"
      try revision.store(in: folder.path)
      #expect(PortalProfile(in: folder.path) == revision)
    }
    let path = folder.path("profile.portal")
    let whole = try String(contentsOfFile: path, encoding: .utf8)
    for damaged in [
      "", "x", String(whole.dropFirst(2)), whole.replacing("over", with: "over over over"),
      "# vigia portal 2 4 counts 2 999999\nx", "# vigia portal 2 4 counts 2 -1\nx",
    ] {
      try damaged.write(toFile: path, atomically: true, encoding: .utf8)
      #expect(PortalProfile(in: folder.path) == nil, "\(damaged.prefix(40))")
    }
  }
}
