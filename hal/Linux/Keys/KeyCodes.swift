import CLinux
import HAL

/// Which codes of the kernel's input layer are which key.
public struct KeyCodes: Sendable {
  public var help: [UInt16]
  public var ok: [UInt16]
  public var plus: [UInt16]
  public var minus: [UInt16]

  /// What buttons of a phone and of a keyboard send. `linux,code` in the board's device tree gives a
  /// button of its own one of these.
  public init(
    help: [UInt16] = [UInt16(KEY_HELP)], ok: [UInt16] = [UInt16(KEY_OK), UInt16(KEY_ENTER)],
    plus: [UInt16] = [UInt16(KEY_VOLUMEUP), UInt16(KEY_KPPLUS)],
    minus: [UInt16] = [UInt16(KEY_VOLUMEDOWN), UInt16(KEY_KPMINUS)]
  ) {
    self.help = help
    self.ok = ok
    self.plus = plus
    self.minus = minus
  }

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
