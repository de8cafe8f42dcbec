import HAL

/// The wearer's place by dead reckoning that positions correct.
///
/// A position errs by tens of metres for many minutes, when the signal comes by way of a wall. The
/// Doppler speed of the same receiver hardly errs, because a standing wall does not change it. So the
/// estimate moves with the speed, and positions pull it towards themselves. They do so within half a
/// minute while the wearer walks, and the slower the longer they have rested. Without a speed it takes
/// motion from the positions themselves and stays near them.
struct DeadReckoning: Sendable {
  /// Slower than this is rest, in m/s, averaged over `paceMemory` seconds.
  static let restPace = 0.35
  static let paceMemory = 4.0
  /// The wearer rests below the first, whatever positions do. A receiver may keep the course of the last
  /// walk: below the second the wearer rests unless positions walk. Most give no course to a slow speed.
  /// Then the same holds below the third, when courses have come before.
  static let certainRest = 0.15
  static let probableRest = 0.3
  static let possibleRest = 0.6
  /// Seconds in which positions correct a walker, and one who has just come to rest.
  static let walkingMemory = 30.0
  static let restingMemory = 10.0
  static let longestRest = 1800.0
  /// Outside, rest is remembered for less long, so that a return is noticed sooner.
  static let longestRestOutside = 120.0
  /// The estimate is never farther from the last position than this, in metres.
  static let leash = 80.0

  // Figures for a receiver without a speed.
  static let blindMemory = 8.0
  static let blindLeash = 12.0
  static let walkingPace = 0.6
  static let straightWalk = 0.7

  // Positions that walk away while the speed says rest: the speed is wrong.
  static let contradictingPace = 0.8
  static let contradictingStraightness = 0.85
  static let contradictionLimit = 15.0
  static let distrustFactor = 20.0

  /// Seconds of a gap in which the wearer may have walked; after the longer one everything begins anew.
  static let hole = 10.0
  static let longestHole = 60.0
  /// Seconds for which a walk explains a position, and the most metres that count.
  static let walkMemory = 60.0
  static let longestWalk = 40.0
  /// Seconds over which the scatter of positions about the estimate is averaged.
  static let scatterMemory = 120.0
  static let walkingScatterMemory = 30.0

  /// The estimate from the centre of the perimeter, in metres.
  private(set) var estimate = PlaneVector()
  /// Metres away from the centre that the wearer was seen to walk of late.
  private(set) var walkedOut = 0.0
  /// The estimate rests on a speed by Doppler.
  private(set) var hasDoppler = false
  /// It counts when `hasBegun`.
  private var apparent = ApparentMotion()
  private var hasBegun = false
  private var velocity = PlaneVector()
  private var restedFor = 0.0
  private var meanSquare = 0.0
  private var givesCourses = false
  private var contradiction = 0.0

  /// Distance of positions from the estimate, root mean square, in metres.
  var scatter: Double { meanSquare.squareRoot() }

  /// Takes an accepted fix.
  /// - Parameters:
  ///   - place: the position, from the centre.
  ///   - seconds: since the accepted fix before.
  ///   - isOut: the wearer is outside, as decided before.
  @_transparent
  mutating func follow(
    _ place: PlaneVector, speed: Double?, course: Degrees?, seconds: Double, isOut: Bool
  ) {
    guard hasBegun, seconds <= DeadReckoning.longestHole else { return begin(at: place) }
    walkedOut -= walkedOut * min(1, seconds / DeadReckoning.walkMemory)
    if seconds > DeadReckoning.hole { restedFor = 0 }
    if isOut { restedFor = min(restedFor, DeadReckoning.longestRestOutside) }
    apparent.follow(place, seconds: seconds)
    if course != nil { givesCourses = true }
    let spoken = speed.flatMap { velocity(speed: $0, course: course) }
    if let spoken, believes(spoken, seconds) {
      hasDoppler = true
      move(by: spoken, towards: place, seconds)
    } else {
      hasDoppler = false
      moveBlindly(isSurelyMoving: speed != nil && spoken == nil, towards: place, seconds)
    }
  }

