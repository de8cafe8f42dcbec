import Device
import HAL

/// Writes a trace in our own format: JSON Lines that gpsd's tools read too.
public struct TraceWriter {
  private let write: (String) throws -> Void

  /// Begins the trace with its format version and, where there is one, its perimeter.
  public init(perimeter: Perimeter? = nil, to write: @escaping (String) throws -> Void) throws {
    self.write = write
    try configure(perimeter, at: .start)
  }

  /// A profile loaded later.
  public func configure(_ perimeter: Perimeter?, at instant: Instant) throws {
    var line =
      "{\"class\":\"CONFIG\",\"at_ms\":\(instant.milliseconds),\"format\":\(GpsdDecoder.format)"
    if let perimeter {
      line +=
        ",\"perimeter\":{\"lat\":\(perimeter.center.latitudeText),"
        + "\"lon\":\(perimeter.center.longitudeText),\"radius_m\":\(perimeter.radius.value)}"
    }
    try write(line + "}\n")
  }

  public func add(_ record: TraceRecord, at instant: Instant) throws {
    var line =
      "{\"class\":\"TPV\",\"at_ms\":\(instant.milliseconds),\"mode\":\(record.fix.mode.rawValue)"
    if let time = record.fix.time {
      line += ",\"time\":\"\(CivilTime.text(time.wall))\""
      if !time.isDated { line += ",\"undated\":true" }
    }
    if let position = record.fix.position {
      line += ",\"lat\":\(position.latitudeText),\"lon\":\(position.longitudeText)"
    }
    if let altitude = record.altitude { line += ",\"altMSL\":\(altitude.value)" }
    if let eph = record.fix.eph { line += ",\"eph\":\(eph.value)" }
    if let speed = record.fix.speed { line += ",\"speed\":\(speed.value)" }
    if let course = record.fix.course { line += ",\"track\":\(course.value)" }
    if let hdop = record.hdop { line += ",\"hdop\":\(hdop)" }
    if let used = record.satellitesUsed { line += ",\"uSat\":\(used)" }
    try write(line + "}\n")
  }
}

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
