import Device
import Foundation
import HAL

/// The `perimeter` section: the circle round home, and when it counts. ALZ-3.
struct PerimeterSection {
  /// A smaller circle is left by the receiver's own scatter: geofence practice.
  private static let advisedRadius = Metres(150)

  var perimeter: Perimeter?
  /// None: it counts always.
  var watch: [WeeklyHours] = []
  var accompaniedUntil: CivilMinute?
  /// The line of the file with `accompanied_until`.
  var accompaniedLine: Int?

  init(_ value: YAMLValue) throws {
    let members = try PerimeterSection.members(value, "schedule", "accompanied_until")
    perimeter = try value.mistakes.attempt { try PerimeterSection.circle(members) }
    watch = try members.list("schedule", most: Capacity.watchedHours) {
      try HoursSection.read($0)
    }.compactMap { $0 }
    accompaniedUntil = try members.read("accompanied_until") { try $0.civilMinute() }
    accompaniedLine = members["accompanied_until"]?.line
    if perimeter?.center == ProfileTemplate.home {
      (members["lat"] ?? value).warn("is the sample's home; expected the wearer's own")
    }
    if let perimeter, perimeter.radius < PerimeterSection.advisedRadius {
      (members["radius_m"] ?? value).warn("is below 150 m; expect false alarms near the edge")
    }
  }

  /// Files that say `temper`, the former name of `sensitivity`, are still read.
  static func members(_ value: YAMLValue, _ others: String...) throws -> YAMLMembers {
    try YAMLMembers(
      value, known: ["lat", "lon", "radius_m", "sensitivity"] + others,
      former: ["temper": "sensitivity"])
  }

  static func circle(_ members: YAMLMembers) throws -> Perimeter {
    let latitude = try members.need("lat") { try $0.number(in: -90...90) }
    let longitude = try members.need("lon") { try $0.number(in: -180...180) }
    let radius = try members.need("radius_m") { try $0.number(in: Perimeter.radiusRange, " m") }
    let sensitivity =
      try members.read("sensitivity") { try $0.spelled() } ?? PerimeterTemper.normal
    guard let latitude, let longitude, let radius else { throw Mistakes.Listed() }
    guard let center = Position(degrees: latitude, longitude),
      let perimeter = try? Perimeter(center: center, radius: Metres(radius), temper: sensitivity)
    else { throw members.value.refuse("is no perimeter") }
    return perimeter
  }
}

extension Profile {
  /// A mapping with lat, lon, radius_m and perhaps sensitivity, as scenarios have it.
  public static func perimeter(_ value: YAMLValue) throws -> Perimeter {
    try PerimeterSection.circle(PerimeterSection.members(value))
  }
}

extension Position {
  /// Decimal degrees, rounded to 1e-7. Nil when out of range or not finite.
  public init?(degrees latitude: Double, _ longitude: Double) {
    guard latitude.magnitude <= 90, longitude.magnitude <= 180 else { return nil }
    self.init(
      latitudeE7: Int64((latitude * 1e7).rounded()), longitudeE7: Int64((longitude * 1e7).rounded())
    )
  }
}

extension Perimeter {
  /// Reads "LAT,LON,RADIUS_M". The error says what was wrong.
  public init(argument: String) throws {
    func refuse(_ message: String) -> InputError { InputError(file: "--perimeter", message) }
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    guard parts.count == 3 else {
      let count = parts.count == 1 ? "1 part" : "\(parts.count) parts"
      throw refuse(
        "\"\(argument)\" has \(count); expected LAT,LON,RADIUS_M with decimal points and commas between"
      )
    }
    func number(_ index: Int, _ name: String) throws -> Double {
      guard let value = Double(parts[index]), value.isFinite else {
        throw refuse(
          "\(name) \"\(parts[index])\" is not a number; expected one such as -2.9005 or 150")
      }
      return value
    }
    let latitude = try number(0, "latitude")
    let longitude = try number(1, "longitude")
    let radius = try number(2, "radius")
    guard latitude.magnitude <= 90 else {
      throw refuse("latitude \(parts[0]) is out of range; expected -90 to 90")
    }
    guard longitude.magnitude <= 180, let center = Position(degrees: latitude, longitude) else {
      throw refuse("longitude \(parts[1]) is out of range; expected -180 to 180")
    }
    guard Perimeter.radiusRange.contains(radius) else {
      throw refuse("radius \(parts[2]) m is out of range; expected 100 to 1000 m")
    }
    try self.init(center: center, radius: Metres(radius))
  }
}
