import Foundation
import TestSupport
import Testing
import Traces

/// gpxpy reads the same tracks, and the tracks that we write.
enum Gpxpy {
  struct Point {
    var latitude: Double
    var longitude: Double
    /// Microseconds since 1970, nil when the point has no time.
    var microseconds: Int64?
  }

  private static let script = """
    import calendar, sys, gpxpy
    gpx = gpxpy.parse(open(sys.argv[1], encoding='utf-8'))
    for track in gpx.tracks:
      for segment in track.segments:
        for p in segment.points:
          t = p.time
          us = '-' if t is None else calendar.timegm(t.utctimetuple()) * 1000000 + t.microsecond
          print(repr(p.latitude), repr(p.longitude), us)
    """

  static func points(_ path: String) throws -> [Point] {
    try Program.answer(["python3", "-c", script, path]).split(separator: "\n").map { line in
      let fields = line.split(separator: " ")
      guard fields.count == 3, let latitude = Double(fields[0]), let longitude = Double(fields[1])
      else { throw Program.Failure(description: "gpxpy printed \(line)") }
      return Point(latitude: latitude, longitude: longitude, microseconds: Int64(fields[2]))
    }
  }
}

@Suite(.needsShared(Shared.realTraces), .needs(.gpxpy))
struct GpxpyOracleTests {
  @Test(
    "Every point of a track has the place and the time that gpxpy reads",
    arguments: RealTraces.gpx)
  func tracks(name: String) throws {
    let ours = try Recording(path: Shared.realTrace(name))
    let points = try Gpxpy.points(Shared.realTrace(name))
    // One of the tracks holds four points twice.
    #expect(ours.positioned.count == points.count)
    #expect(ours.positioned.count == RealTraces.manifest[name])
    #expect(ours.skips.total == 0)
    try #require(ours.records.count == points.count)

    var misplaced = 0
    var mistimed = 0
    for (record, point) in zip(ours.records, points) {
      let position = try #require(record.fix.position)
      let north = abs(Double(position.latitudeE7) - point.latitude * 1e7)
      let east = abs(Double(position.longitudeE7) - point.longitude * 1e7)
      if max(north, east) > 0.5 + 1e-6 { misplaced += 1 }
      // We cut off what is finer than a millisecond.
      if record.fix.time?.wall.milliseconds != point.microseconds.map({ $0 / 1000 }) {
        mistimed += 1
      }
    }
    #expect(misplaced == 0)
    #expect(mistimed == 0)
  }

  @Test(
    "gpxpy reads as many points from a track that we wrote as the trace has fixes",
    arguments: RealTraces.gpx + RealTraces.gpsdJSON + [
      "walk_stockholm_sirf_20041214.nmea", "walk_oakland_rmc_20140716.nmea",
      "odd_gpsd_telit_he910_nofix_start.log",
    ])
  func written(name: String) throws {
    let recording = try Recording(path: Shared.realTrace(name))
    var text = ""
    let writer = try GPXWriter { text += $0 }
    for record in recording.records { try writer.add(record) }
    try writer.finish()
    let file = try TemporaryFile(text, name: "out.gpx")
    let points = try Gpxpy.points(file.path)
    #expect(points.count == recording.positioned.count)

    let again = try Recording(path: file.path)
    #expect(again.records.map(\.fix.position) == recording.positioned.map(\.fix.position))
    #expect(again.records.map(\.fix.eph) == recording.positioned.map(\.fix.eph))
  }
}
