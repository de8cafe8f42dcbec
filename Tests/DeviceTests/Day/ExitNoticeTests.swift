import Device
import HAL
import Testing

@Suite("The mails of an exit and of a return (ALZ-4)")
struct ExitNoticeTests {
  /// A walk at 2 m/s from 60 s on, 240 m to the north and, from 300 s on, back.
  private func walk(_ extra: [Setting] = [], course: Double? = 0) throws -> World {
    var world = try Household.world(extra)
    world.outage = .seconds(20)
    world.tellTime(at: 0.5)
    for second in 1...600 {
      let out = min(max(Double(second) - 60, 0), 120) * 2
      let back = min(max(Double(second) - 300, 0), 120) * 2
      world.fix(
        at: Double(second), north: out - back, east: 0,
        speed: (61...180).contains(second) || (301...420).contains(second) ? 2 : 0,
        course: second < 300 ? course : 180)
    }
    return world
  }

  @Test("The notice of the exit says where from home the wearer is, where they go and how fast")
  func heading() throws {
    var world = try walk()
    world.run(until: 200)
    let place = try #require(world.mails(.perimeter(.left)).first?.notice.whereabouts)
    #expect(place.direction == .north)
    #expect(place.motion?.towards == .north)
    #expect(place.motion?.speed == MetresPerSecond(2))
    let out = try #require(place.distance).value - #require(place.radius).value
    #expect(out > 8 && out < 100)
  }

  @Test("A late mail says when it was made by a clock that was put right since")
  func madeAnew() throws {
    var world = try Household.world()
    world.plan(networkDownFrom: 0, to: 1000)
    world.plan(at: 0.5, .clock(Household.wall(7200), .ntp))
    for second in 1...1100 {
      let north = min(max(Double(second) - 60, 0), 120) * 2
      var fix = Fix(mode: .threeD, position: Wearer.north(north))
      fix.eph = Metres(10)
      world.plan(at: Double(second), .fix(fix))
    }
    world.tellTime(at: 900)
    world.run(until: 1100)
    let left = try #require(
      world.times { if case .perimeter(.left) = $0 { true } else { false } }.first)
    let mail = try #require(world.mails(.perimeter(.left)).first)
    // The clock was told the true time half a second after it was read.
    let made = try #require(mail.notice.made)
    #expect((made.milliseconds - Household.wall(left).milliseconds).magnitude < 2000)
  }

  @Test("Without a usable course no motion is made up", arguments: [nil, Double.nan, -1, 361])
  func noCourse(_ course: Double?) throws {
    var world = try walk(course: course)
    world.run(until: 200)
    let place = try #require(world.mails(.perimeter(.left)).first?.notice.whereabouts)
    #expect(place.direction == .north)
    #expect(place.motion == nil)
  }

  @Test(
    "The direction from home is right at the equator, near a pole and across the 180th meridian",
    arguments: [(0, 1_799_999_990), (600_000_000, 100_000_000), (-890_000_000, -1_799_999_990)],
    [
      (0.0, 200.0, CompassPoint.east), (200, 0, .north), (-200, 0, .south), (0, -200, .west),
      (150, 150, .northEast), (-150, 150, .southEast), (-150, -150, .southWest),
      (150, -150, .northWest), (190, 75, .north), (190, 82, .northEast), (75, -190, .west),
      (-82, -190, .southWest),
    ])
  func directions(_ home: (Int64, Int64), _ spot: (north: Double, east: Double, CompassPoint))
    throws
  {
    let center = try #require(Position(latitudeE7: home.0, longitudeE7: home.1))
    var wearer = try Wearer(center: center)
    for second in 0...60 {
      var fix = Fix(mode: .threeD, position: center.moved(north: spot.north, east: spot.east))
      fix.eph = Metres(5)
      wearer.handle(Event(at: Instant(milliseconds: Int64(second) * 1000), .fix(fix)))
    }
    let places = wearer.actions.compactMap { entry -> Whereabouts? in
      if case .perimeter(.left(let place, _)) = entry.action { place } else { nil }
    }
    #expect(places.map(\.direction) == [spot.2])
  }

  @Test("After a power cut the notice is whole, bit for bit")
  func restored() throws {
    var world = try walk()
    world.plan(networkDownFrom: 0, to: 230)
    world.run(until: 150)
    let made = world.notices(.perimeter(.left))
    #expect(made.count == 1 && made[0].whereabouts?.motion != nil)
    world.tellTime(at: 171)
    world.restart(after: 20)
    world.run(until: 290)
    let mail = try #require(world.mails(.perimeter(.left)).first)
    #expect(mail.notice == made.first)
    #expect(!mail.isLater)
    #expect(mail.late > .seconds(60))
  }

  @Test("A mail gives no delay if no clock has measured the power cut")
  func unmeasured() throws {
    var world = try Household.world()
    world.outage = .seconds(3600)
    world.plan(networkDownFrom: 0, to: 1000)
    for second in 1...200 { world.timelessFix(at: Double(second), north: 200) }
    world.run(until: 200)
    #expect(world.notices(.perimeter(.left)).count == 1)
    world.restart(after: 3600)
    world.run(until: 3830)
    let mail = try #require(world.mails(.perimeter(.left)).first)
    #expect(mail.isLater)
    // The age of a notice made in this life is known.
    world.press(.help, at: 3840)
    world.run(until: 3860)
    #expect(world.mails(.help).map(\.isLater) == [false])
  }

  @Test("The notice of the return says how long it was and how far beyond the edge")
  func outing() throws {
    var world = try walk()
    world.run(until: 600)
    let home = try #require(world.mails(.perimeter(.returned)).first?.notice)
    let exit = try #require(
      world.times { if case .perimeter(.left) = $0 { true } else { false } }.first)
    let back = try #require(
      world.times { if case .perimeter(.returned) = $0 { true } else { false } }.first)
    #expect(try #require(home.outing.lasted).seconds == (back - exit).rounded(.down))
    let farthest = try #require(home.outing.farthest).value
    #expect(farthest > 139 && farthest < 141)
    #expect(try #require(world.notices(.perimeter(.left)).first).outing == Outing())
  }

  @Test("A power cut while the return is on its way leaves what it says")
  func outingRestored() throws {
    var world = try walk()
    world.plan(networkDownFrom: 300, to: 515)
    world.run(until: 500)
    let made = world.notices(.perimeter(.returned))
    #expect(made.count == 1 && made[0].outing.farthest != nil)
    world.restart(after: 20)
    world.run(until: 600)
    #expect(world.mails(.perimeter(.returned)).first?.notice == made.first)
  }

  @Test("After a power cut outside less is known, and less is said")
  func powerCutOutside() throws {
    var world = try walk()
    world.run(until: 200)
    world.restart(after: 20)
    world.run(until: 600)
    let said = world.mails(.perimeter(.returned)).map(\.notice.outing)
    #expect(!said.isEmpty && said.allSatisfy { $0 == Outing() })
  }

  @Test("A new circle on the way, and a start outside, leave the stay unsaid")
  func unsure() throws {
    var moved = try walk()
    let wide = try Perimeter(center: Wearer.home, radius: Metres(110))
    moved.plan(at: 250, .setting(.perimeter(wide)))
    moved.run(until: 600)
    #expect(moved.mails(.perimeter(.returned)).map(\.notice.outing) == [Outing()])
    var outside = try Household.world()
    outside.stay(from: 1, through: 60, north: 200)
    outside.walk(from: 61, through: 160, start: 200, speed: -2)
    outside.stay(from: 161, through: 240)
    outside.run(until: 240)
    #expect(outside.mails(.perimeter(.returned)).map(\.notice.outing) == [Outing()])
  }

  @Test("A suspicion that dissolves is told to nobody")
  func cleared() throws {
    var world = try Household.world()
    world.stay(from: 1, through: 60)
    world.walk(from: 61, through: 116, start: 0, speed: 2)
    world.walk(from: 117, through: 172, start: 110, speed: -2)
    world.stay(from: 173, through: 300)
    world.run(until: 300)
    #expect(world.times { if case .perimeter(.suspected) = $0 { true } else { false } }.count == 1)
    #expect(world.times { if case .perimeter(.cleared) = $0 { true } else { false } }.count == 1)
    #expect(world.mailbox.isEmpty)
    #expect(world.log.allSatisfy { if case .outbox(.queued) = $0.action { false } else { true } })
  }
}

