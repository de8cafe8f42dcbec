import HAL
import Simulator

/// Where the wearer truly is: straight lines from waypoint to waypoint, beginning at home.
struct Walk {
  private struct Leg {
    var begins: Int64
    var lasts: Int64
    var from: Point
    var to: Point
    var speed: Double
  }
  private var legs: [Leg] = []
  /// When the last leg ends.
  private(set) var duration = Milliseconds(0)

  init(_ steps: [Scenario.Step]) {
    var place = Point()
    for step in steps {
      var leg = Leg(begins: duration.count, lasts: 0, from: place, to: place, speed: 0)
      switch step {
      case .stay(let span): leg.lasts = span.count
      case .walk(let target, let speed):
        let north = target.north - place.north
        let east = target.east - place.east
        let length = (north * north + east * east).squareRoot()
        leg.to = target
        leg.speed = length > 0 ? speed.value : 0
        leg.lasts = Int64((length / speed.value * 1000).rounded())
      }
      place = leg.to
      duration = Milliseconds(duration.count + leg.lasts)
      legs.append(leg)
    }
  }

  func state(at time: Milliseconds) -> (place: Point, speed: Double) {
    for leg in legs where time.count < leg.begins + leg.lasts {
      let part = Double(time.count - leg.begins) / Double(leg.lasts)
      let north = leg.from.north + (leg.to.north - leg.from.north) * part
      let east = leg.from.east + (leg.to.east - leg.from.east) * part
      return (Point(north: north, east: east), leg.speed)
    }
    return (legs.last?.to ?? Point(), 0)
  }
}
