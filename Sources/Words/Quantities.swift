import HAL

/// Lengths, spans and places as people read them.
extension Language {
  /// "131 m", or "12.3 km" from ten kilometres on. Spanish writes the decimal comma.
  public func text(_ length: Metres) -> String {
    let value = length.value
    if value.magnitude < 10_000 { return "\(Int(value.rounded())) m" }
    return "\(decimals(value / 1000, 1)) km"
  }

  /// A fixed number of decimals, in the language's separator. "—" for what is no number, or one
  /// that no device measures.
  public func decimals(_ value: Double, _ places: Int) -> String {
    let scale = (0..<places).reduce(1) { power, _ in power * 10 }
    guard let scaled = Int(exactly: (value.magnitude * Double(scale)).rounded()) else {
      return say(QuantityPhrase.notANumber)
    }
    let sign = value < 0 && scaled > 0 ? "-" : ""
    if places == 0 { return sign + String(scaled) }
    return sign + String(scaled / scale) + say(QuantityPhrase.decimalMark)
      + (scaled % scale).padded(places)
  }

  /// "45 s", "2 min 46 s", "3 h 5 min", "2 d 4 h", rounded to the nearest.
  public func text(_ span: Milliseconds) -> String {
    // A damaged record may hold the longest span that there is, which leaves no room for rounding.
    let count = min(span.count, .max - 1_800_000)
    let seconds = (count + 500) / 1000
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return joined("\(seconds / 60) min", seconds % 60, "s") }
    let minutes = (count + 30_000) / 60_000
    if minutes < 24 * 60 { return joined("\(minutes / 60) h", minutes % 60, "min") }
    let hours = (count + 1_800_000) / 3_600_000
    return joined("\(hours / 24) d", hours % 24, "h")
  }

  /// An age in full seconds, from a minute on in full minutes: "47 min".
  func minutes(_ span: Milliseconds) -> String {
    text(Milliseconds(span.count - span.count % (span.count < 60_000 ? 1000 : 60_000)))
  }

  /// The span by which a date lies ahead: beyond a year nobody counts the days.
  func ahead(_ span: Milliseconds) -> String {
    span.count > 366 * 86_400_000 ? say(QuantityPhrase.years) : minutes(span)
  }

  /// "80 %" in Spanish, "80%" in English.
  func percent(_ percent: UInt8) -> String {
    say(QuantityPhrase.percent, (.number, String(percent)))
  }

  private func joined(_ large: String, _ small: Int64, _ unit: String) -> String {
    small == 0 ? large : "\(large) \(small) \(unit)"
  }
}

/// The map link of ALZ-4, six decimals.
public func mapLink(_ position: Position) -> String {
  "http://maps.google.com/maps?q=\(sixDecimals(position.latitudeE7)),\(sixDecimals(position.longitudeE7))"
}

/// 1e-7 degree as decimal degrees with six places, rounded half away from zero.
public func sixDecimals(_ degreesE7: Int32) -> String {
  let micro = (degreesE7.magnitude + 5) / 10
  let sign = degreesE7 < 0 && micro > 0 ? "-" : ""
  return sign + String(micro / 1_000_000) + "." + (micro % 1_000_000).padded(6)
}
