import HAL

/// A receiver's errors in one kind of surroundings: the study's model, fitted to real logs (docs/noise.md).
public struct NoiseModel: Equatable, Sendable {
  /// Standard deviation on each axis, drawn anew for each fix.
  public var white: Metres
  /// Standard deviation on each axis of the part that wanders over a minute or so (Gauss-Markov).
  public var drift: Metres
  /// Time constant of the drift.
  public var driftTime: Milliseconds
  /// Standard deviation on each axis of a reflection that holds for a while.
  public var bias: Metres
  /// The average time for which a reflection holds.
  public var biasTime: Milliseconds
  /// A receiver smooths: drift and reflections reach the position with this time constant.
  public var smoothing: Milliseconds
  /// Wild fixes an hour, of one to three, one time in ten of up to twenty.
  public var spikesPerHour: Double
  /// The receiver's average estimate of its own error.
  public var eph: Metres
  /// Standard deviation on each axis of the velocity by Doppler.
  public var doppler: MetresPerSecond

  public init(
    white: Metres, drift: Metres, driftTime: Milliseconds, bias: Metres = Metres(0),
    biasTime: Milliseconds = .seconds(300), smoothing: Milliseconds = Milliseconds(0),
    spikesPerHour: Double = 0, eph: Metres, doppler: MetresPerSecond = MetresPerSecond(0.05)
  ) {
    self.white = white
    self.drift = drift
    self.driftTime = driftTime
    self.bias = bias
    self.biasTime = biasTime
    self.smoothing = smoothing
    self.spikesPerHour = spikesPerHour
    self.eph = eph
    self.doppler = doppler
  }

  public static let open = NoiseModel(
    white: Metres(0.02), drift: Metres(1), driftTime: .seconds(120), bias: Metres(1.2),
    biasTime: .seconds(1200), smoothing: .seconds(8), spikesPerHour: 0.02, eph: Metres(18),
    doppler: MetresPerSecond(0.02))
  public static let street = NoiseModel(
    white: Metres(0.05), drift: Metres(4.1), driftTime: .seconds(20), bias: Metres(8.8),
    biasTime: .seconds(2400), smoothing: .seconds(32), spikesPerHour: 0.2, eph: Metres(20),
    doppler: MetresPerSecond(0.05))
  public static let indoor = NoiseModel(
    white: Metres(0.3), drift: Metres(21), driftTime: .seconds(45), bias: Metres(17.5),
    biasTime: .seconds(450), smoothing: .seconds(8), spikesPerHour: 1, eph: Metres(40),
    doppler: MetresPerSecond(0.3))
}

/// The wearer's surroundings, as far as a receiver cares.
public enum Surroundings: UInt8, Sendable, CaseIterable {
  case open
  case street
  case indoor

  public var noise: NoiseModel {
    switch self {
    case .open: .open
    case .street: .street
    case .indoor: .indoor
    }
  }
}
