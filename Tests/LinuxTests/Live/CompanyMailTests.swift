import Foundation
import Glibc
import HAL
import TestSupport
import Testing

/// Mails that lay about: what they ask for is judged by when the mailbox's server took them.
@Suite(
  "Company by mails that come late, to a device that lives (ALZ-6, SAFE-2)", .serialized,
  .needs(Town.needs))
struct CompanyMailTests {
  private let exim: RealMailTests.Exim
  private let dovecot: Dovecot
  private let town: Town

  init() throws {
    exim = try RealMailTests.Exim()
    dovecot = try Dovecot()
    town = try Town(seconds: 6 * 3600)
    try town.write(
      profile: """
        caregivers: [{name: Ana, kinship: hija, email: ana@example.org}]
        routes:
          mail: {host: localhost, port: \(exim.implicit), security: tls, user: vigia, credentials: mail.secret, from: vigia@example.org}
          inbound: {host: localhost, port: \(dovecot.implicit), user: vigia, credentials: mail.secret, authentication: mx.example.net}

        """)
  }

  /// A mail that our server vouches for, taken `minutes` after ten o'clock in the town.
  private func deliver(_ line: String, takenAfter minutes: Int, from: String = "ana@example.org")
    throws
  {
    try dovecot.deliver(
      """
      Authentication-Results: mx.example.net; dmarc=pass header.from=example.org
      From: Ana <\(from)>
      Reply-To: otra@example.com
      Subject: Hola

      \(line)
      """, taken: WallTime(milliseconds: Town.begin.milliseconds + Int64(minutes) * 60_000))
  }

  private func mails() throws -> [[String: Any]] { try exim.delivered.map { try exim.read($0) } }

  private func subjects() throws -> [String] { try mails().compactMap { $0["subject"] as? String } }

  @Test("An hour that has passed is refused by mail; the end of company counts however old it is")
  func late() throws {
    let run = try town.start()
    town.feeder.start()
    try town.until(run, shows: "█")
    // Ten o'clock: an hour that is over, and lay in the mailbox since half past eight.
    try deliver("CON COMPAÑÍA HASTA 9:30", takenAfter: -90)
    try Town.until("the refusal") {
      run.look()
      return try subjects().contains { $0.contains("no cuenta") }
    }
    #expect(!run.pages.contains { $0.contains("Con compañía") })
    let refusal = try #require(
      try mails().first { ($0["subject"] as? String)?.contains("no cuenta") == true })
    #expect(refusal["auto"] as? String == "auto-replied")
    #expect((refusal["to"] as? [[String]])?.map(\.last) == ["ana@example.org"])
    #expect((refusal["plain"] as? String)?.contains("CON COMPAÑÍA HASTA") == true, "\(refusal)")
    // One that lies ahead of when it was taken, and of now.
    try deliver("CON COMPAÑÍA HASTA 15:30", takenAfter: -180)
    try town.until(run, shows: "Con compañía hasta las 15:30")
    // It was written before all this, and an old question is not answered any more.
    try deliver("SIN COMPAÑÍA\nDÓNDE", takenAfter: -300)
    try Town.until("the end of the company") {
      run.look()
      return run.page.contains("█") && !run.page.contains("Con compañía")
    }
    run.kill()
    #expect(try subjects().count { $0.contains("no cuenta") } == 1)
    #expect(!(try subjects().contains { $0.contains("la posición que pediste") }))
  }

  @Test("An answer with our token counts although its domain calls the mail forged (SAFE-3)")
  func forged() throws {
    let run = try town.start()
    town.feeder.start()
    try town.until(run, shows: "█")
    run.type("h")
    try Town.until("the call for help") {
      run.look()
      return try subjects().contains { $0.contains("ha pedido ayuda") }
    }
    let call = try #require(try subjects().first { $0.contains("ha pedido ayuda") })
    let mark = try #require(call.firstRange(of: /\[vigia:.*\]/).map { String(call[$0]) })
    try dovecot.deliver(
      """
      Authentication-Results: mx.example.net; dmarc=fail (p=REJECT dis=REJECT) header.from=example.org
      From: Ana <ana@example.org>
      Subject: Re: \(mark)

      Voy
      CON COMPAÑÍA HASTA 15:30
      """, taken: Town.begin)
    try Town.until("the answer") {
      run.look()
      let box = try? String(contentsOfFile: "\(town.statePath)/blackbox.jsonl", encoding: .utf8)
      return box?.contains(#""acknowledged""#) == true
    }
    run.kill()
    #expect(!run.pages.contains { $0.contains("Con compañía") })
    #expect(town.complaints.contains("caregiver 1 only a token of ours"), "\(town.complaints)")
  }

  @Test(
    "Hundreds of forged questions cost a few mails, and the caregiver's own answer still counts")
  func flood() throws {
    let run = try town.start()
    town.feeder.start()
    try town.until(run, shows: "█")
    for _ in 0..<200 {
      try dovecot.deliver("From: ana@example.org\nSubject: Hola\n\nDÓNDE\n", taken: Town.begin)
    }
    run.type("h")
    try Town.until("the call for help") {
      run.look()
      return try subjects().contains { $0.contains("ha pedido ayuda") }
    }
    let call = try #require(try subjects().first { $0.contains("ha pedido ayuda") })
    let mark = try #require(call.firstRange(of: /\[vigia:.*\]/).map { String(call[$0]) })
    try dovecot.deliver("From: ana@example.org\nSubject: Re: \(mark)\n\nVoy\n", taken: Town.begin)
    try Town.until("the answer behind the flood") {
      run.look()
      return run.pages.contains { $0.contains("Ana lo sabe") || $0.contains("Hemos informado") }
        && dovecot.read == 201
    }
    run.kill()
    let asked = try subjects().count { $0.contains("la posición que pediste") }
    #expect(asked < 40, "\(asked) mails for 200 forged questions")
  }
}
