/// A GPX document round track points or segments.
func gpx(_ points: String, version: String = "1.1", creator: String = "test") -> String {
  let digits = version.replacing(".", with: "/")
  return """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="\(version)" creator="\(creator)" xmlns="http://www.topografix.com/GPX/\(digits)">
    <trk><name>walk</name><trkseg>
    \(points)
    </trkseg></trk></gpx>

    """
}

/// A track point in Cuenca.
func point(_ children: String = "", latitude: String = "-2.9", longitude: String = "-79.0")
  -> String
{
  "<trkpt lat=\"\(latitude)\" lon=\"\(longitude)\">\(children)</trkpt>"
}
