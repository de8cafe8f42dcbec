import Device
import HAL
import Simulator
import Traces

/// The circle that suits a wearer, from recorded days.
///
/// Home is where most of the nights are spent, or, when there are none, most of the time. The radius
/// takes in the farthest place where the wearer stays on most days, and a margin. The margin is three
/// times the distance within which 95 % of the receiver's fixes at home lie (the study's rule of
/// thumb), at least `leastMargin`.
public struct PerimeterAdvice: Sendable {
  /// A place that is visited, as seen from home.
  public struct Outing: Sendable {
    public var position: Position
    public var distance: Metres
    /// The number of days with a visit.
    public var days: Int
    public var lasted: Milliseconds
  }

  public struct Home: Sendable {
    public var position: Position
    public var lasted: Milliseconds
    /// Time of these without a position.
    public var unseen: Milliseconds
    public var nights: Milliseconds
    public var fixes: Int
    /// Radii round home that hold 50, 95 and 99 % of the fixes while there.
    public var scatter: (half: Metres, most: Metres, nearlyAll: Metres)
  }

  /// Advised at least, in metres; smaller circles cry wolf.
  public static let least = 150.0
  /// A receiver that is good today is worse another day.
  public static let leastMargin = 50.0
  /// The least time at home, and the fewest fixes, that give sure advice.
  public static let shortest = Milliseconds.seconds(3600)
  public static let fewest = 60

  public private(set) var recorded = Milliseconds(0)
  public private(set) var days = 0
  public private(set) var home: Home?
  /// The number of traces that are left out, because others hold their minutes: copies, or other formats.
  public private(set) var copies = 0
  /// Clauses for people about the traces as a whole, each with its trace's name.
  public private(set) var doubts: [String] = []
  /// The first position that was recorded.
  public private(set) var begin: Position?
  /// Another place that may be home as well.
  public private(set) var rival: Outing?
  /// Places where the wearer stays on most days, nearest first; home is not among them.
  public private(set) var daily: [Outing] = []
  /// Places where they stayed now and then, nearest first.
  public private(set) var seldom: [Outing] = []

  /// Reads the days.
  /// - Parameters:
  ///   - paths: traces of any kind, each a day or more.
  ///   - skipsUnread: a trace that cannot be read, or without a position, is left out.
  public init(
    paths: [String], options: TraceReader.Options = .init(), skipsUnread: Bool = false
  ) throws(TraceError) {
    var read: [RecordedDay] = []
    var minutes: Set<Int64> = []
    for path in paths {
      do throws(TraceError) {
        let day = try RecordedDay(path: path, options)
        doubts += day.doubts
        if day.isCopy(of: minutes) {
          // A device that starts twice in a minute makes such recordings: nobody gave them twice.
          if !skipsUnread { copies += 1 }
          continue
        }
        if day.isDated { minutes.formUnion(day.minutes.map(\.at)) }
        read.append(day)
      } catch {
        if !skipsUnread { throw error }
      }
    }
    begin = read.first?.sightings.first?.position
    recorded = Milliseconds(read.reduce(0) { $0 + $1.span })
    let stays = read.enumerated().flatMap { Stay.all(of: $1, number: $0) }
    let calendar = TraceCalendar(read)
    days = calendar.days.count
    choose(VisitedPlace.all(stays), read, calendar)
  }

  /// The farthest daily place that a circle can hold.
  public var farthest: Outing? {
    daily.last { $0.distance.value <= Perimeter.radiusRange.upperBound }
  }
  /// Daily places that no circle can hold.
  public var beyond: [Outing] {
    daily.filter { $0.distance.value > Perimeter.radiusRange.upperBound }
  }

  /// Metres between the farthest daily place and the edge.
  public var margin: Metres? {
    home.map { Metres(max(3 * $0.scatter.most.value, PerimeterAdvice.leastMargin)) }
  }

  /// A radius must hold so much, before it is rounded; nil without a home.
  public var needed: Metres? { margin.map { Metres($0.value + (farthest?.distance.value ?? 0)) } }

  /// Full tens of metres, 150 to 1000; nil without a home.
  public var radius: Metres? {
    needed.map {
      let tens = ($0.value / 10).rounded(.up) * 10
      return Metres(min(max(tens, PerimeterAdvice.least), Perimeter.radiusRange.upperBound))
    }
  }

