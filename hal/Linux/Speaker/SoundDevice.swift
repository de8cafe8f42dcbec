import CLinux
import HAL

/// A sound device that is open, closed when nobody holds it.
final class SoundDevice {
  private let sound: OpaquePointer
  /// Samples per second.
  let rate: Int

  /// - Throws: `SoundError` when there is none, or it takes no mono sound of 16 bits.
  init(_ name: String, rate wanted: Int) throws(SoundError) {
    var rate = UInt32(wanted)
    var sound: OpaquePointer?
    let result = clinux_sound_open(name, &rate, &sound)
    guard result >= 0, let sound else { throw SoundError(code: -result) }
    guard BurstSamples.rates.contains(Int(rate)) else {
      clinux_sound_close(sound)
      throw SoundError.unsupported
    }
    self.sound = sound
    self.rate = Int(rate)
  }

  deinit { clinux_sound_close(sound) }

  var descriptorCount: Int { Int(clinux_sound_descriptor_count(sound)) }

  /// - Returns: a descriptor to watch, and for what.
  func descriptor(_ index: Int) -> (number: Int32, events: UInt32) {
    var events: UInt32 = 0
    let number = clinux_sound_descriptor(sound, Int32(index), &events)
    return (number, events)
  }

  /// Whether `write` would do anything, now that a descriptor said something.
  var isReady: Bool { clinux_sound_ready(sound) != 0 }

  /// - Returns: how many it took; 0: it is full.
  func write(_ samples: Span<Int16>) throws(SoundError) -> Int {
    let taken = samples.withUnsafeBufferPointer {
      clinux_sound_write(sound, $0.baseAddress, Int32($0.count))
    }
    return Int(try SoundError.check(taken))
  }

  /// How many samples are still to be heard.
  func delay() throws(SoundError) -> Int { Int(try SoundError.check(clinux_sound_delay(sound))) }

  /// Forgets what is still to be heard, and is ready for the next sound.
  func reset() throws(SoundError) { try SoundError.check(clinux_sound_reset(sound)) }

  /// - Returns: false: it is not yet awake.
  func resume() throws(SoundError) -> Bool {
    let result = clinux_sound_resume(sound)
    if result == -SoundError.tryAgain { return false }
    try SoundError.check(result)
    return true
  }
}
