import Device
import Foundation
import HAL
import Profile
import TestSupport
import Testing
import Words

@Suite("Profile and perimeter, and every way they can be wrong")
struct ProfileTests {
  private func profile(_ yaml: String) throws -> Profile {
    try ProfileFile(yaml).profile()
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
    "The perimeter's sensitivity is read by its name, and by its former name",
    arguments: ["sensitivity: quick", "temper: quick"])
  func sensitivity(_ member: String) throws {
    let profile = try profile("perimeter: {lat: 0, lon: 0, radius_m: 100, \(member)}")
    #expect(profile.perimeter.temper == .quick)
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
      (
        "perimeter:\n  {lat: 0, lon: 0, radius_m: 100, sensitivity: calm, temper: calm}",
        "line 2, column 54: perimeter has sensitivity and temper, its old name; expected sensitivity"
      ),
      (
        "perimeter:\n  {temper: calm, lat: 0, lon: 0, radius_m: 100, sensitivity: calm}",
        "line 2, column 49: perimeter has sensitivity and temper"
      ),
      (
        "perimeter: {lat: 0, lon: 0, radius_m: 100, temper: hasty}",
        "perimeter.sensitivity is \"hasty\"; expected calm, normal or quick"
      ),
      (
        "perimeter: {lat: 0, lon: 0, radius_m: 100}\ntime_zone: Cuenca",
        "line 2, column 12: time_zone"
      ),
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

  @Test("All mistakes are named at once, in the order of the file, with line and column")
  func allMistakes() throws {
    let yaml = """
      langage: es
      perimeter: {lat: 91, lon: 0, radius_m: 99}
      insulin: {unit: mg/dL, lower_target: 70, upper_target: 300, sensitivity: 50,
        base_u: {breakfast: 4, lunch: 60}, maximum_u: ten, pen_step_u: 0.5}
      """
    let mistakes = try ProfileFile(yaml).mistakes()
    #expect(
      mistakes == [
        "line 1, column 1: unknown key \"langage\"; did you mean \"language\"?",
        "line 2, column 18: perimeter.lat is \"91\"; expected -90 to 90",
        "line 2, column 40: perimeter.radius_m is \"99\"; expected 100 to 1000 m",
        "line 3, column 38: insulin.lower_target is \"70\"; expected 80 to 180 mg/dL",
        "line 3, column 56: insulin.upper_target is \"300\"; expected 80 to 180 mg/dL",
        "line 4, column 11: insulin.base_u lacks dinner",
        "line 4, column 33: insulin.base_u.lunch is \"60\"; expected 0 to 25 U",
        "line 4, column 49: insulin.maximum_u is \"ten\"; expected a number",
      ])
  }

  @Test("The profile that init writes has no mistakes", arguments: [false, true])
  func template(_ insulin: Bool) throws {
    let profile = try profile(ProfileTemplate.text(insulin: insulin))
    #expect((profile.insulin != nil) == insulin)
  }

  @Test("Targets in mmol/L are the same targets")
  func millimoles() throws {
    let text = ProfileTemplate.text(insulin: true)
      .replacingOccurrences(of: "unit: mg/dL", with: "unit: mmol/L")
      .replacingOccurrences(of: "lower_target: 90", with: "lower_target: 5.0")
      .replacingOccurrences(of: "upper_target: 130", with: "upper_target: 7.2")
      .replacingOccurrences(of: "sensitivity: 50", with: "sensitivity: 2.8")
    let insulin = try #require(try profile(text).insulin)
    #expect(abs(insulin.lowerTarget.value - 90.08) < 0.01)
    #expect(abs(insulin.sensitivity - 50.44) < 0.01)
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
