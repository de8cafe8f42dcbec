import Foundation
import Glibc
import HAL
import TestSupport
import Testing

@Suite(
  "A device that lives among bad servers (SAFE-4, SAFE-7, SAFE-8)", .serialized,
  .needs(Town.needs))
struct BadServerTests {
  private func town(_ smtp: ScriptedSMTP, _ relay: RelayTests.Relay, _ mailbox: ScriptedIMAP) throws
    -> Town
  {
    let town = try Town(seconds: 4 * 3600)
    try town.write(
      profile: """
        caregivers: [{name: Ana, kinship: hija, email: ana@example.org, relay: yes}]
        routes:
          mail: {host: localhost, port: \(smtp.port), security: tls, user: vigia, credentials: mail.secret, from: vigia@example.org}
          relay: {url: "\(relay.url)", credentials: mail.secret}
          inbound: {host: localhost, port: \(mailbox.port), user: vigia, credentials: mail.secret}

        """)
    return town
  }

  @Test(
    "Servers that talk without pause: the help key is seen, and the device ends when it is told to",
    arguments: ["chatter", "empty literals", "fetches"])
  func chatter(_ manner: String) throws {
    let smtp = try ScriptedSMTP("chatter at MAIL")
    let relay = try RelayTests.Relay(200)
    let mailbox = try ScriptedIMAP("\(manner) at SELECT", mails: [1: "From: x@y.z\n\n\n"])
    let town = try town(smtp, relay, mailbox)
    let run = try town.start()
    town.feeder.start()
    try town.until(run, shows: "█")
    try Town.until("a look") { mailbox.heard.contains { $0.contains("SELECT") } }
    let before = try run.residentKilobytes()
    run.type("h")
    try town.until(run, shows: "Hemos informado a Ana, tu hija")
    #expect(relay.got.count { $0.contains("Rosa ha pedido ayuda") } == 1)
    let looks = mailbox.heard.count { $0.contains("SELECT") }
    try Town.until("more looks") { mailbox.heard.count { $0.contains("SELECT") } > looks + 2 }
    #expect(try run.residentKilobytes() < before + 16_384)
    run.end()
    #expect(run.hasEnded)
  }

  @Test(
    "A mail whose text was refused once is understood all the same, and marked when it is stored",
    arguments: ["NO [SERVERBUG]", "flags for text", "closes on 2"])
  func refusedOnce(_ manner: String) throws {
    let smtp = try ScriptedSMTP("fine")
    let relay = try RelayTests.Relay(200)
    let question = "From: Ana <ana@example.org>\nSubject: Hola\n\nDÓNDE\n"
    let mailbox = try ScriptedIMAP(
      manner, mails: [1: question, 2: "From: ana@example.org\n\nHola\n"])
    let town = try town(smtp, relay, mailbox)
    let run = try town.start()
    town.feeder.start()
    try town.until(run, shows: "█")
    try Town.until("the answer to the question") { smtp.heard.contains("taken") }
    try Town.until("the mark") { mailbox.seen.contains(1) }
    run.end()
    let heard = mailbox.heard
    let text = heard.lastIndex { $0.contains("UID FETCH 1 (INTERNALDATE") } ?? heard.endIndex
    let mark = heard.firstIndex { $0.contains("UID STORE") && $0.contains("1") } ?? 0
    #expect(text < mark, "\(heard)")
  }
}
