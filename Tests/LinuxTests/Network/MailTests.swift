import Foundation
import HAL
import Linux
import TestSupport
import Testing

@Suite(
  "Mail that a server refuses, delays or drops", .needs(.python3, .openssl),
  .serialized)
struct MailTests {
  @Test(
    "The server's reply decides whether the mail is tried again",
    arguments: [
      ("fine", DeliveryOutcome.accepted), ("login", .accepted), ("451", .transient),
      ("550", .permanent), ("554", .permanent), ("535", .permanent), ("454", .transient),
      ("closes", .transient),
    ])
  func replies(_ manner: String, _ outcome: DeliveryOutcome) throws {
    let smtp = try ScriptedSMTP(manner)
    let rig = try NetworkRig { $0.mail = try? mail(smtp.port) }
    #expect(try rig.outcome(of: help()) == outcome)
    #expect(rig.log.isEmpty == (outcome == .accepted), "\(rig.log)")
  }

  @Test("AUTH LOGIN says user and secret")
  func login() throws {
    let smtp = try ScriptedSMTP("login")
    let rig = try NetworkRig { $0.mail = try? mail(smtp.port) }
    _ = try rig.outcome(of: help())
    #expect(smtp.heard.contains("user dmlnaWE=") && smtp.heard.contains("secret Y2xhdmU="))
  }

  @Test(
    "A server that is silent, before or after the mail, is tried again",
    arguments: ["mute", "thinks"])
  func silence(_ manner: String) throws {
    let smtp = try ScriptedSMTP(manner)
    let rig = try NetworkRig {
      $0.mail = try? mail(smtp.port)
      $0.waits.exchange = 1000
      $0.waits.finalReply = 1000
    }
    #expect(try rig.outcome(of: help()) == .transient)
    #expect(rig.log == ["mail: no answer in time"])
  }

  @Test("A server that thinks about one mail does not hold up the next")
  func second() throws {
    let smtp = try ScriptedSMTP("thinks about the first")
    let rig = try NetworkRig { $0.mail = try? mail(smtp.port) }
    try rig.network.submit(help(1))
    try rig.live { smtp.heard.contains("DATA") }
    try rig.network.submit(help(2))
    let answers = try rig.answers(2)
    #expect(answers.map(\.notice.number) == [2, 1])
    #expect(answers.allSatisfy { $0.outcome == .accepted })
  }

  @Test(
    "The device does not stand still for a server that does not say goodbye",
    arguments: ["no goodbye", "550 and no goodbye", "535 and no goodbye"])
  func goodbye(_ manner: String) throws {
    let smtp = try ScriptedSMTP(manner)
    let rig = try NetworkRig { $0.mail = try? mail(smtp.port) }
    let outcome = try rig.outcome(of: help())
    #expect(outcome == (manner == "no goodbye" ? .accepted : .permanent))
    try rig.live { smtp.heard.contains { $0 == "left" || $0.hasPrefix("waits") } }
    #expect(smtp.heard.contains("left"))
  }

  @Test("One address that is refused does not keep the mail from the other")
  func oneOfTwo() throws {
    let smtp = try ScriptedSMTP("one of two")
    let rig = try NetworkRig { $0.mail = try? mail(smtp.port) }
    #expect(try rig.outcome(of: help(to: 1)) == .accepted)
    #expect(smtp.heard.contains("RCPT TO:<jose@example.org>"))
    #expect(smtp.heard.contains("RCPT TO:<otra@example.org>"))
  }

  @Test("A server with another's certificate hears nothing")
  func stranger() throws {
    let smtp = try ScriptedSMTP("fine", isStranger: true)
    let rig = try NetworkRig { $0.mail = try? mail(smtp.port) }
    #expect(try rig.outcome(of: help()) == .transient)
    #expect(try rig.outcome(of: help()) == .transient)
    try rig.live { !smtp.heard.isEmpty }
    #expect(smtp.heard.allSatisfy { $0 == "no encryption" || $0 == "broken" }, "\(smtp.heard)")
    #expect(rig.log.count == 1, "said once")
    #expect(rig.log.first?.hasPrefix("mail: NOTHING IS SENT") == true, "\(rig.log)")
  }

  @Test("A folder of authorities counts as one file of them does")
  func folder() throws {
    for (isStranger, outcome) in [(false, DeliveryOutcome.accepted), (true, .transient)] {
      let smtp = try ScriptedSMTP("fine", isStranger: isStranger)
      let rig = try NetworkRig {
        $0.mail = try? mail(smtp.port)
        $0.authorities = Certificates.shared.authorities
      }
      #expect(try rig.outcome(of: help()) == outcome)
    }
  }

  @Test("A server that should encrypt and does not hears no secret and no position")
  func clear() throws {
    let smtp = try ScriptedSMTP("fine", isPlain: true)
    let rig = try NetworkRig { $0.mail = try? mail(smtp.port, .starttls) }
    #expect(try rig.outcome(of: help()) == .transient)
    #expect(
      smtp.heard.allSatisfy { $0.hasPrefix("EHLO") || ["QUIT", "left"].contains($0) },
      "\(smtp.heard)")
  }

  @Test("Nobody listens, or the name is unknown: it is tried again, and said once")
  func nobody() throws {
    let port = try LoopbackPort.free()
    let rig = try NetworkRig { $0.mail = try? mail(port) }
    #expect(try rig.outcome(of: help()) == .transient)
    #expect(try rig.outcome(of: help()) == .transient)
    #expect(rig.log.count == 1 && !rig.log[0].contains(" ms"), "\(rig.log)")
    rig.network.options.mail?.server.host = "no-such-host.invalid"
    #expect(try rig.outcome(of: help()) == .transient)
    #expect(rig.log.count == 2 && rig.log[1].contains("no-such-host.invalid"), "\(rig.log)")
  }

  @Test("Eight mails may be on their way; a ninth waits until one of them is answered")
  func most() throws {
    let smtp = try ScriptedSMTP("thinks")
    let rig = try NetworkRig { $0.mail = try? mail(smtp.port) }
    for number in 1...8 { try rig.network.submit(help(UInt32(number))) }
    #expect(throws: NetworkError.unreachable) { try rig.network.submit(help(9)) }
  }

  @Test("A way that the profile does not have is refused at once")
  func absent() throws {
    let rig = try NetworkRig { _ in }
    #expect(throws: NetworkError.refused) { try rig.network.submit(help()) }
    #expect(throws: NetworkError.refused) { try rig.network.submit(help(1, .relay)) }
    #expect(throws: NetworkError.refused) { try rig.network.ping() }
    var long = help()
    long.subject = ""
    long.text = String(repeating: "A", count: LinuxNetwork.longestMessage + 1)
    #expect(throws: NetworkError.tooLong) { try rig.network.submit(long) }
  }
}
