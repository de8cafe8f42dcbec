import Device
import HAL
import Simulator

/// Some minutes or more at one place.
struct Stay {
  /// A stay is at least so long.
  static let shortest: Int64 = 300_000
  /// Minutes of one stay lie within so many metres of its middle.
  static let reach = 75.0
  /// Minutes elsewhere that end a stay; fewer are errors of the receiver.
  private static let minutesElsewhere = 3
  /// A hole in the recording that is longer ends a stay.
  static let longestHole: Int64 = 8 * 3_600_000
  /// The length from which a hole counts as time without a position.
  static let hole: Int64 = 600_000

  /// Milliseconds; the end is not part of it.
  var from: Int64
  var to: Int64
  /// Milliseconds of holes, between two moments at the place.
  var unseen: Int64
  var middle: Position
  /// The day of the trace, counted from 0.
  var day: Int
  /// The beginnings of minutes neither before which nor after which the wearer was elsewhere. Motion in
  /// these is the receiver's error, not a walk to the door.
  var settled: Set<Int64> = []

  var length: Int64 { to - from }

  /// All stays of a trace, in order.
  static func all(of day: RecordedDay, number: Int) -> [Stay] {
    var stays: [Stay] = []
    var inside: [RecordedDay.Minute] = []
    var elsewhere = 0
    var index = 0
    func close() {
      if let stay = Stay(inside, day, number) { stays.append(stay) }
      inside = []
      elsewhere = 0
    }
    while index < day.minutes.count {
      let minute = day.minutes[index]
      if let last = inside.last, minute.at - last.at > longestHole { close() }
      let middle = Stay.middle(inside)
      if inside.isEmpty || (minute.place - middle).distance.value <= reach {
        inside.append(minute)
        elsewhere = 0
      } else {
        elsewhere += 1
        if elsewhere == minutesElsewhere {
          // A stay that seemed elsewhere begins anew.
          index -= elsewhere - 1
          close()
          continue
        }
      }
      index += 1
    }
    close()
    return stays
  }

  private init?(_ minutes: [RecordedDay.Minute], _ day: RecordedDay, _ number: Int) {
    guard minutes.count > 1, let first = minutes.first, let last = minutes.last,
      let middle = day.plane.position(of: Point(medianOf: minutes.map(\.place)))
    else { return nil }
    from = first.at
    to = last.at + RecordedDay.minute
    guard to - from >= Stay.shortest else { return nil }
    unseen = zip(minutes, minutes.dropFirst()).map { $1.at - $0.at }.filter { $0 > Stay.hole }
      .reduce(0, +)
    self.middle = middle
    self.day = number
    let inside = Set(minutes.map(\.at))
    let all = day.minutes
    for (index, minute) in all.enumerated() where inside.contains(minute.at) {
      let before = index > 0 ? all[index - 1].at : minute.at
      let after = index + 1 < all.count ? all[index + 1].at : minute.at
      if (inside.contains(before) || minute.at - before > Stay.hole)
        && (inside.contains(after) || after - minute.at > Stay.hole)
      {
        settled.insert(minute.at)
      }
    }
  }

  private static func middle(_ minutes: [RecordedDay.Minute]) -> Point {
    // The newest quarter of an hour: a long stay must not outweigh a slow walk away from it.
    let newest = minutes.suffix(15)
    let sum = newest.reduce(Point()) { $0 + $1.place }
    let count = Double(max(newest.count, 1))
    return Point(north: sum.north / count, east: sum.east / count)
  }
}

/// A place where the wearer stayed, once or often.
struct VisitedPlace {
  /// Stays whose middles lie within so many metres are at one place.
  static let size = 75.0
  /// Night by the sun, in hours: whoever sleeps somewhere lives there.
  static let nightBegins: Int64 = 23
  static let nightEnds: Int64 = 5

  var middle: Position
  var stays: [Stay] = []

  var length: Int64 { stays.reduce(0) { $0 + $1.length } }
  var unseen: Int64 { stays.reduce(0) { $0 + $1.unseen } }

  /// The longest stays make the places; shorter ones join them.
  static func all(_ stays: [Stay]) -> [VisitedPlace] {
    var places: [VisitedPlace] = []
    let ordered = stays.sorted {
      ($1.length, $0.day, $0.from) < ($0.length, $1.day, $1.from)
    }
    for stay in ordered {
      let near = places.indices.min {
        distance(places[$0].middle, stay.middle) < distance(places[$1].middle, stay.middle)
      }
      if let near, distance(places[near].middle, stay.middle) <= size {
        places[near].stays.append(stay)
      } else {
        places.append(VisitedPlace(middle: stay.middle, stays: [stay]))
      }
    }
    return places
  }

  /// Distance in metres.
  static func distance(_ a: Position, _ b: Position) -> Double {
    EarthVector(a).distance(to: EarthVector(b)).value
  }
}

/// The clock of a place, by the sun: no zone of the trace is known, and none is needed.
struct SunClock {
  private static let day: Int64 = 86_400_000
  private let ahead: Int64

  init(_ position: Position) {
    ahead = Int64(position.longitudeE7) * SunClock.day / 3_600_000_000
  }

  /// Days since 1970.
  func day(_ at: Int64) -> Int64 { RecordedDay.floor(at + ahead, SunClock.day) / SunClock.day }

  func isNight(_ at: Int64) -> Bool {
    let hour = (at + ahead - RecordedDay.floor(at + ahead, SunClock.day)) / 3_600_000
    return hour >= VisitedPlace.nightBegins || hour < VisitedPlace.nightEnds
  }
}
