import Device
import Findings
import Foundation
import HAL
import Names
import Testing
import Traces
import Trial

@testable import WhatIf

/// The page's own device is that of `vigia replay`. scripts/module_test.py says the same of the compiled module.
@Suite("A walk under another circle, as the page replays it (CARD-3)")
struct WhatIfTests {
  private struct Result: Decodable {
    var digest: String
    var actions: String
    var exits: Int
    var positions: Int
    var radiusM: Double
    var sensitivity: String
    var outsideS: Double
    var lateS: Double?
    var events: [Item]

    struct Item: Decodable {
      var t: Int64
      var time: Int64
      var event: String
      var page: String?
      var key: String?
      var lateS: Double?
      var whyS: [String: Int]?
    }
  }

  /// A walk in memory that stays where it is.
  private final class Walk {
    let bytes: UnsafeMutableRawBufferPointer
    let whatIf: WhatIf

    init(_ packed: [UInt8]) throws {
      bytes = .allocate(byteCount: packed.count, alignment: 8)
      bytes.copyBytes(from: packed)
      whatIf = try WhatIf(UnsafeRawBufferPointer(bytes))
    }

    deinit { bytes.deallocate() }

    func result() throws -> Result {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      return try decoder.decode(Result.self, from: Data(whatIf.result))
    }
  }

  private static let cuenca = "traces/cuenca-1-lanyard.jsonl"

  private func walk(_ trace: String = cuenca) throws -> (Walk, Replay.Outcome) {
    let outcome = try PackedWalks.replay(trace)
    return (try Walk(try #require(outcome.packed)), outcome)
  }

  private func compare(_ result: Result, _ outcome: Replay.Outcome) throws {
    #expect(result.digest == outcome.summary.digestText)
    #expect(result.actions == Summary.text(outcome.summary.actions.value))
    #expect(result.exits == outcome.summary.exits)
    let told = outcome.timeline.filter { $0.name != .mail }
    let own = result.events.filter { !["sound", "vibrate", "hush"].contains($0.event) }
    try #require(own.map(\.event) == told.map(\.name.rawValue))
    for (item, entry) in zip(own, told) {
      #expect(item.t == entry.sinceStart.count)
      #expect(item.time == entry.time.milliseconds)
      #expect(item.lateS == entry.crossing?.late?.seconds)
      let parts = entry.crossing?.parts.map { ($0.cause.rawValue, $0.seconds) }
      #expect(item.whyS == parts.map { Dictionary(uniqueKeysWithValues: $0) })
      guard case .show(let page) = entry.action else { continue }
      #expect(item.page == PageName(page).rawValue && item.key == PageKey(page).text)
    }
  }

  @Test(
    "Digests, events, moments, lateness and pages are those of the replay",
    arguments: PackedWalks.traces)
  func same(_ trace: String) throws {
    let outcome = try PackedWalks.replay(trace)
    guard outcome.perimeter != nil else { return }
    let walk = try Walk(try #require(outcome.packed))
    try compare(walk.result(), outcome)
  }

  @Test("Another radius, sensitivity and home do what `vigia replay` does with them")
  func changes() throws {
    let (walk, recorded) = try walk()
    let center = try #require(recorded.perimeter).center
    let moved = try #require(
      Position(
        latitudeE7: Int64(center.latitudeE7) + 9_000,
        longitudeE7: Int64(center.longitudeE7) - 4_000))
    let changes = [
      PerimeterChange(radius: Metres(250)), PerimeterChange(sensitivity: .quick),
      PerimeterChange(center: moved, radius: Metres(120), sensitivity: .calm), PerimeterChange(),
    ]
    for change in changes {
      walk.whatIf.change = change
      try walk.whatIf.replay()
      let result = try walk.result()
      let outcome = try PackedWalks.replay(Self.cuenca, change)
      try compare(result, outcome)
      #expect(result.radiusM == (change.radius ?? recorded.perimeter?.radius)?.value)
    }
    #expect(try walk.result().digest == recorded.summary.digestText)
  }

  @Test(
    "A home that is dragged lies where the hand let go, to 2 cm, and far from the Earth nowhere")
  func home() throws {
    let (walk, recorded) = try walk()
    let plan = Projection(try #require(recorded.perimeter))
    for place in [(0.5, -0.5), (120, 340.25), (-9_000, 4_000), (0, -60_000)] {
      let wanted = GroundPoint(east: place.0, north: place.1)
      #expect(walk.whatIf.move(to: wanted))
      let found = plan.point(try #require(walk.whatIf.change.center))
      #expect(abs(found.east - wanted.east) < 0.02 && abs(found.north - wanted.north) < 0.02)
    }
    #expect(!walk.whatIf.move(to: GroundPoint(east: 1e6, north: 0)))
    #expect(!walk.whatIf.move(to: GroundPoint(east: .nan, north: 0)))
    #expect(walk.whatIf.move(to: GroundPoint(east: 0, north: 0)))
    #expect(walk.whatIf.change.center == nil)
  }

  @Test("The columns have each position with its distance")
  func columns() throws {
    let (walk, recorded) = try walk()
    let count = walk.whatIf.count
    #expect(count == recorded.samples.count)
    let distances = walk.whatIf.column(.distance).assumingMemoryBound(to: Double.self)
    let refusals = walk.whatIf.column(.refusal).assumingMemoryBound(to: UInt8.self)
    #expect((0..<count).count { refusals[$0] != 255 } == recorded.samples.refusedCount)
    let nearest = (0..<count).map { distances[$0] }.min()
    #expect(nearest == recorded.nearest?.value)
    let moments = walk.whatIf.column(.moment).assumingMemoryBound(to: Double.self)
    #expect(moments[count - 1] == recorded.samples.last.map { Double($0.sinceStart.count) })
  }

  @Test("Names are spelled as in files")
  func names() {
    for (value, name) in AlarmKind.spellings { #expect(value.name == name) }
    for (value, name) in AlarmPriority.spellings { #expect(value.name == name) }
    for (value, name) in PerimeterTemper.spellings { #expect(value.name == name) }
  }

  @Test("A walk without a circle, and damaged bytes, are refused")
  func refused() throws {
    var bytes = try PackedWalks.pack([Event(at: .start, .fix(Fix(mode: .none)))])
    try bytes.withUnsafeBytes { bytes in
      #expect(throws: WhatIf.Failure.noPerimeter) { try WhatIf(bytes) }
    }
    bytes.append(0xff)
    try bytes.withUnsafeBytes { bytes in
      #expect(throws: WhatIf.Failure.packed(.torn)) { try WhatIf(bytes) }
    }
  }
}
