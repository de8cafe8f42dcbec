import Advice
import Checkers
import Device
import Foundation
import HAL
import Simulator
import Testing
import Traces

@Suite("Advice on the circle, from a wearer's recorded days (ALZ-3)")
struct AdviceTests {
  private func advise(_ days: [LivedDay]) throws -> PerimeterAdvice {
    try withExtendedLifetime(days) { try PerimeterAdvice(paths: days.map(\.path)) }
  }

  @Test("Home, the shop of every day and the receiver's scatter make the radius, and it says why")
  func shop() throws {
    let shop = Point(north: 150, east: 150)
    let days = try (0..<6).map { day in
      try LivedDay(
        [
          .stay(at: Point(), minutes: 600), .stay(at: shop, minutes: 20),
          .stay(at: Point(), minutes: 300),
        ],
        day: day
      )
    }
    let advice = try advise(days)
    let home = try #require(advice.home)
    #expect(LivedDay.distance(home.position, Point()) < 4)
    #expect(advice.days == 6)
    #expect(advice.farthest?.days == 6)
    let farthest = try #require(advice.farthest).distance.value
    #expect((202...222).contains(farthest))
    let margin = try #require(advice.margin).value
    #expect(margin == max(50, 3 * home.scatter.most.value))
    let radius = try #require(advice.radius).value
    #expect(radius.truncatingRemainder(dividingBy: 10) == 0)
    #expect(radius >= farthest + margin && radius < farthest + margin + 10)
    #expect(advice.warnings().isEmpty)
    let text = advice.text()
    #expect(text.contains("m from home, on 6 of 6 days.\n"))
    #expect(text.contains("\nAdvised radius: \(Int(radius)) m = "))
    #expect(text.hasSuffix(", radius_m: \(Int(radius))}"))
    #expect(try advise(days).json() == advice.json(), "the same every time")
  }

  @Test("The scatter is that of the fixes at home: a walk to the corner and back is none of it")
  func scatter() throws {
    let corner = [
      LivedDay.Part.stay(at: Point(north: 130), minutes: 0), .stay(at: Point(), minutes: 20),
    ]
    let day = try LivedDay(
      [.stay(at: Point(), minutes: 20)] + (0..<9).flatMap { _ in corner }, scatter: 2)
    let home = try #require(try advise([day]).home)
    #expect(home.scatter.nearlyAll < Metres(12))
    #expect(home.scatter.half < home.scatter.most && home.scatter.most < home.scatter.nearlyAll)
    let loud = try LivedDay([.stay(at: Point(), minutes: 240)], scatter: 20)
    let wide = try advise([loud])
    #expect(try #require(wide.home).scatter.most > Metres(25))
    #expect(try #require(wide.margin).value == 3 * (try #require(wide.home)).scatter.most.value)
  }

  @Test("A visit on one of five days does not widen the circle, and is said not to")
  func seldom() throws {
    let friend = Point(east: -600)
    let days = try (0..<5).map { day in
      try LivedDay(
        [.stay(at: Point(), minutes: 400)]
          + (day == 2 ? [.stay(at: friend, minutes: 60)] : [])
          + [.stay(at: Point(), minutes: 200)], day: day, latitude: 40
      )
    }
    let advice = try advise(days)
    #expect(advice.farthest == nil)
    #expect(advice.seldom.map(\.days) == [1])
    #expect(advice.radius == Metres(PerimeterAdvice.least))
    #expect(advice.text().contains("Not counted, on 1 of 5 days only: "))
    #expect(advice.text().contains("150 m, the least that is advised; needed: 50 m"))
  }

  @Test("Home is the place of the nights, however long the days elsewhere")
  func nights() throws {
    let centre = Point(north: 700)
    // The trace begins at 18:00 by the sun: fourteen hours of which six are night, then ten at the day centre.
    let days = try (0..<3).map { day in
      try LivedDay(
        [.stay(at: Point(), minutes: 660), .stay(at: centre, minutes: 760)], day: day, hour: 19
      )
    }
    let advice = try advise(days)
    #expect(LivedDay.distance(try #require(advice.home).position, Point()) < 5)
    #expect(advice.rival == nil)
    #expect((690...712).contains(try #require(advice.farthest).distance.value))
    // The same by day: time alone must tell.
    let noon = try LivedDay(
      [.stay(at: Point(), minutes: 200), .stay(at: centre, minutes: 300)], hour: 8)
    let other = try advise([noon])
    #expect(LivedDay.distance(try #require(other.home).position, centre) < 5)
    #expect(other.warnings().contains { $0.hasPrefix("home may also be ") })
  }

