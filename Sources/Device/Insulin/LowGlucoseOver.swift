import HAL

/// Low glucose that is over, or that nobody confirmed to be over.
public struct LowGlucoseOver: Equatable, Sendable {
  /// The event by which the low glucose ended.
  public enum Cause: UInt8, Sendable {
    /// A later reading is 70 mg/dL or more.
    case measured = 0
    /// The diary gives the low reading another value.
    case corrected = 1
    /// The diary no longer has the low reading.
    case removed = 2
    /// Three hours have passed without another reading.
    case old = 3
  }

  /// The age of a reading of which no clock says when it was taken, or of more than 22 days.
  public static let unknownAge = Int16.min

  private var lowResult: BriefResult
  private var endResult: BriefResult
  private var lowMinutes: Int16
  private var endMinutes: Int16
  /// The event by which it ended.
  public var cause: Cause
  /// Nobody measured a second time, although the device asked.
  public var isUnconfirmed: Bool

  /// - Parameters:
  ///   - lowAge: from the minute of the low reading to the minute of this notice.
  ///   - ended: the result that ended it; without one the low result stands in its place.
  public init(
    low: MeterResult, lowAge: Int16, ended: MeterResult?, endAge: Int16 = 0, cause: Cause,
    isUnconfirmed: Bool = false
  ) {
    lowResult = BriefResult(low)
    endResult = BriefResult(ended ?? low)
    lowMinutes = lowAge
    endMinutes = endAge
    self.cause = cause
    self.isUnconfirmed = isUnconfirmed
  }

  /// The low result.
  public var low: MeterResult { lowResult.result }
  /// Nil where no result ended it.
  public var ended: MeterResult? {
    switch cause {
    case .measured, .corrected: endResult.result
    case .removed, .old: nil
    }
  }
  /// Ages in minutes of the clock, so that a reader's time of the day is the right one; or `unknownAge`.
  public var lowAge: Int16 { lowMinutes }
  /// Minutes from the result that ended it to this notice, or `unknownAge`.
  public var endAge: Int16 { endMinutes }
}

extension LowGlucoseOver {
  /// Both results, and the age of the low one.
  var word: UInt64 {
    UInt64(lowResult.code) | UInt64(endResult.code) << 24
      | UInt64(UInt16(bitPattern: lowMinutes)) << 48
  }
  /// The age of the other one.
  var extra: UInt64 { UInt64(UInt16(bitPattern: endMinutes)) }
  var detail: UInt64 { UInt64(cause.rawValue) | (isUnconfirmed ? 16 : 0) }

  init?(word: UInt64, extra: UInt64, detail: UInt64) {
    guard let cause = Cause(rawValue: UInt8(detail & 15)),
      let low = BriefResult(code: UInt32(word & 0xff_ffff)),
      let end = BriefResult(code: UInt32(word >> 24 & 0xff_ffff))
    else { return nil }
    lowResult = low
    endResult = end
    lowMinutes = Int16(truncatingIfNeeded: word >> 48)
    endMinutes = Int16(truncatingIfNeeded: extra)
    self.cause = cause
    isUnconfirmed = detail & 16 != 0
  }
}
