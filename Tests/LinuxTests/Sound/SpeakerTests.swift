import Foundation
import HAL
import Linux
import Testing

@Suite("The speaker behind libasound", .serialized)
struct SpeakerTests {
  private let reactor: Reactor

  init() throws {
    reactor = try Reactor()
    _ = SoundMachine.folder
  }

  @Test("A silent speaker wakes nobody: not before it sounds, and not after")
  func silence() throws {
    let speaker = LinuxSpeaker(reactor, device: "nothing") { Issue.record("\($0)") }
    func wakeUpsOfSilence() throws -> Int {
      let before = reactor.wakeUps
      try SoundMachine.pass(reactor, milliseconds: 300)
      return reactor.wakeUps - before
    }
    #expect(try wakeUpsOfSilence() == 1, "the deadline alone")
    try speaker.play(.low)
    #expect(try SoundMachine.wait(reactor) { !speaker.isSounding })
    #expect(try wakeUpsOfSilence() == 1)
    try speaker.play(.high)
    try speaker.stop()
    #expect(try wakeUpsOfSilence() == 1)
  }

  @Test(
    "Without a sound card a burst is refused; that is logged once, and the card is sought ever less often"
  )
  func absent() throws {
    var lines: [String] = []
    let speaker = LinuxSpeaker(reactor, device: "hw:7") { lines.append($0) }
    #expect(!speaker.isAvailable)
    #expect(throws: SpeakerError.unavailable) { try speaker.play(.high) }
    #expect(throws: SpeakerError.unavailable) { try speaker.stop() }
    let before = reactor.wakeUps
    try SoundMachine.pass(reactor, milliseconds: 3500)
    #expect(reactor.wakeUps - before == 3, "after 1 s, 2 s more, and the end")
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("no sound from hw:7: No such ") == true, "\(lines)")
  }

  @Test("A board that stands still for seconds while a burst sounds does not lose the rest of it")
  func heldUp() throws {
    // One of two turns in a row serves the timer first.
    for turns in 1...2 {
      let speaker = LinuxSpeaker(reactor, device: "file:\(SoundMachine.newFile()),raw") {
        Issue.record("\($0)")
      }
      try speaker.play(.call)
      for _ in 0..<turns { try reactor.turn(until: reactor.now.after(milliseconds: 20)) }
      #expect(speaker.isSounding)
      usleep(2_300_000)
      #expect(try SoundMachine.wait(reactor) { speaker.due == nil })
      #expect(speaker.isAvailable && speaker.dropped == 0)
    }
  }

  @Test("A name that libasound does not know is refused, and nothing else is said")
  func unknown() throws {
    var lines: [String] = []
    let speaker = LinuxSpeaker(reactor, device: "no-such-device") { lines.append($0) }
    #expect(throws: SpeakerError.unavailable) { try speaker.play(.low) }
    #expect(lines == ["no sound from no-such-device: No such file or directory"])
  }
}
