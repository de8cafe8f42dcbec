import Foundation
import HAL
import Traces

/// The intended differences between our decoder and gpsd 3.22. Everything else is a defect.
enum DocumentedDifference {
  /// gpsd's epochs that we do not take for fixes: at most so many, in these files only.
  static let refusedByUs: [String: (count: Int, reason: String)] = [
    "odd_gpsd_mtk3301_powerup_1980.log": (
      1, "a GGA of quality 0 with a position and a void RMC: gpsd makes it a 2-D fix"
    ),
    "odd_gpsd_myguide3100_nofix_with_latlon.log": (
      2, "GGA sentences with an empty quality and void RMC sentences, all with a position"
    ),
  ]

  /// A HDOP of zero: gpsd reports an eph of 0 m, we report none. The core takes a missing eph for the
  /// worst, and a zero would look like the best.
  static let zeroEph: [String: Int] = ["walk_stockholm_sirf_20041214.nmea": 9]

  /// An epoch of another mode: gpsd reports its first dated epoch with the GGA, before the RMC makes it
  /// a 3-D fix. It has not yet learned which sentence ends a cycle.
  static let otherMode: [String: Int] = ["odd_gpsd_mtk3301_powerup_1980.log": 1]

  /// Our fixes that gpsd does not report. Its detector of the end of a cycle misses the first epoch,
  /// and gpsdecode drops the one that is open when the input ends.
  static let unreportedByGpsd = 2
}

/// Our fixes beside gpsd's, paired by time where both have one, else by place, in order.
struct GpsdComparison {
  struct Pair {
    var ours: TraceRecord
    var gpsd: GpsdEpoch
  }

  /// The most that coordinates may differ, in units of 1e-7 degree: half a unit of rounding, and that
  /// of gpsd's text to nine decimals.
  static let rounding = 0.5 + 0.005 + 1e-6
  /// gpsd 3.22 moves dates that it takes for too old by whole rollovers of the GPS week.
  static let rollover: Int64 = 1024 * 7 * 86_400_000
  private static let horizon = 8

  private(set) var pairs: [Pair] = []
  private(set) var onlyOurs: [TraceRecord] = []
  private(set) var onlyGpsd: [GpsdEpoch] = []

  init(ours: [TraceRecord], gpsd: [GpsdEpoch]) {
    var i = 0
    var j = 0
    while i < ours.count, j < gpsd.count {
      if Self.agree(ours[i], gpsd[j]) {
        pairs.append(Pair(ours: ours[i], gpsd: gpsd[j]))
        i += 1
        j += 1
        continue
      }
      let near = 1...Self.horizon
      if let k = near.first(where: { j + $0 < gpsd.count && Self.agree(ours[i], gpsd[j + $0]) }) {
        onlyGpsd += gpsd[j..<j + k]
        j += k
      } else if let k = near.first(where: {
        i + $0 < ours.count && Self.agree(ours[i + $0], gpsd[j])
      }) {
        onlyOurs += ours[i..<i + k]
        i += k
      } else {
        onlyOurs.append(ours[i])
        onlyGpsd.append(gpsd[j])
        i += 1
        j += 1
      }
    }
    onlyOurs += ours[i...]
    onlyGpsd += gpsd[j...]
  }

  private static func agree(_ ours: TraceRecord, _ gpsd: GpsdEpoch) -> Bool {
    guard let time = ours.fix.time, let other = gpsd.time else {
      return distance(ours, gpsd) <= rounding
    }
    // A time is missing until gpsd has seen a date; from then on our time must be dated too.
    return time.isDated && (time.wall.milliseconds - other.milliseconds) % rollover == 0
  }

  /// The larger of the two differences, in units of 1e-7 degree.
  static func distance(_ ours: TraceRecord, _ gpsd: GpsdEpoch) -> Double {
    guard let position = ours.fix.position, let latitude = gpsd.latitude,
      let longitude = gpsd.longitude
    else { return .infinity }
    return max(
      abs(Double(position.latitudeE7) - latitude * 1e7),
      abs(Double(position.longitudeE7) - longitude * 1e7))
  }

  var timed: Int { pairs.count { $0.ours.fix.time != nil && $0.gpsd.time != nil } }
  var misplaced: [Pair] { pairs.filter { Self.distance($0.ours, $0.gpsd) > Self.rounding } }
  var ofOtherMode: [Pair] { pairs.filter { Int($0.ours.fix.mode.rawValue) != $0.gpsd.mode } }

  var withZeroEph: [Pair] { pairs.filter { $0.gpsd.eph == 0 && $0.ours.fix.eph == nil } }
  /// A centimetre is ten times what gpsd prints.
  var ofOtherEph: [Pair] {
    pairs.filter {
      !Self.equal($0.ours.fix.eph?.value, $0.gpsd.eph, within: 0.01)
        && !($0.gpsd.eph == 0 && $0.ours.fix.eph == nil)
    }
  }
  /// Pairs in which both have a speed, and the speeds differ. If the receiver gave none, gpsd computes
  /// a speed from two positions. It also reports its first epoch before the sentence with the speed has
  /// come.
  var ofOtherSpeed: [Pair] {
    pairs.filter {
      $0.ours.fix.speed != nil && $0.gpsd.speed != nil
        && !Self.equal($0.ours.fix.speed?.value, $0.gpsd.speed, within: 0.001)
    }
  }

  private static func equal(_ a: Double?, _ b: Double?, within tolerance: Double) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return abs(a - b) <= tolerance
  }
}
