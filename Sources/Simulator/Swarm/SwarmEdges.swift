import Checkers
import Device
import HAL

/// The circle. The wearer rests, crosses its edge at a slant, and stands by it. It is saved again
/// and again while nobody knows where they are. They come home where the receiver hardly sees them.
/// The watch begins in the dark after a restart. The profile names company of more than a day.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmEdges: BusyPart {
  private var draws: Generator
  let busy: Int64
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    var part = SwarmEdges(draws: Generator(seed: plan.seed, for: .edges), busy: busy)
    if part.draws.chance(1, in: 8) { part.drawSlant(plan) }
    if part.draws.chance(1, in: 20) { part.drawSavedCircles(plan) }
    if part.draws.chance(1, in: 24) { part.drawRareReturn(plan) }
    if part.draws.chance(1, in: 24) { part.drawWatchBeginsAtHome(&plan) }
    if part.draws.chance(1, in: 24) { part.drawLongCompany(plan) }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  // MARK: The edge

  /// The first hours of a life, before much has gone wrong: long rest, and ways along the edge that
  /// lead slowly out.
  private mutating func drawSlant(_ plan: Plan) {
    let radius = plan.household.radius.value
    var way = direction()
    var place = Point(north: way.north * radius / 4, east: way.east * radius / 4)
    var at = draws.draw(10...90) * SwarmEdges.second
    at = walk(from: Point(), to: place, at: at) + draws.draw(5...25) * SwarmEdges.minute
    for _ in 0..<draws.draw(1...3) {
      let inside = point(way, radius - Double(draws.draw(8...40)))
      at = walk(from: place, to: inside, at: at)
      if draws.chance(1, in: 3) { at += draws.draw(1...15) * SwarmEdges.minute }
      // The way is as steep as one in ten to one in two.
      let slope = Double(draws.draw(2...10))
      let out = Double(draws.draw(5...60))
      way = turned(way, by: out * slope / radius)
      place = point(way, radius + out)
      at = walk(from: inside, to: place, at: at) + draws.draw(10...1200) * SwarmEdges.second
      guard draws.chance(2, in: 3) else { continue }
      let back = point(way, radius - Double(draws.draw(2...30)))
      at = walk(from: place, to: back, at: at) + draws.draw(10...900) * SwarmEdges.second
      place = back
    }
    goHome(from: place, at: at)
  }

  // MARK: The receiver sees little

  /// The position goes near the edge, and the family makes the circle a little larger or smaller
  /// some times.
  private mutating func drawSavedCircles(_ plan: Plan) {
    let radius = plan.household.radius.value
    let place = point(direction(), radius - Double(draws.draw(10...35)))
    let leaves = draws.draw(300_000...busy - 6 * SwarmEdges.hour)
    let dark =
      walk(from: Point(), to: place, at: leaves) + draws.draw(120...600) * SwarmEdges.second
    var at = dark
    for _ in 0..<draws.draw(1...4) {
      at += draws.draw(2...14) * SwarmEdges.minute
      var other = plan.household
      let change = Double(draws.draw(-6...25))
      other.radius = Metres(min(max(radius + change, 100), 1000))
      add(.reload(other), at: at)
    }
    let found = at + draws.draw(2...25) * SwarmEdges.minute
    fault(draws.pick([.noPosition, .silence]), at: dark, (found - dark) / SwarmEdges.second)
    add(.reload(plan.household), at: found + draws.draw(1...60) * SwarmEdges.minute)
    goHome(from: place, at: found + 300_000)
  }

  /// The wearer comes home in the dark, and the receiver gives a single position now and then.
  private mutating func drawRareReturn(_ plan: Plan) {
    let place = point(direction(), plan.household.radius.value + Double(draws.draw(80...200)))
    let leaves = draws.draw(300_000...busy - 8 * SwarmEdges.hour)
    let out = walk(from: Point(), to: place, at: leaves)
    var dark = out + draws.draw(180...900) * SwarmEdges.second
    let returns = dark + draws.draw(1...20) * SwarmEdges.minute
    var next = goHome(from: place, at: returns) + draws.draw(1...16) * SwarmEdges.minute
    for _ in 0..<draws.draw(5...7) {
      fault(.noPosition, at: dark, (next - dark) / SwarmEdges.second)
      dark = next + SwarmEdges.second
      next = dark + draws.draw(16...28) * SwarmEdges.minute
    }
    fault(.noPosition, at: dark, draws.draw(60...900))
  }

  /// The power goes in the dark at home, and the watch begins after it.
  private mutating func drawWatchBeginsAtHome(_ plan: inout Plan) {
    guard plan.household.watch.isEmpty else { return }
    let dark = draws.draw(1_800_000...busy - 5 * SwarmEdges.hour)
    let cut = dark + draws.draw(40...1800) * SwarmEdges.second
    let off = draws.draw(10...300)
    let begins = cut + off * SwarmEdges.second + draws.draw(2...40) * SwarmEdges.minute
    let found = begins + draws.draw(16...60) * SwarmEdges.minute
    let first = local(plan, begins) % 1440
    let hours = WeeklyHours(
      weekdays: 127, from: Int16(first), to: Int16((first + draws.draw(120...900)) % 1440 + 1))
    plan.household.watch = [hours]
    for i in plan.items.indices {
      guard case .act(.reload(var other)) = plan.items[i].kind, other.watch.isEmpty
      else { continue }
      other.watch = [hours]
      plan.items[i].kind = .act(.reload(other))
    }
    plan.hasNetworkTime = true
    fault(draws.pick([.noPosition, .silence]), at: dark, (found - dark) / SwarmEdges.second)
    fault(.powerCut(afterActions: 0, tornWords: 0), at: cut, off)
  }

  // MARK: Company

  /// Somebody writes that they are there until the day after tomorrow, and takes it back or not.
  private mutating func drawLongCompany(_ plan: Plan) {
    let at = draws.draw(600_000...busy - 4 * SwarmEdges.hour)
    var other = plan.household
    other.accompanied = CivilMinute(Int32(local(plan, at) + draws.draw(1460...4300)))
    add(.reload(other), at: at)
    guard draws.chance(3, in: 4) else { return }
    add(.reload(plan.household), at: at + draws.draw(10...200) * SwarmEdges.minute)
  }

  // MARK: Ways

  /// - Returns: the moment of the arrival.
  @discardableResult
  private mutating func walk(from: Point, to place: Point, at moment: Int64) -> Int64 {
    let speed = Double(draws.draw(8...15)) / 10
    add(.walk(to: place, speed: MetresPerSecond(speed), .open), at: moment)
    return moment + Int64((place - from).distance.value / speed) * SwarmEdges.second
  }

  @discardableResult
  private mutating func goHome(from place: Point, at moment: Int64) -> Int64 {
    let arrives = walk(from: place, to: Point(), at: moment)
    add(.enter(.indoor), at: arrives)
    return arrives
  }

  /// One metre from home in any direction.
  private mutating func direction() -> Point {
    let north = Double(draws.draw(-100...100)) / 100
    let east = (1 - north * north).squareRoot() * (draws.chance(1, in: 2) ? 1 : -1)
    return Point(north: north, east: east)
  }

  private func point(_ direction: Point, _ metres: Double) -> Point {
    Point(north: direction.north * metres, east: direction.east * metres)
  }

  /// - Parameter tangent: of the angle.
  private func turned(_ way: Point, by tangent: Double) -> Point {
    let length = (1 + tangent * tangent).squareRoot()
    return Point(
      north: (way.north - tangent * way.east) / length,
      east: (way.east + tangent * way.north) / length)
  }

  /// Local time then, in minutes since 1970.
  private func local(_ plan: Plan, _ moment: Int64) -> Int64 {
    let wall = WallTime(milliseconds: plan.start.milliseconds + moment)
    return wall.milliseconds / SwarmEdges.minute + plan.household.zone.offset(at: wall)
  }
}
