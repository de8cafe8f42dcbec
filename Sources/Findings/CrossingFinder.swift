import Device
import HAL

/// Finds the crossing behind each announced exit and return, while a trace is replayed.
///
/// It keeps the positions since the wearer was last far from the edge, and no more than `mostFixes`.
public struct CrossingFinder {
  public static let mostFixes = 50_000
  /// Farther than this from the edge, in metres, nothing older is needed.
  private static let farFromEdge = 60.0
  private static let kept = Milliseconds.seconds(120)
  /// A verdict waits so long for positions behind the announcement.
  private static let patience = Milliseconds.seconds(60)
  /// A stretch on the other side counts as noise if it is shorter than this, and than the stretch before it.
  static let noise = Milliseconds.seconds(10)
  /// An announcement that came too late is about a stretch that ended up to so long before.
  private static let past = Milliseconds.seconds(120)
  /// Nobody can tell the moment of a crossing, or why it was told late, if nothing counted for longer than this.
  private static let longestGap = Milliseconds.seconds(86_400)

  private struct Pending {
    var key: Int
    var isReturn: Bool
    var at: Instant
  }

  private let perimeter: Perimeter
  private let projection: Projection
  private let isFirst: Bool
  private let keepsCloseUps: Bool
  private var fixes: [TrackFix] = []
  private var refused = 0
  private var pending: [Pending] = []
  private var isOutside = false
  private var hasForgotten = false
  private var found: [(key: Int, verdict: CrossingVerdict)] = []

  /// - Parameters:
  ///   - isFirst: false where another circle was in force before.
  ///   - keepsCloseUps: true when a chart of each crossing will be drawn.
  public init(_ perimeter: Perimeter, isFirst: Bool, keepsCloseUps: Bool) {
    self.perimeter = perimeter
    self.isFirst = isFirst
    projection = Projection(perimeter)
    self.keepsCloseUps = keepsCloseUps
  }

  /// A position came that did not count.
  public mutating func noteRefused() { refused += 1 }

  /// Takes the next position that counts.
  /// - Parameters:
  ///   - distance: from the centre.
  ///   - evidence: the state of the rule behind the position.
  public mutating func add(
    _ position: Position, distance: Metres, at instant: Instant, eph: Metres?,
    _ evidence: PerimeterEvidence?
  ) {
    let depth =
      isOutside
      ? distance.value - perimeter.radius.value : perimeter.radius.value - distance.value
    let isFar = depth > CrossingFinder.farFromEdge && pending.isEmpty
    fixes.append(
      TrackFix(
        at: instant, position: position, eph: eph.map { $0.value },
        evidence: evidence, refusedBefore: refused))
    refused = 0
    if !pending.isEmpty { settle(at: instant) }
    prune(isFar: isFar)
  }

  /// An exit or a return was announced. Its verdict comes later, by `takeFound`.
  public mutating func expect(_ key: Int, isReturn: Bool, at instant: Instant) {
    pending.append(Pending(key: key, isReturn: isReturn, at: instant))
    isOutside = !isReturn
  }

  /// Hands out the verdicts that are ready.
  public mutating func takeFound() -> [(key: Int, verdict: CrossingVerdict)] {
    if found.isEmpty { return [] }
    defer { found = [] }
    return found
  }

  /// No more positions come.
  public mutating func finish() { settle(at: nil) }

  private mutating func prune(isFar: Bool) {
    guard pending.isEmpty, let last = fixes.last else { return }
    if isFar {
      // A few at a time would move all the others each time.
      guard fixes.count >= 512, last.at - fixes[256].at > CrossingFinder.kept else { return }
      fixes.removeFirst(first { last.at - fixes[$0].at <= CrossingFinder.kept })
    } else if fixes.count > CrossingFinder.mostFixes {
      hasForgotten = true
      fixes.removeFirst(fixes.count / 2)
    }
  }

