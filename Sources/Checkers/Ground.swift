import Device
import HAL

/// Distances and directions, reckoned another way than core and world do: by the radii of curvature of
/// WGS 84 at the latitude midway. GeographicLib confirms them to a thousandth within some kilometres.
enum Ground {
  /// Farther away, in metres, the flat reckoning does not hold.
  static let flat = 8000.0

  private static let semiMajor = 6_378_137.0
  private static let flattening = 1 / 298.257_223_563
  private static let radiansPerE7 = 3.141_592_653_589_793 / 1_800_000_000

  /// Metres, and the wind; nil: too near to the border between two.
  static func offset(from home: Position, to place: Position) -> (Double, CompassPoint?) {
    let way = way(from: home, to: place)
    return (way.length, wind(way.north, way.east))
  }

  static func way(from home: Position, to place: Position) -> Way {
    var turn = Int64(place.longitudeE7) - Int64(home.longitudeE7)
    if turn > 1_800_000_000 { turn -= 3_600_000_000 }
    if turn < -1_800_000_000 { turn += 3_600_000_000 }
    let rise = Double(Int64(place.latitudeE7) - Int64(home.latitudeE7)) * radiansPerE7
    let middle = (Double(place.latitudeE7) + Double(home.latitudeE7)) / 2 * radiansPerE7
    let (sine, cosine) = (self.sine(middle), self.sine(middle + 3.141_592_653_589_793 / 2))
    let e2 = flattening * (2 - flattening)
    let w = (1 - e2 * sine * sine).squareRoot()
    let north = rise * semiMajor * (1 - e2) / (w * w * w)
    let east = Double(turn) * radiansPerE7 * semiMajor / w * cosine
    return Way(north: north, east: east)
  }

  /// One metre in that direction, clockwise from north.
  static func direction(_ course: Degrees) -> Way {
    let angle = course.value / 180 * 3.141_592_653_589_793
    return Way(north: sine(angle + 3.141_592_653_589_793 / 2), east: sine(angle))
  }

  /// Three terms of the series give the sine of an 81st of the angle, in radians, to 1e-11.
  private static func sine(_ angle: Double) -> Double {
    // sin 3x = 3 sin x - 4 sin³ x, four times over.
    let x = angle / 81
    var sine = x - x * x * x / 6 + x * x * x * x * x / 120
    for _ in 0..<4 { sine = 3 * sine - 4 * sine * sine * sine }
    return sine
  }

  private static func wind(_ north: Double, _ east: Double) -> CompassPoint? {
    let (n, e) = (north.magnitude, east.magnitude)
    // tan 22.5°, and some degrees to either side in which both names are right.
    let (least, most) = (0.40, 0.43)
    if e < n * least { return north > 0 ? .north : .south }
    if n < e * least { return east > 0 ? .east : .west }
    guard e > n * most, n > e * most else { return nil }
    return north > 0 ? (east > 0 ? .northEast : .northWest) : (east > 0 ? .southEast : .southWest)
  }
}

/// Metres, or metres a second.
struct Way: Sendable {
  var north = 0.0
  var east = 0.0

  var length: Double { (north * north + east * east).squareRoot() }

  static func + (a: Way, b: Way) -> Way { Way(north: a.north + b.north, east: a.east + b.east) }
  static func - (a: Way, b: Way) -> Way { Way(north: a.north - b.north, east: a.east - b.east) }
  static func * (a: Way, factor: Double) -> Way {
    Way(north: a.north * factor, east: a.east * factor)
  }

  /// The rest of the way to a goal after some of the seconds in which it is nearly gone.
  func drawn(to goal: Way, within constant: Double, in seconds: Double) -> Way {
    seconds > 0 ? goal + (self - goal) * (constant / (constant + seconds)) : self
  }
}

/// The wearer's place, by "The rule" in docs/perimeter.md.
///
/// It is written from that page, not from the core, and reckons in another order.
struct WalkModel: Sendable {
  /// Averages of the position over five and fifteen seconds lie apart by the pace of ten.
  private struct Walk {
    var five: Way
    var fifteen: Way
    var mean = Way()
    var meanPace = 0.0

    var velocity: Way { (five - fifteen) * 0.1 }
    var straightness: Double { meanPace > 0 ? min(1, mean.length / meanPace) : 1 }

    mutating func go(to place: Way, _ seconds: Double) {
      five = five.drawn(to: place, within: 5, in: seconds)
      fifteen = fifteen.drawn(to: place, within: 15, in: seconds)
      mean = mean.drawn(to: velocity, within: 60, in: seconds)
      meanPace += (velocity.length - meanPace) * seconds / (60 + seconds)
    }
  }

