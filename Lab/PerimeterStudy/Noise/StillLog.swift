import Advice
import HAL
import Simulator
import Traces

/// A receiver that stood still: its error, fix by fix.
///
/// The truth of a log without a surveyed point is its median on each axis. So a bias that holds for the
/// whole log is not seen.
public struct StillLog: Sendable {
  public struct Sample: Sendable {
    /// Seconds since the first fix.
    public var seconds: Double
    /// Error from the median.
    public var error: Point
    public var eph: Metres?
    public var speed: MetresPerSecond?
    public var hdop: Double?
  }

  public let name: String
  public private(set) var samples: [Sample] = []
  /// Epochs without a position, or with one that a device would refuse as coarse.
  public private(set) var unusable = 0

  /// The fewest fixes from which anything can be told.
  public static let fewest = 60

  /// A hole longer than this is the end of one recording and the start of another: it counts as so
  /// long.
  static let longestHole = 300.0

  /// Reads a recorded log; seconds are device time, as in a replay.
  public init(path: String) throws(TraceError) {
    let reader = try TraceReader(path: path)
    name = reader.name
    var fixes: [(seconds: Double, fix: Fix, hdop: Double?)] = []
    while let event = try reader.nextEvent() {
      guard case .fix(let fix) = event.kind else { continue }
      guard fix.mode != .none, fix.position != nil, (fix.eph?.value ?? 0) <= RecordedDay.coarsest
      else {
        unusable += 1
        continue
      }
      let seconds = event.at.milliseconds
      // One epoch told twice is one.
      if let last = fixes.last, Double(seconds) / 1000 <= last.seconds { continue }
      fixes.append((Double(seconds) / 1000, fix, reader.record?.hdop))
    }
    guard fixes.count >= StillLog.fewest || fixes.isEmpty else {
      throw TraceError(
        file: name,
        "has too few fixes (\(fixes.count)); expected \(StillLog.fewest) or more of a receiver that stands"
      )
    }
    guard let first = fixes.first, let origin = first.fix.position else {
      throw TraceError(file: name, "holds no position; expected the log of a receiver")
    }
    let plane = LocalPlane(origin)
    let places = fixes.map { plane.point(of: $0.fix.position ?? origin) }
    let centre = Point(
      north: Quantiles(places.map(\.north)).median, east: Quantiles(places.map(\.east)).median)
    var last = first.seconds
    var skipped = first.seconds
    for (place, (seconds, fix, hdop)) in zip(places, fixes) {
      skipped += max(seconds - last - StillLog.longestHole, 0)
      last = seconds
      samples.append(
        Sample(
          seconds: seconds - skipped, error: place - centre, eph: fix.eph, speed: fix.speed,
          hdop: hdop))
    }
  }

  /// A simulated receiver that stands still for as long as `log`, in its rhythm.
  public init(_ model: NoiseModel, like log: StillLog, seed: UInt64) {
    name = "model"
    let interval = log.interval
    var receiver = Receiver(
      model, interval: Milliseconds(Int64((interval * 1000).rounded())), seed: seed)
    let count = Int(log.duration / interval) + 1
    var places: [Receiver.Observation] = []
    for _ in 0..<count { places.append(receiver.observe(Receiver.Truth(place: Point()))) }
    let centre = Point(
      north: Quantiles(places.map(\.place.north)).median,
      east: Quantiles(places.map(\.place.east)).median)
    for (index, seen) in places.enumerated() {
      samples.append(
        Sample(
          seconds: Double(index) * interval, error: seen.place - centre, eph: seen.eph,
          speed: seen.speed))
    }
  }

  public var duration: Double { samples.last?.seconds ?? 0 }

  /// The usual time between two fixes.
  public var interval: Double {
    let steps = zip(samples, samples.dropFirst()).map { $1.seconds - $0.seconds }
    return steps.isEmpty ? 1 : max(0.1, Quantiles(steps).median)
  }

  /// Radial distances from the median.
  public var radii: Quantiles { Quantiles(samples.map(\.error.distance.value)) }

  /// Holes of more than ten seconds and two intervals.
  public var gaps: [Double] {
    let longest = max(10, 2 * interval)
    return zip(samples, samples.dropFirst()).map { $1.seconds - $0.seconds }
      .filter { $0 > longest }
  }

  /// Steps from one fix to the next that are faster than anybody on foot or in a car in town.
  public var jumps: Int {
    zip(samples, samples.dropFirst()).count {
      ($1.error - $0.error).distance.value > 15 * max(1, $1.seconds - $0.seconds)
    }
  }
}
