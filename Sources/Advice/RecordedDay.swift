import Device
import HAL
import Simulator
import Traces

/// Where a receiver was, minute by minute, in one recorded trace.
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
      throw TraceError(file: reader.name, "holds no position; expected a recorded day")
    }
    guard read.count == 1 || reader.knowsWallTime || read[0].at < read[read.count - 1].at else {
      throw TraceError(file: reader.name, "holds no times; expected a recorded day with times")
    }
    plane = LocalPlane(first)
    knowsHours = reader.knowsWallTime
    isDated = reader.knowsWallTime && reader.isDated
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

  /// How long it was recorded, holes included.
  var span: Int64 {
    minutes.isEmpty ? 0 : minutes[minutes.count - 1].at - minutes[0].at + RecordedDay.minute
  }

  static func floor(_ value: Int64, _ step: Int64) -> Int64 {
    let rest = value % step
    return value - (rest < 0 ? rest + step : rest)
  }
}

extension Point {
  /// The median on each axis.
  init(medianOf places: [Point]) {
    self.init(
      north: Quantiles(places.map(\.north)).median, east: Quantiles(places.map(\.east)).median)
  }
}
