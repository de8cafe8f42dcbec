import HAL

/// A reading or dose whose time lies ahead of the device's clock.
///
/// Whole minutes are kept: a table of notices holds 56 of these.
public struct EntryAhead: Equatable, Sendable {
  /// The number of the reading or dose.
  public var id: EntryID
  /// Minutes above, and in the lowest bit whether it is a dose.
  private(set) var code: UInt32

  public init(_ id: EntryID, isDose: Bool, ahead: Milliseconds) {
    self.id = id
    // A record has 24 bits for it, and all of them stand for none.
    let minutes = min(max(ahead.count / 60_000, 0), 0x7f_fffe)
    code = UInt32(minutes) << 1 | (isDose ? 1 : 0)
  }

  init(_ id: EntryID, code: UInt32) {
    self.id = id
    self.code = code
  }

  /// Whether the device itself wrote it down: nobody has chosen its date.
  public var isOfDevice: Bool { NoticeID(id.value).boot != 0 }
  /// Whether the entry is a dose, not a reading.
  public var isDose: Bool { code & 1 == 1 }
  /// The span by which the entry's date lies ahead of the clock, in whole minutes.
  public var ahead: Milliseconds { .seconds(Int64(code >> 1) * 60) }
}

/// The date of an entry that an earlier life found ahead. The moment of telling stands for it meanwhile.
struct HeldAhead: Sendable {
  /// Seconds from the telling to the date, up to 136 years; 0 for a date that is not held.
  private var seconds: UInt32 = 0

  init() {}

  init(_ taken: WallTime, told: WallTime) {
    let ahead = taken.milliseconds.subtractingReportingOverflow(told.milliseconds)
    seconds = max(UInt32(clamping: ahead.partialValue / 1000), 1)
  }

  var isHeld: Bool { seconds > 0 }
  /// The span by which the date lay ahead of the telling.
  var lead: Milliseconds { .seconds(Int64(seconds)) }

  /// - Parameter taken: as the history has it.
  func date(_ taken: WallTime) -> WallTime {
    WallTime(milliseconds: taken.milliseconds &+ Int64(seconds) * 1000)
  }
}