  /// The wearer's velocity by the receiver; nil for a speed that has no direction.
  @inline(__always)
  private func velocity(speed: Double, course: Degrees?) -> PlaneVector? {
    if speed < DeadReckoning.certainRest { return PlaneVector() }
    // A receiver may keep the course of the last walk. A wearer who shuffles along has a speed, and the
    // positions tell in which direction.
    let walks =
      apparent.straightness >= DeadReckoning.straightWalk && apparent.pace >= speed / 2
      && apparent.pace <= speed * 2
    if speed >= DeadReckoning.probableRest || walks, let course = course?.value,
      course.magnitude <= 360
    {
      let signed = course > 180 ? course - 360 : course < -180 ? course + 360 : course
      let (sine, cosine) = sineCosine(degreesE7: Int32(signed * 1e7))
      return PlaneVector(north: cosine, east: sine) * speed
    }
    if walks { return apparent.velocity * (speed / apparent.pace) }
    let rest = givesCourses ? DeadReckoning.possibleRest : DeadReckoning.probableRest
    return speed < rest ? PlaneVector() : nil
  }

  /// Forgets all but the receiver itself.
  mutating func begin(at place: PlaneVector) {
    let before = self
    self = DeadReckoning()
    // The receiver is the same, and where it was noisy it will be so again.
    givesCourses = before.givesCourses
    meanSquare = before.meanSquare
    estimate = place
    apparent.begin(at: place)
    hasBegun = true
  }

  /// False while positions walk away from a speed of nothing.
  @inline(__always)
  private mutating func believes(_ spoken: PlaneVector, _ seconds: Double) -> Bool {
    velocity.approach(spoken, over: DeadReckoning.paceMemory, in: seconds)
    if velocity.length < DeadReckoning.restPace, apparent.pace >= DeadReckoning.contradictingPace,
      apparent.straightness >= DeadReckoning.contradictingStraightness
    {
      contradiction += seconds
      if contradiction >= DeadReckoning.contradictionLimit {
        contradiction = DeadReckoning.contradictionLimit * DeadReckoning.distrustFactor
      }
    } else {
      contradiction = max(0, contradiction - seconds)
    }
    return contradiction <= DeadReckoning.contradictionLimit
  }

  @inline(__always)
  private mutating func move(
    by spoken: PlaneVector, towards place: PlaneVector, _ seconds: Double
  ) {
    estimate = estimate + spoken * seconds
    if velocity.length > DeadReckoning.restPace {
      walk(spoken, seconds)
      restedFor = max(0, min(restedFor, DeadReckoning.walkingMemory) - seconds)
      correct(towards: place, over: DeadReckoning.walkingMemory, DeadReckoning.leash, seconds)
    } else {
      restedFor = min(restedFor + seconds, DeadReckoning.longestRest)
      correct(
        towards: place, over: DeadReckoning.restingMemory + restedFor, DeadReckoning.leash, seconds)
    }
  }

  /// Moves the estimate by positions alone.
  @inline(__always)
  private mutating func moveBlindly(
    isSurelyMoving: Bool, towards place: PlaneVector, _ seconds: Double
  ) {
    let walks =
      apparent.pace >= DeadReckoning.walkingPace
      && apparent.straightness >= DeadReckoning.straightWalk
    if isSurelyMoving || walks {
      estimate = estimate + apparent.velocity * seconds
      walk(apparent.velocity, seconds)
      restedFor = 0
    } else {
      restedFor = min(restedFor + seconds, DeadReckoning.longestRest)
    }
    correct(
      towards: place, over: DeadReckoning.blindMemory + restedFor, DeadReckoning.blindLeash, seconds
    )
  }

  @inline(__always)
  private mutating func walk(_ velocity: PlaneVector, _ seconds: Double) {
    let way = velocity.outward(at: estimate) * seconds
    walkedOut = min(max(walkedOut + way, 0), DeadReckoning.longestWalk)
  }

  @inline(__always)
  private mutating func correct(
    towards place: PlaneVector, over memory: Double, _ leash: Double, _ seconds: Double
  ) {
    estimate.approach(place, over: memory, in: seconds)
    let gap = place - estimate
    let distance = gap.length
    let scatterMemory =
      restedFor > 0 ? DeadReckoning.scatterMemory : DeadReckoning.walkingScatterMemory
    meanSquare += (distance * distance - meanSquare) * (seconds / (scatterMemory + seconds))
    if distance > leash { estimate = place - gap * (leash / distance) }
  }

  @inline(__always)
  func fold(into digest: inout Digest) {
    digest.fold(estimate.north.word, estimate.east.word)
    digest.fold(walkedOut.word, restedFor.word)
    digest.fold(meanSquare.word, contradiction.word)
    if hasBegun { apparent.fold(into: &digest) }
  }
}
