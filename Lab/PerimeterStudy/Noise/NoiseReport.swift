import Advice
import HAL
import Simulator

/// The fit of some logs, and what of these and of others it does not catch.
public struct NoiseReport {
  private let fitted: [StillLog]
  private let held: [StillLog]
  private let surroundings: Surroundings?
  private let fit: NoiseFit

  /// The number of simulated receivers that stand as long as each log.
  private static let twins: UInt64 = 40

  /// - Parameters:
  ///   - held: logs that took no part in the fit.
  ///   - surroundings: compare with the simulator's own model instead of the fit.
  public init(fitted: [StillLog], held: [StillLog], surroundings: Surroundings?) {
    self.fitted = fitted
    self.held = held
    self.surroundings = surroundings
    fit = NoiseFit(Variogram(mean: fitted.map { Variogram($0) }))
  }

  public var text: String {
    ([logs, "Fit: \(sentence)."] + (fitted + held).map(residuals)).joined(separator: "\n\n") + "\n"
  }

  /// The model without spikes: one of them would be all that a variogram shows.
  private var model: NoiseModel {
    var model = surroundings?.noise ?? fit.model(eph: Metres(20), doppler: MetresPerSecond(0.05))
    model.spikesPerHour = 0
    return model
  }

  private var sentence: String {
    "white \(Figure.text(fit.white, 2)) m, drift \(Figure.text(fit.drift, 2)) m over "
      + "\(Figure.text(fit.driftTime)) s, bias \(Figure.text(fit.bias, 2)) m held "
      + "\(Figure.text(fit.biasTime)) s, smoothed over \(Figure.text(fit.smoothing)) s, on each axis."
      + " Root mean square of the variogram's relative residuals: \(Figure.text(fit.misfit * 100)) %"
  }

  private var logs: String {
    var rows = [
      ["log", "fixes", "hours", "gaps", "unusable", "jumps", "r50 m", "r95", "r99", "max"]
        + ["eph m 5/50/95 %", "error beyond eph %", "speed m/s 50/95 %"]
    ]
    for log in fitted + held {
      let radii = log.radii
      let ephs = Quantiles(log.samples.compactMap { $0.eph?.value })
      let speeds = Quantiles(log.samples.compactMap { $0.speed?.value })
      let claims = log.samples.filter { $0.eph != nil }
      let beyond = claims.count { $0.error.distance.value > ($0.eph?.value ?? .infinity) }
      rows.append([
        log.shortName, String(log.samples.count), Figure.text(log.duration / 3600, 2),
        String(log.gaps.count), String(log.unusable), String(log.jumps),
        Figure.text(radii(0.5), 1), Figure.text(radii(0.95), 1), Figure.text(radii(0.99), 1),
        Figure.text(radii(1), 1),
        ephs.sorted.isEmpty
          ? "-" : [0.05, 0.5, 0.95].map { Figure.text(ephs($0), 1) }.joined(separator: "/"),
        claims.isEmpty ? "-" : Figure.text(100 * Double(beyond) / Double(claims.count), 1),
        speeds.sorted.isEmpty
          ? "-" : [0.5, 0.95].map { Figure.text(speeds($0), 3) }.joined(separator: "/"),
      ])
    }
    return Figure.table(rows)
  }

  /// The log beside simulated receivers that stand as long: autocorrelation and percentiles.
  private func residuals(_ log: StillLog) -> String {
    let twins = (0..<NoiseReport.twins).map { StillLog(model, like: log, seed: $0) }
    let own = Variogram(log)
    let theirs = Variogram(mean: twins.map { Variogram($0) })
    var lags = [["lag s", "log m", "model m", "log's autocorrelation", "model's"]]
    let whole = own.variance
    let theirWhole = theirs.variance
    for (a, b) in zip(own.bins, theirs.bins) {
      lags.append([
        Figure.text(a.lag), Figure.text(a.value.squareRoot(), 2),
        Figure.text(b.value.squareRoot(), 2), Figure.text(1 - a.value / whole, 2),
        Figure.text(1 - b.value / theirWhole, 2),
      ])
    }
    var radii = [["radius m", "log", "model, median (5 to 95 %)"]]
    for share in [0.5, 0.95, 0.99, 1] {
      let spread = Quantiles(twins.map { $0.radii(share) })
      radii.append([
        share == 1 ? "max" : Figure.text(share * 100) + " %", Figure.text(log.radii(share), 1),
        "\(Figure.text(spread.median, 1)) (\(Figure.text(spread(0.05), 1)) to "
          + "\(Figure.text(spread(0.95), 1)))",
      ])
    }
    let part = fitted.contains { $0.name == log.name } ? "fitted" : "held out"
    let name = surroundings.map { "the class \($0.name)" } ?? "the fit"
    return "### \(log.shortName) (\(part)) beside \(name)\n\n" + Figure.table(lags) + "\n\n"
      + Figure.table(radii)
  }
}

extension StillLog {
  /// The name without its folder.
  var shortName: String { name.split(separator: "/").last.map(String.init) ?? name }
}

extension Variogram {
  /// The level to which it rises; above 0.
  var variance: Double { max(bins.map(\.value).max() ?? 0, 1e-9) }
}
