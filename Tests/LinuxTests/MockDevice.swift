import Foundation
import Glibc
import TestSupport
import Testing

/// An input device in a world of umockdev's, with `KeysProbe` that tells of its keys.
final class MockDevice {
  private let folder = TemporaryFolder()
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var text: [UInt8] = []
  private var node = ""
  /// The probe, which takes the place of the shell.
  private var child: Int32 = 0
  /// Our end of the device, when it is fed by `send`.
  private var feed: Int32 = -1

  /// - Parameters:
  ///   - command: what runs in its world; nil: the probe.
  ///   - isThere: from the start on; else `plugIn` brings it.
  ///   - codes: what it can send.
  ///   - down: what is down, by each time that it is asked; the last is followed by the first.
  ///   - events: an evemu recording that is played to it; nil: `send` does it.
  init(
    _ command: String? = nil, isThere: Bool = true, codes: [Int] = [138, 352, 115, 114],
    down: [[Int]], name: String = "gpio-keys", events: String? = nil
  ) throws {
    let path = "/devices/platform/gpio-keys/input/input0/event0"
    try folder.write(
      "gpio.umockdev",
      """
      P: \(path)
      N: input/event0
      E: DEVNAME=/dev/input/event0
      E: SUBSYSTEM=input
      E: MAJOR=13
      E: MINOR=64
      E: DEVPATH=\(path)
      A: dev=13:64


      """)
    let named = MockDevice.hex(
      Array(name.utf8) + [UInt8](repeating: 0, count: 80 - name.utf8.count))
    let states = down.map { "EVIOCGKEY 96 \(MockDevice.bits($0))\n" }.joined()
    try folder.write(
      "gpio.ioctl",
      "@DEV /dev/input/event0\nEVIOCGBIT(1) 96 \(MockDevice.bits(codes))\n"
        + "EVIOCGNAME \(name.utf8.count + 1) \(named)\n\(states)")
    var arguments = [
      "-d", "\(folder.path)/gpio.umockdev", "-i", "/dev/input/event0=\(folder.path)/gpio.ioctl",
    ]
    if let events {
      try folder.write("gpio.events", events)
      arguments += ["-e", "/dev/input/event0=\(folder.path)/gpio.events"]
    }
    // The shell says where umockdev's world is, and waits until the device is ready.
    arguments += [
      "--", "sh", "-c",
      "echo $UMOCKDEV_DIR; echo $$; read ready; exec \(command ?? MockDevice.probe)",
    ]
    process.executableURL = URL(
      fileURLWithPath: try #require(Program.path("umockdev-run")))
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    node = try line() + "/dev/input/event0"
    child = Int32(try line()) ?? 0
    if !isThere { unlink(node) }
    if events == nil, isThere { try plugIn() }
    input.fileHandleForWriting.write(Data("\n".utf8))
  }

  /// Expects this line from the probe next.
  func expect(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let line = try line()
    #expect(line == expected, sourceLocation: sourceLocation)
  }

  /// It has been found, with all keys.
  func expectKeys(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try expect(
      "keys: /dev/input/event0 (gpio-keys) has help, ok, plus, minus",
      sourceLocation: sourceLocation)
    try expect("available 15", sourceLocation: sourceLocation)
  }

  func send(_ events: [InputEvent]) {
    let bytes = InputEvent.bytes(events)
    #expect(Glibc.write(feed, bytes, bytes.count) == bytes.count)
  }

  /// The probe's words up to now that nobody asked for.
  func told() throws -> [String] {
    input.fileHandleForWriting.write(Data("?".utf8))
    var lines: [String] = []
    while let line = try? line(), line != "." { lines.append(line) }
    return lines
  }

  /// Both ends of a pipe are open here, until it is unplugged: then the reader reads its end.
  func plugIn() throws {
    unlink(node)
    // It appears whole, under its name: a device does not answer before it is there.
    let new = URL(fileURLWithPath: node).deletingLastPathComponent().path + "/new"
    #expect(mkfifo(new, 0o600) == 0)
    feed = open(new, O_RDWR | O_CLOEXEC)
    #expect(rename(new, node) == 0)
  }

  func unplug() {
    unlink(node)
    close(feed)
    feed = -1
  }

  func end() {
    if child > 0 { kill(child, SIGKILL) }
    process.waitUntilExit()
    if feed >= 0 { close(feed) }
  }

  private func line() throws -> String {
    let reader = output.fileHandleForReading.fileDescriptor
    while !text.contains(10) {
      var wait = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
      let ready = poll(&wait, 1, 60_000)
      if ready < 0, errno == EINTR { continue }
      try #require(ready == 1, "the probe is silent")
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(reader, &bytes, bytes.count)
      try #require(count > 0, "the probe has ended")
      text += bytes.prefix(count)
    }
    let line = text.prefix { $0 != 10 }
    text.removeFirst(line.count + 1)
    return String(decoding: line, as: UTF8.self)
  }

  private static func bits(_ codes: [Int]) -> String {
    var bytes = [UInt8](repeating: 0, count: 96)
    for code in codes { bytes[code / 8] |= 1 << (code % 8) }
    return hex(bytes)
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }

  static let probe = Places.built("KeysProbe")
}
