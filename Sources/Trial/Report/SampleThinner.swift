import Glibc
import HAL

/// Keeps a long track drawable, and true to its shape.
///
/// An epoch is left out where the line between its neighbours passes close to it at its moment. Close
/// means in place, in distance from home and in stated accuracy. So a straight street needs few points,
/// and a turn keeps its own. Neither the plan nor the chart is farther off than `deviation` says. The
/// nearest, the farthest and the least accurate epoch are always there, and every class of accuracy.
///
/// Refused epochs are kept apart, so that a wild one cannot stand in for the farthest that counted. Events
/// do not depend on any of it: the report draws them from the timeline.
public struct SampleThinner: Sendable {
  /// The number of accepted epochs above which the track is thinned.
  public let capacity: Int
  /// The number of accepted epochs in each class, thinned out or not.
  private(set) var countByAccuracy = [Int](repeating: 0, count: AccuracyClass.allCases.count)
  private var acceptedRow: ThinnedRow
  private var refusedRow: ThinnedRow

  /// - Parameter capacity: 2 or more.
  public init(capacity: Int = 2400) {
    self.capacity = capacity
    acceptedRow = ThinnedRow(capacity: capacity)
    // They are drawn to be noticed, not to be followed.
    refusedRow = ThinnedRow(capacity: max(2, capacity / 6))
  }

  /// Epochs offered so far.
  public var count: Int { acceptedRow.count + refusedRow.count }
  /// Those of them that the core did not count.
  public var refusedCount: Int { refusedRow.count }

  /// Takes the next epoch; they come in the order of time.
  public mutating func add(_ sample: TrackSample) {
    last = sample
    if sample.refusal == nil {
      countByAccuracy[AccuracyClass(sample.eph).rawValue] += 1
      acceptedRow.add(sample)
    } else {
      refusedRow.add(sample)
    }
  }

  /// Thins for the last time, so that asking costs nothing from here on.
  mutating func finish() {
    acceptedRow.thin(to: capacity)
    refusedRow.thin(to: refusedRow.capacity)
  }

  /// The last epoch offered.
  public private(set) var last: TrackSample?

  /// The remaining accepted epochs, in the order of time.
  public var accepted: [TrackSample] { acceptedRow.thinned().samples }
  /// No accepted epoch lies farther than this from the line that is drawn.
  public var deviation: Metres { acceptedRow.thinned().deviation }
  /// The remaining epochs that the core refused, in the order of time.
  public var refused: [TrackSample] { refusedRow.thinned().samples }
  /// The remaining epochs of both kinds, in the order of time.
  public var samples: [TrackSample] {
    (accepted + refused).enumerated().sorted { a, b in
      (a.element.sinceStart.count, a.offset) < (b.element.sinceStart.count, b.offset)
    }.map(\.element)
  }
}

/// A row of samples that is thinned whenever it is full, so memory does not grow with the trace.
private struct ThinnedRow: Sendable {
  /// A sample with its place in the row: two may share a time stamp, and neither must hide the other
  /// for that.
  private struct Entry: Sendable {
    var index: Int
    /// Gaps before it, from the start of the row on.
    var gaps: Int
    var sample: TrackSample
  }

  /// A stretch between two entries, and the entry in it that lies farthest off.
  private struct Stretch {
    var from: Int
    var to: Int
    /// The distance that the worst entry lies off. It is in metres within `near` metres of home, and a
    /// proportion farther out. A part of a stretch has no larger share than the whole.
    var share: Double
    var outerShare: Double
    /// Metres by which any entry in it lies off at most.
    var metres: Double
  }

  /// A full row holds that many times its capacity, a day at 1 Hz: thinning seldom errs less.
  private static let reserve = 40
  private static let near = 3000.0

  let capacity: Int
  private(set) var count = 0
  private var entries: [Entry] = []
  private var gaps = 0
  /// The sum of what each thinning lost at most.
  private var lost = 0.0
  private var nearest: Entry?
  private var farthest: Entry?
  private var leastAccurate: Entry?

  init(capacity: Int) {
    precondition(capacity >= 2)
    self.capacity = capacity
  }

  mutating func add(_ sample: TrackSample) {
    if let last = entries.last,
      sample.sinceStart.count - last.sample.sinceStart.count > TrackSample.gap.count
    {
      gaps += 1
    }
    let entry = Entry(index: count, gaps: gaps, sample: sample)
    count += 1
    if nearest.map({ sample.distance < $0.sample.distance }) ?? true { nearest = entry }
    if farthest.map({ sample.distance > $0.sample.distance }) ?? true { farthest = entry }
    if let error = sample.meaningfulEph,
      leastAccurate?.sample.meaningfulEph.map({ error > $0 }) ?? true
    {
      leastAccurate = entry
    }
    entries.append(entry)
    if entries.count >= capacity * ThinnedRow.reserve {
      thin(to: capacity * ThinnedRow.reserve / 2)
    }
  }

  mutating func thin(to most: Int) {
    let (kept, metres) = fitting(most)
    entries = kept
    lost += metres
  }

  /// The samples to draw. One follows a gap when a gap lies anywhere between it and the one before it.
  func thinned() -> (samples: [TrackSample], deviation: Metres) {
    let (kept, metres) = fitting(capacity)
    var gapsBefore: Int?
    let samples = kept.map { entry in
      var sample = entry.sample
      sample.followsGap = gapsBefore.map { $0 < entry.gaps } ?? false
      gapsBefore = entry.gaps
      return sample
    }
    return (samples, Metres(lost + metres))
  }

