import Device
import HAL

extension PerimeterAdvice {
  /// The family should know these before they believe it; a line each.
  /// - Parameter wish: a radius of their own, 100 to 1000 m.
  public func warnings(wish: Metres? = nil) -> [String] {
    guard let home, let needed, let radius else {
      return [
        "no stay of 5 minutes or more was recorded, so home is unknown; expected days with hours "
          + "at home, as NMEA, GPX or gpsd JSON"
          + (begin.map { "; \(AdviceWords.walk(from: $0))" } ?? "")
      ]
    }
    var lines: [String] = []
    if copies > 0 {
      let (hold, count) =
        copies == 1 ? ("1 trace holds", "counts") : ("\(copies) traces hold", "count")
      lines.append(
        "\(hold) only minutes that others hold, and \(count) for nothing; expected each day once")
    }
    if home.lasted < PerimeterAdvice.shortest || home.fixes < PerimeterAdvice.fewest {
      lines.append(
        "too little was recorded at home (\(AdviceWords.span(home.lasted)), \(home.fixes) fixes); "
          + "expected an hour and \(PerimeterAdvice.fewest) fixes or more")
    }
    if days < 3 {
      lines.append(
        "\(AdviceWords.days(days)) recorded; three or more show what the wearer does daily"
      )
    }
    if let rival {
      lines.append(
        "home may also be \(AdviceWords.place(rival.position)), \(AdviceWords.metres(rival.distance)) away, "
          + "with \(AdviceWords.span(rival.lasted)); the family knows")
    }
    if let last = beyond.last {
      let places =
        beyond.count == 1
        ? "a place \(AdviceWords.metres(last.distance)) from home"
        : "\(beyond.count) places beyond 1000 m, up to \(AdviceWords.metres(last.distance)) from home"
      lines.append(
        "on most days the wearer also stays at \(places), which no circle can hold: let somebody go "
          + "along, or set hours of the watch")
    }
    if needed > radius {
      lines.append(
        "\(AdviceWords.metres(needed)) would be needed, and 1000 m is the most: expect alarms at the "
          + "farthest place")
    }
    if let wish {
      if wish.value < PerimeterAdvice.least {
        lines.append(
          "\(AdviceWords.metres(wish)) is below the 150 m that are advised: expect false alarms")
      }
      if wish < needed {
        lines.append(
          "\(AdviceWords.metres(wish)) is less than the \(AdviceWords.metres(needed)) that these days need"
        )
      }
    }
    return lines
  }

  /// A few calm lines, and two for the profile.
  public func text(wish: Metres? = nil) -> String {
    var lines = reasons
    lines += warnings(wish: wish).map { "Warning: \($0)." }
    if let home, let radius = wish ?? radius {
      lines += [
        "", "perimeter:",
        "  {lat: \(AdviceWords.degrees(home.position.latitudeE7)), "
          + "lon: \(AdviceWords.degrees(home.position.longitudeE7)), "
          + "radius_m: \(Figure.text(radius.value))}",
      ]
    }
    return lines.joined(separator: "\n")
  }

  private var reasons: [String] {
    guard let home, let margin, let radius else { return [] }
    let unseen =
      home.unseen > Milliseconds(0)
      ? " (\(AdviceWords.span(home.unseen)) of it without a position)" : ""
    let scatter = home.scatter
    var lines = [
      "Home \(AdviceWords.place(home.position)): \(AdviceWords.span(home.lasted)) of "
        + "\(AdviceWords.span(recorded))\(unseen).",
      "While there, 50, 95 and 99 % of the \(home.fixes) fixes lie within "
        + "\(Figure.text(scatter.half.value)), \(Figure.text(scatter.most.value)) and "
        + "\(AdviceWords.metres(scatter.nearlyAll)).",
    ]
    if let farthest {
      lines.append(
        "Farthest daily place: \(AdviceWords.metres(farthest.distance)) from home, on \(farthest.days) of "
          + "\(AdviceWords.days(days)).")
    } else {
      lines.append("No other place within 1000 m where the wearer stays on most days.")
    }
    if let place = seldom.last(where: { $0.distance > (farthest?.distance ?? Metres(0)) }) {
      lines.append(
        "Not counted, on \(place.days) of \(AdviceWords.days(days)) only: "
          + "\(AdviceWords.metres(place.distance)) from home.")
    }
    lines.append(advised(radius, margin, scatter.most))
    return lines
  }

  /// The radius, and the sum that it comes from.
  private func advised(_ radius: Metres, _ margin: Metres, _ scatter: Metres) -> String {
    let isLeast = 3 * scatter.value < PerimeterAdvice.leastMargin
    let why =
      "3 x \(Figure.text(scatter.value)) m of scatter" + (isLeast ? ", but at least 50 m" : "")
    let far = farthest.map { "\(AdviceWords.metres($0.distance)) + " } ?? ""
    let sum = "\(far)\(AdviceWords.metres(margin)) (\(why))"
    let begin = "Advised radius: \(AdviceWords.metres(radius))"
    guard let needed else { return begin }
    if needed.value <= radius.value - 10 {
      return "\(begin), the least that is advised; needed: \(sum)."
    }
    if needed > radius { return "\(begin), the most there is; needed: \(sum)." }
    return "\(begin) = \(sum), in full tens."
  }
}

