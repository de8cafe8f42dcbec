import Device
import Findings
import Foundation
import HAL
import Traces

@testable import Trial

/// Made-up recordings for the tests of the report.
struct ReportFixture {
  /// Cuenca.
  static let home = Position(latitudeE7: -29_005_500, longitudeE7: -790_045_300)!
  /// 2026-03-21T08:00:00Z
  static let start = WallTime(milliseconds: 1_774_080_000_000)

  var data: ReportData
  private let projectionScale: (east: Double, north: Double)

  init(name: String = "walk.jsonl", center: Position = home, radius: Double = 100) throws {
    let perimeter = try Perimeter(center: center, radius: Metres(radius))
    data = ReportData(
      traceName: name, format: .gpsdJSON, perimeter: perimeter, start: ReportFixture.start,
      samples: SampleThinner(), quality: TraceQuality(), timeline: [], verdicts: [],
      summary: Summary())
    let latitude = Double(center.latitudeE7) * 1e-7 * .pi / 180
    projectionScale = (111_320 * cos(latitude), 110_574)
  }

  /// The position that many metres east and north of the centre; across the 180th meridian where need be.
  func position(east: Double, north: Double) -> Position {
    let center = data.perimeter.center
    var longitude =
      Int64(center.longitudeE7) + Int64((east / projectionScale.east * 1e7).rounded())
    if longitude > 1_800_000_000 { longitude -= 3_600_000_000 }
    if longitude < -1_800_000_000 { longitude += 3_600_000_000 }
    return Position(
      latitudeE7: Int64(center.latitudeE7) + Int64((north / projectionScale.north * 1e7).rounded()),
      longitudeE7: longitude)!
  }

  mutating func fix(
    at second: Int, east: Double, north: Double, eph: Double? = 8, refusal: Refusal? = nil
  ) {
    let position = position(east: east, north: north)
    let since = Milliseconds.seconds(Int64(second))
    var record = TraceRecord(
      fix: Fix(mode: .threeD, position: position, eph: eph.map { Metres($0) }), line: second + 1)
    record.satellitesUsed = 9
    data.quality.add(record, sinceStart: since)
    data.samples.add(
      TrackSample(
        sinceStart: since, position: position, distance: data.perimeter.distance(of: position),
        eph: eph.map { Metres($0) }, refusal: refusal))
    data.summary.fixes += 1
    if let refusal { data.summary.refusals[Int(refusal.rawValue)] += 1 }
  }

  mutating func event(
    _ name: EventName, at second: Int, east: Double = 0, north: Double = 0
  ) {
    let position = position(east: east, north: north)
    let place = Whereabouts(
      position: position, distance: data.perimeter.distance(of: position),
      radius: data.perimeter.radius, eph: Metres(8))
    let action: Action
    switch name {
    case .perimeterSuspect: action = .perimeter(.suspected(place))
    case .perimeterCleared: action = .perimeter(.cleared(place))
    case .perimeterExit: action = .perimeter(.left(place, initial: false))
    case .perimeterReturn: action = .perimeter(.returned(place))
    case .positionLost: action = .position(.lost(place, age: Device.lostAfter))
    case .positionRegained: action = .position(.regained(place))
    case .noticeQueued:
      action = .outbox(
        .queued(Notice(id: NoticeID(1), matter: .perimeter(.left), whereabouts: place)))
    default: action = .started
    }
    if name == .perimeterExit { data.summary.tally.exits += 1 }
    if name == .perimeterReturn { data.summary.tally.returns += 1 }
    self.action(name, action, at: second)
  }

  mutating func action(_ name: EventName, _ action: Action, at second: Int) {
    data.outside.add(action, at: .seconds(Int64(second)))
    data.timeline.append(
      TimelineEntry(
        name: name,
        time: WallTime(milliseconds: ReportFixture.start.milliseconds + Int64(second) * 1000),
        sinceStart: .seconds(Int64(second)), action: action))
  }

  /// A day at 1 Hz: every half hour a walk of twenty minutes, each in another direction.
  static func day() throws -> ReportFixture {
    var fixture = try ReportFixture(name: "day.jsonl")
    fixture.event(.deviceStarted, at: 0)
    for second in 0..<86_400 {
      let (walk, phase) = second.quotientAndRemainder(dividingBy: 1800)
      let out = phase < 600 ? 0 : Double(min(phase - 600, 1800 - phase)) * 1.4
      let angle = Double(walk) * 0.9
      // Receivers wander; no chance needed for that.
      let wander = Double((second * 7919) % 400) / 100
      let east = out * sin(angle) + wander
      let north = out * cos(angle) - wander
      fixture.fix(
        at: second, east: east, north: north, eph: 4 + Double((second * 104_729) % 560) / 10)
      switch phase {
      case 690: fixture.event(.perimeterSuspect, at: second, east: east, north: north)
      case 710:
        fixture.event(.perimeterExit, at: second, east: east, north: north)
        fixture.event(.noticeQueued, at: second, east: east, north: north)
      case 1770:
        fixture.event(.perimeterReturn, at: second, east: east, north: north)
        fixture.event(.noticeQueued, at: second, east: east, north: north)
      default: break
      }
    }
    return fixture
  }
}