  private func near(_ moment: Instant, _ reach: Milliseconds) -> ArraySlice<TrackFix> {
    let from = first { moment - fixes[$0].at <= reach }
    let to = first { fixes[$0].at - moment > reach }
    return fixes[from..<to]
  }

  /// The first index that fits; all behind it fit, too.
  private func first(_ fits: (Int) -> Bool) -> Int {
    var (low, high) = (0, fixes.count)
    while low < high {
      let middle = (low + high) / 2
      if fits(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  // MARK: Verdicts

  /// - Parameter now: the newest position; nil when no more come.
  private mutating func settle(at now: Instant?) {
    while let next = pending.first {
      let waited = now.map { $0 - next.at }
      // The next announcement is about another crossing.
      let patience = pending.count > 1 ? TrackSmoother.reach : CrossingFinder.patience
      guard waited.map({ $0 > patience }) ?? true else { return }
      found.append((next.key, verdict(next)))
      pending.removeFirst()
    }
  }

  private mutating func verdict(_ announced: Pending) -> CrossingVerdict {
    for i in fixes.indices { fixes[i].place = projection.point(fixes[i].position) }
    let places = fixes.map { fix in
      TrackSmoother.place(at: fix.at, of: near(fix.at, TrackSmoother.reach))
    }
    var verdict = CrossingVerdict(isReturn: announced.isReturn)
    verdict.announcedAt = announced.at
    let edge = EdgeSide(radius: perimeter.radius.value, isReturn: announced.isReturn)
    let track = SmoothedTrack(fixes: fixes, places: places, edge: edge)
    verdict.beyond = track.past(at: announced.at).map { Metres($0) }
    switch track.crossing(before: announced.at, past: CrossingFinder.past) {
    case .found(let step) where isInterrupted(from: step.index, to: announced.at):
      verdict.lack = .unrecorded
    case .found(let step):
      let at = track.moment(of: step)
      verdict.crossing = CrossingVerdict.Crossing(
        at: at, uncertainty: track.uncertainty(of: step),
        place: track.place(of: step))
      verdict.late = announced.at - at
      verdict.parts = Lateness(fixes, isReturn: announced.isReturn).parts(
        from: at, to: announced.at)
    case .fromStart:
      verdict.lack = hasForgotten ? .forgotten : isFirst ? .fromStart : .circleChanged
    case .none: verdict.lack = .notCrossed
    }
    if keepsCloseUps { verdict.close = closeUp(announced, verdict, places) }
    return verdict
  }

  /// Whether a long gap lies in the step to the place at `index`, or from there to the moment.
  private func isInterrupted(from index: Int, to moment: Instant) -> Bool {
    (index..<max(index + 1, first { fixes[$0].at > moment })).contains {
      fixes[$0].at - fixes[$0 - 1].at > CrossingFinder.longestGap
    }
  }

  /// The positions that a chart shows: from half a minute before the crossing to half a minute behind
  /// the announcement.
  private func closeUp(
    _ announced: Pending, _ verdict: CrossingVerdict, _ places: [GroundPoint]
  ) -> [CloseSample] {
    let margin = Milliseconds.seconds(30)
    let crossed = verdict.crossing?.at ?? announced.at
    let (from, to) = (min(crossed, announced.at), max(crossed, announced.at))
    let begin = first { from - fixes[$0].at <= margin }
    let end = first { fixes[$0].at - to > margin }
    var before = 0.0
    return (begin..<end).map { i in
      let fix = fixes[i]
      var share =
        fix.evidence.map { evidence in
          announced.isReturn
            ? min(evidence.homeFor.seconds / 30, 1) : evidence.evidence / evidence.threshold
        } ?? 0
      // The rule forgets what it has used.
      if fix.at == announced.at, before > 0 { share = 1 }
      before = share
      return CloseSample(
        at: fix.at, distance: fix.place.distance, smoothed: places[i].distance,
        estimate: fix.evidence.map { $0.beyond.value + perimeter.radius.value }, eph: fix.eph,
        share: share)
    }
  }
}
