import HAL

/// How a receiver errs in one kind of surroundings: the study's model, fitted to real logs
/// (docs/noise.md).
public struct NoiseModel: Equatable, Sendable {
  /// Standard deviation on each axis, drawn anew for each fix.
  public var white: Metres
  /// Standard deviation on each axis of the part that wanders slowly (Gauss-Markov).
  public var drift: Metres
  /// Time constant of the drift.
  public var driftTime: Milliseconds
  /// Standard deviation on each axis of a reflection that holds for a while.
  public var bias: Metres
  /// How long a reflection holds, on average.
  public var biasTime: Milliseconds
  /// Wild fixes an hour, of one to three, one time in ten of up to twenty.
  public var spikesPerHour: Double
  /// What the receiver makes of its own error, on average.
  public var eph: Metres

  public init(
    white: Metres, drift: Metres, driftTime: Milliseconds, bias: Metres = Metres(0),
    biasTime: Milliseconds = .seconds(300), spikesPerHour: Double = 0, eph: Metres
  ) {
    self.white = white
    self.drift = drift
    self.driftTime = driftTime
    self.bias = bias
    self.biasTime = biasTime
    self.spikesPerHour = spikesPerHour
    self.eph = eph
  }

  public static let open = NoiseModel(
    white: Metres(0.8), drift: Metres(2.5), driftTime: .seconds(150), spikesPerHour: 0.02,
    eph: Metres(19))
  public static let street = NoiseModel(
    white: Metres(1.5), drift: Metres(7), driftTime: .seconds(200), bias: Metres(6),
    biasTime: .seconds(300), spikesPerHour: 0.2, eph: Metres(25))
  public static let indoor = NoiseModel(
    white: Metres(3), drift: Metres(12), driftTime: .seconds(300), bias: Metres(15),
    biasTime: .seconds(240), spikesPerHour: 1, eph: Metres(40))
}

/// Where the wearer is, as far as a receiver cares.
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
