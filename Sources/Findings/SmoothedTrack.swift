import Device
import HAL

/// The edge as seen from one side: past it is outside for an exit, and inside for a return.
struct EdgeSide {
  var radius: Double
  var isReturn: Bool

  /// Metres past the edge; negative before it.
  func past(_ place: GroundPoint) -> Double {
    isReturn ? radius - place.distance : place.distance - radius
  }
}

/// Smoothed places with their moments, and where they cross the edge.
struct SmoothedTrack {
  /// The crossing lies between `index` and the place before it.
  struct Step: Equatable {
    var index: Int
  }

  enum Finding: Equatable {
    case found(Step)
    /// The track begins past the edge.
    case fromStart
    case none
  }

  /// Least standard deviation that a track is believed to have, in metres on an axis. Receivers err by so
  /// much for minutes beside houses, and claim less (docs/noise.md).
  static let leastSigma = 8.3
  /// Errors that last are larger than the wandering that shows within two minutes.
  static let wanderFactor = 3.0
  /// Wandering is looked for so long before the crossing, and behind it.
  static let wanderReach = Milliseconds.seconds(60)
  /// Two-sided 95 % of a normal distribution, in standard deviations.
  static let sigmas = 1.96
  /// gpsd's eph is 2.45 standard deviations.
  static let ephSigmas = 2.45

  static let longestStep = Milliseconds.seconds(10)

  private let fixes: [TrackFix]
  private let places: [GroundPoint]
  private let edge: EdgeSide

  init(fixes: [TrackFix], places: [GroundPoint], edge: EdgeSide) {
    (self.fixes, self.places, self.edge) = (fixes, places, edge)
  }

  private func past(_ index: Int) -> Double { edge.past(places[index]) }
  private func isPast(_ index: Int) -> Bool { past(index) > 0 }

  /// The part of the way from the place before `index` at which the track is `level` metres past the edge.
  private func part(_ index: Int, _ level: Double) -> Double {
    let (a, b) = (past(index - 1), past(index))
    return a == b ? 1 : min(max((level - a) / (b - a), 0), 1)
  }

  private func moment(_ index: Int, _ level: Double) -> Instant {
    let (from, to) = (fixes[index - 1].at, fixes[index].at)
    let span = Double((to - from).count) * part(index, level)
    return Instant(milliseconds: from.milliseconds + Int64(nearest: span))
  }

  func moment(of step: Step) -> Instant { moment(step.index, 0) }

  func place(of step: Step) -> GroundPoint {
    let (a, b) = (places[step.index - 1], places[step.index])
    let part = part(step.index, 0)
    return GroundPoint(
      east: a.east + (b.east - a.east) * part, north: a.north + (b.north - a.north) * part)
  }

  /// Metres past the edge at a moment; nil before the first place.
  func past(at moment: Instant) -> Double? {
    guard let before = places.indices.last(where: { fixes[$0].at <= moment }) else { return nil }
    guard before + 1 < places.count else { return past(before) }
    let (from, to) = (fixes[before].at, fixes[before + 1].at)
    guard to > from else { return past(before) }
    let part = Double((moment - from).count) / Double((to - from).count)
    return past(before) + (past(before + 1) - past(before)) * part
  }

  /// The crossing that an announcement is about.
  ///
  /// It begins the last stretch past the edge. If no stretch ended within `past` before the announcement,
  /// it is the first one that begins behind it.
  func crossing(before announced: Instant, past limit: Milliseconds) -> Finding {
    guard let newest = places.indices.last(where: { fixes[$0].at <= announced }) else {
      return .none
    }
    var index = newest
    while index >= 0, !isPast(index), announced - fixes[index].at <= limit { index -= 1 }
    if index >= 0, isPast(index) {
      let start = begin(of: index)
      return start == 0 ? .fromStart : .found(Step(index: start))
    }
    let next = places.indices.first { $0 > newest && isPast($0) }
    return next.map { .found(Step(index: $0)) } ?? .none
  }

  /// The first index of the stretch past the edge that holds `index`. A short stretch back counts as noise.
  private func begin(of index: Int) -> Int {
    var start = first(index, isPast: true)
    while start > 0 {
      let back = first(start - 1, isPast: false)
      guard back > 0 else { break }
      let before = first(back - 1, isPast: true)
      let since = before == 0 ? fixes[0].at : moment(before, 0)
      let left = moment(back, 0)
      let away = moment(start, 0) - left
      guard away < CrossingFinder.noise, away < left - since else { break }
      start = before
    }
    return start
  }

  /// The first of the places around `index` that lie on the same side.
  private func first(_ index: Int, isPast side: Bool) -> Int {
    var first = index
    while first > 0, isPast(first - 1) == side { first -= 1 }
    return first
  }

  /// The span, either way, in which the truth lies: the track's likely error as time.
  func uncertainty(of step: Step) -> Milliseconds {
    let at = moment(of: step)
    let stated = [fixes[step.index - 1].eph, fixes[step.index].eph].compactMap { $0 }.max() ?? 0
    let near = places.indices.filter { index in
      let span = fixes[index].at - at
      return span.count.magnitude <= SmoothedTrack.wanderReach.count
    }
    let wander =
      near.isEmpty
      ? nil
      : TrackSmoother.wander(places[near[0]...near[near.count - 1]], at: near.map { fixes[$0].at })
    let sigma = max(
      SmoothedTrack.leastSigma,
      max(stated / SmoothedTrack.ephSigmas, (wander ?? 0) * SmoothedTrack.wanderFactor))
    let band = sigma * SmoothedTrack.sigmas
    var (low, high) = (step.index, step.index)
    while low > 1, past(low - 1) > -band { low -= 1 }
    while high < places.count - 1, past(high) < band { high += 1 }
    let earliest =
      past(low - 1) > -band || isHole(low) ? fixes[low - 1].at : moment(low, -band)
    let latest = past(high) < band || isHole(high) ? fixes[high].at : moment(high, band)
    return max(at - earliest, latest - at)
  }

  /// Nobody knows at what pace the wearer went between two distant positions.
  private func isHole(_ index: Int) -> Bool {
    fixes[index].at - fixes[index - 1].at > SmoothedTrack.longestStep
  }
}
