import Foundation
import HAL
import Linux
import TestSupport
import Testing

/// The device is ALSA's `pulse` plugin; a server that is killed is a loudspeaker that is pulled out.
@Suite(
  "A loudspeaker that is pulled out and comes back", .serialized,
  .needs(.pulseaudio, .pulsePlugin, .parec, .pactl, .numpy))
struct UnpluggedTests {
  let reactor: Reactor
  let server: PulseServer

  init() throws {
    reactor = try Reactor()
    server = PulseServer()
  }

  private func play(_ burst: Burst, on speaker: LinuxSpeaker) throws {
    try speaker.play(burst)
    #expect(try SoundMachine.wait(reactor) { !speaker.isSounding })
  }

  /// Recorded once more when the machine was too busy to keep the buffer filled.
  private func record(_ speaker: LinuxSpeaker, act: () throws -> Void) throws -> Heard {
    for _ in 0..<5 {
      let before = speaker.underruns
      let heard = try server.record(reactor, while: act)
      if speaker.underruns == before { return heard }
    }
    throw CocoaError(.fileReadUnknown)
  }

  @Test("A listener hears the burst; a new one replaces it, and stop ends it")
  func heard() throws {
    let speaker = LinuxSpeaker(reactor, device: "server") { Issue.record("\($0)") }
    let medium = try record(speaker) { try play(.medium, on: speaker) }
    try #require(medium.pulses.count == 3)
    for (i, pulse) in medium.pulses.enumerated() {
      #expect(abs(pulse.duration - 200) <= 10, "\(pulse.duration) ms")
      #expect(abs(pulse.start - medium.pulses[0].start - 400 * Double(i)) <= 20)
      #expect(abs((pulse.tones.first?.frequency ?? 0) - 523) < 5)
    }
    let replaced = try record(speaker) {
      try speaker.play(.call)
      try SoundMachine.pass(reactor, milliseconds: 1000)
      try play(.high, on: speaker)
    }
    #expect((11...13).contains(replaced.pulses.count), "one note or two, and ten pulses")
    for pulse in replaced.pulses.suffix(10) {
      #expect(abs(pulse.duration - 160) <= 8, "\(pulse.duration) ms")
    }
    let stopped = try record(speaker) {
      try speaker.play(.high)
      try SoundMachine.pass(reactor, milliseconds: 500)
      try speaker.stop()
      #expect(!speaker.isSounding)
    }
    #expect((1..<10).contains(stopped.pulses.count))
  }

  @Test("Pulled out while silent: the next burst finds it again, and is heard")
  func silent() throws {
    var lines: [String] = []
    let speaker = LinuxSpeaker(reactor, device: "server") { lines.append($0) }
    try #require(speaker.isAvailable)
    server.kill()
    let next = PulseServer()
    let heard = try next.record(reactor) { try play(.high, on: speaker) }
    #expect(heard.pulses.count == 10 || speaker.underruns > 0)
    #expect(lines.last == "sound from server is back")
    #expect(lines.count == 2, "\(lines)")
  }

  /// It is pulled out in the middle of a burst of high priority and put back.
  private func pullOut(patience: Milliseconds) throws -> (heard: Heard, dropped: Int) {
    var lines: [String] = []
    let speaker = LinuxSpeaker(reactor, device: "server", patience: patience) { lines.append($0) }
    try speaker.play(.high)
    try SoundMachine.pass(reactor, milliseconds: 500)
    server.kill()
    #expect(try SoundMachine.wait(reactor) { !speaker.isAvailable })
    #expect(lines.count == 1, "\(lines)")
    let next = PulseServer()
    let heard = try next.record(reactor) {
      let isOver = try SoundMachine.wait(reactor) { speaker.isAvailable && !speaker.isSounding }
      #expect(isOver)
    }
    #expect(lines.count == 2, "\(lines)")
    return (heard, speaker.dropped)
  }

  @Test("Pulled out while it sounds: the burst that is still due is heard when it is back")
  func due() throws {
    let (heard, dropped) = try pullOut(patience: .seconds(60))
    #expect(heard.pulses.count == 10)
    #expect(dropped == 0)
  }

  @Test("Pulled out while it sounds: a burst that is too old by then is dropped, and counted")
  func tooOld() throws {
    let (heard, dropped) = try pullOut(patience: Milliseconds(0))
    #expect(heard.pulses.isEmpty)
    #expect(dropped == 1)
  }

  @Test("Refused while it is away, the burst of the next minute is heard")
  func refused() throws {
    let speaker = LinuxSpeaker(reactor, device: "server") { _ in }
    server.kill()
    #expect(throws: SpeakerError.unavailable) { try speaker.play(.medium) }
    #expect(throws: SpeakerError.unavailable) { try speaker.stop() }
    let next = PulseServer()
    try SoundMachine.pass(reactor, milliseconds: 1500)
    let heard = try next.record(reactor) { try play(.medium, on: speaker) }
    #expect(heard.pulses.count == 3)
  }
}
