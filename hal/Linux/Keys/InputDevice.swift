import CLinux
import Glibc
import HAL

/// One input device of the kernel that has keys of ours.
///
/// Losing events (SYN_DROPPED) must not lose a call for help. Everything up to the next report is
/// dropped, but a help key that goes down always counts. Once all is read, the device is asked which
/// keys are down. Nobody can know of a key that went down and up again within the gap. The mask on our
/// own keys makes the gap unlikely.
final class InputDevice {
  let path: String
  let name: String
  let keys: KeySet
  let descriptor: Int32
  /// Told of each key of ours that goes down or repeats.
  var typed: (UInt16) -> Void = { _ in }
  private let codes: KeyCodes
  private let hasBootTime: Bool
  private var holds = KeyHolds()
  private var isDropping = false
  private var hasGap = false
  private var lastStamp: Int64 = 0
  private var events = [clinux_key_event](repeating: clinux_key_event(), count: 64)

  /// Nil: none of its keys is wanted.
  /// - Throws: `SystemError` when it cannot be opened or asked.
  init?(_ path: String, _ codes: KeyCodes, isGrabbed: Bool) throws(SystemError) {
    self.path = path
    self.codes = codes
    descriptor = try SystemError.check(clinux_keys_open(path), path)
    var bits = KeyBits()
    var text = [CChar](repeating: 0, count: 80)
    let supported = clinux_keys_supported(descriptor, &bits.bytes)
    _ = clinux_keys_name(descriptor, &text, Int32(text.count))
    name = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let there = codes.all.filter { bits.contains($0) }
    var keys = KeySet(bits: 0)
    for key in there.compactMap({ codes.key($0) }) { keys = keys.with(key) }
    self.keys = keys
    hasBootTime = clinux_keys_listen(descriptor, KeyBits(there).bytes) == 1
    _ = try SystemError.check(supported, path)
    if there.isEmpty { return nil }
    if isGrabbed { _ = clinux_keys_grab(descriptor) }
    if clinux_keys_down(descriptor, &bits.bytes) >= 0 {
      for code in there where bits.contains(code) {
        if let key = codes.key(code) { holds.ignore(code, key) }
      }
    }
  }

  deinit { close(descriptor) }

  /// The moment at which a key will have been down long enough.
  var due: BootTime? { holds.due }

  /// Reads all there is.
  /// - Throws: `SystemError` when the device is gone.
  func read(_ now: BootTime, into presses: inout PressQueue) throws(SystemError) {
    // A device that never falls silent must not hold up the loop; the rest comes next turn.
    for _ in 0..<4 {
      let count = try SystemError.check(
        clinux_keys_read(descriptor, &events, Int32(events.count)), path)
      for event in events.prefix(Int(count)) { take(event, now, &presses) }
      if count < events.count { break }
    }
    if hasGap, !isDropping { reconcile(now, &presses) }
  }

  /// The keys that have been down long enough by now.
  func expire(_ now: BootTime, into presses: inout PressQueue) {
    while let press = holds.expire(now) { presses.append(press) }
  }

  private func take(_ event: clinux_key_event, _ now: BootTime, _ presses: inout PressQueue) {
    lastStamp = event.microseconds
    if event.type == EV_SYN {
      if event.code == SYN_DROPPED {
        isDropping = true
        hasGap = true
      } else if event.code == SYN_REPORT {
        isDropping = false
      }
      return
    }
    guard event.type == EV_KEY, let key = codes.key(event.code) else { return }
    if event.value != 0 { typed(event.code) }
    if isDropping, key != .help || event.value != 1 { return }
    let press: KeyPress? =
      switch event.value {
      case 0: holds.release(event.code, stamp: event.microseconds)
      case 1:
        holds.press(event.code, key, stamp: event.microseconds, since: moment(event, now))
      default: nil  // The keyboard repeats it.
      }
    if let press { presses.append(press) }
  }

  private func moment(_ event: clinux_key_event, _ now: BootTime) -> BootTime {
    guard hasBootTime else { return now }
    let (stamp, isTooLarge) = event.microseconds.multipliedReportingOverflow(by: 1000)
    return isTooLarge ? now : min(now, BootTime(nanoseconds: stamp))
  }

  /// Asks the device after a gap which keys are down now.
  private func reconcile(_ now: BootTime, _ presses: inout PressQueue) {
    var bits = KeyBits()
    // Asked again after the next report.
    guard clinux_keys_down(descriptor, &bits.bytes) >= 0 else { return }
    hasGap = false
    for code in codes.all {
      guard let key = codes.key(code), bits.contains(code) != holds.isDown(code) else { continue }
      if bits.contains(code) {
        if let press = holds.press(code, key, stamp: lastStamp, since: now) {
          presses.append(press)
        }
      } else {
        holds.forget(code)
      }
    }
  }
}

/// The codes of the kernel's input layer, by key: those that buttons of a phone and of a keyboard send.
/// `linux,code` in the board's device tree gives a button of its own one of these.
public struct KeyCodes: Sendable {
  public var help = [UInt16(KEY_HELP)]
  public var ok = [UInt16(KEY_OK), UInt16(KEY_ENTER)]
  public var plus = [UInt16(KEY_VOLUMEUP), UInt16(KEY_KPPLUS)]
  public var minus = [UInt16(KEY_VOLUMEDOWN), UInt16(KEY_KPMINUS)]

  public init() {}

  func key(_ code: UInt16) -> Key? {
    if help.contains(code) { return .help }
    if ok.contains(code) { return .ok }
    if plus.contains(code) { return .plus }
    return minus.contains(code) ? .minus : nil
  }

  var all: [UInt16] { (help + ok + plus + minus).filter { $0 < KEY_CNT } }
}

/// A set of key codes as the kernel has it.
struct KeyBits {
  var bytes = [UInt8](repeating: 0, count: Int(CLINUX_KEY_BYTES))

  init() {}

  init(_ codes: [UInt16]) {
    for code in codes { bytes[Int(code) / 8] |= 1 << (code % 8) }
  }

  func contains(_ code: UInt16) -> Bool { bytes[Int(code) / 8] >> (code % 8) & 1 == 1 }
}
