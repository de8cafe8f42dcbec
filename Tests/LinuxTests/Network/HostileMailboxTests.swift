import Foundation
import HAL
import Linux
import TestSupport
import Testing

@Suite(
  "A caregiver's answer is not lost, whatever the mailbox does (SAFE-4, SAFE-8)",
  .needs(.python3, .openssl), .serialized)
struct HostileMailboxTests {
  private func rig(_ server: ScriptedIMAP, tokens: [String] = []) throws -> NetworkRig {
    let rig = try NetworkRig {
      $0.inbox = .init(server: LinuxTests.server(server.port))
      $0.waits.calmInbox = 100
      $0.waits.urgentInbox = 100
      $0.waits.exchange = 5000
    }
    rig.network.tokens = { tokens }
    return rig
  }

  private func mail(_ text: String, _ subject: String = "Re: ayuda") -> String {
    "From: Ana <ana@example.org>\nSubject: \(subject)\n\n\(text)\n"
  }

  /// - Parameter stores: what was read is stored for good.
  private func texts(_ count: Int, _ rig: NetworkRig, stores: Bool = true) throws -> [String] {
    var texts: [String] = []
    try rig.live {
      while let text = rig.network.readAnswer() { texts.append(text.text.trimmed) }
      if stores { rig.network.settleAnswers() }
      return texts.count >= count
    }
    return texts
  }

  private func looks(_ server: ScriptedIMAP) -> Int { server.heard.count { $0.contains("SELECT") } }

  @Test(
    "A mail whose text did not come is asked for again, and is not marked meanwhile",
    arguments: [
      "NO [SERVERBUG]", "NO [UNAVAILABLE]", "BAD", "flags", "flags for text", "nil", "empty",
      "nothing", "OK first", "of another", "another first", "another order", "bye", "in pieces",
      "data and no OK", "no next", "no validity", "no subjects", "NO to searches", "marks one only",
    ])
  func otherReaders(_ manner: String) throws {
    let server = try ScriptedIMAP(manner, mails: [1: mail("Voy"), 3: mail("Ya")])
    let rig = try rig(server, tokens: ["vigia:0A2B-3C4D"])
    #expect(Set(try texts(2, rig)) == ["Voy", "Ya"])
    try rig.live {
      #expect(rig.network.readAnswer() == nil, "each comes once")
      rig.network.settleAnswers()
      return server.seen == [1, 3]
    }
    // Marked after its text came, and not before.
    let heard = server.heard
    for mail in [1, 3] {
      let text =
        heard.lastIndex { $0.contains("UID FETCH \(mail) (INTERNALDATE") } ?? heard.endIndex
      let marks = heard.indices.filter {
        heard[$0].contains("UID STORE") && heard[$0].contains("\(mail)")
      }
      #expect(marks.allSatisfy { text < $0 } && !marks.isEmpty, "\(heard)")
    }
  }

  @Test("Until what it said is stored a mail stays unread, and comes once a life")
  func unstored() throws {
    let server = try ScriptedIMAP("fine", mails: [1: mail("Voy")])
    do {
      let first = try rig(server)
      #expect(try texts(1, first, stores: false) == ["Voy"])
      try first.live { looks(server) >= 4 }
      #expect(first.network.readAnswer() == nil && server.seen.isEmpty)
    }
    let second = try rig(server)
    #expect(try texts(1, second) == ["Voy"], "a later life gets it again")
    try second.live {
      second.network.settleAnswers()
      return server.seen == [1]
    }
  }

  @Test("A mail that cannot be marked comes once a life all the same")
  func unmarked() throws {
    let server = try ScriptedIMAP("marks none", mails: [1: mail("Voy"), 2: "From: x@y.z\n\nNo\n"])
    let rig = try rig(server)
    #expect(try texts(1, rig) == ["Voy"])
    let before = looks(server)
    try rig.live {
      rig.network.settleAnswers()
      return looks(server) > before + 4
    }
    #expect(rig.network.readAnswer() == nil && rig.network.ignored == 1)
    #expect(rig.log == ["inbox: the server said: NO [READ-ONLY] not now"])
  }

