import Foundation
import Glibc
import TestSupport
import Testing

/// The wearer's buttons through the kernel's own interface. `KeysProbe` runs under umockdev, which
/// answers its ioctls from a recording of a gpio-keys device and hands it the events. Real virtual
/// devices (uinput) are not used: many kernels of test machines lack them.
///
/// umockdev 0.17 does not answer EVIOCSMASK and EVIOCSCLOCKID, as an old kernel would not. The kernel's
/// handling of a mask and a grab is not seen here, only that it is asked for the right ones.
@Suite("Buttons", .serialized, .needs(.umockdev))
struct ButtonTests {
  let help: UInt16 = 138
  let ok: UInt16 = 352
  let plus: UInt16 = 115
  let minus: UInt16 = 114

  func tap(_ code: UInt16, for milliseconds: Int64 = 50) -> [InputEvent] {
    [
      InputEvent(1, code, 1), .report,
      InputEvent(1, code, 0, microseconds: milliseconds * 1000), .report,
    ]
  }

  @Test("A recorded device: help at once, then after lost events the key that is down")
  func recorded() throws {
    let device = try MockDevice(
      down: [[], [138]],
      events: """
        E: 0.000001 0001 008a 0001
        E: 0.000001 0000 0000 0000
        E: 0.001001 0001 008a 0002
        E: 0.001001 0000 0000 0000
        E: 0.002001 0001 008a 0000
        E: 0.002001 0000 0000 0000
        E: 0.003001 0001 0160 0001
        E: 0.003001 0000 0000 0000
        E: 0.004001 0001 0160 0000
        E: 0.004001 0000 0000 0000
        E: 0.005001 0000 0003 0000
        E: 0.005001 0000 0000 0000

        """)
    defer { device.end() }
    try device.expectKeys()
    try device.expect("press help")
    try device.expect("press ok")
    try device.expect("press help")
  }

  @Test("Short, long and held presses, each once and in order")
  func presses() throws {
    let device = try MockDevice(down: [[]])
    defer { device.end() }
    try device.expectKeys()
    device.send(tap(ok) + tap(ok, for: 800) + tap(plus) + tap(help))
    for line in ["press ok", "long ok", "press plus", "press help"] { try device.expect(line) }
    device.send([InputEvent(1, ok, 1), .report])
    try device.expect("long ok")
    device.send([InputEvent(1, ok, 2), .report, InputEvent(1, ok, 0), .report] + tap(help))
    try device.expect("press help")
  }

  @Test("A key that is held at the start is no press")
  func stuck() throws {
    let device = try MockDevice(down: [[138, 352]])
    defer { device.end() }
    try device.expectKeys()
    // Also when the device is asked again.
    device.send([.dropped, .report] + tap(plus))
    try device.expect("press plus")
    device.send([InputEvent(1, ok, 0), .report, InputEvent(1, help, 0), .report] + tap(plus))
    try device.expect("press plus")
  }

  @Test("Lost events: half a press is dropped, help is not, and a lost release is no press")
  func dropped() throws {
    // Asked at the start, and once after each gap.
    let device = try MockDevice(down: [[], [], [352]])
    defer { device.end() }
    try device.expectKeys()
    device.send(
      [InputEvent(1, minus, 1), .report, .dropped, InputEvent(1, plus, 1), InputEvent(1, help, 1)]
        + [.report, InputEvent(1, plus, 0), .report])
    try device.expect("press help")
    device.send(tap(plus))
    try device.expect("press plus")
    device.send([.dropped, .report])
    // Later than minus would have become long.
    try device.expect("long ok")
    device.send([InputEvent(1, ok, 0), .report] + tap(plus))
    try device.expect("press plus")
  }

  @Test("Buttons that are unplugged say so once, and work again when they return")
  func unplugged() throws {
    let device = try MockDevice(down: [[]])
    defer { device.end() }
    try device.expectKeys()
    for _ in 0..<2 {
      device.send([InputEvent(1, ok, 1), .report])
      device.send(tap(plus))
      try device.expect("press plus")
      device.unplug()
      try device.expect("keys: /dev/input/event0: No such device (gpio-keys); looking again")
      try device.expect("available 0")
      try device.expect("unavailable")
      try device.plugIn()
      try device.expectKeys()
      device.send(tap(help))
      try device.expect("press help")
    }
  }

  @Test(
    "The kernel is asked for our keys alone, and on demand to give them to nobody else",
    .needs(.compiler))
  func asked() throws {
    let library = try #require(MoodyDevice.build("input.c", links: []))
    for isGrabbed in [false, true] {
      let device = try MockDevice(
        "env LD_PRELOAD=\(library):$LD_PRELOAD \(MockDevice.probe)"
          + (isGrabbed ? " --grab" : ""), codes: [30, 138, 352, 115, 272], down: [[]])
      defer { device.end() }
      // EV_SYN and EV_KEY; of these the codes that are keys of ours.
      try device.expect("mask 0: 0 1")
      try device.expect("mask 1: 115 138 352")
      if isGrabbed { try device.expect("grab 1") }
      try device.expect("keys: /dev/input/event0 (gpio-keys) has help, ok, plus")
    }
  }

  @Test("A keyboard has some of the keys, a mouse none, and a board may have none at all")
  func others() throws {
    let keyboard = try MockDevice(codes: [28, 30], down: [[]], name: "A keyboard")
    defer { keyboard.end() }
    try keyboard.expect("keys: /dev/input/event0 (A keyboard) has ok")
    try keyboard.expect("available 2")
    let mouse = try MockDevice(codes: [272], down: [[]], name: "A mouse")
    defer { mouse.end() }
    try mouse.expect("keys: no device with keys of ours in /dev/input; looking again")
    try mouse.expect("available 0")
  }
}
