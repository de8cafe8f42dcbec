import HAL
import Simulator

/// One row of figures for each rule: what kind of noise, which circle, which traces.
public struct Cell: Hashable, Sendable {
  /// The surroundings, or the kind of real noise.
  public var group: String
  public var radius: Int
  public var family: String

  public init(group: String, radius: Int, family: String) {
    self.group = group
    self.radius = radius
    self.family = family
  }
}

/// The least piece of work: alone on its thread, and the same whoever does it.
public struct BenchUnit: Sendable {
  public var cell: Cell
  enum Work: Sendable {
    case simulated(NoiseModel, indoor: NoiseModel, Family, still: Milliseconds, seed: UInt64)
    case transplanted(StillLog, NoiseGraft, Family, heading: Int)
    case walked(WalkedTrack, centre: Int)
  }
  var work: Work

  /// Returns the scores of all rules for each of its traces.
  public func run() -> [[Score]] {
    let radius = Double(cell.radius)
    switch work {
    case .simulated(let noise, let indoor, let family, let still, let seed):
      let trace = BenchTrace(
        noise, indoor: indoor, family, radius: radius, stillFor: still, seed: seed)
      return [trace.scores()]
    case .transplanted(let log, let graft, let family, let heading):
      return graft.traces(log, family, radius: radius, heading: heading).map { $0.scores() }
    case .walked(let track, let centre):
      guard let trace = track.trace(centre: centre, radius: radius) else { return [] }
      return [trace.scores()]
    }
  }
}

/// The parts of a bench, in the order of its results.
public struct BenchPlan: Sendable {
  public private(set) var units: [BenchUnit] = []
  public let seeds: Int
  public let isSmall: Bool

  public static let radii = [100, 250, 500, 1000]
  /// Seeds of a cell unless said otherwise.
  public static func seeds(isSmall: Bool) -> Int { isSmall ? 20 : 200 }

  /// Hours that a trace of a still wearer lasts, unless said otherwise.
  public static func hours(isSmall: Bool) -> Int { isSmall ? 1 : 4 }

  /// - Parameters:
  ///   - first: seeds are `first` up to `first` + `seeds`.
  ///   - isAssumed: the study's noise instead of the fitted one.
  public init(
    isSmall: Bool, seeds: Int, first: UInt64 = 0, hours: Int? = nil, isAssumed: Bool = false
  ) {
    self.seeds = seeds
    self.isSmall = isSmall
    let still = Milliseconds.seconds(Int64(3600 * (hours ?? BenchPlan.hours(isSmall: isSmall))))
    for surroundings in Surroundings.allCases {
      let noise = isAssumed ? surroundings.assumedNoise : surroundings.noise
      let indoor = isAssumed ? Surroundings.indoor.assumedNoise : .indoor
      let group = surroundings.name + (isAssumed ? BenchPlan.assumed : "")
      for radius in isSmall ? [100] : BenchPlan.radii {
        for family in Family.all {
          let cell = Cell(group: group, radius: radius, family: family.name)
          for seed in 0..<UInt64(seeds) {
            units.append(
              BenchUnit(
                cell: cell,
                work: .simulated(
                  noise, indoor: indoor, family, still: still, seed: first + seed)))
          }
        }
      }
    }
  }

  /// Keeps only some of the cells.
  public mutating func keep(_ isWanted: (Cell) -> Bool) { units.removeAll { !isWanted($0.cell) } }

  static let assumed = " (assumed noise)"

  /// True of a group of simulated noise.
  static func isSimulated(_ group: String) -> Bool {
    Surroundings.allCases.contains { group == $0.name || group == $0.name + assumed }
  }

  /// Real noise over true paths: the still logs, R = 100 m, eight headings.
  public mutating func add(_ logs: [StillLog]) {
    for graft in NoiseGraft.all {
      for family in NoiseGraft.families {
        let cell = Cell(group: graft.name, radius: 100, family: family.name)
        for log in logs {
          for heading in 0..<8 {
            units.append(
              BenchUnit(cell: cell, work: .transplanted(log, graft, family, heading: heading)))
          }
        }
      }
    }
  }

  /// Real walks, with circles round many of their points.
  public mutating func add(_ walks: [WalkedTrack]) {
    for radius in [100, 250, 500] {
      let cell = Cell(group: WalkedTrack.group, radius: radius, family: "walks")
      for walk in walks {
        for centre in walk.centres {
          units.append(BenchUnit(cell: cell, work: .walked(walk, centre: centre)))
        }
      }
    }
  }
}

extension Surroundings {
  public var name: String { "\(self)" }

  /// The study's noise (7.5), from before any log was fitted: its numbers can be set beside ours only on
  /// its own ground. Rough from fix to fix, and quick to wander.
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
