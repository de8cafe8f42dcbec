import Foundation
import HAL
import Linux
import PortContracts
import TestSupport
import Testing

/// The burst that sounds now.
private func sounding(_ speaker: LinuxSpeaker) -> Burst? {
  speaker.isSounding ? speaker.due : nil
}

// These are in the suites that have the devices to themselves: there is one of each in a process.

extension UnpluggedTests {
  @Test("Port contract of a speaker: a PulseAudio server, killed and started again")
  func contract() throws {
    var server = self.server
    var speaker = LinuxSpeaker(reactor, device: "server") { _ in }
    try PortContract.speaker(&speaker, sounding: sounding) { _ in
      server.kill()
    } plugIn: { speaker in
      server = PulseServer()
      let isBack = try SoundMachine.wait(reactor) { speaker.isAvailable }
      #expect(isBack)
    }
  }
}

extension MoodySpeakerTests {
  @Test("Port contract of a speaker: a sound device that is pulled out and put back")
  func contract() throws {
    var speaker = LinuxSpeaker(reactor, device: "moody") { _ in }
    try PortContract.speaker(&speaker, sounding: sounding) { _ in
      device.become(.gone)
    } plugIn: { speaker in
      device.become(.well)
      let isBack = try SoundMachine.wait(reactor) { speaker.isAvailable }
      #expect(isBack)
    }
  }
}

@Suite("Port contracts on the Linux backends: vibrator", .serialized)
struct VibratorConformanceTests {
  private let reactor: Reactor

  init() throws { reactor = try Reactor() }

  @Test("Vibrators as sysfs has them, one of the LED class and one of Android's")
  func vibrators() throws {
    for file in ["class/timed_output/vibrator/enable", "class/leds/vibrator/activate"] {
      let system = TemporaryFolder()
      let path = "\(system.path)/\(file)"
      let folder = (path as NSString).deletingLastPathComponent
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for name in ["trigger", "duration", "state", (path as NSString).lastPathComponent] {
        try Data().write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      }
      var vibrator = try #require(
        LinuxVibrator.find(reactor, devices: system.path, system: system.path) { _ in })
      try PortContract.vibrator(&vibrator) {
        $0.isShaking
      } unplug: { _ in
        #expect(rename(folder, folder + "-away") == 0)
      } plugIn: { _ in
        #expect(rename(folder + "-away", folder) == 0)
      }
    }
  }
}
