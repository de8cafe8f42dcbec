import Device
import HAL

/// Looks on.
public protocol WorldObserver {
  mutating func see(_ event: Event, _ truth: Truth)
  mutating func see(_ fix: FixSighting, _ truth: Truth)
  mutating func see(_ action: Action, during event: Event, _ truth: Truth)
  mutating func see(_ change: WorldChange, _ truth: Truth)
}
