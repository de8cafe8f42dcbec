import Foundation
import HAL

/// Home, perimeter, the ways of other days and the places of this case as SVG: needs no tile of anybody.
struct PlanDrawing {
  /// The two sizes of a drawing; the style sheet shows one, so that letters stay 18 px and more.
  enum Size: String, CaseIterable {
    case narrow
    case wide

    var width: Double { self == .narrow ? 244 : 560 }
    var height: Double { self == .narrow ? 290 : 400 }
  }

  private static let margin = 26.0
  private static let strip = 40.0
  /// Half the least ground shown, in metres.
  private static let least = 60.0
  /// The width of a letter of 18 px, about.
  private static let letter = 9.9
  private static let metresPerDegree = 111_320.0

  let ground: Ground
  let mark: PlanMark?
  let size: Size
  private let origin: Position
  private let east: Double
  private let centre: (x: Double, y: Double)
  private let scale: Double

  /// Nil where there is nothing to draw.
  init?(_ ground: Ground, mark: PlanMark?, size: Size) {
    let place = mark?.place
    guard let origin = ground.home ?? place?.position ?? ground.trail.last?.position else {
      return nil
    }
    self.ground = ground
    self.mark = mark
    self.size = size
    self.origin = origin
    east = cos(Double(origin.latitudeE7) / 1e7 * .pi / 180)
    var box = Extent()
    if ground.home != nil {
      let reach = max(ground.radius?.value ?? 0, PlanDrawing.least)
      box.add(x: -reach, y: -reach)
      box.add(x: reach, y: reach)
    }
    for spot in ground.trail.map(\.position) + [place?.position].compactMap({ $0 }) {
      let at = PlanDrawing.metres(spot, origin, east)
      box.add(x: at.x, y: at.y)
    }
    if let place {
      let at = PlanDrawing.metres(place.position, origin, east)
      let reach = max(min(place.accuracy?.value ?? 0, 2000), PlanDrawing.least / 2)
      box.add(x: at.x - reach, y: at.y - reach)
      box.add(x: at.x + reach, y: at.y + reach)
    }
    centre = box.centre
    let room = (
      x: size.width - 2 * PlanDrawing.margin,
      y: size.height - PlanDrawing.strip - 2 * PlanDrawing.margin
    )
    scale = min(room.x / max(box.width, 1), room.y / max(box.height, 1))
  }

  private struct Extent {
    var low = (x: Double.infinity, y: Double.infinity)
    var high = (x: -Double.infinity, y: -Double.infinity)
    mutating func add(x: Double, y: Double) {
      low = (min(low.x, x), min(low.y, y))
      high = (max(high.x, x), max(high.y, y))
    }
    var width: Double { high.x - low.x }
    var height: Double { high.y - low.y }
    var centre: (x: Double, y: Double) { ((low.x + high.x) / 2, (low.y + high.y) / 2) }
  }

  private static func metres(_ spot: Position, _ origin: Position, _ east: Double) -> (
    x: Double, y: Double
  ) {
    (
      Double(origin.degreesEast(to: spot)) / 1e7 * metresPerDegree * east,
      Double(Int64(spot.latitudeE7) - Int64(origin.latitudeE7)) / 1e7 * metresPerDegree
    )
  }

  private func point(_ spot: Position) -> (x: Double, y: Double) {
    let at = PlanDrawing.metres(spot, origin, east)
    return (
      size.width / 2 + (at.x - centre.x) * scale,
      (size.height - PlanDrawing.strip) / 2 - (at.y - centre.y) * scale
    )
  }

  /// The drawing. With a map projection in its data, by which the script moves the mark.
  func svg(_ speak: PageWording) -> Rich {
    let id = "plan-\(size.rawValue)"
    let title = speak.plain(mark == nil ? PlacePhrase.planOnly : .planTitle)
    let zero = point(origin)
    let degree = PlanDrawing.metresPerDegree * scale
    let projection = [
      Double(origin.latitudeE7) / 1e7, Double(origin.longitudeE7) / 1e7, zero.x, zero.y,
      degree * east, degree, scale,
    ].map { String($0) }.joined(separator: " ")
    let height = size.height - PlanDrawing.strip
    return Rich(
      html: """
        <svg class="plan \(size.rawValue)" viewBox="0 0 \(number(size.width)) \(number(size.height))" \
        role="img" aria-labelledby="\(id)" data-projection="\(projection)">\
        <title id="\(id)">\(Markup.escaped(title))</title>\
        <svg width="\(number(size.width))" height="\(number(height))">\
        <rect class="land" width="\(number(size.width))" height="\(number(height))"/>\
        \(perimeter)\(walks)\(trail)\(home(speak))\(marking)</svg>\(scaleBar(speak))</svg>
        """)
  }

  private var perimeter: String {
    guard let home = ground.home, let radius = ground.radius else { return "" }
    return circle("perimeter", point(home), radius.value * scale)
  }

  private var walks: String {
    let paths = ground.walks.map { line($0) }.joined()
    return paths.isEmpty ? "" : "<path class=\"walks\" d=\"\(paths)\"/>"
  }

  private var trail: String {
    guard ground.trail.count > 1 else { return "" }
    return "<path class=\"trail\" d=\"\(line(ground.trail.map(\.position)))\"/>"
  }

  private func line(_ spots: [Position]) -> String {
    spots.enumerated().map { index, spot in
      let at = point(spot)
      return "\(index == 0 ? "M" : "L")\(number(at.x)) \(number(at.y))"
    }.joined()
  }

