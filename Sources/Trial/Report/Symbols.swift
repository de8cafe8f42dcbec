import Words

/// The shapes of events. Each kind has its own, so that none depends on colour.
enum Symbols {
  /// Drawn once, and used by plan, chart, legend and table.
  static let svg = """
    <svg class="hidden" width="0" height="0" aria-hidden="true"><defs>\
    <path id="exit" d="M0-8 8 0 0 8-8 0z"/>\
    <path id="return" d="M-6-6h12v12h-12z"/>\
    <path id="suspect" d="M0-7 7 5.5h-14z"/>\
    <path id="cleared" d="\(small(.cleared))"/>\
    <path id="lost" d="\(small(.lost))"/>\
    <path id="regained" d="\(small(.regained))"/>\
    \(signs)\
    </defs></svg>
    """

  /// The signs around the middle, for tables and legends.
  private static let signs = LaneSign.allCases.map { sign in
    var path = PathData()
    add(sign, at: Point(x: 0, y: 0), to: &path)
    return "<g id=\"sign-\(sign)\">\(Symbols.path(sign, path))</g>"
  }.joined()

  static func key(_ sign: LaneSign) -> String {
    "<svg class=\"key\" aria-hidden=\"true\"><use href=\"#sign-\(sign)\" x=\"9\" y=\"9\"/></svg>"
  }

  /// One more sign of a lane, as part of a path.
  static func add(_ sign: LaneSign, at place: Point, to path: inout PathData) {
    let strokes: [[(Double, Double)]]
    switch sign {
    case .begins, .waits: return path.dot(at: place)
    case .answered: strokes = [[(-4.5, 0.5), (-1.2, 4), (5, -4.5)]]
    case .failed: strokes = [[(-4, -4), (4, 4)], [(4, -4), (-4, 4)]]
    }
    draw(strokes, at: place, to: &path)
  }

  private static func draw(
    _ strokes: [[(Double, Double)]], at place: Point, to path: inout PathData
  ) {
    for stroke in strokes {
      for (i, step) in stroke.enumerated() {
        let point = Point(x: place.x + step.0, y: place.y + step.1)
        if i == 0 { path.move(to: point) } else { path.line(to: point) }
      }
    }
  }

  /// All signs of a kind: an open one is a disc with a hole.
  static func path(_ sign: LaneSign, _ path: PathData) -> String {
    Drawing.path("sign \(sign)", path) + (sign == .waits ? Drawing.path("sign inner", path) : "")
  }

  /// The shape in its natural size, at the left of a line of text or in a legend.
  static func key(_ kind: MarkKind) -> String {
    "<svg class=\"key \(kind)\" aria-hidden=\"true\"><use href=\"#\(kind)\" x=\"9\" y=\"9\"/></svg>"
  }

  /// Strokes from the middle of a mark.
  private static func strokes(_ kind: MarkKind) -> [[(Double, Double)]] {
    switch kind {
    case .lost: [[(-3.5, -3.5), (3.5, 3.5)], [(3.5, -3.5), (-3.5, 3.5)]]
    case .regained: [[(0, -4.5), (0, 4.5)], [(-4.5, 0), (4.5, 0)]]
    case .cleared: [[(0, 5), (-5, -3.5), (5, -3.5), (0, 5)]]
    case .exit, .return, .suspect: []
    }
  }

  /// One more mark of a small kind, as part of a path.
  static func add(_ kind: MarkKind, at place: Point, to path: inout PathData) {
    draw(strokes(kind), at: place, to: &path)
  }

  private static func small(_ kind: MarkKind) -> String {
    var path = PathData()
    add(kind, at: Point(x: 0, y: 0), to: &path)
    return path.text
  }
}

/// One sign of the plan and what it means.
struct LegendEntry {
  /// SVG.
  var swatch: String
  var text: String

  /// Four dots, as on a track.
  private static let row = "m-6 3h.1m4-2h.1m4-2h.1m4-2h.1"

  /// The entries for signs that the plan shows.
  static func entries(_ data: ReportData, _ list: EventList) -> [LegendEntry] {
    let text = data.text
    func counted(_ key: ReportPhrase, _ words: String) -> String {
      text.words(.counted, (.text, text(key)), (.words, words))
    }
    let accuracies = AccuracyClass.allCases.compactMap { accuracy -> LegendEntry? in
      let count = data.samples.countByAccuracy[accuracy.rawValue]
      guard count > 0 else { return nil }
      return LegendEntry(
        swatch: key("<path class=\"dot \(accuracy.style)\" d=\"\(row)\"/>"),
        text: counted(accuracy.label, text.fixes(count)))
    }
    let refused = data.samples.refusedCount
    let refusals =
      refused == 0
      ? []
      : [
        LegendEntry(
          swatch: key(
            "<path class=\"refused\" d=\"M0 0h.1\"/><path class=\"refused hole\" d=\"M0 0h.1\"/>"),
          text: counted(.refused, text.fixes(refused)))
      ]
    let marks = MarkKind.allCases.compactMap { kind -> LegendEntry? in
      let count = list.marks.filter { $0.kind == kind }.count
      guard count > 0 else { return nil }
      return LegendEntry(
        swatch: Symbols.key(kind),
        text: count > 1 ? counted(kind.label, text.numbers.count(count)) : text(kind.label))
    }
    let crossed = data.timeline.contains { $0.crossing?.crossing != nil }
    let crossing =
      crossed
      ? [
        drawn("<circle class=\"crossmark\" r=\"4.5\"/>", CrossingWords(data.language).crossingMark)
      ]
      : []
    return accuracies + refusals + marks + crossing
  }

  /// The entries for a plan whose marks change: every kind, and no counts of them.
  static func movable(_ data: ReportData, _ list: EventList) -> [LegendEntry] {
    let dots = entries(data, list).filter {
      $0.swatch.contains("<path class=\"dot")
        || $0.swatch.contains("<path class=\"refused")
    }
    let marks = MarkKind.allCases.map {
      LegendEntry(swatch: Symbols.key($0), text: data.text($0.label))
    }
    let crossing = drawn(
      "<circle class=\"crossmark\" r=\"4.5\"/>", CrossingWords(data.language).crossingMark)
    return dots + marks + [crossing]
  }

  /// The signs that the lanes show.
  static func entries(_ lanes: Lanes, _ text: ReportText) -> [LegendEntry] {
    LaneSign.allCases.filter(lanes.signs.contains).map {
      LegendEntry(swatch: Symbols.key($0), text: text($0.label))
    }
  }

  /// A swatch of its own.
  static func drawn(_ content: String, _ text: String) -> LegendEntry {
    LegendEntry(swatch: key(content), text: text)
  }

  private static func key(_ content: String) -> String {
    "<svg class=\"key\" viewBox=\"-9 -9 18 18\" aria-hidden=\"true\">\(content)</svg>"
  }
}
