import Foundation
import GRDB
import Glibc
import HAL
import TestSupport
import Testing

/// A device that lives behind a real gpsd, with a real mail server, and a portal over TLS.
@Suite(
  "A device that lives, and its portal (ALZ-2, SAFE-3)", .serialized, .needs(Town.mail + [.gpsd]))
struct PortalLiveTests {
  private let exim: RealMailTests.Exim
  let town: Town
  let portal: PortalServer

  private static let people = """
    caregivers:
      - {name: Ana, kinship: hija, email: ana@example.org}
      - {name: Luis, kinship: hijo, email: luis@example.org}
    """

  init() throws {
    exim = try RealMailTests.Exim()
    town = try Town(seconds: 6 * 3600)
    portal = try PortalServer("portal")
    try town.write(profile: "\(PortalLiveTests.people)\n\(routes)")
    try town.folder.write("portal.secret", PortalServer.key + "\n", mode: 0o600)
  }

  private var routes: String {
    """
    routes:
      mail: {host: localhost, port: \(exim.implicit), security: tls, user: vigia, credentials: mail.secret, from: vigia@example.org}
      portal: {url: "\(portal.url)/", credentials: portal.secret}

    """
  }

  private var database: String { town.statePath + "/vigia.sqlite" }

  /// The log without signs of life, as the protocol writes it, by sequence.
  private func log() throws -> [Int: String] {
    let queue = try DatabaseQueue(path: database)
    let rows = try queue.read { db in
      try Row.fetchAll(db, sql: "SELECT sequence, words FROM record WHERE kind != 1")
    }
    var log: [Int: String] = [:]
    for row in rows {
      let bytes: Data = row["words"]
      var words = stride(from: 0, to: 80, by: 8).map { at in
        (0..<8).reduce(UInt64(0)) {
          $0 | UInt64(bytes[bytes.startIndex + at + $1]) << UInt64($1 * 8)
        }
      }
      while words.count > 1, words.last == 0 { words.removeLast() }
      log[row["sequence"]] = words.map { String($0, radix: 16) }.joined(separator: " ")
    }
    return log
  }

