import HAL
import Names

/// Writes the epochs that have a position as a GPX 1.1 track.
///
/// eph and speed go into extensions of our own, so that the track replays to the same decisions.
public final class GPXWriter {
  private let write: (String) throws -> Void
  private var isInSegment = false

  public init(to write: @escaping (String) throws -> Void) throws {
    self.write = write
    try write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="vigia" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:vigia="urn:vigia:gpx:1">
      <trk>

      """)
  }

  public func add(_ record: TraceRecord) throws {
    guard record.hasPosition, let position = record.fix.position else { return }
    if isInSegment, record.startsSegment { try write("</trkseg>\n") }
    if !isInSegment || record.startsSegment { try write("<trkseg>\n") }
    isInSegment = true
    var text =
      "<trkpt lat=\"\(position.latitudeText)\" lon=\"\(position.longitudeText)\">"
    if let altitude = record.altitude { text += "<ele>\(altitude.value)</ele>" }
    if let time = record.fix.time { text += "<time>\(CivilTime.text(time.wall))</time>" }
    text += "<fix>\(record.fix.mode == .threeD ? "3d" : "2d")</fix>"
    if let used = record.satellitesUsed { text += "<sat>\(used)</sat>" }
    if let hdop = record.hdop { text += "<hdop>\(hdop)</hdop>" }
    var extensions = ""
    if let eph = record.fix.eph { extensions += "<vigia:eph>\(eph.value)</vigia:eph>" }
    if let speed = record.fix.speed { extensions += "<vigia:speed>\(speed.value)</vigia:speed>" }
    if let course = record.fix.course {
      extensions += "<vigia:course>\(course.value)</vigia:course>"
    }
    if !extensions.isEmpty { text += "<extensions>\(extensions)</extensions>" }
    try write(text + "</trkpt>\n")
  }

  public func finish() throws {
    try write(isInSegment ? "</trkseg>\n</trk>\n</gpx>\n" : "</trk>\n</gpx>\n")
  }
}
