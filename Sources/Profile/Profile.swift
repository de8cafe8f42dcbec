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

  /// Reads `profile.yaml`. Every refusal names the file, the line, the key and what was expected.
  public init(file: String) throws {
    let members = try YAMLValue.read(file: file).members(
      known: ["perimeter", "language", "time_zone", "insulin"])
    guard let perimeter = members["perimeter"] else {
      throw InputError(
        file: file, "has no perimeter; expected perimeter with lat, lon and radius_m")
    }
    self.init(perimeter: try Profile.perimeter(perimeter))
    if let value = members["language"] {
      guard let language = Language(rawValue: try value.text()) else {
        throw value.refuse("is \(value.shown); expected es or en")
      }
      self.language = language
    }
    if let value = members["time_zone"] {
      guard let zone = TimeZone(identifier: try value.text()) else {
        throw value.refuse("is \(value.shown); expected a name such as America/Guayaquil")
      }
      timeZone = zone
    }
    insulin = try members["insulin"].map { try InsulinSection.read($0) }
  }

  /// A mapping with lat, lon and radius_m, as in the profile and in scenarios.
  public static func perimeter(_ value: YAMLValue) throws -> Perimeter {
    let members = try value.members(known: ["lat", "lon", "radius_m"])
    func member(_ name: String) throws -> YAMLValue {
      guard let member = members[name] else { throw value.refuse("lacks \(name)") }
      return member
    }
    let latitude = try member("lat").number(in: -90...90)
    let longitude = try member("lon").number(in: -180...180)
    let radius = try member("radius_m").number(in: Perimeter.radiusRange, " m")
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
      throw refuse("\"\(argument)\" has \(parts.count) parts; expected LAT,LON,RADIUS_M")
    }
    func number(_ index: Int, _ name: String) throws -> Double {
      guard let value = Double(parts[index]), value.isFinite else {
        throw refuse("\(name) \"\(parts[index])\" is not a number")
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
