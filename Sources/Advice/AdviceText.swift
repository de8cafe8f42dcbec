import Device
import HAL

extension PerimeterAdvice {
  /// What the family should know before they believe it; a line each.
  /// - Parameter wish: a radius of their own, 100 to 1000 m.
  public func warnings(wish: Metres? = nil) -> [String] {
    guard let home, let needed, let radius else {
      return ["no stay of 5 minutes or more was recorded: nobody can tell from this where home is"]
    }
    var lines: [String] = []
    if home.lasted < PerimeterAdvice.shortest || home.fixes < PerimeterAdvice.fewest {
      lines.append(
        "too little was recorded at home (\(AdviceWords.span(home.lasted)), \(home.fixes) fixes); "
          + "expected an hour and \(PerimeterAdvice.fewest) fixes or more")
    }
    if days < 3 {
      lines.append(
        "\(AdviceWords.days(days)) recorded: what the wearer does daily takes three or more to tell"
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
        "on most days the wearer also stays at \(places), which no circle can hold: who goes there is "
          + "accompanied, or hours are set")
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
}

extension PerimeterAdvice {
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
enum AdviceWords {
  static func metres(_ length: Metres) -> String { "\(Figure.text(length.value)) m" }

  static func days(_ count: Int) -> String { count == 1 ? "1 day" : "\(count) days" }

  /// "14 h 20 min", "50 min"
  static func span(_ span: Milliseconds) -> String {
    let minutes = span.count / 60_000
    return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }

  static func place(_ position: Position) -> String {
    "\(degrees(position.latitudeE7)),\(degrees(position.longitudeE7))"
  }

  /// Six decimals, a tenth of a metre.
  static func degrees(_ degreesE7: Int32) -> String { Figure.text(Double(degreesE7) / 1e7, 6) }
}
