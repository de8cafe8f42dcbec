import Device
import Foundation
import HAL

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