  /// The place of the two lines of the mark: above it, or below where there is no room.
  private func label(_ at: (x: Double, y: Double), _ letters: Int) -> (x: Double, y: Double) {
    let half = min(Double(letters) * PlanDrawing.letter / 2, size.width / 2)
    return (
      min(max(at.x, half), size.width - half), at.y < 72 ? at.y + 36 : at.y - 38
    )
  }

  private func home(_ speak: PageWording) -> String {
    guard let home = ground.home else { return "" }
    let at = point(home)
    let spot = (x: at.x, y: at.y + 28)
    // The word gives way to the mark and its letters.
    let isCovered = mark.map { mark in
      let at = point(mark.place.position)
      let words = label(at, 20)
      return abs(at.x - spot.x) < 40 && abs(at.y - spot.y) < 26
        || abs(words.x - spot.x) < 120 && spot.y > words.y - 34 && spot.y < words.y + 42
    }
    return "<path class=\"house\" d=\"M\(number(at.x - 9)) \(number(at.y))l9-9 9 9v9h-18z\"/>"
      + (isCovered == true
        ? "" : text("label", speak.plain(PlacePhrase.home), spot.x, spot.y, anchor: "middle"))
  }

  /// The mark: its accuracy as a circle, its ± and age in letters beside it.
  private var marking: String {
    guard let mark else { return "" }
    let at = point(mark.place.position)
    let reach = circle("reach", at, max((mark.place.accuracy?.value ?? 0) * scale, 10))
    // An age grows by a letter or two while the page is open.
    let words = label(at, max(mark.accuracy.letters, mark.when.letters) + 2)
    let spot = "x=\"\(number(words.x))\" text-anchor=\"middle\""
    return """
      <g class="mark \(mark.fade)"\(mark.fadeAt.map { " data-fade=\"\($0)\"" } ?? "")\
      \(mark.isHidden ? " hidden" : "")>\(mark.place.accuracy == nil ? "" : reach)\
      <circle class="spot" cx="\(number(at.x))" cy="\(number(at.y))" r="9"/>\
      <text class="label strong" y="\(number(words.y))" \(spot)>\(mark.accuracy.html)</text>\
      <text class="label" y="\(number(words.y + 22))" \(spot)>\(mark.when.html.replacingSpans())</text></g>
      """
  }

  private func scaleBar(_ speak: PageWording) -> String {
    let most = size.width / 3 / scale
    var metres = 10.0
    for step in [20.0, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000]
    where step <= most {
      metres = step
    }
    let length = metres * scale
    let y = size.height - 14
    let right = size.width - 16
    return """
      <path class="bar" d="M2 \(number(y - 6))v6h\(number(length))v-6"/>\
      \(text("label", speak.language.text(Metres(metres)), length + 12, y + 2, anchor: "start"))\
      <path class="bar" d="M\(number(right)) \(number(y + 4))v-22m-6 8l6-8 6 8"/>\
      \(text("label", "N", right - 12, y + 2, anchor: "end"))
      """
  }

  private func circle(_ style: String, _ at: (x: Double, y: Double), _ radius: Double) -> String {
    "<circle class=\"\(style)\" cx=\"\(number(at.x))\" cy=\"\(number(at.y))\" r=\"\(number(radius))\"/>"
  }

  private func text(_ style: String, _ words: String, _ x: Double, _ y: Double, anchor: String)
    -> String
  {
    "<text class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\">"
      + Markup.escaped(words) + "</text>"
  }

  /// A tenth of a unit.
  private func number(_ value: Double) -> String {
    let tenths = Int((min(max(value, -1e6), 1e6) * 10).rounded())
    return tenths % 10 == 0 ? String(tenths / 10) : String(Double(tenths) / 10)
  }
}

/// The place on a drawing, with the two lines beside it.
struct PlanMark {
  var place: Place
  var accuracy: Rich
  /// Its age; in a day's story the time of the day.
  var when: Rich
  var fade: String
  /// Milliseconds, for the script to let it fade; nil where it does not.
  var fadeAt: String?
  var isHidden = false

  /// A place that is as old as it is now.
  init(_ place: Place, _ speak: PageWording) {
    self.place = place
    accuracy = PlacePart.accuracy(place, speak)
    when = place.at.map { speak.age($0) } ?? speak(PlacePhrase.ageUnknown)
    fade = PlacePart.fade(place, speak)
    fadeAt = place.at.map { String($0.milliseconds) }
  }

  /// A place of a day's story.
  init(story place: Place, isHidden: Bool, _ speak: PageWording) {
    self.place = place
    accuracy = PlacePart.accuracy(place, speak)
    when = Rich(place.at.map { speak.clock($0) } ?? "")
    fade = "fresh"
    self.isHidden = isHidden
  }
}

extension Rich {
  /// The text without its markup.
  fileprivate var letters: Int {
    html.reduce(into: (count: 0, isTag: false)) { state, letter in
      if letter == "<" { state.isTag = true }
      if !state.isTag { state.count += 1 }
      if letter == ">" { state.isTag = false }
    }.count
  }
}

extension String {
  /// SVG has no span; a `tspan` carries the age there.
  fileprivate func replacingSpans() -> String {
    replacingOccurrences(of: "<span", with: "<tspan")
      .replacingOccurrences(of: "</span>", with: "</tspan>")
  }
}

extension Position {
  /// Degrees to the east of this place, in 1e-7; negative to the west. The shorter way counts, also across the 180th
  /// meridian.
  public func degreesEast(to other: Position) -> Int64 {
    let whole: Int64 = 3_600_000_000
    let way = Int64(other.longitudeE7) - Int64(longitudeE7)
    return way > whole / 2 ? way - whole : way < -whole / 2 ? way + whole : way
  }
}
