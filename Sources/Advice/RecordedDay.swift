import HAL
import Simulator
import Traces

/// The receiver's places, minute by minute, in one recorded trace.
package struct RecordedDay {
  struct Sighting {
    /// Milliseconds of wall time where the trace knows it, else of device time.
    var at: Int64
    var position: Position
  }

  /// The median of one minute, so that a spike is nobody's place.
  struct Minute {
    /// Its beginning, in milliseconds.
    var at: Int64
    var place: Point
  }

  /// A fix that claims a larger error than this, in metres, says nothing about where somebody was.
  package static let coarsest = 200.0

  static let minute: Int64 = 60_000

  private(set) var sightings: [Sighting] = []
  private(set) var minutes: [Minute] = []
  let plane: LocalPlane
  /// The time of day is known, so night is.
  let knowsHours: Bool
  /// The day is known, so two traces can be of one day.
  let isDated: Bool
  /// Clauses for people about the recording as a whole, with its name.
  let doubts: [String]

  init(path: String, _ options: TraceReader.Options) throws(TraceError) {
    let reader = try TraceReader(path: path, options: options)
    var read: [(at: Instant, position: Position)] = []
    while let event = try reader.nextEvent() {
      guard case .fix(let fix) = event.kind, fix.mode != .none, let position = fix.position,
        (fix.eph?.value ?? 0) <= RecordedDay.coarsest
      else { continue }
      if let last = read.last, event.at <= last.at { continue }
      read.append((event.at, position))
    }
    guard let first = read.first?.position else {
      throw reader.ruin
        ?? TraceError(file: reader.name, reader.lack(expected: "a recorded day"))
    }
    guard read.count == 1 || reader.knowsWallTime || read[0].at < read[read.count - 1].at else {
      throw TraceError(file: reader.name, "holds no times; expected a recorded day with times")
    }
    plane = LocalPlane(first)
    knowsHours = reader.knowsWallTime
    isDated = reader.knowsWallTime && reader.isDated
    doubts = reader.doubts.map { "\(reader.name): \($0)" }
    // One offset for all: the newest the trace knows, by which a replay tells its time, too.
    let offset =
      reader.knowsWallTime
      ? reader.wallTime(at: read[read.count - 1].at).milliseconds
        &- read[read.count - 1].at.milliseconds : 0
    for (at, position) in read {
      sightings.append(Sighting(at: at.milliseconds &+ offset, position: position))
    }
    gather()
  }

  private mutating func gather() {
    var from = 0
    while from < sightings.count {
      let begin = RecordedDay.floor(sightings[from].at, RecordedDay.minute)
      var to = from
      while to < sightings.count, sightings[to].at < begin + RecordedDay.minute { to += 1 }
      let places = sightings[from..<to].map { plane.point(of: $0.position) }
      minutes.append(Minute(at: begin, place: Point(medianOf: places)))
      from = to
    }
  }

  /// Whether others hold all minutes of this trace, which would count twice. A day without a date may be
  /// another one.
  ///
  /// A fix on the edge of a minute may lie beyond it in another format, so that one minute may differ.
  func isCopy(of others: Set<Int64>) -> Bool {
    guard isDated else { return false }
    let new = minutes.count { !others.contains($0.at) }
    return new == 0 || new == 1 && minutes.count > 2
  }

  /// The recording in parts: a hole that ends every stay is no recorded time, shorter holes are.
  var stretches: [(from: Int64, to: Int64)] {
    guard let first = minutes.first else { return [] }
    var stretches = [(from: first.at, to: first.at + RecordedDay.minute)]
    for (earlier, minute) in zip(minutes, minutes.dropFirst()) {
      let to = minute.at + RecordedDay.minute
      if minute.at - earlier.at > Stay.longestHole {
        stretches.append((from: minute.at, to: to))
      } else {
        stretches[stretches.count - 1].to = to
      }
    }
    return stretches
  }

  /// Length of the recording.
  var span: Int64 { stretches.reduce(0) { $0 + $1.to - $1.from } }

  static func floor(_ value: Int64, _ step: Int64) -> Int64 {
    let rest = value % step
    return value - (rest < 0 ? rest + step : rest)
  }
}

extension Point {
  /// The median on each axis.
  package init(medianOf places: [Point]) {
    self.init(
      north: Quantiles(places.map(\.north)).median, east: Quantiles(places.map(\.east)).median)
  }
}

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
      for stretch in trace.stretches {
        for (day, span) in self.spans(number, from: stretch.from, to: stretch.to) {
          spans[day, default: 0] += span
        }
      }
    }
    let longest = spans.values.max() ?? 0
    days = Set(spans.filter { $0.value * 4 >= longest }.keys)
  }

  /// The number of days on which the wearer stayed there for five minutes or more.
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

  /// The parts of a span by day.
  private func spans(_ number: Int, from: Int64, to: Int64) -> [Int64: Int64] {
    // The number is below every day of the calendar, one for each trace.
    guard read[number].isDated else { return [Int64.min + Int64(number): to - from] }
    var spans: [Int64: Int64] = [:]
    for at in stride(from: from, to: to, by: Int(RecordedDay.minute)) {
      spans[clocks[number].day(at), default: 0] += RecordedDay.minute
    }
    return spans
  }
}
