import Device
import HAL
import Traces
import Words

/// The accuracy of a fix as the report colours it, from best to worst.
enum AccuracyClass: Int, CaseIterable {
  case within10, within20, within50, beyond50, unknown

  init(_ eph: Metres?) {
    guard let eph, eph.value.isFinite, eph.value > 0 else {
      self = .unknown
      return
    }
    self =
      eph.value <= 10
      ? .within10 : eph.value <= 20 ? .within20 : eph.value <= 50 ? .within50 : .beyond50
  }

  var label: ReportPhrase {
    switch self {
    case .within10: .accuracy10
    case .within20: .accuracy20
    case .within50: .accuracy50
    case .beyond50: .accuracyBeyond
    case .unknown: .accuracyUnknown
    }
  }

  /// Style class of its dots.
  var style: String { "a\(rawValue)" }
}

/// The table of what is known of the recording itself.
struct QualityView {
  struct Row {
    var term: String
    var value: String
    var note: String?
    var isCode = false
  }

  private let data: ReportData
  private let text: ReportText
  private var words: ReportWords { text.words }
  private var numbers: Numbers { text.numbers }

  static func rows(_ data: ReportData) -> [Row] {
    let view = QualityView(data: data, text: data.text)
    return view.recording + view.accuracy + view.passedOver
      + [
        Row(
          term: view.text(.digest), value: data.summary.digestText, note: view.text(.digestNote),
          isCode: true)
      ]
  }

  private var recording: [Row] {
    let quality = data.quality
    let without = quality.withoutPosition
    var rows = [
      Row(term: text(.format), value: data.format.rawValue),
      Row(
        term: text(.fixes), value: numbers.count(data.summary.fixes),
        note: without == 0 ? nil : text(without == 1 ? .noPositionOne : .noPositionMany, without)),
    ]
    let repeats = quality.atSameMoment
    if quality.epochs > 1 {
      rows.append(
        Row(
          term: text(.interval), value: quality.medianInterval.map(interval) ?? text(.intervalNone),
          note: repeats == 0 ? nil : words(.sameMoment, (.words, text.fixes(repeats)))))
    }
    rows.append(
      Row(
        term: words(.gaps, (.age, numbers.seconds(TraceQuality.gap))),
        value: numbers.count(quality.gaps), note: quality.gaps == 0 ? nil : longestGap))
    return rows
  }

  private func interval(_ interval: Milliseconds) -> String {
    if interval >= TraceQuality.longestInterval { return text(.intervalLong) }
    let seconds = numbers.trimmed(interval.seconds, 2) + "\u{A0}s"
    guard interval.count < 1000 else { return seconds }
    return words(
      .hertz, (.age, seconds), (.number, numbers.trimmed(1 / interval.seconds, 1)))
  }

  private var longestGap: String {
    let quality = data.quality
    let began = WallTime(milliseconds: data.start.milliseconds &+ quality.longestGapStart.count)
    return words(
      quality.gaps == 1 ? .gap : .longestGap, (.age, numbers.duration(quality.longestGap)),
      (.time, text.hour(data.clock.time(began))), (.text, numbers.seconds(quality.longestGapStart)))
  }

  private var accuracy: [Row] {
    let quality = data.quality
    var rows: [Row] = []
    let shares: [(Int, String)] = [
      (50, text(.half)), (90, text(.part, 90)), (95, text(.part, 95)), (100, text(.all)),
    ]
    let values = shares.compactMap { percent, share in
      quality.ephPercentile(percent).map { eph in
        let length = numbers.length(eph)
        let metres = eph.value >= 1100 ? words(.farAccuracy, (.distance, length)) : length
        return words(.upTo, (.part, share), (.distance, metres))
      }
    }
    let missing = words(.accuracyMissing, (.words, text.fixes(quality.withoutEph)))
    rows.append(
      Row(
        term: text(.accuracy),
        value: values.isEmpty ? text(.accuracyNone) : values.joined(separator: ", "),
        note: values.isEmpty || quality.withoutEph == 0 ? nil : missing))
    rows.append(
      Row(
        term: text(.satellites),
        value: quality.medianSatellites.map { text(.median, $0) } ?? text(.notGiven)))
    return rows
  }

  private var passedOver: [Row] {
    let summary = data.summary
    let skipped = SkipReason.allCases.filter { $0 != .otherKind && summary.skips[$0] > 0 }
      .map { counted(text($0.phrase), summary.skips[$0]) }
    let refused = Refusal.allCases.filter { summary.refusals[Int($0.rawValue)] > 0 }
      .map { counted(data.language.label($0), summary.refusals[Int($0.rawValue)]) }
    return [
      Row(
        term: text(summary.skipsPoints ? .pointsSkipped : .skipped),
        value: numbers.count(summary.skips.damaged),
        note: skipped.isEmpty ? nil : skipped.joined(separator: "; ")),
      Row(
        term: text(summary.skipsPoints ? .pointsUnneeded : .unneeded),
        value: numbers.count(summary.skips.unneeded),
        note: summary.skips.unneeded == 0 ? nil : text(.unneededNote)),
      Row(
        term: text(.epochsRefused), value: numbers.count(summary.refusals.reduce(0, +)),
        note: refused.isEmpty ? nil : refused.joined(separator: "; ")),
    ]
  }

  private func counted(_ what: String, _ count: Int) -> String {
    words(.counted, (.text, what), (.words, numbers.count(count)))
  }
}

extension SkipReason {
  fileprivate var phrase: ReportPhrase {
    switch self {
    case .otherKind: .otherKind
    case .malformed: .malformed
    case .badChecksum: .badChecksum
    case .noChecksum: .noChecksum
    case .outOfRange: .outOfRange
    case .tooLong: .tooLong
    case .noise: .noise
    }
  }
}
