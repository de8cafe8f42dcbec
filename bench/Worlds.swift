import Simulator

/// Simulated days, whole devices with all faults and all checkers, on one core.
enum Worlds {
  static let seeds: UInt64 = 40

  /// - Returns: seconds lived for each second that it took.
  static func pass() throws -> Double {
    var simulated = 0.0
    let time = try seconds {
      for seed in 0..<seeds {
        let life = Exploration.live(seed: seed, days: 1, checksDeterminism: false)
        guard life.failures.isEmpty else {
          throw BenchError("seed \(seed): \(life.failures[0])")
        }
        simulated += life.simulated.seconds
      }
    }
    return simulated / time
  }
}
