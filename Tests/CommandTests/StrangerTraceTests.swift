import Foundation
import Testing

@Suite("Recordings of other programs: what is made of them, and what is said")
struct StrangerTraceTests {
  private let folder: Folder
  init() throws { folder = Folder() }

  private func replay(_ file: String, _ more: String...) throws -> Command.Result {
    try Command.shell(
      "cd '\(folder.path(""))' && \"$vigia\" replay \(file) --perimeter=\(Sample.perimeter) "
        + more.joined(separator: " "))
  }

  private func point(_ latitude: Double, _ time: String) -> String {
    "<trkpt lat=\"\(latitude)\" lon=\"-79.0045\"><time>\(time)</time></trkpt>\n"
  }

  private func track(_ points: [String]) -> String {
    "<gpx version=\"1.1\"><trk><trkseg>\n\(points.joined())</trkseg></trk></gpx>\n"
  }

  private var log: String {
    Sample.walk().map { Sample.rmc($0.second, $0.latitude) + Sample.gga($0.second, $0.latitude) }
      .joined()
  }

  // MARK: Sentences

  @Test("The last fix before the sky is lost counts, though its second sentence is missing")
  func lastFix() throws {
    let walk = Sample.walk().prefix(20)
    let fixes = walk.map { second, latitude in
      Sample.rmc(second, latitude) + (second < 19 ? Sample.gga(second, latitude) : "")
    }.joined()
    let lost = Sample.sentence("GPGGA,,,,,,0,,,,,,,,") + Sample.sentence("GPRMC,,V,,,,,,,,,,N")
    _ = try folder.write("lost.nmea", fixes + lost + lost)
    let result = try replay("lost.nmea", "--format json")
    #expect(result.summary["fixes"] as? Int == 20, "\(result.output)")
  }

  // MARK: Words

  @Test("Whoever began inside and is seen to cross the edge was not outside from the start")
  func beganInside() throws {
    // A position every hour and a half, the first of them at home.
    let points = (0..<8).map { step in
      point(
        -2.9005 + Double(step) * 0.005,
        String(format: "2015-03-21T%02d:%02d:00Z", step * 3 / 2, step % 2 * 30))
    }
    _ = try folder.write("seldom.gpx", track(points))
    let text = try replay("seldom.gpx", "--report page.html")
    #expect(text.output.contains("LEFT the perimeter"), "\(text.output)")
    #expect(!text.output.contains("from the start"))
    let page = try String(contentsOfFile: folder.path("page.html"), encoding: .utf8)
      .replacing(/<script[^>]*>[^<]*<\/script>/, with: "")
    #expect(!page.contains("utside from the start"))
    // The core had decided nothing before: scripts go on reading that.
    #expect(try replay("seldom.gpx", "--format json").output.contains("\"initial\":true"))
    _ = try folder.write("outside.gpx", track(Array(points.dropFirst(2))))
    #expect(try replay("outside.gpx").output.contains("OUTSIDE the perimeter from the start"))
  }
}
