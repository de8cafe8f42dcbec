import HAL

/// Age of a low reading, as its notice and its page state it.
public enum ReadingAge: Equatable, Sendable {
  /// Less than a quarter of an hour: the reading speaks of now.
  case recent
  /// Whole minutes, 15 to 180: somebody must measure now.
  case minutes(UInt8)
  /// No clock tells when it was taken.
  case unclear

  /// The age from which it is stated.
  static let said = Milliseconds.seconds(15 * 60)

  init(_ age: Milliseconds) {
    let minutes = min(age.count / 60_000, 180)
    self = age < ReadingAge.said ? .recent : .minutes(UInt8(minutes))
  }

  /// The age in whole minutes, if it is said; 0 for a recent reading and for one of unclear time.
  var minutes: Int64 {
    switch self {
    case .minutes(let minutes): Int64(minutes)
    case .recent, .unclear: 0
    }
  }

  /// Eight bits of a record.
  var code: UInt64 {
    switch self {
    case .recent: 0
    case .minutes(let minutes): UInt64(minutes)
    case .unclear: 255
    }
  }

  /// Nil for what no reading has.
  init?(code: UInt64) {
    switch code {
    case 0: self = .recent
    case 15...180: self = .minutes(UInt8(code))
    case 255: self = .unclear
    default: return nil
    }
  }
}
