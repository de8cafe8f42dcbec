import Device
import HAL
import Simulator

/// The noise model that comes nearest to a log: white noise, a drift and a held bias, both smoothed.
///
/// The four times and the three variances are found by trying a grid of times, each with the variances
/// that fit best. The measure is the relative error of the variogram. So a metre at a second's lag
/// weighs as much as ten at a quarter of an hour's.
public struct NoiseFit: Sendable {
  /// Standard deviations of the shown errors on each axis, in metres.
  public var white = 0.0
  public var drift = 0.0
  public var bias = 0.0
  /// Time constants of drift, bias and smoothing, in seconds.
  public var driftTime = 60.0
  public var biasTime = 900.0
  public var smoothing = 0.0
  /// Root mean square of the relative errors of the variogram.
  public var misfit = Double.infinity

  private static let smoothings: [Double] = [0, 1, 2, 4, 6, 8, 12, 16, 24, 32, 48]
  private static let driftTimes: [Double] = [5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240]
  private static let biasTimes: [Double] = [300, 450, 600, 900, 1200, 1800, 2400, 3600, 7200]

  public init(_ variogram: Variogram) {
    let bins = variogram.bins.filter { $0.value > 0 }
    guard !bins.isEmpty else { return }
    for smoothing in NoiseFit.smoothings {
      for driftTime in NoiseFit.driftTimes {
        let drift = bins.map { NoiseFit.rise($0.lag, driftTime, smoothing) }
        for biasTime in NoiseFit.biasTimes where biasTime > 2 * driftTime {
          let bias = bins.map { NoiseFit.rise($0.lag, biasTime, smoothing) }
          let rows = bins.indices.map { index in
            [1, drift[index], bias[index]].map { $0 / bins[index].value }
          }
          let (parts, error) = LeastSquares.nonNegative(rows)
          guard error < misfit else { continue }
          misfit = error
          (white, self.drift, self.bias) = (
            parts[0].squareRoot(), parts[1].squareRoot(), parts[2].squareRoot()
          )
          (self.driftTime, self.biasTime, self.smoothing) = (driftTime, biasTime, smoothing)
        }
      }
    }
  }

  /// The variogram of a smoothed Gauss-Markov process of variance 1: 0 up to 1.
  static func rise(_ lag: Double, _ time: Double, _ smoothing: Double) -> Double {
    // Equal times would divide by zero; a thousandth apart is the same.
    let smooth = smoothing == time ? smoothing * 1.001 : smoothing
    guard smooth > 0 else { return 1 - decay(lag / time) }
    return 1 - (time * decay(lag / time) - smooth * decay(lag / smooth)) / (time - smooth)
  }

  private static func decay(_ x: Double) -> Double { x < 600 ? exponential(-x) : 0 }

  /// The fit's value at a lag.
  public func value(at lag: Double) -> Double {
    white * white + drift * drift * NoiseFit.rise(lag, driftTime, smoothing)
      + bias * bias * NoiseFit.rise(lag, biasTime, smoothing)
  }

  /// The model for the simulator's receiver.
  public func model(eph: Metres, doppler: MetresPerSecond) -> NoiseModel {
    func milliseconds(_ seconds: Double) -> Milliseconds {
      Milliseconds(Int64((seconds * 1000).rounded()))
    }
    return NoiseModel(
      white: Metres(white), drift: Metres(drift), driftTime: milliseconds(driftTime),
      bias: Metres(bias), biasTime: milliseconds(biasTime), smoothing: milliseconds(smoothing),
      eph: eph, doppler: doppler)
  }
}

/// Three unknowns that may not be negative.
private enum LeastSquares {
  /// The parts whose sum comes nearest to 1 in each row.
  /// - Returns: the parts, and the root mean square of what remains.
  static func nonNegative(_ rows: [[Double]]) -> ([Double], Double) {
    var best = ([0.0, 0.0, 0.0], Double.infinity)
    // Each of the seven choices of what may be above 0.
    for choice in 1...7 {
      let used = (0..<3).filter { choice >> $0 & 1 == 1 }
      guard let parts = solve(rows, used), parts.allSatisfy({ $0 >= 0 }) else { continue }
      var sum = 0.0
      for row in rows {
        let rest = 1 - (row[0] * parts[0] + row[1] * parts[1] + row[2] * parts[2])
        sum += rest * rest
      }
      let error = (sum / Double(rows.count)).squareRoot()
      if error < best.1 { best = (parts, error) }
    }
    return best
  }

  /// The normal equations by Gauss's elimination; nil when they have no one answer.
  private static func solve(_ rows: [[Double]], _ used: [Int]) -> [Double]? {
    let size = used.count
    var matrix = used.map { i in
      used.map { j in rows.reduce(0) { $0 + $1[i] * $1[j] } } + [rows.reduce(0) { $0 + $1[i] }]
    }
    for column in 0..<size {
      guard
        let pivot = (column..<size).max(by: {
          matrix[$0][column].magnitude < matrix[$1][column].magnitude
        }), matrix[pivot][column].magnitude > 1e-12
      else { return nil }
      matrix.swapAt(column, pivot)
      for row in 0..<size where row != column {
        let factor = matrix[row][column] / matrix[column][column]
        for k in column...size { matrix[row][k] -= factor * matrix[column][k] }
      }
    }
    var parts = [0.0, 0.0, 0.0]
    for (index, i) in used.enumerated() { parts[i] = matrix[index][size] / matrix[index][index] }
    return parts
  }
}

/// Half the mean square of the change of an error within a lag, on one axis, in square metres. It is 0
/// at once, the variance after long. Unlike an autocorrelation it needs no mean, and a log of an hour
/// has no sure mean.
public struct Variogram: Sendable {
  public struct Bin: Sendable {
    /// The lag in seconds.
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
