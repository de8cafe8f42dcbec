import Foundation
import HAL
import Linux
import TestSupport
import Testing

/// Force feedback: the requests and events of the kernel's interface, in a process of its own that is
/// given the answers of a device.
@Suite("A vibrator that is an input device")
struct RumbleTests {
  static let library = MoodyDevice.build("rumble.c", links: [])

  private static func ask(_ name: String) -> Int {
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), name) else { return -1 }
    return Int(unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)())
  }

  @Test(
    "Each pulse is a rumble that ends by itself, uploaded once, begun and ended by an event",
    .needs(.compiler))
  func pulses() async throws {
    setenv("LD_PRELOAD", try #require(RumbleTests.library), 1)
    defer { unsetenv("LD_PRELOAD") }
    await #expect(processExitsWith: .success) {
      let folder = "/tmp/vigia-rumble-\(getpid())"
      mkdir(folder, 0o700)
      mkfifo(folder + "/event3", 0o600)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let device = open(folder + "/event3", O_RDWR | O_NONBLOCK)
      let reactor = try Reactor()
      let vibrator = try #require(
        LinuxVibrator.find(reactor, devices: folder, system: folder) { Issue.record("\($0)") })
      try vibrator.vibrate(pulses: 2, each: Milliseconds(20))
      #expect(RumbleTests.ask("rumble_length") == 20)
      #expect(try SoundMachine.wait(reactor) { !vibrator.isShaking })
      try vibrator.vibrate(pulses: 9, each: Milliseconds(300))
      try vibrator.vibrate(pulses: 0, each: Milliseconds(300))
      #expect(RumbleTests.ask("rumble_length") == 300)
      #expect(RumbleTests.ask("rumble_uploads") == 1)
      #expect(RumbleTests.ask("rumble_strength") == 0xffff)
      // Each is a time, a type, a number and a value: EV_FF is 0x15.
      let size = MemoryLayout<timeval>.size + 8
      var events = [UInt8](repeating: 0, count: 9 * size)
      #expect(read(device, &events, events.count) == 4 * size)
      let told = (0..<4).map { Array(events[($0 * size + size - 8)..<($0 * size + size)]) }
      let (begin, end): ([UInt8], [UInt8]) = (
        [0x15, 0, 0, 0, 1, 0, 0, 0], [0x15, 0, 0, 0, 0, 0, 0, 0]
      )
      #expect(told == [begin, begin, begin, end])
    }
  }

  @Test(
    "A motor that resets is found again at the next call, and nothing of it stays open",
    .needs(.compiler))
  func reset() async throws {
    setenv("LD_PRELOAD", try #require(RumbleTests.library), 1)
    defer { unsetenv("LD_PRELOAD") }
    await #expect(processExitsWith: .success) {
      let folder = "/tmp/vigia-rumble-\(getpid())"
      mkdir(folder, 0o700)
      mkfifo(folder + "/event3", 0o600)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let device = open(folder + "/event3", O_RDWR | O_NONBLOCK)
      let reactor = try Reactor()
      var lines: [String] = []
      let vibrator = try #require(
        LinuxVibrator.find(reactor, devices: folder, system: folder) { lines.append($0) })
      // Only the motor's files count: the runtime of this process opens and closes its own.
      func openFiles() throws -> Int {
        let files = FileManager.default
        return try files.contentsOfDirectory(atPath: "/proc/self/fd").count { number in
          let file = try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
          return file?.hasPrefix(folder) == true
        }
      }
      let before = try openFiles()
      try vibrator.vibrate(pulses: 1, each: Milliseconds(300))
      #expect(RumbleTests.ask("rumble_reset") == 1)
      #expect(throws: VibratorError.unavailable) {
        try vibrator.vibrate(pulses: 1, each: Milliseconds(300))
      }
      #expect(!vibrator.isShaking)
      for _ in 0..<2 { try vibrator.vibrate(pulses: 1, each: Milliseconds(40)) }
      #expect(RumbleTests.ask("rumble_length") == 40)
      #expect(RumbleTests.ask("rumble_uploads") == 2, "the new one has no rumble of the old one")
      #expect(try openFiles() == before)
      #expect(lines == ["the vibrator does not answer", "the vibrator is back"])
      close(device)
    }
  }
}
