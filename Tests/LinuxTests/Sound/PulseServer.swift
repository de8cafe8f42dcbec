import Foundation
import Linux
import TestSupport
import Testing

/// A PulseAudio server of the test's own, with a sink that goes nowhere and can be recorded.
final class PulseServer {
  private let server: Child

  /// Returns when it takes clients.
  init() {
    unlink(PulseServer.socket)
    server = PulseServer.run(
      "pulseaudio", "-n", "--daemonize=no", "--system=no", "--exit-idle-time=-1",
      "--use-pid-file=no", "--disable-shm=yes", "--high-priority=no", "--log-target=stderr",
      "-L", "module-native-protocol-unix auth-anonymous=1 socket=\(PulseServer.socket)",
      "-L", "module-null-sink sink_name=nowhere rate=48000 channels=1")
    for _ in 0..<600 where !PulseServer.run("pactl", "info").wait() { usleep(50_000) }
  }

  /// Ends it as if the device were pulled out.
  func kill() { server.kill() }

  /// Records the sink while `act` turns the reactor.
  func record(_ reactor: Reactor, while act: () throws -> Void) throws -> Heard {
    let file = SoundMachine.newFile()
    let recorder = PulseServer.run(
      "parec", "--device=nowhere.monitor", "--raw", "--format=s16le", "--rate=48000",
      "--channels=1", "--latency-msec=20", output: file)
    defer { recorder.kill() }
    func length() -> Int {
      (try? FileManager.default.attributesOfItem(atPath: file))?[.size] as? Int ?? 0
    }
    let second = 2 * 48_000
    for _ in 0..<600 where length() < second / 5 { usleep(50_000) }
    try act()
    let end = length() + second
    #expect(try SoundMachine.wait(reactor) { length() > end })
    return try Heard(file)
  }

  private static var socket: String { SoundMachine.folder + "/native" }

  private static func run(_ name: String, _ arguments: String..., output: String? = nil) -> Child {
    Child(
      [name] + arguments,
      [
        "PATH=/usr/bin:/bin", "HOME=" + SoundMachine.folder,
        "XDG_RUNTIME_DIR=" + SoundMachine.folder, "PULSE_SERVER=unix:" + socket,
      ], output: output)
  }
}
