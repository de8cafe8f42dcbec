/// The reason why a page is not seen.
public enum ScreenError: Error, Equatable, Sendable {
  /// No display, or it has been unplugged.
  case unavailable
}

/// A display.
///
/// Contract: `show` replaces what is shown and returns at once. The board decides what a page is: the
/// core's meanings in a simulation, laid-out text on a panel.
public protocol Screen {
  associatedtype Page
  mutating func show(_ page: Page) throws(ScreenError)
}

/// The reason why a burst is not heard.
public enum SpeakerError: Error, Equatable, Sendable {
  /// No sound device, or it has been unplugged.
  case unavailable
  /// The device is there and refused.
  case failed
}

/// A loudspeaker.
///
/// Contract: `play` starts the burst and returns at once; it replaces one that still sounds. The core
/// owns the speaker and decides which burst may sound. A missing loudspeaker refuses both calls, and
/// plays again when it is back. A burst that it refused may still be heard then, unless it was stopped
/// or is too old.
public protocol Speaker {
  mutating func play(_ burst: Burst) throws(SpeakerError)
  /// Ends what still sounds; silence stays silence.
  mutating func stop() throws(SpeakerError)
}

/// The reason why nothing is felt.
public enum VibratorError: Error, Equatable, Sendable {
  case unavailable
}

/// A motor that shakes the device.
///
/// Contract: `vibrate` starts and returns at once; a new call replaces one still going on. A refused
/// pulse does not come later.
public protocol Vibrator {
  /// - Parameters:
  ///   - pulses: how many times it shakes; 0 ends what still goes on.
  ///   - pulse: how long each lasts; the pauses between are as long.
  mutating func vibrate(pulses: UInt8, each pulse: Milliseconds) throws(VibratorError)
}