extension World {
  fileprivate mutating func fix(
    at seconds: Double, north: Double, east: Double, speed: Double, course: Double?
  ) {
    var fix = Fix(mode: .threeD, position: Wearer.home.moved(north: north, east: east))
    fix.time = FixTime(Household.wall(seconds), isDated: true)
    fix.eph = Metres(10)
    fix.speed = MetresPerSecond(speed)
    fix.course = course.map { Degrees($0) }
    plan(at: seconds, .fix(fix))
  }

  fileprivate mutating func timelessFix(at seconds: Double, north: Double) {
    var fix = Fix(mode: .threeD, position: Wearer.north(north))
    fix.eph = Metres(10)
    plan(at: seconds, .fix(fix))
  }

  fileprivate func notices(_ matter: Notice.Matter) -> [Notice] {
    log.compactMap {
      if case .outbox(.queued(let notice)) = $0.action, notice.matter == matter {
        notice
      } else {
        nil
      }
    }
  }
}

extension Position {
  /// The position that many metres away; across the 180th meridian too.
  fileprivate func moved(north: Double, east: Double) -> Position? {
    let latitude = Double(latitudeE7) * 1e-7 * Double.pi / 180
    // Radii of curvature of WGS 84: along the meridian and across it.
    let w = (1 - 6.694_379_990_141_317e-3 * sineOf(latitude) * sineOf(latitude)).squareRoot()
    let meridian = 6_378_137 * (1 - 6.694_379_990_141_317e-3) / (w * w * w)
    let across = 6_378_137 / w * sineOf(latitude + .pi / 2)
    let degrees = 180 / Double.pi * 1e7
    var longitude = Int64(longitudeE7) + Int64(east / across * degrees)
    if longitude > 1_800_000_000 { longitude -= 3_600_000_000 }
    if longitude < -1_800_000_000 { longitude += 3_600_000_000 }
    return Position(
      latitudeE7: Int64(latitudeE7) + Int64(north / meridian * degrees), longitudeE7: longitude)
  }

  private func sineOf(_ radians: Double) -> Double {
    let degrees = radians * 180 / .pi * 1e7
    return sineCosine(degreesE7: Int32(degrees)).sine
  }
}