  private mutating func choose(
    _ places: [VisitedPlace], _ read: [RecordedDay], _ calendar: TraceCalendar
  ) {
    let nights = places.map { calendar.night($0) }
    // A few minutes after eleven are no night.
    let isNightKnown = (nights.max() ?? 0) >= PerimeterAdvice.shortest.count
    let scores = isNightKnown ? nights : places.map(\.length)
    let order = places.indices.sorted { (scores[$1], $0) < (scores[$0], $1) }
    guard let first = order.first, let home = home(places[first], nights[first], read) else {
      return
    }
    self.home = home
    for (index, place) in places.enumerated() where index != first {
      let outing = Outing(
        position: place.middle,
        distance: Metres(VisitedPlace.distance(home.position, place.middle)),
        days: calendar.visits(place), lasted: Milliseconds(place.length))
      if order.count > 1, index == order[1], scores[index] * 5 >= scores[first] * 3 {
        rival = outing
      }
      if outing.days * 2 > days {
        daily.append(outing)
      } else if outing.days > 0 {
        seldom.append(outing)
      }
    }
    daily.sort { ($0.distance, $1.lasted) < ($1.distance, $0.lasted) }
    seldom.sort { ($0.distance, $1.lasted) < ($1.distance, $0.lasted) }
  }

  private func home(_ place: VisitedPlace, _ night: Int64, _ read: [RecordedDay]) -> Home? {
    let plane = LocalPlane(place.middle)
    let fixes = place.stays.flatMap { stay in
      read[stay.day].sightings.filter {
        stay.settled.contains(RecordedDay.floor($0.at, RecordedDay.minute))
      }
      .map { plane.point(of: $0.position) }
    }
    let centre = Point(medianOf: fixes)
    // A stay that is all comings and goings has no fix that tells where home is.
    guard !fixes.isEmpty, let position = plane.position(of: centre) else { return nil }
    let radii = Quantiles(fixes.map { ($0 - centre).distance.value })
    return Home(
      position: position, lasted: Milliseconds(place.length), unseen: Milliseconds(place.unseen),
      nights: Milliseconds(night), fixes: fixes.count,
      scatter: (Metres(radii.median), Metres(radii(0.95)), Metres(radii(0.99))))
  }
}

/// A list of figures in order, to ask for its percentiles.
public struct Quantiles: Sendable {
  public let sorted: [Double]

  public init(_ values: [Double]) { sorted = values.sorted() }

  /// The smallest of which at least this share are not larger; 0 of an empty list.
  /// - Parameter share: 0 to 1.
  public func callAsFunction(_ share: Double) -> Double {
    guard !sorted.isEmpty else { return 0 }
    let rank = (share * Double(sorted.count)).rounded(.up)
    return sorted[min(max(Int(rank) - 1, 0), sorted.count - 1)]
  }

  public var median: Double { self(0.5) }
}

/// A sensitivity of the perimeter costs this much, measured on other seeds than the rule was chosen on ("More
/// hours, other seeds" in docs/perimeter.md). It was on a street with R = 100 m and a wearer on foot: larger
/// circles have fewer false alarms and the same delays.
public struct SensitivityPrice: Sendable {
  public let sensitivity: PerimeterTemper
  /// Seconds from the crossing to the exit, at 1.3 m/s: median and 95 %.
  public let seconds: (median: Double, late: Double)
  /// Metres by which the wearer is beyond the edge by then.
  public let metres: (median: Double, late: Double)
  /// False exits in a month of an hour a day at 0.8 of the radius: between houses, and inside one.
  public let falseAlarms: (street: Double, indoors: Double)

  /// Seconds from the crossing to the exit, median and 95 %, with normal sensitivity and R = 100 m. They are those
  /// of nine recorded walks whose receivers state no accuracy ("Real walks" in docs/perimeter.md).
  public static let walksWithoutAccuracy = (median: 34.0, late: 60.0)

  public static let all = [
    SensitivityPrice(
      sensitivity: .calm, seconds: (31, 44), metres: (40, 57), falseAlarms: (0, 1.7)),
    SensitivityPrice(
      sensitivity: .normal, seconds: (21, 33), metres: (27, 43), falseAlarms: (0.01, 3.2)),
    SensitivityPrice(
      sensitivity: .quick, seconds: (14, 27), metres: (18, 35), falseAlarms: (0.1, 6.2)),
  ]
}
