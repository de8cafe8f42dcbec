import Device

/// The reminder numbers of companions' entries: 20000 to 65535, the same for as long as the key exists.
///
/// A number follows from its key, not from the plan, so that a plan after a reboot names what waits as
/// before. A number that the family has, or an earlier key, is passed over for the next one.
public struct CompanionNumbers: Sendable {
  /// The numbers that a companion's entry may have. A family may have some of them, too.
  public static let range: ClosedRange<UInt16> = 20_000...65_535

  private var numbers: [String: UInt16] = [:]
  private var keys: [UInt16: String] = [:]

  /// - Parameters:
  ///   - companions: a key of an earlier one has the first choice.
  ///   - family: the reminders of the profile.
  public init(_ companions: [any Companion], family: [Reminder]) {
    let taken = Set(family.map(\.id))
    for key in companions.flatMap(\.keys) where numbers[key] == nil {
      var number = CompanionNumbers.home(of: key)
      // 32 reminders and some dozen keys leave most numbers free.
      while taken.contains(number) || keys[number] != nil {
        number = number == .max ? CompanionNumbers.range.lowerBound : number + 1
      }
      numbers[key] = number
      keys[number] = key
    }
  }

  /// Nil for a key that no companion has.
  public subscript(key: String) -> UInt16? { numbers[key] }

  /// The key behind a number; nil for a reminder of the family.
  public func key(of number: UInt16) -> String? { keys[number] }

  /// FNV-1a with 32 bits (G. Fowler, L. C. Noll, K.-P. Vo) over the key's UTF-8, into the range.
  static func home(of key: String) -> UInt16 {
    var hash: UInt32 = 0x811c_9dc5
    for byte in key.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return range.lowerBound + UInt16(hash % UInt32(range.count))
  }
}