  @Test("Beyond 1000 m no circle can do it; what is nearer still has its radius")
  func beyond() throws {
    let days = try (0..<4).map { day in
      try LivedDay(
        [
          .stay(at: Point(), minutes: 500), .stay(at: Point(east: 300), minutes: 30),
          .stay(at: Point(east: 1500), minutes: 90), .stay(at: Point(), minutes: 100),
        ], day: day
      )
    }
    let advice = try advise(days)
    #expect(advice.beyond.count == 1)
    #expect((290...312).contains(try #require(advice.farthest).distance.value))
    #expect(advice.warnings().contains { $0.contains("which no circle can hold: let somebody") })
    let edge = try LivedDay([
      .stay(at: Point(), minutes: 300), .stay(at: Point(north: 970), minutes: 60),
      .stay(at: Point(), minutes: 30),
    ])
    let near = try advise([edge])
    #expect(near.radius == Metres(1000))
    #expect(near.warnings().contains { $0.contains("1000 m is the most: expect alarms") })
  }

  @Test("A hole at home is time at home, and said to be without a position; one on the way is not")
  func hole() throws {
    let day = try LivedDay([
      .stay(at: Point(), minutes: 60), .hole(minutes: 180), .stay(at: Point(), minutes: 60),
      .stay(at: Point(north: 400), minutes: 30),
    ])
    let home = try #require(try advise([day]).home)
    #expect((299...302).contains(home.lasted.count / 60_000))
    #expect((179...182).contains(home.unseen.count / 60_000))
  }

  @Test("Days on which nothing was recorded are no days, and the daily shop is daily")
  func unrecordedDays() throws {
    let recorded: [LivedDay.Part] = [
      .stay(at: Point(), minutes: 300), .stay(at: Point(north: 400), minutes: 20),
      .stay(at: Point(), minutes: 200),
    ]
    let between = LivedDay.Part.hole(minutes: 3 * 1440 - 530)
    let three = try LivedDay(recorded + [between] + recorded + [between] + recorded)
    let advice = try advise([three])
    #expect(advice.days == 3)
    #expect(advice.farthest?.days == 3)
    #expect(try #require(advice.radius) > Metres(400))
    #expect((1560...1650).contains(advice.recorded.count / 60_000))
    let two = try advise([LivedDay(recorded + [between] + recorded)])
    #expect(two.days == 2)
    #expect(two.warnings().contains { $0.hasPrefix("2 days recorded; three or more") })
  }

  @Test("Too little, or nobody who stays anywhere, is said, and nothing is advised on nothing")
  func tooLittle() throws {
    let short = try advise([LivedDay([.stay(at: Point(), minutes: 30)])])
    #expect(short.radius != nil)
    #expect(short.warnings().first?.hasPrefix("too little was recorded at home (3") == true)
    let walk = try LivedDay([
      .stay(at: Point(), minutes: 1), .stay(at: Point(east: 3000), minutes: 1),
    ])
    let none = try advise([walk])
    #expect(none.home == nil && none.radius == nil)
    #expect(none.text() == "Warning: " + none.warnings()[0] + ".")
    #expect(none.json().contains("\"lat\":null,\"lon\":null,\"radius_m\":null"))
  }

