import Foundation
import Glibc
import TestSupport
import Testing

@Suite(
  "vigia notice test (ALZ-9)", .serialized,
  .needs(Town.mail))
struct NoticeCommandTests {
  private let folder = TemporaryFolder()

  private func test(_ profile: String) throws -> (status: Int32, lines: [String], said: [String]) {
    try folder.write(
      "profile.yaml", "perimeter: {lat: -2.9005, lon: -79.0045, radius_m: 150}\n" + profile)
    let daemon = try Daemon([
      LiveRun.binary, "notice", "test", "--profile", "\(folder.path)/profile.yaml",
      "--authorities", Certificates.shared.authority,
    ])
    daemon.wait()
    return (
      daemon.status, try daemon.written().split(separator: "\n").map(String.init),
      try daemon.complaints()
    )
  }

  private func mail(_ port: UInt16) -> String {
    "  mail: {host: localhost, port: \(port), user: vigia, credentials: mail.secret, "
      + "from: vigia@example.org}\n"
  }

  @Test(
    "Each caregiver gets a mail that says that nothing happened, and each server's word is told")
  func accepted() throws {
    let exim = try RealMailTests.Exim()
    let relay = try RelayTests.Relay(200)
    try folder.write("mail.secret", "clave\n", mode: 0o600)
    for (language, subject, nothing) in [
      ("es", "Prueba de los avisos sobre Rosa", "Es solo una prueba: no ha pasado nada."),
      ("en", "Test of the notices about Rosa", "This is only a test: nothing happened."),
    ] {
      let before = Set(exim.delivered)
      let (status, lines, said) = try test(
        """
        language: \(language)
        wearer: {name: Rosa}
        caregivers:
          - {name: Ana, kinship: hija, email: ana@example.org}
          - {name: José, kinship: hijo, email: jose@example.org, relay: yes}
        routes:
          relay: {url: "\(relay.url)"}
        \(mail(exim.implicit))
        """)
      #expect(status == 0 && said == [], "\(said)")
      #expect(
        lines == [
          "Ana, mail to ana@example.org: accepted", "José, mail to jose@example.org: accepted",
          "José, relay: accepted",
        ])
      try Town.until("both mails") { exim.delivered.count == before.count + 2 }
      let mails = try exim.delivered.filter { !before.contains($0) }.map { try exim.read($0) }
      #expect(mails.allSatisfy { $0["subject"] as? String == subject })
      #expect(mails.allSatisfy { ($0["plain"] as? String)?.contains(nothing) == true })
      #expect(mails.allSatisfy { $0["defects"] as? [String] == [] })
    }
    #expect(relay.got.count == 2)
    #expect(
      relay.got[0].contains("Prueba de los avisos sobre Rosa. Es solo una prueba"), "\(relay.got)")
    let names = try Set(exim.delivered.map { try exim.read($0)["id"] as? String ?? "" })
    #expect(names.count == 4, "no mail program takes one for another")
  }

  @Test("A refusal is printed in the server's words, and the others are tried all the same")
  func refused() throws {
    let exim = try RealMailTests.Exim()
    let relay = try RelayTests.Relay(403)
    try folder.write("mail.secret", "otra\n", mode: 0o600)
    let (status, lines, _) = try test(
      """
      caregivers:
        - {name: Ana, kinship: hija, email: ana@example.org}
        - {name: José, kinship: hijo, relay: yes}
      routes:
        relay: {url: "\(relay.url)"}
      \(mail(exim.implicit))
      """)
    #expect(status == 1)
    #expect(lines.count == 2)
    #expect(
      lines[0].hasPrefix("Ana, mail to ana@example.org: refused: ") && lines[0].contains("535"),
      "\(lines)")
    #expect(lines[1].hasPrefix("José, relay: refused: ") && lines[1].contains("403"), "\(lines)")
    #expect(exim.delivered.isEmpty)
  }

  @Test("A way without its settings or its secret is refused with what is missing")
  func missing() throws {
    let people = "caregivers: [{name: Ana, kinship: hija, email: ana@example.org, relay: yes}]\n"
    let (status, lines, _) = try test(people + "routes:\n" + mail(1))
    #expect(status == 1)
    #expect(
      lines == [
        "Ana, mail to ana@example.org: refused: \(folder.path)/mail.secret: No such file or "
          + "directory; expected a file with the secret; localhost is not used",
        "Ana, relay: refused: the profile has no routes.relay",
      ])
  }

  @Test("With nobody to tell there is nothing to test")
  func nobody() throws {
    let (status, lines, said) = try test("wearer: {name: Rosa}\n")
    #expect(status == 2 && lines == [])
    #expect(
      said == [
        "vigia: \(folder.path)/profile.yaml: names nobody who can be told; expected caregivers with "
          + "an email, or with relay: yes"
      ])
  }
}
