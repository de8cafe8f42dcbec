/// Why a burst is not heard.
public enum SpeakerError: Error, Equatable, Sendable {
  /// No sound device, or it has been unplugged.
  case unavailable
  /// The device is there and refused.
  case failed
}

/// A loudspeaker.
///
/// Contract: `play` starts the burst and returns at once; it replaces one that still sounds. Which
/// burst may sound is decided by the core, which owns the speaker. A loudspeaker that is gone refuses
/// both, and plays again when it is back; a burst that it refused may still be heard then, unless it
/// was stopped or is too old.
public protocol Speaker {
  mutating func play(_ burst: Burst) throws(SpeakerError)
  /// Ends what still sounds; silence stays silence.
  mutating func stop() throws(SpeakerError)
}
