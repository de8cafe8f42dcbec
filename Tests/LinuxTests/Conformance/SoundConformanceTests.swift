import Foundation
import HAL
import Linux
import PortContracts
import Testing

@Suite("Port contracts on the Linux backends: speaker and vibrator", .serialized)
struct SoundConformanceTests {
  private let reactor: Reactor

  init() throws {
    reactor = try Reactor()
    _ = SoundMachine.folder
  }

  private func sounding(_ speaker: LinuxSpeaker) -> Burst? {
    speaker.isSounding ? speaker.due : nil
  }

  @Test(
    "A PulseAudio server behind libasound, killed and started again",
    .enabled(if: PulseServer.isPossible, "PulseAudio is not installed"))
  func pulse() throws {
    var server = PulseServer()
    var speaker = LinuxSpeaker(reactor, device: "server") { _ in }
    try PortContract.speaker(&speaker, sounding: sounding) { _ in
      server.kill()
    } plugIn: { speaker in
      server = PulseServer()
      let isBack = try SoundMachine.wait(reactor) { speaker.isAvailable }
      #expect(isBack)
    }
  }

  @Test(
    "A sound device that is pulled out and put back",
    .enabled(if: MoodyDevice.built != nil, "no C compiler, or no headers of libasound"))
  func device() throws {
    let device = try #require(MoodyDevice.built)
    device.become(.well)
    var speaker = LinuxSpeaker(reactor, device: "moody") { _ in }
    try PortContract.speaker(&speaker, sounding: sounding) { _ in
      device.become(.gone)
    } plugIn: { speaker in
      device.become(.well)
      let isBack = try SoundMachine.wait(reactor) { speaker.isAvailable }
      #expect(isBack)
    }
  }

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
