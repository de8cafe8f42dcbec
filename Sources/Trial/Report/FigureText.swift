import Findings
import HAL
import Words

/// The drawings in words. Readers who see them learn the meaning of the signs; others learn what there is to see.
struct FigureText {
  let data: ReportData
  private let text: ReportText
  private var words: ReportWords { text.words }
  private var numbers: Numbers { text.numbers }

  init(_ data: ReportData) {
    self.data = data
    text = data.text
  }

  private var radius: String { numbers.roundLength(data.perimeter.radius.value) }

  func planCaption(_ plan: Plan) -> String {
    var sentences = [
      words(.planCaption, (.age, numbers.seconds(TrackSample.gap))), drawn,
    ]
    if let farthest = plan.farthestRefusedOutside {
      sentences.append(words(.planRefused, (.distance, numbers.length(Metres(farthest)))))
    }
    return sentences.joined(separator: " ")
  }

  func closeUpCaption(_ plan: Plan) -> String {
    text(.closeUp) + " " + text(.drawnNear, plan.fixes.count { plan.closeUp.contains($0.at) })
  }

  /// The share of the positions that is drawn, and the deviation of the others.
  private var drawn: String {
    let total = data.samples.count - data.samples.refusedCount
    let kept = data.samples.accepted.count
    guard kept < total else { return words(.drawnAll, (.total, numbers.count(total))) }
    let metres = (data.samples.deviation.value * 10).rounded(.up) / 10
    return words(
      .drawnSome, (.number, numbers.count(kept)), (.total, numbers.count(total)),
      (.distance, numbers.length(Metres(metres))))
  }

  func chartCaption(_ chart: DistanceChart) -> String {
    var keys: [ReportPhrase] = [.chartCaption]
    if chart.fixes.contains(where: { $0.meaningfulEph != nil }) { keys.append(.chartBand) }
    if !chart.excursions.isEmpty { keys.append(.chartOutside) }
    if !chart.lanes.isEmpty { keys.append(.chartLanes) }
    if chart.radiusIsLow { keys.append(.chartLow) }
    return keys.map { text($0) }.joined(separator: " ")
  }

  var planDescription: String {
    let refused = data.samples.refusedCount
    return words(
      refused > 0 ? .planWordsRefused : .planWords, (.radius, radius),
      (.words, text.fixes(data.samples.count - refused)), (.number, numbers.count(refused)),
      (.text, farthest + events))
  }

  var closeUpDescription: String { words(.closeUpWords, (.radius, radius)) }

  var chartDescription: String {
    words(.chartWords, (.age, numbers.duration(data.end)), (.text, farthest + events))
  }

  private var farthest: String {
    guard let sample = data.samples.accepted.max(by: { $0.distance < $1.distance }) else {
      return ""
    }
    return words(
      .farthest, (.distance, numbers.length(sample.distance)),
      (.age, numbers.seconds(sample.sinceStart))) + " "
  }

  private var events: String {
    let names: [(EventName, ReportPhrase, ReportPhrase?)] = [
      (.perimeterExit, .exitsAfter, .noExitSeen), (.perimeterReturn, .returnsAfter, .noReturnSeen),
      (.helpRequested, .helpAfter, nil), (.reminderDue, .remindersAfter, nil),
    ]
    return names.compactMap { name, some, none in
      let times = data.timeline.filter { $0.name == name }.map { numbers.seconds($0.sinceStart) }
      guard !times.isEmpty else { return none.map { text($0) } }
      let shown = times.prefix(10).joined(separator: ", ")
      let all =
        times.count > 10
        ? words(.andMore, (.text, shown), (.number, numbers.count(times.count - 10))) : shown
      return words(some, (.text, all))
    }.joined(separator: " ")
  }
}
