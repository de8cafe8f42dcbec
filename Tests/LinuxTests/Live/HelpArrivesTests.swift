import Foundation
import Glibc
import HAL
import TestSupport
import Testing

/// The way from the finger to the mailbox, and back.
@Suite(
  "A call for help from a device that lives", .serialized,
  .needs(Town.needs))
struct HelpArrivesTests {
  private static func mail(_ port: UInt16, _ security: String = "tls") -> String {
    "  mail: {host: localhost, port: \(port), security: \(security), user: vigia, "
      + "credentials: mail.secret, from: vigia@example.org}\n"
  }
  private static let people = """
    caregivers:
      - {name: Ana, kinship: hija, email: ana@example.org}
      - {name: José Núñez, kinship: hijo, email: jose@example.org}

    """

  /// A device at home that knows where it is.
  private func begin(_ profile: String) throws -> (Town, PanelRun) {
    let town = try Town(seconds: 4 * 3600)
    try town.write(profile: profile)
    let run = try town.start()
    town.feeder.start()
    // The clock on the page: three dated fixes have come.
    try town.until(run, shows: "█")
    return (town, run)
  }

  @Test(
    "The mail arrives once, with names and the link to the place", arguments: ["tls", "starttls"])
  func arrives(security: String) throws {
    let exim = try RealMailTests.Exim()
    let family = try Family(exim, mailbox: "", answers: false)
    let port = security == "tls" ? exim.implicit : exim.submission
    let (town, run) = try begin(
      HelpArrivesTests.people + "routes:\n" + HelpArrivesTests.mail(port, security))
    run.type("h")
    try town.until(run, shows: "Hemos informado a Ana, tu hija")
    try Town.until("the mail") { try !family.letters().isEmpty }
    // A second press soon after tells nobody anything new.
    run.type("h")
    run.end()
    try Town.until("the last mail") {
      try family.letters().contains { $0.subject.contains("se apaga") }
    }
    let letters = try family.letters().filter { $0.to == ["ana@example.org"] }
    let calls = letters.filter { $0.subject == "Rosa ha pedido ayuda" }
    #expect(calls.count == 1, "\(letters)")
    let text = try #require(calls.first?.text)
    #expect(text.hasPrefix("Hola, Ana:"))
    #expect(text.contains("http://maps.google.com/maps?q=-2.900500,-79.004500"), "\(text)")
  }

  @Test(
    "A server that fails at first gets the mail again until it takes it, and the screen waits for that",
    arguments: ["451 once", "closes once"])
  func again(_ manner: String) throws {
    let smtp = try ScriptedSMTP(manner)
    let (town, run) = try begin(
      "caregivers: [{name: Ana, kinship: hija, email: ana@example.org}]\nroutes:\n"
        + HelpArrivesTests.mail(smtp.port))
    run.type("h")
    try town.until(run, shows: "Hemos informado a Ana")
    #expect(smtp.heard.filter { $0.hasPrefix("taken") }.count == 1)
    run.kill()
  }

  @Test(
    "A server that never takes it: the wearer is told so, loudly, and it is tried again",
    arguments: ["451", "closes", "mute"])
  func never(_ manner: String) throws {
    let smtp = try ScriptedSMTP(manner)
    let (town, run) = try begin(
      "caregivers: [{name: Ana, kinship: hija, email: ana@example.org}]\nroutes:\n"
        + HelpArrivesTests.mail(smtp.port))
    run.type("h")
    try town.until(run, shows: "No consigo avisar a Ana")
    if manner != "mute" {
      try Town.until("a second attempt") { smtp.heard.count { $0 == "DATA" } > 1 }
    }
    #expect(!run.pages.contains { $0.contains("Hemos informado") })
    run.kill()
  }

