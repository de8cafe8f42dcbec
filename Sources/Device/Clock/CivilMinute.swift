/// A minute taken apart. No calendar is needed for it: years and months are words for people.
extension CivilMinute {
  /// Minutes of a civil day: every day of the wall has as many, whatever the night does.
  static let perDay: Int32 = 1440

  /// The minutes that a caregiver may plan: 2000-01-01T00:00 to 2049-12-31T23:59.
  public static let planned = CivilMinute(15_778_080)...CivilMinute(42_076_799)

  /// - Parameters:
  ///   - day: days since 1970-01-01.
  ///   - minute: minute of that day, 0 to 1439.
  public init(day: Int32, minute: Int16) {
    self.init(Int32(clamping: Int64(day) * Int64(CivilMinute.perDay) + Int64(minute)))
  }

  /// Days since 1970-01-01, negative before.
  public var day: Int32 { count.floored(by: CivilMinute.perDay) }
  /// 0 to 1439.
  public var minuteOfDay: Int16 { Int16(count - day * CivilMinute.perDay) }
  /// 0 Monday … 6 Sunday.
  public var weekday: UInt8 {
    // 1970-01-01 was a Thursday.
    let shifted = day + 3
    return UInt8(shifted - shifted.floored(by: 7) * 7)
  }
}

extension FixedWidthInteger {
  /// The quotient rounded down, not towards zero. `divisor` is positive.
  func floored(by divisor: Self) -> Self {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
