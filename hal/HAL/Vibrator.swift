/// Why nothing is felt.
public enum VibratorError: Error, Equatable, Sendable {
  case unavailable
}

/// A motor that shakes the device.
///
/// Contract: `vibrate` starts and returns at once; a new call replaces one still going on. What was
/// refused does not come later.
public protocol Vibrator {
  /// - Parameters:
  ///   - pulses: how many times it shakes; 0 ends what still goes on.
  ///   - pulse: how long each lasts; the pauses between are as long.
  mutating func vibrate(pulses: UInt8, each pulse: Milliseconds) throws(VibratorError)
}
