import HAL

/// The distance from the centre over time, before anyone says how large to draw it.
struct DistanceChart {
  let clock: Clock24
  let start: WallTime
  /// Never zero, so that a single fix has an axis too.
  let span: Milliseconds
  let radius: Double
  /// Metres at the top of the chart: a round step above the farthest fix, event and radius.
  let top: Double
  let step: Double
  let fixes: [TrackSample]
  let refused: [TrackSample]
  let marks: [EventMark]
  let excursions: [(from: Milliseconds, to: Milliseconds?)]
  let lanes: Lanes

  init(_ data: ReportData, _ events: EventList) {
    clock = data.clock
    start = data.start
    fixes = data.samples.accepted
    refused = data.samples.refused
    marks = events.marks
    excursions = events.excursions
    lanes = Lanes(data.timeline, data.marks)
    radius = data.perimeter.radius.value
    let moments =
      (fixes + refused).map(\.sinceStart.count) + marks.map(\.entry.sinceStart.count)
      + [lanes.last.count]
    span = Milliseconds(max(moments.max() ?? 0, 10_000))
    let farthest = (fixes.map(\.distance.value) + marks.map(\.distance.value)).max() ?? 0
    let most = max(farthest, radius * 1.2)
    step = Ticks.roundStep(atLeast: most / 5)
    top = step * (most * 1.02 / step).rounded(.up)
  }

  var isEmpty: Bool { fixes.isEmpty && marks.isEmpty }

  /// The radius line lies so close to the axis that the chart cannot show what happens near it.
  var radiusIsLow: Bool { radius / top < 0.05 }

  /// From the first event on, a second axis; expectations count in seconds.
  var elapsedTicks: [(sinceStart: Int64, label: String)] {
    let seconds = span.seconds
    if seconds <= 7200 {
      let step = Int64(Ticks.roundStep(atLeast: max(1, seconds / 6)))
      return stride(from: 0, through: span.count, by: Int(step * 1000)).map {
        (Int64($0), Numbers.count(Int($0) / 1000) + " s")
      }
    }
    let step = max(Ticks.clockStep(atLeast: Double(span.count) / 7), 1_800_000)
    return stride(from: 0, through: span.count, by: Int(step)).map {
      (Int64($0), Numbers.trimmed(Double($0) / 3_600_000, 1) + " h")
    }
  }
}
