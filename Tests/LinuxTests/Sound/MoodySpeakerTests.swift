import Foundation
import HAL
import Linux
import TestSupport
import Testing

@Suite(
  "A speaker on a bad sound device", .serialized,
  .needs(.compiler))
final class MoodySpeakerTests {
  let reactor: Reactor
  let device: MoodyDevice
  private var lines: [String] = []

  init() throws {
    reactor = try Reactor()
    device = try #require(MoodyDevice.built)
    device.become(.well)
  }

  private func speaker(patience: Milliseconds = .seconds(60)) throws -> LinuxSpeaker {
    let speaker = LinuxSpeaker(reactor, device: "moody", patience: patience) { [unowned self] in
      lines.append($0)
    }
    try #require(speaker.isAvailable)
    return speaker
  }

  /// Begins a burst and changes the device's mood in the middle.
  private func play(_ burst: Burst, _ mood: MoodyDevice.Mood, on speaker: LinuxSpeaker) throws {
    try speaker.play(burst)
    try SoundMachine.pass(reactor, milliseconds: 300)
    device.become(mood)
  }

  private func finish(_ speaker: LinuxSpeaker) throws {
    #expect(try SoundMachine.wait(reactor) { !speaker.isSounding })
  }

  /// Samples of a whole burst at the device's rate.
  private func samples(_ burst: Burst) -> Int { Int(burst.length.count) * 44_100 / 1000 }

  @Test("A whole burst reaches the device, at a rate that is not ours, with few wake-ups")
  func well() throws {
    let speaker = try speaker()
    let (before, wakeUps, began) = (device.taken, reactor.wakeUps, reactor.now)
    try speaker.play(.medium)
    #expect(device.taken > before, "at once")
    try finish(speaker)
    let given = device.taken - before
    #expect((samples(.medium)...(samples(.medium) + 44_100)).contains(given), "\(given)")
    let passed = (reactor.now.nanoseconds - began.nanoseconds) / 1_000_000
    #expect(reactor.wakeUps - wakeUps < passed / 5, "\(reactor.wakeUps - wakeUps) in \(passed) ms")
    #expect(lines.isEmpty, "\(lines)")
  }

  @Test("A device that runs dry: the rest of the burst follows")
  func dry() throws {
    let speaker = try speaker()
    let before = device.taken
    try play(.high, .dry, on: speaker)
    try finish(speaker)
    #expect(speaker.underruns >= 1)
    #expect(device.taken - before >= samples(.high))
    #expect(lines.isEmpty, "\(lines)")
  }

  @Test("A suspended device: the burst goes on when it is awake, and nothing spins until then")
  func suspended() throws {
    let speaker = try speaker()
    let (before, resumes) = (device.taken, device.resumes)
    try play(.high, .suspended, on: speaker)
    #expect(try SoundMachine.wait(reactor) { device.resumes - resumes > 2 })
    let wakeUps = reactor.wakeUps
    try SoundMachine.pass(reactor, milliseconds: 1000)
    #expect(reactor.wakeUps - wakeUps <= 6)
    #expect(speaker.isSounding)
    device.become(.well)
    try finish(speaker)
    #expect(device.taken - before >= samples(.high))
    #expect(lines.isEmpty, "\(lines)")
  }

  @Test("A device suspended for too long: the burst is dropped")
  func tooOld() throws {
    let speaker = try speaker(patience: Milliseconds(0))
    try play(.high, .suspended, on: speaker)
    try finish(speaker)
    #expect(speaker.dropped == 1)
    device.become(.well)
    try speaker.play(.low)
    try finish(speaker)
    #expect(speaker.dropped == 1)
  }

  @Test("A burst that is played or stopped while it is suspended")
  func replaced() throws {
    let speaker = try speaker()
    try play(.high, .suspended, on: speaker)
    let resumes = device.resumes
    #expect(try SoundMachine.wait(reactor) { device.resumes > resumes })
    device.become(.well)
    let before = device.taken
    try speaker.play(.low)
    try finish(speaker)
    #expect(device.taken - before < samples(.low) + 44_100)
    try play(.high, .suspended, on: speaker)
    #expect(try SoundMachine.wait(reactor) { device.resumes > resumes })
    try speaker.stop()
    let wakeUps = reactor.wakeUps
    try SoundMachine.pass(reactor, milliseconds: 600)
    #expect(reactor.wakeUps - wakeUps == 1, "it is forgotten")
  }

  @Test("A device that takes nothing and says nothing counts as gone, and is opened anew")
  func deaf() throws {
    let speaker = try speaker()
    try play(.high, .deaf, on: speaker)
    #expect(try SoundMachine.wait(reactor) { !speaker.isAvailable })
    #expect(lines == ["no sound from moody: Connection timed out"])
    device.become(.well)
    let before = device.taken
    #expect(try SoundMachine.wait(reactor) { speaker.isAvailable })
    try finish(speaker)
    #expect(device.taken - before >= samples(.high), "the whole burst again")
    #expect(lines.last == "sound from moody is back")
  }

  @Test("A device that is pulled out is logged once, and sought ever less often")
  func gone() throws {
    let speaker = try speaker()
    try play(.high, .gone, on: speaker)
    #expect(try SoundMachine.wait(reactor) { !speaker.isAvailable })
    let wakeUps = reactor.wakeUps
    try SoundMachine.pass(reactor, milliseconds: 3500)
    #expect(reactor.wakeUps - wakeUps == 3, "after 1 s, 2 s more, and the end")
    #expect(lines == ["no sound from moody: No such device"])
    let before = device.taken
    #expect(throws: SpeakerError.unavailable) { try speaker.play(.medium) }
    device.become(.well)
    #expect(try SoundMachine.wait(reactor, seconds: 3) { speaker.isAvailable }, "sought soon")
    try finish(speaker)
    #expect(device.taken - before >= samples(.medium), "what was refused is heard after all")
    #expect(lines.count == 2)
    #expect(speaker.dropped == 0)
  }

  @Test(
    "A device that hangs is left alone for long, and sounds again in the end",
    arguments: [false, true])
  func hangs(isStopped: Bool) throws {
    let speaker = LinuxSpeaker(
      reactor, device: "moody", patience: .seconds(60), restFactor: 2
    ) { [unowned self] in lines.append($0) }
    try #require(speaker.isAvailable)
    try play(.high, .hung, on: speaker)
    if isStopped {
      #expect(throws: SpeakerError.self) { try speaker.stop() }
    } else {
      let isLost = try SoundMachine.wait(reactor) { !speaker.isAvailable }
      #expect(isLost)
    }
    #expect(!speaker.isAvailable)
    // A moment of the reactor's own: the call was long.
    try SoundMachine.pass(reactor, milliseconds: 0)
    let (calls, since) = (device.calls, reactor.now)
    for _ in 0..<3 {
      #expect(throws: SpeakerError.self) { try speaker.play(.medium) }
      try SoundMachine.pass(reactor, milliseconds: 1100)
    }
    #expect(device.calls == calls, "neither a burst nor the time looks for it")
    #expect(lines.contains { $0.hasPrefix("moody held up the device for ") }, "\(lines)")
    device.become(.well)
    let isBack = try SoundMachine.wait(reactor, seconds: 120) { speaker.isAvailable }
    #expect(isBack && reactor.now >= since.after(milliseconds: 4000))
    try speaker.play(.low)
    try finish(speaker)
  }
}
