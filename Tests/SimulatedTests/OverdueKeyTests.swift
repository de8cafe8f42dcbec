import Device
import HAL
import Simulated
import Testing

private struct Row: EventSource {
  var events: [Event]
  mutating func next() -> Event? { events.isEmpty ? nil : events.removeFirst() }
}

/// The conformance of the simulated board; `LinuxTests/OverdueKeyTests` says the same of the other.
@Suite("A key that is read while a deadline is overdue, on the simulated board (SAFE-3)")
struct OverdueKeyTests {
  private func event(_ kind: Event.Kind, at ms: Int64) -> Event {
    Event(at: Instant(milliseconds: ms), kind)
  }

  @Test("The key comes before that deadline, and never before earlier events")
  func overdue() {
    let press = Event.Kind.key(KeyPress(.ok))
    let due = Instant(milliseconds: 40)
    var board = SimulatedBoard(
      Row(events: [
        event(.shuttingDown, at: 50), event(press, at: 50), event(.shuttingDown, at: 90),
      ]))
    #expect(board.nextEvent(before: nil) == event(.shuttingDown, at: 50))
    #expect(board.nextEvent(before: due) == event(press, at: 50))
    #expect(board.nextEvent(before: due)?.kind == .deadline)
  }

  @Test("A black box in which it has the deadline's moment replays in that order")
  func replayed() {
    let press = Event.Kind.key(KeyPress(.help))
    let due = Instant(milliseconds: 40)
    var board = SimulatedBoard(Row(events: [event(press, at: 40), event(.shuttingDown, at: 90)]))
    #expect(board.nextEvent(before: due) == event(press, at: 40))
    #expect(board.nextEvent(before: due) == event(.deadline, at: 40))
  }

  @Test("An event that is no key waits for the overdue deadline, as on the wrist")
  func others() {
    let due = Instant(milliseconds: 40)
    var board = SimulatedBoard(
      Row(events: [event(.shuttingDown, at: 50), event(.shuttingDown, at: 50)]))
    _ = board.nextEvent(before: nil)
    #expect(board.nextEvent(before: due)?.kind == .deadline)
  }
}
