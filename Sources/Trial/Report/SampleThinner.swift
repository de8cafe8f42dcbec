/// Keeps a long track drawable: at most `capacity` stretches, each remembering its first, nearest,
/// farthest and least accurate epoch, and one of unknown accuracy.
///
/// So nothing that stands out in distance or in accuracy is lost, not even for one epoch, and
/// memory does not grow with the trace. Refused epochs are kept apart, so that a wild one cannot
/// stand in for the farthest that counted. Events do not depend on any of it: the report draws them
/// from the timeline.
public struct SampleThinner: Sendable {
  public let capacity: Int
  /// How many of the accepted epochs fell into each class, thinned out or not.
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

  /// What is left of the epochs that counted, in the order of time.
  public var accepted: [TrackSample] { acceptedRow.samples }
  /// What is left of the epochs that the core refused, in the order of time.
  public var refused: [TrackSample] { refusedRow.samples }
  /// What is left of both, in the order of time.
  public var samples: [TrackSample] {
    (accepted + refused).enumerated().sorted { a, b in
      (a.element.sinceStart.count, a.offset) < (b.element.sinceStart.count, b.offset)
    }.map(\.element)
  }
}
