import HAL

/// The days that were recorded. Traces without a date are a day each.
struct TraceCalendar {
  private let read: [RecordedDay]
  private let clocks: [SunClock]
  /// Numbers of the days that count: a quarter as long as the longest, or longer.
  private(set) var days: Set<Int64> = []

  init(_ read: [RecordedDay]) {
    self.read = read
    clocks = read.map { SunClock($0.sightings[0].position) }
    var spans: [Int64: Int64] = [:]
    for (number, trace) in read.enumerated() {
      guard let first = trace.minutes.first, let last = trace.minutes.last else { continue }
      for (day, span) in self.spans(number, from: first.at, to: last.at + RecordedDay.minute) {
        spans[day, default: 0] += span
      }
    }
    let longest = spans.values.max() ?? 0
    days = Set(spans.filter { $0.value * 4 >= longest }.keys)
  }

  /// On how many of the days the wearer stayed there for five minutes or more.
  func visits(_ place: VisitedPlace) -> Int {
    var spans: [Int64: Int64] = [:]
    for stay in place.stays {
      for (day, span) in self.spans(stay.day, from: stay.from, to: stay.to) {
        spans[day, default: 0] += span
      }
    }
    return days.count { spans[$0, default: 0] >= Stay.shortest }
  }

  /// Milliseconds of night at a place.
  func night(_ place: VisitedPlace) -> Int64 {
    place.stays.reduce(0) { sum, stay in
      guard read[stay.day].knowsHours else { return sum }
      let minutes = stride(from: stay.from, to: stay.to, by: Int(RecordedDay.minute))
      return sum + Int64(minutes.count { clocks[stay.day].isNight($0) }) * RecordedDay.minute
    }
  }

  /// How much of a time belongs to which day.
  private func spans(_ number: Int, from: Int64, to: Int64) -> [Int64: Int64] {
    // Below every day of the calendar, one for each trace.
    guard read[number].isDated else { return [Int64.min + Int64(number): to - from] }
    var spans: [Int64: Int64] = [:]
    for at in stride(from: from, to: to, by: Int(RecordedDay.minute)) {
      spans[clocks[number].day(at), default: 0] += RecordedDay.minute
    }
    return spans
  }
}
