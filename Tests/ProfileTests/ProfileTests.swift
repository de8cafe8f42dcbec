import Device
import Foundation
import HAL
import Profile
import Testing
import Words

@Suite("Profile and perimeter, and every way they can be wrong")
struct ProfileTests {
  private func profile(_ yaml: String) throws -> Profile {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("profile-\(UUID().uuidString).yaml").path
    try Data(yaml.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try Profile(file: path)
  }

  @Test("A profile gives perimeter, language and time zone")
  func whole() throws {
    let profile = try profile(
      """
      language: en
      time_zone: America/Guayaquil
      perimeter:
        lat: -2.9005
        lon: -79.0045
        radius_m: 250
      """)
    #expect(profile.perimeter.radius == Metres(250))
    #expect(
      profile.perimeter.center == Position(latitudeE7: -29_005_000, longitudeE7: -790_045_000))
    #expect(profile.language == .english)
    #expect(profile.timeZone.identifier == "America/Guayaquil")
  }

  @Test("Spanish and UTC are the defaults")
  func defaults() throws {
    let profile = try profile("perimeter: {lat: 0, lon: 0, radius_m: 100}")
    #expect(profile.language == .spanish)
    #expect(profile.timeZone.secondsFromGMT() == 0)
  }

  @Test(
    "Each refusal names line, key, value and what was expected",
    arguments: [
      ("perimeter: {lat: 91, lon: 0, radius_m: 100}", "perimeter.lat is \"91\""),
      ("perimeter: {lat: 0, lon: -181, radius_m: 100}", "perimeter.lon is \"-181\""),
      ("perimeter: {lat: 0, lon: 0, radius_m: 99}", "perimeter.radius_m is \"99\""),
      ("perimeter: {lat: 0, lon: 0, radius_m: abc}", "expected a number"),
      ("perimeter: {lat: 0, lon: 0, radius_m: .nan}", "expected a number"),
      ("perimeter: {lat: 0, lon: 0}", "lacks radius_m"),
      ("perimeter: {lat: 0, lon: 0, radius_m: 100}\ntime_zone: Cuenca", "line 2: time_zone"),
      ("perimeter: {lat: 0, lon: 0, radius_m: 100}\nlanguage: fr", "expected es or en"),
      ("perimetre: {}", "unknown key \"perimetre\""),
      ("language: en", "has no perimeter"),
      ("- 1", "is not a mapping"),
      ("a: 1\na: 2", "stands twice"),
    ])
  func refused(_ yaml: String, _ what: String) throws {
    let error = #expect(throws: InputError.self) { try profile(yaml) }
    #expect(error?.description.contains(what) == true, "\(error?.description ?? "no error")")
  }

  @Test("The command line takes LAT,LON,RADIUS_M")
  func argument() throws {
    let perimeter = try Perimeter(argument: "-2.9005, -79.0045, 1000")
    #expect(perimeter.center.latitudeE7 == -29_005_000)
    #expect(perimeter.radius == Metres(1000))
  }

  @Test(
    "A wrong argument is refused by name",
    arguments: [
      ("0,0,99", "radius 99 m is out of range"), ("0,0,1001", "radius 1001 m is out of range"),
      ("0,0,-1", "radius -1 m is out of range"), ("0,0,abc", "radius \"abc\" is not a number"),
      ("0,0,nan", "radius \"nan\" is not a number"), ("91,0,100", "latitude 91 is out of range"),
      ("0,180.1,100", "longitude 180.1 is out of range"), ("0,0", "has 2 parts"),
      ("", "has 1 part"),
    ])
  func wrongArgument(_ text: String, _ what: String) {
    let error = #expect(throws: InputError.self) { try Perimeter(argument: text) }
    #expect(error?.description.contains(what) == true, "\(error?.description ?? "no error")")
  }
}
