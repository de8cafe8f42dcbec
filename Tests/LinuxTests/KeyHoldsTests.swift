import CLinux
import Glibc
import HAL
import Testing

@testable import Linux

/// Presses from the bytes of an input device. The ioctls are in `ButtonTests`.
@Suite("Presses from the events of an input device")
struct KeyHoldsTests {
  let start = BootTime(nanoseconds: 1_000_000_000)

  @Test("Help counts when it goes down, the others when they come up, each once")
  func edges() {
    var holds = KeyHolds()
    #expect(holds.press(138, .help, stamp: 0, since: start) == KeyPress(.help))
    #expect(holds.due == nil)
    #expect(holds.release(138, stamp: 5_000_000) == nil)
    #expect(holds.press(352, .ok, stamp: 0, since: start) == nil)
    #expect(holds.release(352, stamp: 799_999) == KeyPress(.ok))
    #expect(holds.release(352, stamp: 800_000) == nil, "its press is told of")
  }

  @Test("Held for 800 ms it is long at once, and its release says nothing more")
  func long() {
    var holds = KeyHolds()
    #expect(holds.press(352, .ok, stamp: 0, since: start) == nil)
    #expect(holds.due == start.after(milliseconds: 800))
    #expect(holds.expire(start.after(milliseconds: 799)) == nil)
    #expect(holds.expire(start.after(milliseconds: 800)) == KeyPress(.ok, isLong: true))
    #expect(holds.expire(start.after(milliseconds: 900)) == nil)
    #expect(holds.due == nil)
    #expect(holds.release(352, stamp: 2_000_000) == nil)
  }

  @Test("A loop that was late still tells a long press from a short one")
  func late() {
    var holds = KeyHolds()
    _ = holds.press(352, .ok, stamp: 0, since: start)
    #expect(holds.release(352, stamp: 800_000) == KeyPress(.ok, isLong: true))
  }

  @Test("A key that was down before anybody looked is no press, and works once it has come up")
  func stuck() {
    var holds = KeyHolds()
    holds.ignore(138, .help)
    holds.ignore(352, .ok)
    #expect(holds.due == nil)
    #expect(holds.release(352, stamp: 9_000_000) == nil)
    #expect(holds.release(138, stamp: 9_000_000) == nil)
    #expect(holds.press(138, .help, stamp: 9_100_000, since: start) == KeyPress(.help))
  }

  @Test("A flood of presses that nobody reads keeps the call for help")
  func full() {
    var queue = PressQueue()
    for _ in 0..<100 { queue.append(KeyPress(.plus)) }
    queue.append(KeyPress(.help))
    var all: [KeyPress] = []
    while let press = queue.next() { all.append(press) }
    #expect(all.count == 32)
    #expect(all.last == KeyPress(.help))
  }

  @Test("Events are read whole, and the end of the device is an error")
  func reading() {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    defer { close(ends[0]) }
    var events = [clinux_key_event](repeating: clinux_key_event(), count: 8)
    #expect(clinux_keys_read(ends[0], &events, 8) == 0, "none is waiting")
    let bytes = InputEvent.bytes([InputEvent(1, 138, 1, microseconds: 1_250_000), .report])
    #expect(write(ends[1], bytes, bytes.count) == bytes.count)
    #expect(clinux_keys_read(ends[0], &events, 8) == 2)
    #expect(events[0].type == 1 && events[0].code == 138 && events[0].value == 1)
    #expect(events[0].microseconds == 1_250_000)
    _ = write(ends[1], bytes, 10)
    #expect(clinux_keys_read(ends[0], &events, 8) == -EIO)
    close(ends[1])
    #expect(clinux_keys_read(ends[0], &events, 8) == -ENODEV)
  }

  @Test("The kernel refuses what is no input device, with its reason")
  func noDevice() {
    #expect(clinux_keys_open("/dev/input/event-none") == -ENOENT)
    let null = clinux_keys_open("/dev/null")
    defer { close(null) }
    var bits = KeyBits()
    #expect(clinux_keys_supported(null, &bits.bytes) == -ENOTTY)
    #expect(clinux_folder_watch("/dev/null/none") == -ENOTDIR)
  }
}

/// An event as an input device sends it on a machine of 64 bits.
struct InputEvent {
  var type: UInt16
  var code: UInt16
  var value: Int32
  var microseconds: Int64

  init(_ type: UInt16, _ code: UInt16, _ value: Int32, microseconds: Int64 = 0) {
    (self.type, self.code, self.value) = (type, code, value)
    self.microseconds = microseconds
  }

  static let report = InputEvent(0, 0, 0)
  /// Events were lost.
  static let dropped = InputEvent(0, 3, 0)

  static func bytes(_ events: [InputEvent]) -> [UInt8] {
    events.flatMap { event in
      var bytes: [UInt8] = []
      func put<I: FixedWidthInteger>(_ value: I) {
        for i in 0..<I.bitWidth / 8 { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * i))) }
      }
      put(event.microseconds / 1_000_000)
      put(event.microseconds % 1_000_000)
      put(event.type)
      put(event.code)
      put(event.value)
      return bytes
    }
  }
}
