import Words

/// The name of a part of a black box: NAME-BOOT-PART.jsonl, or NAME-BOOT-PART-COPY.jsonl where that was
/// taken. The part that a device writes now is NAME.jsonl.
///
/// Part 0 of a boot is what the boot before it left behind.
public struct PartName: Comparable, Sendable {
  public var boot: UInt32
  public var part: UInt32
  /// From 1.
  public var copy: UInt32

  /// Nil for every other name.
  /// - Parameter stem: NAME, without a folder.
  public init?(_ name: String, stem: String) {
    guard name.hasPrefix(stem + "-"), name.hasSuffix(PartName.ending) else { return nil }
    let numbers = name.dropFirst(stem.count + 1).dropLast(PartName.ending.count)
      .split(separator: "-", omittingEmptySubsequences: false).map {
        ForeignNumber.exact($0, as: UInt32.self)
      }
    guard (2...3).contains(numbers.count), let boot = numbers[0], let part = numbers[1] else {
      return nil
    }
    guard let copy = numbers.count == 3 ? numbers[2] : 1 else { return nil }
    (self.boot, self.part, self.copy) = (boot, part, copy)
  }

  public static let ending = ".jsonl"

  /// NAME of a file that may be a part, or what is written now.
  public static func stem(_ name: String) -> String {
    guard name.hasSuffix(ending) else { return name }
    let bare = name.dropLast(ending.count)
    for dashes in [3, 2] {
      let words = bare.split(separator: "-", omittingEmptySubsequences: false)
      guard words.count > dashes,
        words.suffix(dashes).allSatisfy({ ForeignNumber.exact($0, as: UInt32.self) != nil })
      else {
        continue
      }
      return words.dropLast(dashes).joined(separator: "-")
    }
    return String(bare)
  }

  public static func < (a: PartName, b: PartName) -> Bool {
    (a.boot, a.part, a.copy) < (b.boot, b.part, b.copy)
  }
}