  @Test("Mails that get new numbers are new mails, and no old number is marked among them")
  func validity() throws {
    let server = try ScriptedIMAP("new numbers", mails: [1: mail("Voy")])
    let rig = try rig(server)
    #expect(try texts(1, rig, stores: false) == ["Voy"])
    // The first text was never stored: what is stored now is the second.
    let first = server.heard.count { $0.contains("UID STORE") }
    #expect(try texts(1, rig, stores: false) == ["Voy"])
    #expect(first == 0)
    try rig.live { looks(server) >= 4 }
    #expect(server.seen.isEmpty)
  }

  @Test("An answer that another reader of the mailbox has marked is found by its token")
  func readByOthers() throws {
    let server = try ScriptedIMAP(
      "read by others", mails: [1: mail("Voy", "Re: [vigia:0A2B-3C4D]"), 2: mail("Ya")])
    let rig = try rig(server, tokens: ["vigia:9999-3C4D", "vigia:0A2B-3C4D"])
    #expect(Set(try texts(2, rig)) == ["Voy", "Ya"])
  }

  @Test("One mail on which the server breaks off keeps no other from coming, and holds up no look")
  func breaksOff() throws {
    let server = try ScriptedIMAP(
      "closes on 2", mails: [1: mail("uno"), 2: mail("dos"), 3: mail("tres")])
    let rig = try rig(server)
    #expect(Set(try texts(2, rig)) == ["uno", "tres"])
    let asked = { server.heard.count { $0.contains("UID FETCH 2 (INTERNALDATE") } }
    let before = asked()
    try rig.live { asked() > before + 2 }
    #expect(!server.seen.contains(2))
  }

  @Test(
    "A server that breaks off at a search, or when it is to mark, keeps no mail from coming",
    arguments: ["closes at STORE", "closes at SUBJECT", "closes at OR", "closes at UNSEEN"])
  func breaksOffBetweenMails(_ manner: String) throws {
    // These are more mails than one look brings.
    let mails = (1...30).map { ($0, mail("\($0)")) }
    let server = try ScriptedIMAP(manner, mails: Dictionary(uniqueKeysWithValues: mails))
    let tokens = manner.hasSuffix("OR") ? ["vigia:1", "vigia:2"] : ["vigia:1"]
    let rig = try rig(server, tokens: tokens)
    #expect(Set(try texts(30, rig)) == Set(mails.map { "\($0.0)" }))
  }

  @Test("A list that changes during a look: what comes is from whom it was, or from nobody")
  func listChanges() throws {
    let server = try ScriptedIMAP("slow", mails: [1: mail("Voy"), 2: mail("Ya")])
    let rig = try rig(server)
    let (ana, jose) = (rig.network.options.caregivers[0], rig.network.options.caregivers[1])
    try rig.live { server.heard.contains { $0.contains("INTERNALDATE") } }
    rig.network.options.caregivers = [jose, ana]
    var places: [UInt8] = []
    try rig.live {
      while let text = rig.network.readAnswer() { places.append(text.caregiver) }
      return places.count >= 2
    }
    #expect(places == [1, 1])
  }

  @Test("An answer from before a change of the list is from whoever wrote it")
  func listChangesBehindALook() throws {
    for isThere in [true, false] {
      let server = try ScriptedIMAP("good", mails: [1: mail("Voy")])
      let rig = try rig(server)
      let (ana, jose) = (rig.network.options.caregivers[0], rig.network.options.caregivers[1])
      try rig.live { server.heard.contains { $0.contains("LOGOUT") } }
      rig.network.options.caregivers = isThere ? [jose, ana] : [jose]
      #expect(rig.network.readAnswer()?.caregiver == (isThere ? 1 : nil))
    }
  }

