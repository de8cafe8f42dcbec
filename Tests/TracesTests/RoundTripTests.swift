import Device
import HAL
import TestSupport
import Testing
import Traces

/// The promise of `vigia convert`: a trace in our own format replays to the same decisions.
@Suite(.needsShared(Shared.realTraces))
struct RoundTripTests {
  private func rewritten(_ recording: Recording, perimeter: Perimeter? = nil) throws -> Recording {
    var text = ""
    let writer = try TraceWriter(perimeter: perimeter) { text += $0 }
    for item in recording.items {
      guard let record = item.record else { continue }
      try writer.add(record, at: item.event.at)
    }
    return try read(text)
  }

  /// A device that watches a circle of 100 m round the first fix, so that it has much to decide.
  private func digest(of events: [Event], home: Perimeter) -> (digest: Digest, actions: Int) {
    var device = Device()
    var digest = Digest()
    var actions = 0
    let configured = Event(at: .start, .setting(.perimeter(home)))
    for event in [configured] + events {
      device.handle(event) { action in
        action.fold(into: &digest)
        actions += 1
      }
      device.fold(into: &digest)
    }
    return (digest, actions)
  }

  @Test(
    "A trace that was rewritten in our format has the same fixes at the same instants",
    arguments: RealTraces.readable)
  func events(name: String) throws {
    let original = try Recording(path: Shared.realTrace(name))
    let copy = try rewritten(original)
    #expect(copy.format == .gpsdJSON)
    #expect(copy.skips.total == 0)
    try #require(copy.events.count == original.events.count)
    let differing = zip(copy.events, original.events).first { $0 != $1 }
    #expect(differing == nil)

    let center = try #require(original.positioned.first?.fix.position)
    let home = try Perimeter(center: center, radius: Metres(100))
    let before = digest(of: original.events, home: home)
    let after = digest(of: copy.events, home: home)
    #expect(before.digest == after.digest)
    #expect(before.actions == after.actions)
    #expect(before.actions > 0)
  }

  @Test("A trace that was rewritten with a perimeter brings it along")
  func perimeter() throws {
    let name = "walk_manhattanks_iphone_20240207.gpx"
    let original = try Recording(path: Shared.realTrace(name))
    let center = try #require(original.positioned.first?.fix.position)
    let home = try Perimeter(center: center, radius: Metres(123.5))
    let copy = try rewritten(original, perimeter: home)
    #expect(
      copy.events.first == Event(at: .start, .setting(.perimeter(home))))
    #expect(copy.events.dropFirst().elementsEqual(original.events))
  }
}