  /// The entries that are left with the smallest tolerance that leaves no more than about `most`, and what the
  /// others lie off at most.
  private func fitting(_ most: Int) -> (entries: [Entry], metres: Double) {
    guard entries.count > most else { return (entries, 0) }
    var isKept = fixed(keepsGaps: true)
    if isKept.count(where: \.self) > most / 2 { isKept = fixed(keepsGaps: false) }
    let stretches = stretches(isKept)
    let room = max(0, most - isKept.count(where: \.self))
    let shares = stretches.map(\.share).sorted(by: >)
    let tolerance = room < shares.count ? shares[room] : 0
    var metres = 0.0
    for stretch in stretches {
      if stretch.share > tolerance {
        isKept[worst(stretch)] = true
      } else if stretch.outerShare > tolerance {
        metres = max(metres, stretch.metres)
        keepClasses(stretch.from, stretch.to, &isKept)
      }
    }
    return (isKept.indices.filter { isKept[$0] }.map { entries[$0] }, metres)
  }

  /// The entries that no tolerance leaves out.
  private func fixed(keepsGaps: Bool) -> [Bool] {
    let outstanding = Set([nearest, farthest, leastAccurate].compactMap { $0?.index })
    return entries.indices.map { i in
      let isBesideGap =
        i > 0 && entries[i - 1].gaps < entries[i].gaps
        || i + 1 < entries.count && entries[i].gaps < entries[i + 1].gaps
      return i == 0 || i + 1 == entries.count || outstanding.contains(entries[i].index)
        || keepsGaps && isBesideGap
    }
  }

  /// All stretches of Douglas and Peucker's way (1973), by the distance at each moment (Meratnia and de By,
  /// 2004), from the whole to the smallest.
  private func stretches(_ isFixed: [Bool]) -> [Stretch] {
    let fixed = isFixed.indices.filter { isFixed[$0] }
    var open = zip(fixed, fixed.dropFirst()).map { (from: $0, to: $1, share: Double.infinity) }
    var stretches: [Stretch] = []
    while let (from, to, outerShare) = open.popLast() {
      guard to - from > 1 else { continue }
      var stretch = Stretch(from: from, to: to, share: 0, outerShare: outerShare, metres: 0)
      let worst = measure(&stretch)
      stretch.share = min(stretch.share, outerShare)
      stretches.append(stretch)
      // Nothing in it lies off, so nothing in its parts does.
      guard stretch.share > 0 else { continue }
      open.append((from, worst, stretch.share))
      open.append((worst, to, stretch.share))
    }
    return stretches
  }

  private func worst(_ stretch: Stretch) -> Int {
    var measured = stretch
    return measure(&measured)
  }

  /// Finds how far the entries of a stretch lie off.
  /// - Returns: the one that lies farthest off, in proportion.
  private func measure(_ stretch: inout Stretch) -> Int {
    var worst = stretch.from + 1
    stretch.share = 0
    for i in (stretch.from + 1)..<stretch.to {
      let deviation = deviation(
        entries[i].sample, entries[stretch.from].sample, entries[stretch.to].sample)
      stretch.metres = max(stretch.metres, deviation)
      let share = deviation / max(1, entries[i].sample.distance.value / ThinnedRow.near)
      if share > stretch.share { (worst, stretch.share) = (i, share) }
    }
    return worst
  }

  /// The first entry of each class of accuracy stays, where neither end of the stretch has that class.
  private func keepClasses(_ from: Int, _ to: Int, _ isKept: inout [Bool]) {
    var seen = Set([from, to].map { AccuracyClass(entries[$0].sample.eph) })
    for i in (from + 1)..<to where seen.insert(AccuracyClass(entries[i].sample.eph)).inserted {
      isKept[i] = true
    }
  }

  /// Metres by which a sample lies off the line between two others at its moment. The largest counts of
  /// the deviations in place, in distance and in stated accuracy.
  private func deviation(_ sample: TrackSample, _ a: TrackSample, _ b: TrackSample) -> Double {
    let span = Double(b.sinceStart.count - a.sinceStart.count)
    let part = span > 0 ? Double(sample.sinceStart.count - a.sinceStart.count) / span : 0
    let metresADegreeE7 = 0.011132
    let narrowing = cos(Double(sample.position.latitudeE7) * 1e-7 * .pi / 180)
    func east(_ other: TrackSample) -> Double {
      var difference =
        Int64(other.position.longitudeE7) - Int64(sample.position.longitudeE7)
      if difference > 1_800_000_000 { difference -= 3_600_000_000 }
      if difference < -1_800_000_000 { difference += 3_600_000_000 }
      return Double(difference) * metresADegreeE7 * narrowing
    }
    func north(_ other: TrackSample) -> Double {
      Double(Int64(other.position.latitudeE7) - Int64(sample.position.latitudeE7))
        * metresADegreeE7
    }
    let x = east(a) + (east(b) - east(a)) * part
    let y = north(a) + (north(b) - north(a)) * part
    let distance = a.distance.value + (b.distance.value - a.distance.value) * part
    var most = max((x * x + y * y).squareRoot(), (distance - sample.distance.value).magnitude)
    if let error = sample.meaningfulEph, let first = a.meaningfulEph, let second = b.meaningfulEph {
      let stated = first.value + (second.value - first.value) * part
      most = max(most, (stated - error.value).magnitude)
    }
    return most
  }
}