/// Figures as these lines have them.
private enum AdviceWords {
  static func metres(_ length: Metres) -> String { "\(Figure.text(length.value)) m" }

  static func days(_ count: Int) -> String { count == 1 ? "1 day" : "\(count) days" }

  /// "14 h 20 min", "50 min"
  static func span(_ span: Milliseconds) -> String {
    let minutes = (span.count + 30_000) / 60_000
    return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }

  /// The other way, for whoever has only a walk.
  static func walk(from begin: Position) -> String {
    "to replay a walk alone, give vigia replay a circle round its first position: "
      + "--perimeter=\(place(begin)),\(Figure.text(PerimeterAdvice.least))"
  }

  static func place(_ position: Position) -> String {
    "\(degrees(position.latitudeE7)),\(degrees(position.longitudeE7))"
  }

  /// Six decimals, a tenth of a metre.
  static func degrees(_ degreesE7: Int32) -> String { Figure.text(Double(degreesE7) / 1e7, 6) }
}

extension PerimeterAdvice {
  /// One object, keys in fixed order; null where nothing can be told.
  public func json(wish: Metres? = nil) -> String {
    func places(_ list: [Outing]) -> String {
      "["
        + list.map {
          "{\"lat\":\(AdviceWords.degrees($0.position.latitudeE7)),"
            + "\"lon\":\(AdviceWords.degrees($0.position.longitudeE7)),"
            + "\"distance_m\":\(Figure.text($0.distance.value, 1)),\"days\":\($0.days),"
            + "\"stayed_s\":\($0.lasted.count / 1000)}"
        }.joined(separator: ",") + "]"
    }
    func metres(_ length: Metres?) -> String { length.map { Figure.text($0.value, 1) } ?? "null" }
    let members: [(String, String)] = [
      ("event", "\"advice\""),
      ("lat", home.map { AdviceWords.degrees($0.position.latitudeE7) } ?? "null"),
      ("lon", home.map { AdviceWords.degrees($0.position.longitudeE7) } ?? "null"),
      ("radius_m", radius.map { Figure.text($0.value) } ?? "null"),
      ("needed_m", metres(needed)), ("margin_m", metres(margin)),
      ("recorded_s", String(recorded.count / 1000)), ("days", String(days)),
      ("home_s", String((home?.lasted.count ?? 0) / 1000)),
      ("home_unseen_s", String((home?.unseen.count ?? 0) / 1000)),
      ("home_night_s", String((home?.nights.count ?? 0) / 1000)),
      ("home_fixes", String(home?.fixes ?? 0)),
      ("r50_m", metres(home?.scatter.half)), ("r95_m", metres(home?.scatter.most)),
      ("r99_m", metres(home?.scatter.nearlyAll)), ("daily", places(daily)),
      ("seldom", places(seldom)),
      ("warnings", "[" + warnings(wish: wish).map { "\"\($0)\"" }.joined(separator: ",") + "]"),
    ]
    return "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }
}

/// Numbers as text: our own, so that a table is the same on every machine.
public enum Figure {
  /// A number with so many decimals, halves away from zero; "-" for a value that is no number.
  public static func text(_ value: Double, _ decimals: Int = 0) -> String {
    guard value.isFinite, value.magnitude < 1e15 else { return "-" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let whole = Int64((value.magnitude * scale).rounded())
    let sign = value < 0 && whole != 0 ? "-" : ""
    guard decimals > 0 else { return sign + String(whole) }
    let fraction = String(whole % Int64(scale))
    let zeros = String(repeating: "0", count: decimals - fraction.count)
    return sign + String(whole / Int64(scale)) + "." + zeros + fraction
  }

  /// Two figures that matter: 128, 14, 1.3, 0.067, 0.0042.
  public static func short(_ value: Double) -> String {
    let size = value.magnitude
    if size == 0 { return "0" }
    return text(value, size >= 10 ? 0 : size >= 1 ? 1 : size >= 0.1 ? 2 : size >= 0.01 ? 3 : 4)
  }

  /// A table in Markdown; the first row is its head.
  public static func table(_ rows: [[String]]) -> String {
    guard let head = rows.first else { return "" }
    let widths = head.indices.map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    func line(_ row: [String]) -> String {
      let cells = head.indices.map { column in
        let cell = column < row.count ? row[column] : ""
        return cell + String(repeating: " ", count: widths[column] - cell.count)
      }
      return "| " + cells.joined(separator: " | ") + " |"
    }
    let rule =
      "|" + widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|") + "|"
    return ([line(head), rule] + rows.dropFirst().map(line)).joined(separator: "\n")
  }
}