  @Test("A copy of a day counts for nothing, and is said to; another day counts")
  func copies() throws {
    let day = try LivedDay([.stay(at: Point(), minutes: 30)])
    let once = try advise([day])
    let twice = try advise([day, day])
    #expect(twice.copies == 1 && once.copies == 0)
    #expect(twice.recorded == once.recorded && twice.days == once.days)
    #expect(twice.home?.fixes == once.home?.fixes)
    #expect(
      twice.warnings().first?.hasPrefix("1 trace holds only minutes that others hold") == true)
    #expect(Array(twice.warnings().dropFirst()) == once.warnings())
    let other = try LivedDay([.stay(at: Point(), minutes: 30)], day: 1)
    let both = try advise([day, other])
    #expect(both.copies == 0 && both.days == 2)
    #expect(both.recorded.count == 2 * once.recorded.count)
  }

  @Test("A radius of one's own is judged")
  func wish() throws {
    let day = try LivedDay([
      .stay(at: Point(), minutes: 300), .stay(at: Point(north: 200), minutes: 60),
      .stay(at: Point(), minutes: 100),
    ])
    let advice = try advise([day])
    let tight = advice.warnings(wish: Metres(120))
    #expect(tight.contains { $0.hasPrefix("120 m is below the 150 m that are advised") })
    #expect(tight.contains { $0.hasPrefix("120 m is less than the 2") })
    #expect(advice.warnings(wish: Metres(400)) == advice.warnings())
    #expect(advice.text(wish: Metres(400)).hasSuffix("radius_m: 400}"))
  }

  @Test(
    "A receiver that is far off once a minute moves nobody, and a home across the 180th meridian is one place"
  )
  func edges() throws {
    let day = try LivedDay(
      [.stay(at: Point(), minutes: 200)], longitude: 179.99999, spike: Point(north: 900))
    let advice = try advise([day])
    #expect(advice.daily.isEmpty && advice.seldom.isEmpty)
    #expect((199...202).contains(try #require(advice.home).lasted.count / 60_000))
    #expect(try #require(advice.home).scatter.half < Metres(20))
  }
}

/// A day that the simulator's receiver saw, as gpsd's JSON in a file that goes away with it.
final class LivedDay {
  enum Part {
    /// A stay after a walk there.
    case stay(at: Point, minutes: Int)
    case hole(minutes: Int)
  }

  let path: String
  private static let interval = 10.0

  /// - Parameters:
  ///   - day: after 2026-01-01; the hour is by the sun.
  ///   - scatter: standard deviation of the receiver's slow error, in metres.
  init(
    _ parts: [Part], day: Int = 0, hour: Double = 9, latitude: Double = -2.9005,
    longitude: Double = -79.0045, scatter: Double = 4, spike: Point? = nil
  ) throws {
    let model = NoiseModel(
      white: Metres(0.5), drift: Metres(scatter), driftTime: .seconds(120), eph: Metres(15))
    var receiver = Receiver(
      model, interval: Milliseconds(Int64(LivedDay.interval * 1000)), seed: UInt64(day + 1))
    let plane = LocalPlane(
      Position(latitudeE7: Int64(latitude * 1e7), longitudeE7: Int64(longitude * 1e7))!)
    let form = ISO8601DateFormatter()
    var seconds = 1_767_225_600 + Double(day) * 86_400 + (hour - longitude / 15) * 3600
    var place = Point()
    var lines: [String] = []
    func see(_ truth: Point) {
      var seen = receiver.observe(Receiver.Truth(place: truth)).place
      if let spike, lines.count % 6 == 5 { seen = seen + spike }
      if let position = plane.position(of: seen) {
        lines.append(
          "{\"class\":\"TPV\",\"mode\":3,\"time\":\"\(form.string(from: Date(timeIntervalSince1970: seconds)))\","
            + "\"lat\":\(Double(position.latitudeE7) / 1e7),\"lon\":\(Double(position.longitudeE7) / 1e7),"
            + "\"eph\":15}\n")
      }
      seconds += LivedDay.interval
    }
    for part in parts {
      switch part {
      case .hole(let minutes): seconds += Double(minutes) * 60
      case .stay(let target, let minutes):
        let way = target - place
        let steps = Int(way.distance.value / 1.3 / LivedDay.interval)
        for step in 0..<steps {
          let share = Double(step) / Double(steps)
          see(place + Point(north: way.north * share, east: way.east * share))
        }
        place = target
        for _ in 0..<minutes * 6 { see(place) }
      }
    }
    path = NSTemporaryDirectory() + "day-\(UUID().uuidString).jsonl"
    try lines.joined().write(toFile: path, atomically: true, encoding: .utf8)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Metres from a point of a day at the usual place.
  static func distance(_ position: Position, _ point: Point) -> Double {
    let plane = LocalPlane(Position(latitudeE7: -29_005_000, longitudeE7: -790_045_000)!)
    return (plane.point(of: position) - point).distance.value
  }
}
