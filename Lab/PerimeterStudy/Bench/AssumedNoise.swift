import HAL
import Simulator

/// The study's noise (7.5), from before any log was fitted: its numbers can be set beside ours only on
/// its own ground. Rough from fix to fix, and quick to wander.
extension Surroundings {
  var assumedNoise: NoiseModel {
    switch self {
    case .open:
      NoiseModel(
        white: Metres(0.8), drift: Metres(2.5), driftTime: .seconds(150), spikesPerHour: 0.02,
        eph: Metres(19))
    case .street:
      NoiseModel(
        white: Metres(1.5), drift: Metres(7), driftTime: .seconds(200), bias: Metres(6),
        biasTime: .seconds(300), spikesPerHour: 0.2, eph: Metres(25))
    case .indoor:
      NoiseModel(
        white: Metres(3), drift: Metres(12), driftTime: .seconds(300), bias: Metres(15),
        biasTime: .seconds(240), spikesPerHour: 1, eph: Metres(40))
    }
  }
}
