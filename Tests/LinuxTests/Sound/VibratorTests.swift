import Foundation
import HAL
import Linux
import TestSupport
import Testing

@Suite("The vibrator", .serialized)
final class VibratorTests {
  private let reactor: Reactor
  private let folder = TemporaryFolder()
  private var system: String { folder.path }
  private var pipes: [Int32] = []

  init() throws { reactor = try Reactor() }

  deinit { for pipe in pipes { close(pipe) } }

  /// A file of sysfs whose writes can be read one after the other.
  private func pipe(_ path: String) throws -> Int32 {
    let path = system + path
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    mkfifo(path, 0o600)
    let pipe = open(path, O_RDWR | O_NONBLOCK)
    pipes.append(pipe)
    return pipe
  }

  private func written(_ pipe: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 1000)
    let count = max(0, read(pipe, &bytes, bytes.count))
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  private func find() throws -> LinuxVibrator {
    try #require(
      LinuxVibrator.find(reactor, devices: system + "/input", system: system) {
        Issue.record("\($0)")
      })
  }

  @Test("Without a motor there is no vibrator")
  func absent() {
    let none = LinuxVibrator.find(reactor, devices: system + "/input", system: system) { _ in }
    #expect(none == nil)
  }

  @Test("An input device that cannot rumble is no motor")
  func keyboard() throws {
    _ = try pipe("/input/event0")
    let none = LinuxVibrator.find(reactor, devices: system + "/input", system: system) { _ in }
    #expect(none == nil)
  }

  @Test("Three pulses with pauses as long, on a vibrator of the LED class")
  func pulses() throws {
    let trigger = try pipe("/class/leds/vibrator/trigger")
    let duration = try pipe("/class/leds/vibrator/duration")
    let state = try pipe("/class/leds/vibrator/state")
    let activate = try pipe("/class/leds/vibrator/activate")
    let vibrator = try find()
    #expect(written(trigger) == "transient")
    let began = reactor.now
    try vibrator.vibrate(pulses: 3, each: Milliseconds(30))
    #expect(written(activate) == "1", "at once")
    #expect(try SoundMachine.wait(reactor) { !vibrator.isShaking })
    #expect(reactor.now >= began.after(milliseconds: 180))
    #expect(written(activate) == "11")
    #expect(written(duration) == "303030")
    #expect(written(state) == "111")
    let before = reactor.wakeUps
    try SoundMachine.pass(reactor, milliseconds: 100)
    #expect(reactor.wakeUps - before == 1, "nothing happens afterwards")
  }

  @Test("A new call replaces the present one, and 0 ends it, on an Android kernel's file")
  func replace() throws {
    let enable = try pipe("/class/timed_output/vibrator/enable")
    let vibrator = try find()
    try vibrator.vibrate(pulses: 200, each: .seconds(1))
    try vibrator.vibrate(pulses: 2, each: Milliseconds(20))
    #expect(written(enable) == "1000020")
    #expect(try SoundMachine.wait(reactor) { !vibrator.isShaking })
    #expect(written(enable) == "20")
    try vibrator.vibrate(pulses: 5, each: .seconds(100))
    try vibrator.vibrate(pulses: 0, each: .seconds(1))
    #expect(written(enable) == "327670", "no longer than the kernel takes")
    #expect(!vibrator.isShaking)
  }

  @Test("A vibrator that goes away is logged once, and is felt again when it is back")
  func gone() throws {
    let enable = try pipe("/class/timed_output/vibrator/enable")
    let file = system + "/class/timed_output/vibrator/enable"
    var lines: [String] = []
    let vibrator = try #require(
      LinuxVibrator.find(reactor, devices: system, system: system) { lines.append($0) })
    rename(file, file + "-away")
    for _ in 0..<2 {
      #expect(throws: VibratorError.unavailable) {
        try vibrator.vibrate(pulses: 1, each: Milliseconds(20))
      }
    }
    rename(file + "-away", file)
    try vibrator.vibrate(pulses: 1, each: Milliseconds(20))
    #expect(written(enable) == "20")
    #expect(lines == ["the vibrator does not answer", "the vibrator is back"])
  }
}
