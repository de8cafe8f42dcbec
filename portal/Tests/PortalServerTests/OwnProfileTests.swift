import Device
import Foundation
import HAL
import PortalServer
import PortalStore
import Sync
import Testing

/// Pages and mails show the words of the device's profile, not those of the portal's own list.
@Suite("Names, hours and places come from the device's profile")
struct OwnProfileTests {
  private static let routes = """

    routes:
      mail: {host: mail.example.org, from: rosa@example.org, credentials: mail.secret}
      portal: {url: "https://portal.example.org", credentials: portal.secret, share: never}
    """

  /// A portal with Rosa's device, which lives on that profile.
  private func family(_ profile: String) async throws -> (
    portal: PortalProcess, ana: Visitor, wearer: String, device: TestDevice
  ) {
    let portal = try PortalProcess()
    let (ana, wearer) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .administer)
    let device = try await TestDevice.paired(with: portal, wearer: wearer)
    device.profile = profile
    try device.sync()
    return (portal, ana, wearer, device)
  }

  @Test("A device that tells the portal no place is not said to have none (share: never)")
  func hidden() async throws {
    let (_, ana, wearer, device) = try await family(Proof.profile + OwnProfileTests.routes)
    let notice = Notice(
      id: NoticeID(boot: 1, number: 1), matter: .help, whereabouts: nil, made: PortalClock.real)
    device.store(.outbox(.notice(notice)))
    try device.sync()
    for path in ["", "/notice/\(SyncText.hex(notice.id.value))"] {
      let page = try ana.get("/w/\(wearer)\(path)").text
      #expect(page.contains("La posición no llega a este portal"), "\(path)")
      #expect(!page.contains("no ha enviado ninguna posición"), "\(path)")
    }
    device.profile = Proof.profile
    try device.sync()
    #expect(try ana.get("/w/\(wearer)").text.contains("no ha enviado ninguna posición"))
  }

  @Test("Mails are said to carry the place only where the device sends any, and as far as it knows")
  func mailed() async throws {
    let (_, ana, wearer, device) = try await family(Proof.profile + OwnProfileTests.routes)
    let may = "Si el dispositivo la conoce, está en el correo"
    #expect(try ana.get("/w/\(wearer)").text.contains(may))
    device.profile = (Proof.profile + OwnProfileTests.routes).split(separator: "\n")
      .filter { !$0.contains("  mail:") }.joined(separator: "\n")
    try device.sync()
    let page = try ana.get("/w/\(wearer)").text
    #expect(page.contains("no puede mandar correos") && !page.contains(may))
    #expect(page.contains("La posición no llega a este portal"))
  }

  @Test("A place from before share: never stands with the reason why no newer one comes")
  func before() async throws {
    let (_, ana, wearer, device) = try await family(Proof.profile)
    device.askForHelp()
    try device.sync()
    let reason = "Ya no llegan posiciones nuevas a este portal"
    #expect(try !ana.get("/w/\(wearer)").text.contains(reason))
    device.profile = Proof.profile + OwnProfileTests.routes
    try device.sync()
    let page = try ana.get("/w/\(wearer)").text
    #expect(page.contains(reason) && page.contains("q=-2.897000,-79.004000"))
  }

  @Test("The wearer's new name stands on pages and invitations")
  func name() async throws {
    let renamed = Proof.profile.replacing("wearer: {name: Rosa}", with: "wearer: {name: Rosalía}")
    let (portal, ana, wearer, _) = try await family(renamed)
    for path in ["", "/company", "/reminders", "/people"] {
      let page = try ana.get("/w/\(wearer)\(path)").text
      #expect(page.contains("Rosalía"), "\(path)")
      #expect(page.firstMatch(of: #/\bRosa\b/#) == nil, "\(path) has the old name")
    }
    let token = try await portal.database().invite(
      email: "luis@example.org", name: "Luis", by: "Ana", to: wearer, as: .help,
      at: PortalClock.real)
    let page = try Visitor(portal: portal).get("/invitation/\(token)").text
    #expect(page.contains("Rosalía"))
  }

  @Test("An invitation and a link say their hours in the wearer's zone, where nobody is signed in")
  func hours() async throws {
    let (portal, _, wearer, _) = try await family(Proof.profile)
    let database = try portal.database()
    let invitation = try await database.invite(
      email: "luis@example.org", name: "Luis", by: "Ana", to: wearer, as: .help,
      at: PortalClock.real)
    let link = try #require(
      try await database.makeLoginLink(for: "ana@example.org", at: PortalClock.real))
    let nobody = Visitor(portal: portal)
    for path in ["/invitation/\(invitation)", "/link/\(link)"] {
      let page = try nobody.get(path).text
      #expect(page.contains("hora de Guayaquil"), "\(path)")
    }
  }
}
