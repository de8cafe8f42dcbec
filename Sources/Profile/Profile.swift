import Device
import Foundation
import HAL
import Words

/// What a profile file holds, checked.
public struct Profile: Sendable {
  public var perimeter: Perimeter
  public var language = Language.spanish
  public var timeZone = TimeZone(identifier: "UTC") ?? .gmt
  /// Nil for a wearer who injects no insulin. DIA-1.
  public var insulin: InsulinProfile?

  public init(perimeter: Perimeter) { self.perimeter = perimeter }

  /// Reads `profile.yaml`. The first mistake in it is thrown: file, line, column, key, what was
  /// expected.
  public init(file: String) throws {
    self = try YAMLValue.parse(file: file) { try Profile($0) }
  }

  /// Every mistake in a profile; none when it can be used.
  public static func mistakes(in file: String) throws -> [InputError] {
    let mistakes = Mistakes()
    _ = try mistakes.attempt { try Profile(YAMLValue.read(file: file, mistakes)) }
    return mistakes.all.sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
  }

  private init(_ root: YAMLValue) throws {
    let members = try root.members(known: ["perimeter", "language", "time_zone", "insulin"])
    let mistakes = root.mistakes
    let perimeter = try mistakes.attempt {
      guard let value = members["perimeter"] else {
        throw InputError(
          file: root.file, "has no perimeter; expected perimeter with lat, lon and radius_m")
      }
      return try Profile.perimeter(value)
    }
    let language = try mistakes.attempt {
      try members["language"].map { value in
        guard let language = Language(rawValue: try value.text()) else {
          throw value.refuse("is \(value.shown); expected es or en")
        }
        return language
      }
    }
    let timeZone = try mistakes.attempt {
      try members["time_zone"].map { value in
        guard let zone = TimeZone(identifier: try value.text()) else {
          throw value.refuse("is \(value.shown); expected a name such as America/Guayaquil")
        }
        return zone
      }
    }
    let insulin = try mistakes.attempt {
      try members["insulin"].map { try InsulinSection.read($0) }
    }
    guard let perimeter else { throw Mistakes.Listed() }
    self.init(perimeter: perimeter)
    self.language = (language ?? nil) ?? self.language
    self.timeZone = (timeZone ?? nil) ?? self.timeZone
    self.insulin = insulin ?? nil
  }

  /// A mapping with lat, lon and radius_m, as in the profile and in scenarios.
  public static func perimeter(_ value: YAMLValue) throws -> Perimeter {
    let members = try value.members(known: ["lat", "lon", "radius_m"])
    func number(_ name: String, _ range: ClosedRange<Double>, _ unit: String = "") throws -> Double?
    {
      try value.mistakes.attempt {
        guard let member = members[name] else { throw value.refuse("lacks \(name)") }
        return try member.number(in: range, unit)
      }
    }
    let latitude = try number("lat", -90...90)
    let longitude = try number("lon", -180...180)
    let radius = try number("radius_m", Perimeter.radiusRange, " m")
    guard let latitude, let longitude, let radius else { throw Mistakes.Listed() }
    guard let center = Position(degrees: latitude, longitude),
      let perimeter = try? Perimeter(center: center, radius: Metres(radius))
    else { throw value.refuse("is no perimeter") }
    return perimeter
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
