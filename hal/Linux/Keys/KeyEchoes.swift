import CLinux
import HAL

/// The letters that the kernel's console makes of key events, for as long as they may still come.
///
/// The console hears each keyboard, too. Enter, and + and − of the keypad, come as a key and as a letter.
/// Every other letter that is a key on a terminal has no key event of ours, and counts.
struct KeyEchoes {
  /// Milliseconds within which the letter follows its key. A console in the background makes none.
  static let longest: Int64 = 1000
  /// More than a finger makes in that time.
  private static let capacity = 64

  private var waiting: [(letter: UInt8, until: BootTime)] = []

  /// A key went down, or repeats.
  mutating func note(_ code: UInt16, at now: BootTime) {
    guard let letter = KeyEchoes.letter(of: code) else { return }
    if waiting.count == KeyEchoes.capacity { waiting.removeFirst() }
    waiting.append((letter, now.after(milliseconds: KeyEchoes.longest)))
  }

  /// Each key takes one letter away.
  /// - Returns: whether the letter is a key's.
  mutating func take(_ letter: UInt8, at now: BootTime) -> Bool {
    waiting.removeAll { $0.until <= now }
    guard let i = waiting.firstIndex(where: { $0.letter == letter }) else { return false }
    waiting.remove(at: i)
    return true
  }

  private static func letter(of code: UInt16) -> UInt8? {
    switch Int32(code) {
    case KEY_ENTER: UInt8(ascii: "\n")
    case KEY_KPPLUS: UInt8(ascii: "+")
    case KEY_KPMINUS: UInt8(ascii: "-")
    default: nil
    }
  }
}
