import HAL

/// Eight bytes that a notice states beside its matter. The matter tells what they are:
/// - a return: the outing;
/// - a reminder or dose that was not answered in time: the time of a late answer;
/// - a call for help: whether its position may be older than stated;
/// - a reminder that is due: whether the time is unsure, and whether no key can answer it;
/// - an exit, a lost position or the end of a life: whether it is past when the notice leaves.
public struct Aside: Equatable, Sendable {
  var word: UInt64 = 0

  public init() {}
  init(word: UInt64) { self.word = word }
  public init(_ outing: Outing) { word = outing.word }
  /// - Parameter answered: when the wearer answered; not the first moment of 1970.
  public init(answered: WallTime) { word = answered.word }

  /// The device was off since the position was measured, and no clock tells for how long.
  static let agedUnknown = Aside(word: 1)
  /// A calendar clock announced it that nobody vouches for.
  public static let timeUnsure = Aside(word: 1)
  /// No key of the device can answer it.
  static let withoutKey = Aside(word: 2)

  /// - Parameter hasOK: whether the wearer can answer the reminder.
  init(isTimeUnsure: Bool, hasOK: Bool) {
    word = (isTimeUnsure ? Aside.timeUnsure.word : 0) | (hasOK ? 0 : Aside.withoutKey.word)
  }

  /// The case is over, or the device is on again.
  public static let past = Aside(word: 2)
  var isPast: Bool { word & Aside.past.word != 0 }
  mutating func setPast() { word |= Aside.past.word }

  /// Whether the age of the position is unknown.
  var isAgeUnknown: Bool { word & Aside.agedUnknown.word != 0 }

  /// The time outside; it means something in a return only.
  public var outing: Outing { Outing(word: word) }
  /// Nil: not answered, as far as is known.
  public var answered: WallTime? { word == 0 ? nil : WallTime(word: word) }
}

/// Facts about the time outside, as far as this life of the device has seen it. After a power cut on
/// the way it knows less, and says less.
public struct Outing: Equatable, Sendable {
  /// Seconds outside; 0: unknown.
  private var seconds: UInt32 = 0
  /// Farthest distance in decimetres; 0: unknown.
  private var decimetres: UInt32 = 0

  /// Nothing is known.
  public init() {}

  /// - Parameters:
  ///   - lasted: from the notice of the exit to that of the return.
  ///   - farthest: beyond the edge.
  public init(lasted: Milliseconds?, farthest: Metres?) {
    if let lasted, lasted.count > 0 {
      seconds = UInt32(clamping: lasted.count / 1000)
    }
    if let farthest, farthest.value > 0, farthest.value < 100_000_000 {
      decimetres = UInt32(farthest.value * 10)
    }
  }

  init(word: UInt64) {
    seconds = UInt32(truncatingIfNeeded: word)
    decimetres = UInt32(truncatingIfNeeded: word >> 32)
  }

  var word: UInt64 { UInt64(seconds) | UInt64(decimetres) << 32 }

  /// Nil when unknown; whole seconds.
  public var lasted: Milliseconds? { seconds > 0 ? .seconds(Int64(seconds)) : nil }
  /// Farthest distance beyond the edge; nil when unknown.
  public var farthest: Metres? { decimetres > 0 ? Metres(Double(decimetres) / 10) : nil }
}
