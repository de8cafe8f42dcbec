/// The events of a drawing as numbered shapes, the same in plan and chart.
///
/// Marks of one kind that would lie on each other become one with several numbers. Marks are always
/// drawn; a number that finds no room is left to the table and, for exits, returns and suspects, to
/// the mark's tooltip. The other kinds share one path each: there may be thousands.
struct MarkLayer {
  private static let symbolSize = 15.0
  private static let smallSize = 9.0
  private static let textHeight = 14.0
  /// Marks of one kind closer than this are one.
  private static let together = 8.0
  private static let mostNumbersShown = 3
  /// With more of a kind than this, they are drawn more quietly.
  private static let many = 60

  private struct Group {
    var kind: MarkKind
    var at: Point
    var marks: [EventMark]
  }

  private var groups: [Group] = []
  private let clock: Clock24

  /// - Parameter places: where in the drawing each mark is; nil for outside of it.
  init(_ marks: [EventMark], at places: [Point?], _ clock: Clock24) {
    self.clock = clock
    var groupsOfKind: [MarkKind: [Int]] = [:]
    for (mark, place) in zip(marks, places) {
      guard let point = place else { continue }
      let near = groupsOfKind[mark.kind, default: []].first { index in
        let other = groups[index].at
        return (other.x - point.x).magnitude < MarkLayer.together
          && (other.y - point.y).magnitude < MarkLayer.together
      }
      if let near {
        groups[near].marks.append(mark)
      } else {
        groupsOfKind[mark.kind, default: []].append(groups.count)
        groups.append(Group(kind: mark.kind, at: point, marks: [mark]))
      }
    }
    // Drawn later is on top: small marks below, exits above all.
    let order: [MarkKind] = [.regained, .lost, .cleared, .suspect, .return, .exit]
    groups = order.flatMap { kind in groups.filter { $0.kind == kind } }
  }

  /// The marks' places, for the placer to keep free.
  func occupy(_ placer: inout LabelPlacer) {
    for group in groups {
      let size = group.kind.isMajor ? MarkLayer.symbolSize : MarkLayer.smallSize
      placer.occupy(Box(center: group.at, width: size, height: size))
    }
  }

  func svg(_ placer: inout LabelPlacer) -> String {
    var shapes: [String] = []
    var small: [MarkKind: PathData] = [:]
    var leaders = PathData()
    var texts: [String] = []
    let reach = groups.count > MarkLayer.many ? [0.0] : [0, 12, 24, 40, 60]
    // The most important find room first.
    for group in groups.reversed() {
      if group.kind.isMajor {
        shapes.append(shape(group))
      } else {
        Symbols.add(group.kind, at: group.at, to: &small[group.kind, default: PathData()])
      }
      guard let text = MarkLayer.numbers(group.marks) else { continue }
      let isMajor = group.kind.isMajor
      guard
        let placement = placer.place(
          width: Double(text.count) * 7.6 + 3, height: MarkLayer.textHeight,
          spots: [.init(at: group.at)], clearance: isMajor ? 8 : 4.5,
          reach: isMajor ? reach : Array(reach.prefix(3)), mayCross: isMajor)
      else { continue }
      if placement.isFar {
        leaders.move(to: group.at)
        leaders.line(to: placement.edge)
      }
      let style = isMajor ? "n" : "n small"
      texts.append(
        "<text class=\"\(style)\" x=\"\(PathData.number(placement.center.x))\""
          + " y=\"\(PathData.number(placement.center.y + 4.5))\">\(text)</text>")
    }
    let smallShapes = MarkKind.allCases.map { kind in
      let isMany = groups.filter { $0.kind == kind }.count > MarkLayer.many
      return small[kind].map { Drawing.path(kind.rawValue + (isMany ? " many" : ""), $0) } ?? ""
    }
    return smallShapes.joined() + Drawing.path("leader", leaders) + shapes.reversed().joined()
      + texts.joined()
  }

  private func shape(_ group: Group) -> String {
    "<use href=\"#\(group.kind)\" class=\"\(group.kind)\" x=\"\(PathData.number(group.at.x))\""
      + " y=\"\(PathData.number(group.at.y))\"><title>"
      + Markup.escaped(tip(group.kind, group.marks)) + "</title></use>"
  }

  /// "3", "3, 7", "3, 7 … 41"; nil when the table lists none of them.
  private static func numbers(_ marks: [EventMark]) -> String? {
    let numbers = marks.compactMap(\.number).map(String.init)
    guard let last = numbers.last else { return nil }
    if numbers.count <= mostNumbersShown { return numbers.joined(separator: ", ") }
    return numbers.prefix(mostNumbersShown - 1).joined(separator: ", ") + " … " + last
  }

  private func tip(_ kind: MarkKind, _ marks: [EventMark]) -> String {
    if marks.count == 1, let mark = marks.first {
      let number = mark.number.map { "\($0): " } ?? ""
      return number + kind.label + ", " + clock.time(mark.entry.time) + ", "
        + Numbers.length(mark.distance)
    }
    let numbers = marks.compactMap(\.number).map(String.init).joined(separator: ", ")
    return Numbers.count(marks.count, kind.label, "× " + kind.label)
      + (numbers.isEmpty ? "" : ": " + numbers)
  }
}
