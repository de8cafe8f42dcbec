import Device
import HAL

/// Shares the seconds between a crossing and its announcement among their causes, by the state of the
/// rule behind each position.
struct Lateness {
  /// A position speaks for no more than these seconds before it.
  private static let longestStep = Milliseconds.seconds(10)
  private static let stay = Milliseconds.seconds(30)

  private let fixes: [TrackFix]
  private let isReturn: Bool
  private var spent = [Double](repeating: 0, count: LatenessCause.allCases.count)

  init(_ fixes: [TrackFix], isReturn: Bool) {
    self.fixes = fixes
    self.isReturn = isReturn
  }

  /// The causes with whole seconds that add up to the rounded span; none for an early announcement.
  func parts(from crossed: Instant, to announced: Instant) -> [CrossingVerdict.Part] {
    var shares = self
    shares.spend(from: crossed, to: announced)
    return shares.whole(of: (announced - crossed).seconds)
  }

  private mutating func spend(from crossed: Instant, to announced: Instant) {
    var last = crossed
    for i in fixes.indices.dropFirst() where fixes[i].at > crossed && fixes[i].at <= announced {
      let span = fixes[i].at - last
      // The rule counts only the last seconds of a long step; the seconds before them are silent.
      let silent = min(
        span.count, max(0, (fixes[i].at - fixes[i - 1].at).count - Lateness.longestStep.count))
      add(fixes[i].refusedBefore > 0 ? .refused : .noPosition, Milliseconds(silent).seconds)
      spend(Milliseconds(span.count - silent).seconds, fixes[i], after: fixes[i - 1])
      last = fixes[i].at
    }
    // Something else than a position announced it: the watch began, or a zone changed.
    if announced > last { add(.notWatched, (announced - last).seconds) }
  }

  private mutating func spend(_ seconds: Double, _ fix: TrackFix, after before: TrackFix) {
    guard let now = fix.evidence else { return add(.noPosition, seconds) }
    guard now.isWatched else { return add(.notWatched, seconds) }
    if isReturn {
      add(returnCause(now, fix, stayed: before.evidence?.homeFor ?? Milliseconds(0)), seconds)
    } else if let before = before.evidence, before.place != .outside,
      before.evidence >= before.threshold
    {
      add(.agreement, seconds)
    } else if now.rate > 0 {
      let needed = seconds * now.rate / now.rateAtBest
      add(.evidence, needed)
      switch now.doubt {
      case .least: add(.evidence, seconds - needed)
      case .statedAccuracy: add(.statedAccuracy, seconds - needed)
      case .unknownAccuracy: add(.unknownAccuracy, seconds - needed)
      case .scatter: add(.scatter, seconds - needed)
      }
    } else {
      add(now.beyond.value <= 0 ? .estimate : .clearance, seconds)
    }
  }

  /// Metres inside the edge that a return asks of an accurate receiver.
  private static let leastDepth = 10.0

  private func returnCause(
    _ now: PerimeterEvidence, _ fix: TrackFix, stayed: Milliseconds
  ) -> LatenessCause {
    let inside = -now.measuredBeyond.value
    if inside < 0 { return .estimate }
    let counts = now.homeFor.count > 0 || now.place == .inside
    if stayed < Lateness.stay, counts { return .stay }
    if inside < Lateness.leastDepth || inside > now.depth.value { return .depth }
    return fix.eph == nil ? .unknownAccuracy : .statedAccuracy
  }

  private mutating func add(_ cause: LatenessCause, _ seconds: Double) {
    guard let index = LatenessCause.allCases.firstIndex(of: cause) else { return }
    spent[index] += seconds
  }

  /// Rounds down, and gives the seconds that are left to those that lost most.
  private func whole(of span: Double) -> [CrossingVerdict.Part] {
    guard span > 0 else { return [] }
    var seconds = spent.map { Int($0) }
    let byLoss = Array(spent.indices).inserted { a, b in
      let (x, y) = (spent[a] - Double(seconds[a]), spent[b] - Double(seconds[b]))
      return x == y ? a < b : x > y
    }
    let missing = max(0, Int(Int64(nearest: span)) - seconds.reduce(0, +))
    for index in byLoss.prefix(missing) { seconds[index] += 1 }
    return zip(LatenessCause.allCases, seconds).filter { $0.1 > 0 }.map {
      CrossingVerdict.Part($0.0, seconds: $0.1)
    }
  }
}
