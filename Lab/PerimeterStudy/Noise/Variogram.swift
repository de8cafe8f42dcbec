import HAL
import Simulator

/// Half the mean square of what an error changes by within a lag, on one axis, in square metres: 0 at
/// once, the variance after long. Beside an autocorrelation it needs no mean, which a log of an hour
/// does not tell.
public struct Variogram: Sendable {
  public struct Bin: Sendable {
    /// In seconds.
    public var lag: Double
    public var value: Double
  }

  public private(set) var bins: [Bin] = []

  /// Lags double from one interval to a quarter of the log.
  public init(_ log: StillLog) {
    let interval = log.interval
    guard !log.samples.isEmpty else { return }
    var places = [Point?](repeating: nil, count: Int(log.duration / interval) + 2)
    for sample in log.samples { places[Int((sample.seconds / interval).rounded())] = sample.error }
    var steps = 1
    while Double(steps) * interval <= max(log.duration / 4, interval) {
      var sum = 0.0
      var count = 0
      for index in 0..<max(places.count - steps, 0) {
        guard let a = places[index], let b = places[index + steps] else { continue }
        let change = b - a
        sum += change.north * change.north + change.east * change.east
        count += 1
      }
      if count > 0 {
        bins.append(Bin(lag: Double(steps) * interval, value: sum / Double(4 * count)))
      }
      steps *= 2
    }
  }

  /// The mean of several of the same rhythm, each weighing as much.
  public init(mean variograms: [Variogram]) {
    guard let longest = variograms.map(\.bins.count).max() else { return }
    for index in 0..<longest {
      let here = variograms.filter { $0.bins.count > index }.map { $0.bins[index] }
      guard let lag = here.first?.lag else { continue }
      bins.append(
        Bin(lag: lag, value: here.reduce(0) { $0 + $1.value } / Double(here.count)))
    }
  }
}
