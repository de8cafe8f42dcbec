import Device
import Diary
import Foundation
import HAL
import TestSupport
import Testing
import Words

@Suite("A black box does not hold what makes a token of another life", .serialized)
struct TokenTests {
  private static let home = "{lat: -2.9005, lon: -79.0045, radius_m: 100}"
  private static let family = "caregivers: [{name: Ana, kinship: hija, email: ana@example.org}]\n"
  private static let token: UInt64 = 0xfeed_beef_0bad_cafe

  private func text(_ url: URL) -> String { (try? String(contentsOf: url, encoding: .utf8)) ?? "" }

  private func secret(_ box: String) throws -> String {
    let line = try #require(box.split(separator: "\n").first)
    return String(try #require(line.components(separatedBy: "\"secret\":").last))
  }

  @Test("Each life has a secret of its own, none is in the state, and no earlier token is in a box")
  func secrets() throws {
    let run = try LiveRun(perimeter: Self.home, profile: Self.family)
    var kept: DeviceLife?
    do {
      let store = try RecordStore(StateFolder(path: run.file("state").path), as: .device)
      var drawn: UInt64 = 0xaaaa_0000_1111_2220
      kept = try store.beginLife {
        drawn += 2
        return (drawn, drawn + 1)
      }
      let help = Notice(
        id: NoticeID(boot: 1, number: 1), matter: .help, whereabouts: nil,
        made: WallTime(milliseconds: 1_426_999_000_000), token: Self.token)
      try store.append(Record.outbox(.notice(help)).words, written: nil)
    }
    var secrets: [String] = []
    for _ in 0..<2 {
      try run.start(["--gpsd", "127.0.0.1:1"])
      try Town.until("the settings") {
        try !run.events().isEmpty && text(run.file("state/blackbox.jsonl")).contains("CONFIG")
      }
      run.stop()
      let box = text(run.file("state/blackbox.jsonl"))
      #expect(box.contains(#""about":"notice""#))
      #expect(!box.contains(String(Self.token, radix: 16)))
      let life = try #require(kept)
      for number in [life.secret.0, life.secret.1, life.root.0, life.root.1] {
        #expect(!box.contains(String(number, radix: 16)))
      }
      secrets.append(try secret(box))
      let replayed = try LiveRun.replay([run.blackBox])
      #expect(replayed.last?["digest"] as? String == (try run.events().last?["digest"] as? String))
    }
    #expect(Set(secrets).count == 2)
    // The state itself has the token still.
    var tokens: [UInt64] = []
    try RecordStore(StateFolder(path: run.file("state").path), as: .device).restore { words in
      if case .outbox(.notice(let notice))? = Record(words) { tokens.append(notice.token) }
    }
    #expect(tokens.contains(Self.token))
  }

  @Test(
    "An answer to a notice of an earlier life counts, its mails keep their token, and no box has it",
    .needs(Town.needs))
  func answers() throws {
    let exim = try RealMailTests.Exim()
    let dovecot = try Dovecot()
    let family = try Family(exim, mailbox: "", answers: false)
    let town = try Town(seconds: 4 * 3600)
    try town.write(
      profile: """
        caregivers: [{name: Ana, kinship: hija, email: ana@example.org}]
        routes:
          mail: {host: localhost, port: \(exim.implicit), security: tls, user: vigia, credentials: mail.secret, from: vigia@example.org}
          inbound: {host: localhost, port: \(dovecot.implicit), user: vigia, credentials: mail.secret}

        """)
    var run = try town.start()
    town.feeder.start()
    try town.until(run, shows: "[AYUDA]")
    run.type("h")
    func tokens() throws -> Set<String> {
      Set(
        try family.letters().filter { $0.subject.contains("ha pedido ayuda") }.compactMap {
          $0.subject.components(separatedBy: "[vigia:").last?.components(separatedBy: "]").first
        })
    }
    try Town.until("the mail") {
      run.look()
      return try !tokens().isEmpty
    }
    run.kill()
    let before = try family.letters().count
    run = try town.start()
    // It goes round again, with the token that it had.
    try Town.until("another mail of it") {
      run.look()
      return try family.letters().count > before
    }
    #expect(try tokens().count == 1)
    let token = try #require(try tokens().first)
    try dovecot.deliver("From: Ana <ana@example.org>\nSubject: Re: [vigia:\(token)]\n\nVoy\n")
    let box = URL(fileURLWithPath: town.statePath + "/blackbox.jsonl")
    try Town.until("the answer") {
      run.look()
      return text(box).contains(#""acknowledged""#)
    }
    run.end()
    var acknowledged = false
    try RecordStore(StateFolder(path: town.statePath), as: .device).restore { words in
      if case .outbox(.acknowledged)? = Record(words) { acknowledged = true }
      guard case .outbox(.notice(let notice))? = Record(words), notice.matter == .help else {
        return
      }
      #expect(tokenText(notice.token).contains(token))
      #expect(!text(box).contains(String(notice.token, radix: 16)))
    }
    #expect(acknowledged)
  }
}