  @Test("A server that sends more of a mail than was asked for costs nothing but time")
  func ignoresParts() throws {
    let server = try ScriptedIMAP("ignores parts", mails: [1: mail("Voy"), 2: mail("Ya")])
    let came = try texts(2, try rig(server))
    #expect(Set(came.map { $0.prefix(2) }) == ["Vo", "Ya"])
    #expect(came.allSatisfy { $0.utf8.count <= 65_536 })
  }

  @Test(
    "An answer is found among 30,000 unread mails, within two looks",
    arguments: ["crowd", "sparse crowd", "crowd and no next"], [true, false])
  func crowd(_ manner: String, _ hasToken: Bool) throws {
    let token = "vigia:0A2B-3C4D"
    let answer = mail("Voy", hasToken ? "Re: [\(token)]" : "Re: ayuda")
    let server = try ScriptedIMAP(manner, mails: [100: answer], highest: 30_000)
    let rig = try rig(server, tokens: [token])
    #expect(try texts(1, rig) == ["Voy"])
    #expect(looks(server) <= 2)
    let before = looks(server)
    try rig.live {
      rig.network.settleAnswers()
      return server.seen.count > 40 && looks(server) > before + 2
    }
    // The device knows of the crowd then, and asks for no line that it cannot read.
    #expect(server.heard.count { $0.hasPrefix("a search line") } <= 1, "\(server.heard.suffix(20))")
  }

  @Test(
    "A date of no calendar stops nothing",
    arguments: [
      "21-Nov-2026 05:45:44 -9223372036854775808", "21-Nov-2026 05:45:44 +9223372036854775808",
      "99999999999999999999-Nov-2026 05:45:44 +0000", "-2147483648-Nov-2147483647 05:45:44 +0000",
      "21-Nov-2026 9223372036854775807:2147483647:2147483647 +0000", "21-Nov-2026 05:45 +0000",
      "21--Nov-2026 05:45:44 +0000", "21-Nov-2026 05:45:44 -0099", "", "-- :: +",
      "21-Nov-9999 23:59:60 -1459", "31-Feb-1970 00:00:00 +1459",
    ])
  func date(_ date: String) throws {
    let server = try ScriptedIMAP("date \(date)", mails: [1: mail("Voy")])
    #expect(try texts(1, try rig(server)) == ["Voy"])
  }

  @Test(
    "A server that talks without pause holds up neither the loop nor the memory",
    arguments: ["chatter", "empty literals", "one line", "fetches"],
    ["GREETING", "CAPABILITY", "AUTHENTICATE", "SELECT", "SEARCH", "FETCH", "STORE", "LOGOUT"])
  func chatter(_ manner: String, _ step: String) throws {
    let server = try ScriptedIMAP(
      "\(manner) at \(step)", mails: [1: mail("Voy"), 2: "From: x@y.z\n\n\n"])
    let rig = try rig(server)
    let keys = try Presses(rig.reactor)
    let before = OwnMemory.residentMegabytes
    var turns = 0
    // The session that is flooded ends, and another begins.
    try rig.live {
      while rig.network.readAnswer() != nil {}
      rig.network.settleAnswers()
      try keys.press()
      turns += 1
      return keys.seen > 0 && (!rig.log.isEmpty || step == "LOGOUT" && looks(server) > 3)
    }
    #expect(OwnMemory.residentMegabytes - before < 64)
    // Earlier steps belong to libcurl, which has words of its own.
    guard ["SELECT", "SEARCH", "FETCH", "STORE"].contains(step) else { return }
    // 16 KB of a turn are read, and a line without an end is given up after 128 KB.
    #expect(turns > 8)
    #expect(
      ["sends too much", "without an end", "no answer in time"].contains {
        rig.log[0].contains($0)
      },
      "\(rig.log)")
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