  @Test("A server that refuses for good: the next caregiver is told by another way")
  func refused() throws {
    let smtp = try ScriptedSMTP("550")
    let relay = try RelayTests.Relay(200)
    let (town, run) = try begin(
      """
      caregivers:
        - {name: Ana, kinship: hija, email: ana@example.org}
        - {name: José, kinship: hijo, relay: yes}
      routes:
        relay: {url: "\(relay.url)", credentials: mail.secret}
      \(HelpArrivesTests.mail(smtp.port))
      """)
    run.type("h")
    try town.until(run, shows: "Hemos informado a José, tu hijo")
    run.kill()
    let posts = relay.got.filter { $0.contains("Rosa ha pedido ayuda") }
    #expect(posts.count == 1, "\(relay.got)")
    #expect(posts[0].contains("\"token\": \"clave\""))
    #expect(posts[0].contains("http://maps.google.com/maps?q=-2.900500,-79.004500"))
    #expect(smtp.heard.contains { $0.hasPrefix("RCPT TO:<ana@example.org>") })
  }

  @Test("A server with another's certificate hears nothing, and both sides of the device say so")
  func stranger() throws {
    let smtp = try ScriptedSMTP("fine", isStranger: true)
    let (town, run) = try begin(
      "caregivers: [{name: Ana, kinship: hija, email: ana@example.org}]\nroutes:\n"
        + HelpArrivesTests.mail(smtp.port))
    run.type("h")
    try town.until(run, shows: "No consigo avisar a Ana")
    run.kill()
    #expect(smtp.heard.allSatisfy { $0 == "no encryption" || $0 == "broken" }, "\(smtp.heard)")
    #expect(town.complaints.contains("mail: NOTHING IS SENT"))
  }

  /// The people who were asked for help so far.
  private func asked(_ family: Family) throws -> Set<String> {
    Set(try family.letters().filter { $0.subject.contains("ha pedido ayuda") }.flatMap(\.to))
  }

  private func profile(_ exim: UInt16, _ dovecot: UInt16) -> String {
    HelpArrivesTests.people + "routes:\n" + HelpArrivesTests.mail(exim)
      + "  inbound: {host: localhost, port: \(dovecot), user: vigia, credentials: mail.secret}\n"
      // Well after the five minutes in which Ana may answer.
      + "reminders:\n"
      + "  - {id: 1, type: reminder, name: Más tarde, at: \"2031-03-21 10:14\", tell_caregiver: yes}\n"
  }

  @Test(
    "An answer with the token ends the case: nobody else is asked; a mail of 50 MB is in the way")
  func answered() throws {
    let exim = try RealMailTests.Exim()
    let dovecot = try Dovecot()
    let family = try Family(exim, mailbox: "\(dovecot.folder.path)/mail", answers: true)
    // It costs no more than any other, and holds nothing up.
    try dovecot.deliverHuge(megabytes: 50, from: "ana@example.org")
    let (town, run) = try begin(profile(exim.implicit, dovecot.implicit))
    run.type("h")
    try Town.until("the mail of what comes a quarter of an hour later") {
      run.look()
      return try family.letters().contains { $0.subject.contains("Más tarde") }
    }
    #expect(try asked(family) == ["ana@example.org"], "\(town.complaints)")
    #expect(try run.residentKilobytes() < 200_000)
    run.kill()
    #expect(try PowerCutRecords(town.statePath).open == [])
  }

  @Test("A stranger's answer, and Ana's with a wrong token, end nothing: José is asked, too")
  func forged() throws {
    let exim = try RealMailTests.Exim()
    let dovecot = try Dovecot()
    let family = try Family(exim, mailbox: "", answers: false)
    let (_, run) = try begin(profile(exim.implicit, dovecot.implicit))
    run.type("h")
    try Town.until("the mail") {
      run.look()
      return try !family.letters().isEmpty
    }
    let subject = try family.letters()[0].subject
    let token = try #require(subject.firstRange(of: /\[vigia:.*\]/).map { String(subject[$0]) })
    let body = "Subject: Re: \(token)\n\nVoy\n"
    try dovecot.deliver("From: otro@example.com\n" + body)
    try dovecot.deliver("From: \"ana@example.org\" <otro@example.com>\n" + body)
    let other = token.replacing(/[0-9A-Z]{4}\]/, with: token.contains("0000]") ? "1111]" : "0000]")
    try dovecot.deliver("From: Ana <ana@example.org>\nSubject: Re: \(other)\n\nVoy\n")
    try Town.until("the mail to José") {
      run.look()
      return try asked(family).contains("jose@example.org")
    }
    #expect(dovecot.read == 3, "all three were read before")
    run.kill()
  }
}
