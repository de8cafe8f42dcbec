import Device
import HAL
import TestSupport
import Testing
import Traces

/// The line by which a trace carries its own profile.
struct ConfigurationLineTests {
  private let report = "{\"class\":\"TPV\",\"mode\":1}\n"

  @Test("A CONFIG with a perimeter is an event of the core, at its own time")
  func perimeter() throws {
    let recording = try read(
      """
      {"class":"CONFIG","at_ms":0,"format":1,"perimeter":{"lat":-2.9,"lon":-79.0,"radius_m":250}}
      {"class":"TPV","at_ms":1000,"mode":1}
      {"class":"CONFIG","at_ms":2000,"perimeter":{"radius_m":100.5,"lon":0,"lat":0}}

      """)
    let home = try #require(Position(latitudeE7: -29_000_000, longitudeE7: -790_000_000))
    let zero = try #require(Position(latitudeE7: 0, longitudeE7: 0))
    let first = try Perimeter(center: home, radius: Metres(250))
    let second = try Perimeter(center: zero, radius: Metres(100.5))
    #expect(
      recording.events == [
        Event(at: .start, .setting(.perimeter(first))),
        Event(at: Instant(milliseconds: 1000), .fix(Fix(mode: .none))),
        Event(at: Instant(milliseconds: 2000), .setting(.perimeter(second))),
      ])
    #expect(recording.skips.total == 0)
  }

  @Test(
    "A caller with a profile of its own does not get the trace's, not even a wrong one",
    arguments: [100, 99])
  func overridden(radius: Int) throws {
    let recording = try read(
      "{\"class\":\"CONFIG\",\"perimeter\":{\"lat\":1,\"lon\":2,\"radius_m\":\(radius)}}\n"
        + report,
      options: .init(takesConfiguration: false))
    #expect(recording.events.count == 1)
  }

  @Test("A CONFIG without a perimeter configures nothing")
  func empty() throws {
    #expect(
      try read("{\"class\":\"CONFIG\",\"format\":1,\"zone\":\"x\"}\n" + report).events.count == 1)
  }

  @Test(
    "A CONFIG that cannot be is refused by line, with what was expected",
    arguments: [
      ("\"perimeter\":{\"lat\":1,\"lon\":2,\"radius_m\":99}", "100 to 1000"),
      ("\"perimeter\":{\"lat\":1,\"lon\":2,\"radius_m\":1000.5}", "100 to 1000"),
      ("\"perimeter\":{\"lat\":91,\"lon\":2,\"radius_m\":100}", "-90 to 90"),
      ("\"perimeter\":{\"lat\":1,\"lon\":2}", "radius_m"),
      ("\"perimeter\":{\"lat\":1,\"lon\":2,\"radius_m\":NaN}", "radius_m"),
      ("\"perimeter\":{\"lat\":1,\"lon\":2,\"radius_m\":\"100\"}", "radius_m"),
      ("\"perimeter\":{}", "lat"), ("\"perimeter\":{\"lat\":x}", "number"),
      ("\"format\":2", "format 2 is newer"),
      ("\"format\":\"2\"", "format is \"2\"; expected a whole"),
      ("\"format\":1.5", "format is 1.5"),
      ("\"perimeter\":\"home\"", "is \"home\"; expected an object"),
      ("\"settings\":{}", "settings is an object; expected a whole number"),
    ])
  func refused(members: String, expected: String) throws {
    let file = try TemporaryFile("\(report)\n{\"class\":\"CONFIG\",\(members)}\n\(report)")
    let error = try #require(throws: TraceError.self) { try Recording(path: file.path) }
    #expect(error.line == 3)
    #expect(error.description.hasPrefix("\(file.path): line 3: "))
    #expect(error.message.contains(expected), "\(error)")
  }
}
