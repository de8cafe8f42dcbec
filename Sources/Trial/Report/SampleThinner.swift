/// Keeps a long track drawable: at most `capacity` stretches, each remembering its first, nearest,
/// farthest and least accurate epoch, and one of unknown accuracy.
///
/// So nothing that stands out in distance or in accuracy is lost, not even for one epoch, and
/// memory does not grow with the trace. Refused epochs are kept apart, so that a wild one cannot
/// stand in for the farthest that counted. Events do not depend on any of it: the report draws them
/// from the timeline.
public struct SampleThinner: Sendable {
  public let capacity: Int
  /// The number of accepted epochs in each class, thinned out or not.
  private(set) var countByAccuracy = [Int](repeating: 0, count: AccuracyClass.allCases.count)
  private var acceptedRow: Stretches
  private var refusedRow: Stretches

  /// - Parameter capacity: even, 2 or more.
  public init(capacity: Int = 1500) {
    self.capacity = capacity
    acceptedRow = Stretches(capacity: capacity)
    // They are drawn to be noticed, not to be followed.
    refusedRow = Stretches(capacity: max(2, capacity / 12 * 2))
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

  /// The last epoch offered.
  public private(set) var last: TrackSample?

  /// The remaining accepted epochs, in the order of time.
  public var accepted: [TrackSample] { acceptedRow.samples }
  /// The remaining epochs that the core refused, in the order of time.
  public var refused: [TrackSample] { refusedRow.samples }
  /// The remaining epochs of both kinds, in the order of time.
  public var samples: [TrackSample] {
    (accepted + refused).enumerated().sorted { a, b in
      (a.element.sinceStart.count, a.offset) < (b.element.sinceStart.count, b.offset)
    }.map(\.element)
  }
}

/// A long row of samples, cut into at most `capacity` stretches that each remember what stands out.
///
/// When it is full, neighbours are merged in pairs, so memory and drawing do not grow with the
/// trace. Adding is O(1) amortised.
private struct Stretches: Sendable {
  let capacity: Int
  private(set) var count = 0
  private var stretches: [Stretch] = []
  private var samplesPerStretch = 1
  private var inLast = 0
  private var gaps = 0
  private var last: Entry?

  /// A sample with its place in the row: two may share a time stamp, and neither must hide the
  /// other for that.
  private struct Entry: Sendable {
    var index: Int
    /// Gaps before it, from the start of the row on.
    var gaps: Int
    var sample: TrackSample
  }

  private struct Stretch: Sendable {
    var first: Entry
    var nearest: Entry
    var farthest: Entry
    var leastAccurate: Entry?
    var withoutAccuracy: Entry?

    init(_ entry: Entry) {
      first = entry
      nearest = entry
      farthest = entry
      weighAccuracy(entry)
    }

    mutating func add(_ entry: Entry) {
      if entry.sample.distance < nearest.sample.distance { nearest = entry }
      if entry.sample.distance > farthest.sample.distance { farthest = entry }
      weighAccuracy(entry)
    }

    private mutating func weighAccuracy(_ entry: Entry) {
      guard let error = entry.sample.meaningfulEph else {
        withoutAccuracy = withoutAccuracy ?? entry
        return
      }
      if let worst = leastAccurate?.sample.meaningfulEph, error <= worst { return }
      leastAccurate = entry
    }

    mutating func add(_ other: Stretch) {
      add(other.nearest)
      add(other.farthest)
      if let entry = other.leastAccurate { weighAccuracy(entry) }
      if let entry = other.withoutAccuracy { weighAccuracy(entry) }
    }

    var kept: [Entry] {
      [first, nearest, farthest, leastAccurate, withoutAccuracy].compactMap { $0 }
    }
  }

  init(capacity: Int) {
    precondition(capacity >= 2 && capacity % 2 == 0)
    self.capacity = capacity
  }

  mutating func add(_ sample: TrackSample) {
    if let last, sample.sinceStart.count - last.sample.sinceStart.count > TrackSample.gap.count {
      gaps += 1
    }
    let entry = Entry(index: count, gaps: gaps, sample: sample)
    count += 1
    last = entry
    if inLast >= samplesPerStretch, stretches.count == capacity { mergePairs() }
    if stretches.isEmpty || inLast >= samplesPerStretch {
      stretches.append(Stretch(entry))
      inLast = 1
    } else {
      stretches[stretches.count - 1].add(entry)
      inLast += 1
    }
  }

  /// The last stretch is full when this is called, so the last pair is full too.
  private mutating func mergePairs() {
    stretches = stride(from: 0, to: capacity, by: 2).map { i in
      var pair = stretches[i]
      pair.add(stretches[i + 1])
      return pair
    }
    samplesPerStretch *= 2
    inLast = samplesPerStretch
  }

  /// The remaining samples, in the order of arrival; the very last one is always there. A sample
  /// follows a gap when one lies anywhere between it and the kept sample before it.
  var samples: [TrackSample] {
    var entries = stretches.flatMap(\.kept)
    if let last { entries.append(last) }
    entries.sort { $0.index < $1.index }
    var kept: [TrackSample] = []
    var before: Entry?
    for entry in entries where entry.index != before?.index {
      var sample = entry.sample
      sample.followsGap = before.map { $0.gaps < entry.gaps } ?? false
      kept.append(sample)
      before = entry
    }
    return kept
  }
}
