import HAL

/// Plan and map, for the template "ground".
struct GroundPart {
  struct Tiles {
    var template: String
    var attribution: String
    var deepest: String
  }

  var wide: Rich
  var narrow: Rich
  var tiles: Tiles?
  var hasCircle: Bool
  var hasDots: Bool
  var hasWalks: Bool
  var groundHome: String?
  var groundRadius: String?
  var groundPlace: String?
  var groundAt: String?
  var groundAccuracy: String?
  var groundTrail: String?

  init?(_ ground: Ground, place: Place?, _ speak: PageWording) {
    self.init(ground, mark: place.map { PlanMark($0, speak) }, speak)
  }

  /// Nil where there is nothing to draw.
  init?(_ ground: Ground, mark: PlanMark?, _ speak: PageWording) {
    guard let wide = PlanDrawing(ground, mark: mark, size: .wide),
      let narrow = PlanDrawing(ground, mark: mark, size: .narrow)
    else { return nil }
    self.wide = wide.svg(speak)
    self.narrow = narrow.svg(speak)
    hasCircle = ground.home != nil && ground.radius != nil
    hasDots = ground.trail.count > 1
    hasWalks = !ground.walks.isEmpty
    tiles = ground.map.map {
      Tiles(template: $0.template, attribution: $0.attribution, deepest: String($0.deepestZoom))
    }
    groundHome = ground.home.map { GroundPart.text($0) }
    groundRadius = ground.radius.map { String($0.value) }
    if let mark, !mark.isHidden {
      groundPlace =
        "\(GroundPart.text(mark.place.position)) \(mark.place.accuracy.map { String($0.value) } ?? "")"
      groundAt = mark.fadeAt
      groundAccuracy =
        mark.fadeAt == nil ? "\(mark.accuracy.html), \(mark.when.html)" : mark.accuracy.html
    }
    groundTrail =
      ground.trail.isEmpty
      ? nil : ground.trail.map { GroundPart.text($0.position) }.joined(separator: ";")
  }

  static func text(_ position: Position) -> String {
    "\(Double(position.latitudeE7) / 1e7) \(Double(position.longitudeE7) / 1e7)"
  }
}
