import Advice
import HAL
import Simulator

/// The parts of a log in which its receiver moved. Such parts would be fitted as if they were its errors.
///
/// The medians of minutes that are `span` minutes apart lie within 39 m in eight real logs of receivers that
/// stood (docs/noise.md). On foot they are 100 m apart and more.
public struct Movement: Equatable, Sendable {
  /// Metres between such medians from which somebody carried the receiver.
  static let shift = 60.0
  static let span = 3
  /// Metres a second by Doppler, as the median of two minutes in a row, from which it moved.
  static let speed = 0.5

  /// Whole minutes since the first fix; each part begins and ends with one, the end not included.
  public var parts: [Range<Int>] = []

  public init(_ log: StillLog) {
    var minutes: [Int: [StillLog.Sample]] = [:]
    for sample in log.samples { minutes[Int(sample.seconds / 60), default: []].append(sample) }
    let last = minutes.keys.max() ?? 0
    let places = (0...last).map { minute in
      minutes[minute].map { Point(medianOf: $0.map(\.error)) }
    }
    let speeds = (0...last).map { minute -> Double in
      Quantiles((minutes[minute] ?? []).compactMap { $0.speed?.value }).median
    }
    var moved = Set<Int>()
    for (minute, place) in places.enumerated() {
      if minute > 0, min(speeds[minute - 1], speeds[minute]) > Movement.speed {
        moved.formUnion([minute - 1, minute])
      }
      let later = minute + Movement.span
      guard later < places.count, let place, let other = places[later] else { continue }
      if (other - place).distance.value > Movement.shift { moved.formUnion(minute...later) }
    }
    for minute in moved.sorted() {
      if let end = parts.last?.upperBound, end == minute {
        parts[parts.count - 1] = parts[parts.count - 1].lowerBound..<minute + 1
      } else {
        parts.append(minute..<minute + 1)
      }
    }
  }

  /// "0 to 57 min and 80 to 92 min"; at most five parts are named.
  public var text: String {
    let named = parts.prefix(5).map { "\($0.lowerBound) to \($0.upperBound) min" }
    let rest = parts.count - named.count
    return (named + (rest > 0 ? ["\(rest) parts more"] : [])).joined(separator: ", ")
  }
}
