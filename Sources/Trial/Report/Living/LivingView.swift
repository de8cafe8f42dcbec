import Device
import HAL
import Words

/// The things that a page's tools need and no trace tells.
struct Living {
  var hasModule: Bool
  /// The command that replays the trace, up to its perimeter; nil where none would.
  var command: String?
}

/// The tools of one walk: plan, screen, perimeter and bar of the time, ready for their template.
struct LivingView {
  struct Choice {
    var value: String
    var name: String
    var isChosen: Bool
  }

  struct Row {
    var key: String
    var head: String
  }

  /// The tools themselves; nil where the page says why there are none.
  struct Tools {
    var id: String
    var radius: String
    var tempers: [Choice]
    var speeds: [Choice]
    var rows: [Row]
    var hasCommand: Bool
    var legend: [LegendEntry]
    var words: [String: String]
  }

  static let tempers: [PerimeterTemper] = [.calm, .normal, .quick]
  /// Seconds of the walk in a second.
  private static let speeds = [1, 10, 60, 120, 300, 600]
  private static let usualSpeed = 60

  var title: String
  /// The reason why there are no tools, while the script has not said otherwise.
  var state: String
  var tools: Tools?

  /// - Parameter id: of the trace on the page.
  init(_ data: ReportData, _ list: EventList, id: String, _ living: Living) {
    let words = LivingWords(data.language)
    title = words(.section)
    let canReplay = living.hasModule && data.packed != nil
    state = words(living.hasModule ? canReplay ? .needsScript : .unpacked : .needsModule)
    guard canReplay else { return }
    let sensitivity = SignOffWords(data.language)
    let sweep = ReportWords(data.language)
    tools = Tools(
      id: id, radius: Numbers(.english).trimmed(data.perimeter.radius.value, 2),
      tempers: LivingView.tempers.map {
        Choice(
          value: $0.spelling, name: sensitivity.text($0), isChosen: $0 == data.perimeter.temper)
      },
      speeds: LivingView.speeds.map {
        Choice(
          value: String($0),
          name: words.texts["times"]?.replacing("{number}", with: String($0)) ?? "",
          isChosen: $0 == LivingView.usualSpeed)
      },
      rows: [
        Row(key: "radius", head: words(.radius)),
        Row(key: "sensitivity", head: words(.sensitivity)),
        Row(key: "exits", head: sweep.sweep(.exits)),
        Row(key: "returns", head: sweep.sweep(.returns)),
        Row(key: "first", head: sweep.sweep(.firstExit)),
        Row(key: "late", head: sweep.sweep(.late)),
        Row(key: "outside", head: sweep.sweep(.outside)),
        Row(key: "digest", head: words(.digestNow)),
      ],
      hasCommand: living.command != nil, legend: LegendEntry.movable(data, list),
      words: words.texts)
  }
}
