/// The three kinds of trace, each as its usual writer fills it.
enum Format: String, CaseIterable {
  case gpsd = "gpsd JSON"
  case nmea = "NMEA"
  case gpx = "GPX"

  /// Also what `peer.py` calls it.
  var fileExtension: String {
    switch self {
    case .gpsd: "json"
    case .nmea: "nmea"
    case .gpx: "gpx"
    }
  }

  /// The text before the first epoch.
  var head: String {
    switch self {
    case .gpsd:
      #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"# + "\n"
    case .nmea: ""
    case .gpx:
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="bench" xmlns="http://www.topografix.com/GPX/1/1">
      <trk>
      <trkseg>

      """
    }
  }

  /// The text behind the last epoch.
  var foot: String { self == .gpx ? "</trkseg>\n</trk>\n</gpx>\n" : "" }

  /// The lines of one epoch.
  func text(of sight: Walk.Sight) -> String {
    switch self {
    case .gpsd: (sight.second % 10 == 0 ? Format.sky(sight) : "") + Format.tpv(sight)
    case .nmea: Format.sentences(sight)
    case .gpx: Format.trackPoint(sight)
    }
  }

  // MARK: gpsd 3.22 behind a u-blox receiver

  private static func tpv(_ sight: Walk.Sight) -> String {
    let altitude = decimal(sight.altitudeDecimetres, places: 1)
    return #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"#
      + #""time":"\#(Moment(unix: sight.second).iso)","ept":0.005,"#
      + #""lat":\#(decimal(sight.latitudeE7 * 100, places: 9)),"#
      + #""lon":\#(decimal(sight.longitudeE7 * 100, places: 9)),"#
      + #""altHAE":\#(decimal(sight.altitudeDecimetres + 263, places: 1))00,"#
      + #""altMSL":\#(altitude)00,"alt":\#(altitude)00,"epx":8.125,"epy":9.310,"epv":19.550,"#
      + #""track":\#(decimal(sight.course, places: 1))000,"#
      + #""magtrack":\#(decimal((sight.course + 36) % 3600, places: 1))000,"magvar":3.6,"#
      + #""speed":\#(decimal(sight.speed, places: 3)),"climb":0.000,"eps":18.62,"epc":39.10,"#
      + #""geoidSep":26.300,"eph":\#(decimal(sight.hdop * 190, places: 3)),"sep":23.180}"# + "\n"
  }

  private static func sky(_ sight: Walk.Sight) -> String {
    let satellites = (1...12).map {
      #"{"PRN":\#($0),"el":\#($0 * 7).0,"az":\#($0 * 29).0,"ss":\#(20 + $0).0,"#
        + #""used":\#($0 <= sight.satellites),"gnssid":0,"svid":\#($0),"health":1}"#
    }
    return #"{"class":"SKY","device":"/dev/ttyACM0","xdop":0.55,"ydop":0.62,"vdop":0.85,"#
      + #""tdop":0.66,"hdop":\#(decimal(sight.hdop, places: 2)),"gdop":1.48,"pdop":1.19,"nSat":12,"#
      + #""uSat":\#(sight.satellites),"satellites":[\#(satellites.joined(separator: ","))]}"# + "\n"
  }

  // MARK: NMEA 0183: RMC, GGA, GSA and three GSV

  private static func sentences(_ sight: Walk.Sight) -> String {
    let moment = Moment(unix: sight.second)
    let place = nmeaPlace(sight)
    let hdop = decimal(sight.hdop, places: 2)
    let used = (1...12).map { $0 <= sight.satellites ? decimal($0, width: 2) : "" }
    var text =
      sentence(
        "GPRMC,\(moment.nmeaTime),A,\(place),\(decimal(sight.speed * 3600 / 1852, places: 3)),"
          + "\(decimal(sight.course, places: 1)),\(moment.nmeaDate),,,A")
      + sentence(
        "GPGGA,\(moment.nmeaTime),\(place),1,\(decimal(sight.satellites, width: 2)),\(hdop),"
          + "\(decimal(sight.altitudeDecimetres, places: 1)),M,26.3,M,,")
      + sentence("GPGSA,A,3,\(used.joined(separator: ",")),1.80,\(hdop),1.20")
    for message in 0..<3 {
      let views = (message * 4 + 1...message * 4 + 4).map {
        ",\(decimal($0, width: 2)),\(decimal($0 * 7, width: 2)),\(decimal($0 * 29, width: 3)),"
          + "\(20 + ($0 + sight.second) % 25)"
      }
      text += sentence("GPGSV,3,\(message + 1),12\(views.joined())")
    }
    return text
  }

  private static func sentence(_ body: String) -> String {
    let sum = Int(body.utf8.reduce(0, ^))
    let hex = String(sum, radix: 16, uppercase: true)
    return "$\(body)*\(sum < 16 ? "0" : "")\(hex)\r\n"
  }

  /// ddmm.mmmmm,S,dddmm.mmmmm,W
  private static func nmeaPlace(_ sight: Walk.Sight) -> String {
    func degrees(_ degreesE7: Int, width: Int) -> String {
      let (whole, rest) = Int(degreesE7.magnitude).quotientAndRemainder(dividingBy: 10_000_000)
      return decimal(whole * 10_000_000 + rest * 60 / 100, places: 5, width: width)
    }
    return degrees(sight.latitudeE7, width: 10) + (sight.latitudeE7 < 0 ? ",S," : ",N,")
      + degrees(sight.longitudeE7, width: 11) + (sight.longitudeE7 < 0 ? ",W" : ",E")
  }

  // MARK: GPX 1.1

  private static func trackPoint(_ sight: Walk.Sight) -> String {
    #"<trkpt lat="\#(decimal(sight.latitudeE7, places: 7))" "#
      + #"lon="\#(decimal(sight.longitudeE7, places: 7))">"#
      + "<ele>\(decimal(sight.altitudeDecimetres, places: 1))</ele>"
      + "<time>\(Moment(unix: sight.second).iso)</time><sat>\(sight.satellites)</sat>"
      + "<hdop>\(decimal(sight.hdop, places: 2))</hdop></trkpt>\n"
  }
}