  private(set) var estimate = Way()
  private(set) var walkedOut = 0.0
  private(set) var hasSpeed = false
  private var walk: Walk?
  private var pace = Way()
  private var rested = 0.0
  private var square = 0.0
  private var hasCourses = false
  private var contradicted = 0.0

  /// Half of how far positions lie from the estimate, in metres.
  var uncertainty: Double { square.squareRoot() / 2 }

  /// All but what is known of the receiver begins anew.
  mutating func begin(at place: Way) {
    self = WalkModel(
      estimate: place, walk: Walk(five: place, fifteen: place), square: square,
      hasCourses: hasCourses)
  }

  mutating func go(
    to place: Way, speed: MetresPerSecond?, course: Degrees?, seconds: Double, isOut: Bool
  ) {
    guard var walk, seconds <= 60 else { return begin(at: place) }
    walkedOut *= 1 - min(1, seconds / 60)
    if seconds > 10 { rested = 0 }
    if isOut { rested = min(120, rested) }
    walk.go(to: place, seconds)
    self.walk = walk
    if course != nil { hasCourses = true }
    let claimed = speed.flatMap { (0...100).contains($0.value) ? $0.value : nil }
    let said = claimed.flatMap { motion($0, course, walk) }
    if let said { pace = pace.drawn(to: said, within: 4, in: seconds) }
    if let said, believes(walk, seconds) {
      hasSpeed = true
      goBySpeed(said, place, seconds)
    } else {
      hasSpeed = false
      goByPositions(walk, isMoving: claimed != nil && said == nil, place, seconds)
    }
  }

  private func motion(_ speed: Double, _ course: Degrees?, _ walk: Walk) -> Way? {
    if speed < 0.15 { return Way() }
    let shuffle = walk.velocity.length
    let isShuffling = walk.straightness >= 0.7 && shuffle >= speed / 2 && shuffle <= speed * 2
    if isShuffling || speed >= 0.3, let course, course.value.isFinite, course.value.magnitude <= 360
    {
      return Ground.direction(course) * speed
    }
    if isShuffling { return walk.velocity * (speed / shuffle) }
    return speed < (hasCourses ? 0.6 : 0.3) ? Way() : nil
  }

  private mutating func believes(_ walk: Walk, _ seconds: Double) -> Bool {
    let isContradicted =
      pace.length < 0.35 && walk.velocity.length >= 0.8 && walk.straightness >= 0.85
    contradicted = isContradicted ? contradicted + seconds : max(0, contradicted - seconds)
    if isContradicted, contradicted >= 15 { contradicted = 300 }
    return contradicted <= 15
  }

  private mutating func goBySpeed(_ said: Way, _ place: Way, _ seconds: Double) {
    estimate = estimate + said * seconds
    let memory: Double
    if pace.length > 0.35 {
      addOutward(said, seconds)
      rested = max(0, min(30, rested) - seconds)
      memory = 30
    } else {
      rested = min(1800, rested + seconds)
      memory = 10 + rested
    }
    correct(place, memory, leash: 80, seconds)
  }

  private mutating func goByPositions(
    _ walk: Walk, isMoving: Bool, _ place: Way, _ seconds: Double
  ) {
    if isMoving || walk.velocity.length >= 0.6 && walk.straightness >= 0.7 {
      estimate = estimate + walk.velocity * seconds
      addOutward(walk.velocity, seconds)
      rested = 0
    } else {
      rested = min(1800, rested + seconds)
    }
    correct(place, 8 + rested, leash: 12, seconds)
  }

  private mutating func addOutward(_ velocity: Way, _ seconds: Double) {
    let distance = estimate.length
    guard distance > 1 else {
      walkedOut = min(40, max(0, walkedOut))
      return
    }
    let outward = (velocity.north * estimate.north + velocity.east * estimate.east) / distance
    walkedOut = min(40, max(0, walkedOut + outward * seconds))
  }

  private mutating func correct(
    _ place: Way, _ memory: Double, leash: Double, _ seconds: Double
  ) {
    estimate = estimate.drawn(to: place, within: memory, in: seconds)
    let gap = (place - estimate).length
    square += (gap * gap - square) * seconds / ((rested > 0 ? 120 : 30) + seconds)
    if gap > leash { estimate = place + (estimate - place) * (leash / gap) }
  }
}