  /// The token of the newest notice with that matter, from the portal's copy.
  private func token(matter: UInt64) -> String? {
    for (_, text) in portal.log.sorted(by: { $0.key > $1.key }) {
      let words = text.split(separator: " ").compactMap { UInt64($0, radix: 16) }
      guard words.count == 10, words[0] & 0xff == 4, words[0] >> 8 & 0xff == matter else {
        continue
      }
      let digits = String(words[9], radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    return nil
  }

  private static let later = Town.begin.milliseconds + 10 * 3_600_000
  private static let before = Town.begin.milliseconds - 1000

  private func subjects(to address: String) throws -> [String] {
    try exim.delivered.map { try exim.read($0) }
      .filter { ($0["to"] as? [[String]])?.contains { $0.last == address } == true }
      .compactMap { $0["subject"] as? String }
  }

  @Test("The log goes up, an answer comes down once, and the portal shows it when it is stored")
  func answers() throws {
    let run = try town.start()
    town.feeder.start()
    try town.until(run, shows: "█")
    run.type("h")
    try Town.until("the call for help in the portal") {
      run.look()
      return token(matter: 4) != nil
    }
    let found = try #require(token(matter: 4))
    try portal.order([
      #"{"id":1,"until_ms":\#(PortalLiveTests.later),"acknowledge":{"token":"\#(found)","caregiver":2}}"#,
      #"{"id":2,"until_ms":\#(PortalLiveTests.before),"where":{"caregiver":1}}"#,
      #"{"id":3,"until_ms":\#(PortalLiveTests.later),"acknowledge":{"token":"00000000000000aa","caregiver":2}}"#,
      #"{"id":4,"until_ms":\#(PortalLiveTests.later),"company":{"until_ms":\#(Town.begin.milliseconds + 7 * 3_600_000),"caregiver":1}}"#,
    ])
    try Town.until("the outcomes") {
      run.look()
      return portal.outcomes.count == 4
    }
    #expect(portal.outcomes == [1: "applied", 2: "expired", 3: "refused", 4: "applied"])
    try town.until(run, shows: "Con compañía hasta las 17:00")
    let mine = try log()
    #expect(mine.values.contains { $0.hasPrefix("106 ") }, "Luis's answer is in the log")
    try Town.until("the whole log in the portal") {
      run.look()
      return try log().allSatisfy { portal.log[$0.key] == $0.value }
    }
    #expect(portal.log.keys.allSatisfy { mine[$0] != nil || $0 > (mine.keys.max() ?? 0) })
    // The power goes. The portal, put back from a copy, asks for all of it again: nothing acts twice.
    run.kill()
    let asked = portal.requests.count
    let company = try log().values.count { $0.hasPrefix("a ") }
    let again = try town.start()
    try Town.until("a call of the next life") {
      again.look()
      return portal.requests.count > asked + 1
    }
    let from = portal.requests.suffix(1).first?["from"] as? Int ?? 0
    #expect(from > 0, "it does not begin anew")
    again.kill()
    #expect(try log().values.count { $0.hasPrefix("a ") } == company)
  }

  @Test(
    "A revision counts in its own sections; old and new addresses hear of it; a bad one changes nothing"
  )
  func profile() throws {
    let run = try town.start()
    town.feeder.start()
    try town.until(run, shows: "Rosa")
    try Town.until("the device's own file in the portal") {
      run.look()
      return portal.requests.contains { ($0["profile_kept"] as? String)?.contains("Luis") == true }
    }
    let yaml = """
      perimeter: {lat: -2.9005, lon: -79.0045, radius_m: 300}
      wearer: {name: Rosa María}
      caregivers: [{name: Ana, kinship: hija, email: nueva@example.org}, {name: Luis, kinship: hijo, email: luis@example.org}]
      routes: {relay: {url: "https://thief.example.net/"}}
      insulin: {}
      """
    func order(_ revision: Int, _ text: String) throws {
      let body = try JSONSerialization.data(withJSONObject: ["revision": revision, "yaml": text])
      try portal.order([], profile: String(decoding: body, as: UTF8.self))
    }
    // Nobody may take the family's sections for its own: this text is no profile.
    try order(3, yaml)
    try Town.until("the refusal") {
      run.look()
      return portal.requests.contains { $0["profile_refused"] != nil }
    }
    #expect(run.page.contains("Rosa") && !run.page.contains("María"))
    try FileManager.default.removeItem(atPath: portal.folder.path + "/profile.json")
    try order(4, yaml.replacingOccurrences(of: "insulin: {}", with: ""))
    try town.until(run, shows: "Rosa María")
    try Town.until("the mails of the change") {
      run.look()
      return try ["ana@example.org", "nueva@example.org", "luis@example.org"].allSatisfy {
        address in
        try subjects(to: address).contains {
          $0.contains("se han cambiado ajustes")
        }
      }
    }
    let all = try exim.delivered.map { try exim.read($0) }
    let farewell = try #require(
      all.first { ($0["to"] as? [[String]])?.map(\.last) == ["ana@example.org"] })
    let text = farewell["plain"] as? String ?? ""
    #expect(text.contains("perímetro") && text.contains("direcciones") && !text.contains("maps"))
    #expect(town.complaints.contains("revision 3 of the profile is refused"))
    // It stays in force over a power cut, and nobody is told twice.
    run.kill()
    let count = exim.delivered.count
    let again = try town.start()
    try town.until(again, shows: "Rosa María")
    try Town.until("a call with the revision") {
      again.look()
      let health = portal.requests.last?["health"] as? [String: Any]
      return health?["profile"] as? Int == 4
    }
    again.kill()
    #expect(exim.delivered.count == count)
  }

  @Test(
    "An edit of the own file leaves the portal's circle or takes it back, and the rest is mailed")
  func ownFile() throws {
    func look(_ run: PanelRun, _ what: String, _ isSo: ([String: Any]) throws -> Bool) throws {
      try Town.until(what) {
        run.look()
        return try portal.requests.last.map(isSo) ?? false
      }
    }
    func inForce(_ request: [String: Any]) -> Int? {
      (request["health"] as? [String: Any])?["in_force"] as? Int
    }
    func changes() throws -> Int {
      try subjects(to: "luis@example.org").count { $0.contains("se han cambiado ajustes") }
    }
    let file = "\(PortalLiveTests.people)\n\(routes)"
    let yaml = """
      perimeter: {lat: -2.9005, lon: -79.0045, radius_m: 300}
      wearer: {name: Rosa}
      \(PortalLiveTests.people)
      reminders:
        - {id: 3, type: medication, name: Jarabe, dose: 5 ml, at: 2049-01-01 08:30, repeat: once}
      """
    let body = try JSONSerialization.data(withJSONObject: ["revision": 3, "yaml": yaml])
    try portal.order([], profile: String(decoding: body, as: UTF8.self))
    let run = try town.start()
    town.feeder.start()
    try look(run, "the revision in force") { inForce($0) == 3 }
    try Town.until("the mail of the change") {
      run.look()
      return try changes() == 1
    }
    // Something that no portal changes: the text goes up, and the revision stays.
    try town.write(profile: "\(file)# of today\n")
    run.send(SIGHUP)
    try look(run, "the comment in the portal") { _ in
      portal.requests.contains {
        ($0["profile_kept"] as? String)?.contains("# of today") == true && inForce($0) == 3
          && ($0["profile_in_force"] as? String) == yaml
      }
    }
    run.kill()
    // A setting, edited while the device is off.
    try town.write(profile: "\(file)volume: 70\n")
    let again = try town.start()
    try look(again, "the end of the revision") { inForce($0) == 0 }
    try Town.until("the mail of what that changes") {
      again.look()
      return try changes() == 2
    }
    // A medicine that was set on the portal alone is gone with it, and everybody hears of that.
    try Town.until("the mails of the medicine") {
      again.look()
      return try ["ana@example.org", "luis@example.org"].allSatisfy { address in
        try subjects(to: address).contains { $0.contains("medicinas y recordatorios") }
      }
    }
    // The file as it was before: a revision that was left behind does not come back.
    try town.write(profile: file)
    again.send(SIGHUP)
    try look(again, "the file as it was") { _ in
      let kept = portal.requests.compactMap { $0["profile_kept"] as? String }.last
      return kept.map { !$0.contains("volume") && !$0.contains("today") } == true
    }
    #expect(try portal.requests.last.map(inForce) == 0 && changes() == 2)
    again.kill()
  }

  @Test("A first start whose own file differs from a lost device's mails what that takes back")
  func restored() throws {
    func changes() throws -> Int {
      try subjects(to: "luis@example.org").count { $0.contains("se han cambiado ajustes") }
    }
    let text =
      "perimeter: {lat: -2.9005, lon: -79.0045, radius_m: 300}\n\(PortalLiveTests.people)\n"
    let base = text.replacing("300", with: "200") + routes
    try FileManager.default.createDirectory(
      atPath: town.statePath, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try town.folder.write(
      "state/profile.portal",
      "# vigia portal 2 3 counts 0 \(base.utf8.count)\n\(base)\(text)", mode: 0o600)
    for life in 1...2 {
      let run = try town.start()
      if life == 1 { town.feeder.start() }
      let asked = portal.requests.count
      try Town.until("a call") {
        run.look()
        return portal.requests.count > asked
      }
      let health = portal.requests.last?["health"] as? [String: Any]
      #expect(health?["in_force"] as? Int == 0)
      try Town.until("the mail of what it takes back") {
        run.look()
        return try changes() == 1
      }
      run.kill()
    }
    #expect(try changes() == 1)
  }

  @Test("A state that comes late brings the portal's settings, and what was said to it")
  func late() throws {
    let yaml = """
      perimeter: {lat: -2.9005, lon: -79.0045, radius_m: 300}
      wearer: {name: Rosa María}
      \(PortalLiveTests.people)
      """
    let body = try JSONSerialization.data(withJSONObject: ["revision": 3, "yaml": yaml])
    try portal.order([], profile: String(decoding: body, as: UTF8.self))
    let run = try town.start()
    town.feeder.start()
    try town.until(run, shows: "Rosa María")
    func isInForce(_ request: [String: Any]?) -> Bool {
      let health = request?["health"] as? [String: Any]
      return health?["in_force"] as? Int == 3 && health?["profile"] as? Int == 3
        && (request?["from"] as? Int ?? 0) > 0
    }
    try Town.until("the revision in force, and a part of the log") {
      run.look()
      return isInForce(portal.requests.last)
    }
    run.kill()
    // The card with the state is plugged in after the start.
    let card = town.folder.path + "/card"
    try FileManager.default.createSymbolicLink(
      atPath: town.folder.path + "/late", withDestinationPath: card + "/state")
    let again = try town.start(state: town.folder.path + "/late")
    try Town.until("the start without a state") {
      again.look()
      return town.complaints.contains("until it can be used")
    }
    #expect(!again.page.contains("María"))
    let asked = portal.requests.count
    try FileManager.default.createDirectory(atPath: card, withIntermediateDirectories: false)
    try FileManager.default.moveItem(atPath: town.statePath, toPath: card + "/state")
    try town.until(again, shows: "Rosa María")
    try Town.until("a call of this life") {
      again.look()
      return portal.requests.count > asked
    }
    // The portal need not send the revision again.
    #expect(isInForce(portal.requests.dropFirst(asked).first))
    again.kill()
  }

  @Test("An unknown key, an old server and one in trouble cost a line each, and mail goes on")
  func trouble() throws {
    try portal.status(401)
    let run = try town.start()
    town.feeder.start()
    try town.until(run, shows: "█")
    try Town.until("the complaint") {
      run.look()
      return town.complaints.contains("does not know this device's key")
    }
    run.type("h")
    try Town.until("the mail") {
      run.look()
      return try subjects(to: "ana@example.org").contains { $0.contains("ha pedido ayuda") }
    }
    try portal.status(426)
    try Town.until("the other complaint") {
      run.look()
      return town.complaints.contains("it says 426: not today")
    }
    try portal.status(0)
    do {
      try Town.until("the end of it") {
        run.look()
        return town.complaints.contains("portal: works again") && token(matter: 4) != nil
      }
    } catch { Issue.record("\(error): \(town.complaints) \(portal.got.suffix(2))") }
    run.kill()
    #expect(town.complaints.components(separatedBy: "this device's key").count == 2, "said once")
  }
}
