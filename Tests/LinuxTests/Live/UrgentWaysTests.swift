import Foundation
import Glibc
import HAL
import TestSupport
import Testing

/// The mail server is dead, and the relay is not.
@Suite(
  "Help by the next way of the same caregiver, from a device that lives (SAFE-3, ALZ-7)",
  .serialized,
  .needs(Town.needs))
struct UrgentWaysTests {
  /// Milliseconds of the device's clock between a key and the relay's yes, from the black box.
  private func wait(_ town: Town) throws -> Int? {
    let box = try String(contentsOfFile: "\(town.statePath)/blackbox.jsonl", encoding: .utf8)
    func moment(_ words: String...) -> Int? {
      let line = box.split(separator: "\n").first { line in words.allSatisfy { line.contains($0) } }
      let match = line?.firstMatch(of: /"at_ms":([0-9]+)/)
      return match.flatMap { Int($0.1) }
    }
    guard let pressed = moment(#""class":"KEY","#, #""help""#),
      let told = moment(#""class":"ANSWER""#, #""relay""#, #""accepted""#)
    else { return nil }
    return told - pressed
  }

  @Test(
    "The relay, over HTTPS, has the call within seconds, and the screen says that Ana was told",
    arguments: ["451", "closes", "mute"])
  func relay(_ manner: String) throws {
    let smtp = try ScriptedSMTP(manner)
    let relay = try RelayTests.Relay(200)
    let town = try Town(seconds: 4 * 3600)
    try town.write(
      profile: """
        caregivers:
          - {name: Ana, kinship: hija, email: ana@example.org, relay: yes}
          - {name: José, kinship: hijo, email: jose@example.org}
        routes:
          mail: {host: localhost, port: \(smtp.port), security: tls, user: vigia, credentials: mail.secret, from: vigia@example.org}
          relay: {url: "\(relay.url)", credentials: mail.secret}

        """)
    let run = try town.start()
    town.feeder.start()
    try town.until(run, shows: "█")
    run.type("h")
    try town.until(run, shows: "Hemos informado a Ana, tu hija")
    try Town.until("the black box") { try wait(town) != nil }
    run.kill()
    #expect(relay.got.count { $0.contains("Rosa ha pedido ayuda") } == 1, "\(relay.got)")
    // A silent server is given 15 s. The device's clock runs sixty times as fast as the relay, to which
    // half a second is granted.
    let waited = try #require(try wait(town))
    #expect(waited <= 15_000 + 30_000, "\(waited) ms")
  }

  @Test(
    "A notice has a token for its answer only where answers can be read (SAFE-5)",
    arguments: [true, false])
  func token(_ isThere: Bool) throws {
    let relay = try RelayTests.Relay(200)
    let town = try Town(seconds: 4 * 3600)
    try town.write(
      profile: """
        caregivers: [{name: Ana, kinship: hija, relay: yes}]
        routes:
          relay: {url: "\(relay.url)", credentials: mail.secret}
          inbound: {host: localhost, port: 1, user: vigia, credentials: inbox.secret}

        """)
    if isThere { try town.folder.write("inbox.secret", "clave\n", mode: 0o600) }
    let run = try town.start()
    town.feeder.start()
    try town.until(run, shows: "█")
    run.type("h")
    try town.until(run, shows: "Hemos informado a Ana, tu hija")
    run.kill()
    let call = try #require(relay.got.first { $0.contains("Rosa ha pedido ayuda") })
    #expect(call.contains("[vigia:") == isThere, "\(call)")
    #expect(town.complaints.contains("localhost is not used") != isThere)
  }
}
