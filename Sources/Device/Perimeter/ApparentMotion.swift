/// The wearer's motion by positions alone: for receivers that state no speed, or a wrong one.
///
/// Two averages of the position, a quick one and a slow one, lie apart by the pace. Errors of a
/// position wander too, but to and fro; a walk goes on in one direction.
struct ApparentMotion: Sendable {
  /// Time constants of the two averages, in seconds.
  static let quick = 5.0
  static let slow = 15.0
  /// Seconds over which a direction counts as kept.
  static let memory = 60.0

  private var quickly = PlaneVector()
  private var slowly = PlaneVector()
  private var meanVelocity = PlaneVector()
  private var meanPace = 0.0
  private(set) var velocity = PlaneVector()
  /// Metres a second.
  private(set) var pace = 0.0

  mutating func begin(at place: PlaneVector) {
    self = ApparentMotion()
    quickly = place
    slowly = place
  }

  @inline(__always)
  mutating func follow(_ place: PlaneVector, seconds: Double) {
    quickly.approach(place, over: ApparentMotion.quick, in: seconds)
    slowly.approach(place, over: ApparentMotion.slow, in: seconds)
    velocity = (quickly - slowly) * (1 / (ApparentMotion.slow - ApparentMotion.quick))
    pace = velocity.length
    meanVelocity.approach(velocity, over: ApparentMotion.memory, in: seconds)
    meanPace += (pace - meanPace) * (seconds / (ApparentMotion.memory + seconds))
  }

  /// The part of the way in the last minute that led anywhere: 1 straight on, near 0 to and fro.
  var straightness: Double { meanPace > 0 ? min(meanVelocity.length / meanPace, 1) : 1 }

  func fold(into digest: inout Digest) {
    digest.fold(quickly.north.word ^ slowly.east.word, meanPace.word)
  }
}
