import Device
import Simulated

/// Passes a source through the core, as fast as it gives events.
/// - Parameter digesting: false leaves the decision state out of the digest, as on a device that records nothing.
func passThroughCore(
  _ source: inout some EventSource, _ configured: Event, digesting: Bool = true
) -> Outcome {
  var outcome = Outcome()
  var device = Device()
  func take(_ event: Event) {
    device.handle(event) { outcome.note($0) }
    if digesting { outcome.settle(&device) }
  }
  take(configured)
  while let event = source.next() {
    // The core is woken when it asked to be, as a board would.
    while let due = device.deadlineInPlace(), due < event.at { take(Event(at: due, .deadline)) }
    take(event)
  }
  return outcome
}

/// The same by the core's own loop, on a simulated board.
func passThroughBoard(_ source: some EventSource, _ configured: Event) -> Outcome {
  var outcome = Outcome()
  var device = Device()
  var board = SimulatedBoard(source)
  board.schedule(configured)
  device.run(
    on: &board, { _, _, action in outcome.note(action) },
    settled: { _, _, device in outcome.settle(&device) })
  return outcome
}
