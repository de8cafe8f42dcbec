import HAL
import Simulator

/// A fix, as every judge sees it, and what was true then.
struct Glimpse: Sendable {
  var at: Instant
  var fix: Fix
  /// The reported position, from the centre of the circle; nil: none.
  var place: Point?
  /// Distance of the reported position from the centre.
  var distance: Double
  /// Distance in truth.
  var trueDistance: Double
}

/// The input of each judge, and the truth to score it by.
struct BenchTrace: Sendable {
  var glimpses: [Glimpse] = []
  var excursions: [TrueExcursion] = []
  var radius: Double
  /// The circle as the device has it.
  var center: Position
  /// Metres from the edge within which the truth does not decide whether an exit is false. 0 where the
  /// truth is exact.
  var doubt = 0.0
  /// Crossings that are left out because the truth is not clear.
  var unclear = 0
}

/// Faults of a receiver besides its position. One follows the other, in random order and for random
/// times, until the wearer goes out.
struct FaultScript: Sendable {
  enum Fault: CaseIterable, Sendable {
    case none, stale, backward, ahead, noFix, ephNaN, ephZero, twice, silence
  }

  /// The last half minute before the wearer goes is clean.
  private static let until: Int64 = 1_770_000

  private var spans: [(until: Int64, Fault)] = []
  private var held: Glimpse?

  init(_ draws: inout Generator) {
    var now: Int64 = 0
    while now < FaultScript.until {
      now = min(now + draws.draw(10...90) * 1000, FaultScript.until)
      spans.append((now, draws.pick(Fault.allCases)))
    }
    spans.append((.max, .none))
    spans.reverse()
  }

  /// The glimpses that arrive in its place.
  mutating func changed(_ glimpse: Glimpse) -> [Glimpse] {
    while let span = spans.last, span.until <= glimpse.at.milliseconds { spans.removeLast() }
    guard let fault = spans.last?.1 else { return [glimpse] }
    var other = glimpse
    if fault != .stale { held = glimpse }
    switch fault {
    case .none: break
    case .stale:
      guard let held else { break }
      other.fix = held.fix
      other.place = held.place
      other.distance = held.distance
    case .backward: other.shiftTime(by: -3_600_000)
    case .ahead: other.shiftTime(by: 30_000)
    case .noFix: other.lose()
    case .ephNaN: other.fix.eph = Metres(.nan)
    case .ephZero: other.fix.eph = Metres(0)
    case .twice:
      other.at = glimpse.at + Milliseconds(100)
      return [glimpse, other]
    case .silence: return []
    }
    return [other]
  }
}

extension Glimpse {
  fileprivate mutating func shiftTime(by milliseconds: Int64) {
    fix.time?.wall.milliseconds += milliseconds
  }
}
