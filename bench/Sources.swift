import Device
import HAL
import Simulated
import Traces

/// A trace file.
struct FileSource: EventSource {
  let reader: TraceReader
  private(set) var failure: TraceError?

  init(path: String) throws { reader = try TraceReader(path: path) }

  mutating func next() -> Event? {
    do {
      return try reader.nextEvent()
    } catch {
      failure = error
      return nil
    }
  }
}

/// The walk as events made of a few thousand fixes in memory, again and again at later times.
struct WalkSource: EventSource {
  private let lap: [Fix]
  private let count: Int
  private var at = 0
  private var index = 0
  private var shift: Int64 = 0

  init(excursions: Int) {
    var walk = Walk()
    lap = (0..<Walk.lapSeconds).map { _ in Fix(walk.next()) }
    count = excursions * Walk.excursionSeconds
  }

  mutating func next() -> Event? {
    guard at < count else { return nil }
    if index == lap.count {
      index = 0
      shift += Int64(lap.count) * 1000
    }
    var fix = lap[index]
    fix.time?.wall.milliseconds += shift
    defer {
      at += 1
      index += 1
    }
    return Event(at: Instant(milliseconds: Int64(at) * 1000), .fix(fix))
  }
}

extension Walk {
  /// The perimeter that all passes begin with.
  static func configured() throws -> Event {
    let center = Position(
      latitudeE7: Int64(centerLatitudeE7), longitudeE7: Int64(centerLongitudeE7))!
    let perimeter = try Perimeter(center: center, radius: Metres(Double(radiusMetres)))
    return Event(at: .start, .setting(.perimeter(perimeter)))
  }
}

extension Fix {
  /// The fix as the gpsd log of the walk states it.
  init(_ sight: Walk.Sight) {
    self.init(
      mode: .threeD,
      position: Position(
        latitudeE7: Int64(sight.latitudeE7), longitudeE7: Int64(sight.longitudeE7)),
      time: FixTime(WallTime(milliseconds: Int64(sight.second) * 1000), isDated: true),
      eph: Metres(Double(sight.hdop) * 0.19),
      speed: MetresPerSecond(Double(sight.speed) / 1000),
      course: Degrees(Double(sight.course) / 10))
  }
}
