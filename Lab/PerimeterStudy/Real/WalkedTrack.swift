import HAL
import Simulator
import Traces

/// A recorded walk. Its truth is its own track, smoothed, so what is near an edge is left out.
public struct WalkedTrack: Sendable {
  public static let group = "real walks"
  /// Clearly in or out: so far from the edge, on the smoothed track.
  static let clear = 30.0
  /// Milliseconds within which a true crossing is clearly outside, and the least time that it stays there.
  static let soon: Int64 = 90_000
  static let stays: Int64 = 60_000
  /// No hole longer than this near a crossing.
  static let longestHole: Int64 = 15_000
  /// Milliseconds between the points that are taken as centres.
  static let centreEvery: Int64 = 600_000
  private static let smoothing: Int64 = 15_000

  public let name: String
  private var fixes: [(at: Int64, fix: Fix, place: Point, smooth: Point)] = []
  private let origin: Position

  public init(path: String) throws(TraceError) {
    let reader = try TraceReader(path: path)
    name = reader.name
    var read: [(at: Int64, fix: Fix)] = []
    while let event = try reader.nextEvent() {
      guard case .fix(let fix) = event.kind, fix.mode != .none, fix.position != nil else {
        continue
      }
      if let last = read.last, event.at.milliseconds <= last.at { continue }
      read.append((event.at.milliseconds, fix))
    }
    guard let first = read.first?.fix.position else {
      throw TraceError(file: name, "holds no position; expected a recorded walk")
    }
    origin = first
    let plane = LocalPlane(first)
    let places = read.map { plane.point(of: $0.fix.position ?? first) }
    var (low, high) = (0, 0)
    var sum = Point()
    for (index, (at, fix)) in read.enumerated() {
      while high < read.count, read[high].at <= at + WalkedTrack.smoothing {
        sum = sum + places[high]
        high += 1
      }
      while read[low].at < at - WalkedTrack.smoothing {
        sum = sum - places[low]
        low += 1
      }
      let count = Double(high - low)
      fixes.append(
        (at, fix, places[index], Point(north: sum.north / count, east: sum.east / count)))
    }
  }

  /// Indices of the points that are taken as centres, the first one first.
  var centres: [Int] {
    var due: Int64 = .min
    return fixes.indices.filter { index in
      guard fixes[index].at >= due else { return false }
      due = fixes[index].at + WalkedTrack.centreEvery
      return true
    }
  }

  /// Nil when the centre does not lie on Earth.
  func trace(centre: Int, radius: Double) -> BenchTrace? {
    let middle = fixes[centre].smooth
    guard let center = LocalPlane(origin).position(of: middle) else { return nil }
    var trace = BenchTrace(radius: radius, center: center)
    trace.doubt = WalkedTrack.clear
    for (at, fix, place, smooth) in fixes.dropFirst(centre) {
      let seen = place - middle
      trace.glimpses.append(
        Glimpse(
          at: Instant(milliseconds: at), fix: fix, place: seen, distance: seen.distance.value,
          trueDistance: (smooth - middle).distance.value))
    }
    trace.findExcursions()
    return trace
  }
}

extension BenchTrace {
  /// Finds clear crossings in the smoothed distances, and counts the others.
  fileprivate mutating func findExcursions() {
    var isIn = true
    var index = 1
    while index < glimpses.count {
      defer { index += 1 }
      let distance = glimpses[index].trueDistance
      if isIn, distance > radius {
        let left = glimpses[index].at.milliseconds
        if isClear(at: index) {
          excursions.append(TrueExcursion(left: left))
        } else {
          unclear += 1
        }
        isIn = false
      } else if !isIn, distance <= radius - TrueExcursion.homeDepth {
        if let last = excursions.last, last.home == nil {
          excursions[excursions.count - 1].home = glimpses[index].at.milliseconds
          excursions[excursions.count - 1].isHomeClear = isHomeClear(at: index)
        }
        isIn = true
      }
    }
  }

  /// Thirty metres inside soon, and a minute and a half without leaving again.
  private func isHomeClear(at crossing: Int) -> Bool {
    let back = glimpses[crossing].at.milliseconds
    var isDeep = false
    for (before, now) in zip(glimpses[crossing...], glimpses[(crossing + 1)...]) {
      if now.at.milliseconds - before.at.milliseconds > WalkedTrack.longestHole { return false }
      if now.trueDistance < radius - WalkedTrack.clear { isDeep = true }
      if now.trueDistance > radius { return false }
      if now.at.milliseconds - back >= WalkedTrack.soon { return isDeep }
    }
    return false
  }

  private func isClear(at crossing: Int) -> Bool {
    let left = glimpses[crossing].at.milliseconds
    var isFarOut = false
    for (before, now) in zip(glimpses[crossing...], glimpses[(crossing + 1)...]) {
      if now.at.milliseconds - before.at.milliseconds > WalkedTrack.longestHole { return false }
      let since = now.at.milliseconds - left
      if now.trueDistance > radius + WalkedTrack.clear { isFarOut = true }
      if now.trueDistance <= radius { return false }
      if since >= WalkedTrack.soon { return isFarOut }
      if since >= WalkedTrack.stays, isFarOut { return true }
    }
    return false
  }
}
