import CLinux
import Glibc
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

  /// Returns the number of samples that are still to be heard.
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

/// The answer of libasound.
struct SoundError: Error, CustomStringConvertible {
  static let tryAgain = EAGAIN

  /// It sounds, and takes no samples.
  static let stalled = SoundError(code: ETIMEDOUT)

  /// It takes no rate at which a burst can be rendered.
  static let unsupported = SoundError(code: EINVAL)

  /// The code as in errno, and some of libasound's own.
  let code: Int32

  @discardableResult
  static func check(_ result: Int32) throws(SoundError) -> Int32 {
    guard result >= 0 else { throw SoundError(code: -result) }
    return result
  }

  /// The buffer ran dry.
  var isUnderrun: Bool { code == EPIPE }
  /// The board slept, and the device still does.
  var isSuspended: Bool { code == ESTRPIPE }

  var description: String { String(cString: clinux_sound_error(-code)) }

  /// The error that the port reports.
  var told: SpeakerError {
    switch code {
    case ENOENT, ENODEV, ENXIO, ECONNREFUSED, EIO, EBADFD: .unavailable
    default: .failed
    }
  }
}

/// Waits for the descriptors of a device that sounds.
///
/// A device's descriptors have a meaning only together, so the device itself is asked after each. A
/// plugin may never become ready, or report room where there is none. If no samples are taken for a
/// while, the device counts as stalled, and the loop does not spin for ever.
final class SoundWatch {
  /// Milliseconds without progress.
  private static let patience: Int64 = 2000

  private let reactor: Reactor
  private let serve: () -> Void
  private let stalled: () -> Void
  private var registrations: [Reactor.Registration] = []
  private var hasProgressed = false
  private var timer: Reactor.Timer?

  /// - Parameters:
  ///   - serve: the device may take more.
  ///   - stalled: it took nothing for too long.
  init(_ reactor: Reactor, serve: @escaping () -> Void, stalled: @escaping () -> Void) {
    self.reactor = reactor
    self.serve = serve
    self.stalled = stalled
    timer = reactor.addTimer { [unowned self] in ring() }
  }

  deinit {
    stop()
    if let timer { reactor.remove(timer) }
  }

  /// A loop that was held up itself asked nothing for that long. So the device is asked once more.
  private func ring() {
    hasProgressed = false
    serve()
    if !hasProgressed, !registrations.isEmpty { stalled() }
  }

  /// - Throws: `SoundError` when the device has a descriptor that cannot be watched.
  func start(_ device: SoundDevice) throws(SoundError) {
    for index in 0..<device.descriptorCount {
      let (number, events) = device.descriptor(index)
      do throws(SystemError) {
        let registration = try reactor.add(number, events, .speaker) { [unowned self, device] _ in
          if device.isReady { serve() }
        }
        registrations.append(registration)
      } catch {
        stop()
        throw SoundError(code: error.code)
      }
    }
    progress()
  }

  /// It took samples.
  func progress() {
    hasProgressed = true
    let due = reactor.now.after(milliseconds: SoundWatch.patience)
    if !registrations.isEmpty, let timer { reactor.set(timer, at: due) }
  }

  func stop() {
    for registration in registrations { reactor.remove(registration) }
    registrations.removeAll()
    if let timer { reactor.set(timer, at: nil) }
  }
}

/// A burst on its way into a device, a little at a time, and then silence without end.
struct BurstFeed {
  /// Rendered at once.
  private static let milliseconds = 20

  private let gain: Float
  private let size: Int
  private var samples: BurstSamples
  private var rendered: [Int16] = []
  private var taken = 0
  private var hasEnded = false
  private var silence = 0

  /// - Parameters:
  ///   - rate: samples per second, as `BurstSamples` takes them.
  ///   - gain: 0 to 1.
  init(_ burst: Burst, rate: Int, gain: Double) {
    self.gain = Float(gain * 32_767)
    size = rate * BurstFeed.milliseconds / 1000
    samples = BurstSamples(burst, rate: rate)
    rendered.reserveCapacity(size)
  }

  /// Hands the next samples to `device`.
  /// - Returns: false when it is full.
  mutating func give(to device: SoundDevice) throws(SoundError) -> Bool {
    if taken == rendered.count { render() }
    let count = try device.write(rendered.span.extracting(taken..<rendered.count))
    taken += count
    return count > 0
  }

  /// Samples of silence behind the burst; nil: the device has not had the whole burst.
  var silenceGiven: Int? {
    let given = silence - (rendered.count - taken)
    return hasEnded && given >= 0 ? given : nil
  }

  private mutating func render() {
    rendered.removeAll(keepingCapacity: true)
    taken = 0
    for _ in 0..<size {
      if let sample = samples.next() {
        rendered.append(Int16(clamping: Int((sample * gain).rounded())))
      } else {
        hasEnded = true
        silence += 1
        rendered.append(0)
      }
    }
  }
}
