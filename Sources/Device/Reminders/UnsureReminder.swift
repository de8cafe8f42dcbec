/// A reminder that a wrong calendar clock announced, and when it truly was.
public struct UnsureReminder: Equatable, Sendable {
  /// More minutes are not kept: 16 years.
  static let most: Int32 = 8_388_607

  /// The occurrence that was announced.
  public var occurrence: Occurrence
  /// Minutes from the one for which it was meant to the one in which it was announced.
  private var after: Int32

  /// - Parameter announced: the true minute by the wall.
  public init(_ occurrence: Occurrence, announced: CivilMinute) {
    self.occurrence = occurrence
    let after = Int64(announced.count) - Int64(occurrence.due.count)
    self.after = Int32(min(max(after, -Int64(Self.most)), Int64(Self.most)))
  }

  /// The true minute by the wall.
  public var announced: CivilMinute {
    CivilMinute(Int32(clamping: Int64(occurrence.due.count) + Int64(after)))
  }

  /// An occurrence leaves 16 bits of its word free; the other eight stand beside the matter.
  var word: UInt64 { occurrence.word | UInt64(UInt32(bitPattern: after) & 0xffff) << 48 }
  var detail: UInt64 { UInt64(UInt32(bitPattern: after) >> 16 & 0xff) }

  init(word: UInt64, detail: UInt64) {
    occurrence = Occurrence(word: word)
    let low = UInt32(truncatingIfNeeded: word >> 48)
    let high = UInt32(truncatingIfNeeded: detail & 0xff)
    // Eight bits up and back again: the sign comes along.
    after = Int32(bitPattern: (high << 16 | low) << 8) >> 8
  }
}
