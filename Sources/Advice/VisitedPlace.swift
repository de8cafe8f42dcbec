import Device
import HAL

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

  /// In metres.
  static func distance(_ a: Position, _ b: Position) -> Double {
    EarthVector(a).distance(to: EarthVector(b)).value
  }
}

/// What the clock said at a place, by the sun: no zone of the trace is known, and none is needed.
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
