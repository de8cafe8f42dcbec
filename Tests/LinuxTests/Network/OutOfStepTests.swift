import Device
import Foundation
import HAL
import Linux
import TestSupport
import Testing

@Suite(
  "Servers out of step: no call is lost, and no loop is held (SAFE-4, SAFE-8)",
  .needs(.python3, .openssl), .serialized)
struct OutOfStepTests {
  @Test(
    "Anything but 354 to DATA, and but a 2xx to the mail, is never taken for a yes",
    arguments: [
      ("DATA 250 fine", DeliveryOutcome.transient), ("DATA 221 bye", .transient),
      ("DATA 2", .transient), ("DATA +250", .transient), ("DATA 334 x", .transient),
      ("DATA 421 later", .transient), ("DATA 451 later", .transient), ("DATA 552 no", .permanent),
      ("DATA 554-no\r\n554 no", .permanent), ("DATA 355 x", .transient), ("DATA x", .transient),
      ("DATA 999 x", .transient), ("DATA ", .transient), ("DATA 354 x\r\n354 x", .transient),
      ("DATA 354 x\r\n250 taken", .transient), ("354 again", .transient),
    ])
  func data(_ manner: String, _ outcome: DeliveryOutcome) throws {
    let smtp = try ScriptedSMTP(manner)
    let rig = try NetworkRig { $0.mail = try? mail(smtp.port) }
    #expect(try rig.outcome(of: help()) == outcome)
    #expect(!smtp.heard.contains("taken") && rig.log.count == 1)
  }

  @Test("A refusal of several lines is told with its first, which says what is wrong")
  func severalLines() throws {
    let smtp = try ScriptedSMTP("DATA 554-5.7.1 spam\r\n554-x\r\n554 5.7.1 see https://example.org")
    let rig = try NetworkRig { $0.mail = try? mail(smtp.port) }
    #expect(try rig.outcome(of: help()) == .permanent)
    let said = "554-5.7.1 spam / 554 5.7.1 see https://example.org"
    #expect(rig.log == ["mail: the server said: \(said)"])
  }

  @Test(
    "A surplus 250, at any step, makes no yes of the refusal that comes after the mail",
    arguments: ["GREETING", "EHLO", "AUTH", "MAIL", "RCPT", "DATA"], ["surplus", "late surplus"])
  func surplus(_ step: String, _ manner: String) throws {
    let smtp = try ScriptedSMTP("\(manner) at \(step)")
    let rig = try NetworkRig { $0.mail = try? mail(smtp.port) }
    #expect(try rig.outcome(of: help()) != .accepted)
  }

  @Test(
    "A server that closes with a remark once it has the mail gets no second one",
    arguments: ["surplus at MESSAGE", "late surplus at MESSAGE", "closes when it has it"])
  func afterwards(_ manner: String) throws {
    let smtp = try ScriptedSMTP(manner)
    let rig = try NetworkRig { $0.mail = try? mail(smtp.port) }
    #expect(try rig.outcome(of: help()) == .accepted)
    #expect(smtp.heard.contains("taken") && rig.log.isEmpty)
  }

  @Test(
    "A server that talks without pause holds up neither the loop nor the memory",
    arguments: ["chatter", "one line"],
    ["GREETING", "EHLO", "STARTTLS", "AUTH", "MAIL", "RCPT", "DATA", "MESSAGE", "QUIT"])
  func chatter(_ manner: String, _ step: String) throws {
    let isPlain = step == "STARTTLS"
    let smtp = try ScriptedSMTP("\(manner) at \(step)", isPlain: isPlain, encrypts: isPlain)
    let rig = try NetworkRig {
      $0.mail = try? mail(smtp.port, isPlain ? .starttls : .tls)
      $0.waits.exchange = 10_000
      $0.waits.finalReply = 10_000
    }
    let keys = try Presses(rig.reactor)
    let before = OwnMemory.residentMegabytes
    try rig.network.submit(help())
    var answer: NetworkAnswer?
    try rig.live {
      try keys.press()
      answer = rig.network.read()
      return answer != nil && keys.seen > 0
    }
    #expect((answer?.outcome == .accepted) == (step == "QUIT"))
    #expect(OwnMemory.residentMegabytes - before < 64)
  }

  @Test("Silent mail servers keep nothing from the relay, nor a silent relay from the mail")
  func waysApart() throws {
    let silent = try ScriptedSMTP("thinks")
    let relay = try RelayTests.Relay(200)
    let rig = try NetworkRig {
      $0.mail = try? mail(silent.port)
      $0.relay = .init(url: relay.url, token: nil)
    }
    for number in 1...8 { try rig.network.submit(help(UInt32(number))) }
    for number in 9...16 { try rig.network.submit(help(UInt32(number), to: 0, .relay)) }
    let answers = try rig.answers(8)
    #expect(Set(answers.map(\.notice.number)) == Set(9...16))
    #expect(answers.allSatisfy { $0.outcome == .accepted })
    // Mails that servers ponder for ten minutes still hold all of their own places.
    #expect(throws: NetworkError.unreachable) { try rig.network.submit(help(17)) }
  }

  @Test("An attempt that has had its time gives its place to the next by the same way")
  func displaced() throws {
    let smtp = try ScriptedSMTP("thinks")
    let rig = try NetworkRig {
      $0.mail = try? mail(smtp.port)
      $0.waits.makesWay = 50
    }
    for number in 1...8 {
      try rig.network.submit(help(UInt32(number)))
      try rig.live { smtp.heard.count { $0 == "DATA" } >= number }
    }
    try rig.reactor.turn(until: rig.reactor.now)
    let moment = rig.reactor.now.after(milliseconds: 60)
    try rig.live { rig.reactor.now > moment }
    for number in 9...12 { try rig.network.submit(help(UInt32(number))) }
    let answers = try rig.answers(4)
    #expect(answers.map(\.notice.number) == [1, 2, 3, 4])
    #expect(answers.allSatisfy { $0.outcome == .transient })
    try rig.live { smtp.heard.count { $0 == "DATA" } == 12 }
  }
}

/// Keys of the device while servers talk: one in 20 ms, when the one before was seen.
final class Presses {
  private let pipe = Pipe()
  private let reactor: Reactor
  private var source: Reactor.Registration?
  private var pressed = 0
  private var next = BootTime(nanoseconds: 0)
  private(set) var seen = 0

  init(_ reactor: Reactor) throws {
    self.reactor = reactor
    let input = pipe.fileHandleForReading
    source = try reactor.add(input.fileDescriptor, 1, .keys) { [weak self] _ in
      _ = input.availableData
      self?.seen += 1
    }
  }

  deinit { if let source { reactor.remove(source) } }

  func press() throws {
    guard pressed == seen, reactor.now >= next else { return }
    next = reactor.now.after(milliseconds: 20)
    pressed += 1
    try pipe.fileHandleForWriting.write(contentsOf: Data([1]))
  }
}
