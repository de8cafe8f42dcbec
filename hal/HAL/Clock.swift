/// The device's own clock.
///
/// Contract: `now` never goes backward, goes on during suspend (CLOCK_BOOTTIME on Linux), and
/// does not change while one event is handled.
public protocol Clock {
  var now: Instant { get }
}
