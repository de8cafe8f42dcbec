import Foundation
import Glibc
import TestSupport
import Testing

/// Files with secrets that cannot be read for a while: somebody edits them, or gives them another mode.
@Suite(
  "A secret that cannot be read (SAFE-7, ALZ-9)", .serialized, .needs(Town.mail + [.gpsd]))
struct UnreadableSecretTests {
  private let exim: RealMailTests.Exim
  private let town: Town
  private let portal: PortalServer

  init() throws {
    exim = try RealMailTests.Exim()
    town = try Town(seconds: 6 * 3600)
    portal = try PortalServer("portal")
    try town.write(
      profile: """
        caregivers: [{name: Ana, kinship: hija, email: ana@example.org}]
        routes:
          mail: {host: localhost, port: \(exim.implicit), security: tls, user: vigia, credentials: mail.secret, from: vigia@example.org}
          portal: {url: "\(portal.url)", credentials: portal.secret}

        """)
    try town.folder.write("portal.secret", PortalServer.key + "\n", mode: 0o600)
  }

  private func give(mode: mode_t) {
    for name in ["mail.secret", "portal.secret"] { chmod("\(town.folder.path)/\(name)", mode) }
  }

  private func lines(_ words: String) -> Int {
    town.complaints.split(separator: "\n").count { $0.contains(words) }
  }

  private func until(_ run: PanelRun, says words: String, times: Int) throws {
    try Town.until(words) {
      run.look()
      return lines(words) == times
    }
  }

  private func tells(_ run: PanelRun) throws {
    let calls = portal.requests.count
    run.type("h")
    try town.until(run, shows: "Hemos informado a Ana, tu hija")
    try Town.until("a call of the portal") {
      run.look()
      return portal.requests.count > calls
    }
    try Town.until("the mail") {
      run.look()
      let subjects = try exim.delivered.map { try exim.read($0)["subject"] as? String ?? "" }
      return subjects.contains { $0.contains("ha pedido ayuda") }
    }
  }

  @Test("At a reload the secrets that were read before stay in force, and help is told")
  func reload() throws {
    let run = try town.start()
    town.feeder.start()
    try town.until(run, shows: "█")
    give(mode: 0o640)
    run.send(SIGHUP)
    try until(run, says: "the secret that was read before stays in force", times: 2)
    try tells(run)
    // The next looks come each minute of the device, and repeat nothing.
    give(mode: 0o600)
    try until(run, says: "can be read again, and counts", times: 2)
    #expect(lines("stays in force") == 2, "\(town.complaints)")
    run.kill()
  }

  @Test("At a start the device looks again each minute, and opens its ways by itself")
  func start() throws {
    give(mode: 0o640)
    let run = try town.start()
    town.feeder.start()
    try until(run, says: "expected mode 0600", times: 2)
    try town.until(run, shows: "█")
    #expect(lines("localhost is not used") == 1 && lines("the portal is not used") == 1)
    give(mode: 0o600)
    try until(run, says: "can be read again, and counts", times: 2)
    try tells(run)
    run.kill()
  }
}
