import CLinux
import HAL

/// A loudspeaker behind libasound.
///
/// The device is opened at once and stays prepared, so that a burst waits for nothing. Its descriptors
/// are watched only while something sounds, because a silent one is always ready. A lost device is
/// opened again after 1 s, 2 s and so on up to 60 s, and whenever a burst is due.
///
/// A device of the kernel never waits. A plugin may: PulseAudio's waits 30 s for a server that hangs,
/// to open as well as to end a burst. Nobody can tell before. A device that delayed the loop is not
/// touched for 20 times as long. So keys and fixes wait for one twentieth of the time at most.
public final class LinuxSpeaker: Speaker {
  /// Samples per second, or the nearest that the device takes.
  public static let rate = 48_000

  /// Blocks of 20 ms that are rendered in one turn of the reactor.
  private static let chunksPerTurn = 8

  /// Volume of the bursts that begin from now on.
  public var volume: SpeakerVolume

  /// Underruns so far. Each delays what remains of a burst.
  public private(set) var underruns = 0
  /// Bursts that were too old when the device came back.
  public private(set) var dropped = 0
  /// The burst that sounds, or waits for the device.
  public private(set) var due: Burst?

  private let reactor: Reactor
  private let name: String
  private let patience: Milliseconds
  private let log: (String) -> Void

  private var device: SoundDevice?
  /// One that hung. Closing it may wait as long again, so that keys and signs of life come before.
  private var hung: SoundDevice?
  private var burial: Reactor.Timer?
  private var failure = SpeakerError.unavailable
  private var hasToldLoss = false
  private var askedAt = BootTime(nanoseconds: 0)
  private let restFactor: Int64
  /// No look for the device before.
  private var quietUntil = BootTime(nanoseconds: .min)
  private var pause: Int64 = 1000
  private var seek: Reactor.Timer?
  private var watch: SoundWatch?

  private var sound: BurstFeed?

  /// - Parameters:
  ///   - device: libasound's name of it, such as `default` or `plughw:1`; one that mixes and converts by itself.
  ///   - patience: how old a burst may be when it begins, after the device came back or woke up.
  ///   - restFactor: the device rests for this many times the span by which it delayed the loop.
  ///   - log: gets a line when the sound goes, and one when it is back.
  public init(
    _ reactor: Reactor, device: String = "default",
    volume: SpeakerVolume = SpeakerVolume(percent: 100), patience: Milliseconds = .seconds(5),
    restFactor: Int64 = 20, log: @escaping (String) -> Void
  ) {
    self.reactor = reactor
    name = device
    self.volume = volume
    self.patience = patience
    self.restFactor = restFactor
    self.log = log
    burial = reactor.addTimer(.rest) { [unowned self] in bury() }
    seek = reactor.addTimer { [unowned self] in self.device == nil ? lookAgain() : wakeUp() }
    watch = SoundWatch(
      reactor, serve: { [unowned self] in feed() },
      stalled: { [unowned self] in lose(SoundError.stalled) })
    _ = open()
  }

  deinit {
    for timer in [seek, burial] { if let timer { reactor.remove(timer) } }
  }

  /// Whether there is a device, as far as is known: a silent one that is unplugged is missed when it
  /// is to sound.
  public var isAvailable: Bool { device != nil }
  /// Whether a burst sounds now.
  public var isSounding: Bool { device != nil && due != nil }

  /// - Throws: `unavailable` or `failed`; the burst still sounds if the device comes back within
  ///   `patience` and nothing else was played or stopped.
  public func play(_ burst: Burst) throws(SpeakerError) {
    if isSounding { end() }
    due = burst
    askedAt = reactor.now
    begin()
    if device == nil, mayLook, open() { begin() }
    guard device == nil else { return }
    pause = 1000
    later(pause)
    throw failure
  }

  public func stop() throws(SpeakerError) {
    if isSounding { end() }
    due = nil
    if device == nil { throw failure }
  }

  // MARK: The sound

  private func begin() {
    guard let due, let device else { return }
    sound = BurstFeed(due, rate: device.rate, gain: volume.gain(for: due))
    start(device)
  }

  private func start(_ device: SoundDevice) {
    do { try watch?.start(device) } catch { return lose(error) }
    feed()
  }

  /// Gives the device what it takes now, but no more than a part of it in one turn.
  private func feed() {
    guard let device, sound != nil else { return }
    let began = clinux_monotonic()
    do {
      for _ in 0..<LinuxSpeaker.chunksPerTurn {
        let isTaken = try sound?.give(to: device) == true
        if hasHung(since: began) { return lose(SoundError.stalled, since: began) }
        guard isTaken else { return }
        watch?.progress()
        if let silence = sound?.silenceGiven, try isHeard(device, silence) { return end() }
      }
    } catch {
      recover(from: error, since: began)
    }
  }

  /// The whole burst was heard when only the silence behind it is left. A device's word on its delay is
  /// believed up to 5 s.
  private func isHeard(_ device: SoundDevice, _ silence: Int) throws(SoundError) -> Bool {
    try device.delay() <= silence || silence > 5 * device.rate
  }

  private func ignore() {
    watch?.stop()
    if let seek { reactor.set(seek, at: nil) }
  }

  /// Ends what sounds; the device is ready for the next burst.
  private func end() {
    ignore()
    (due, sound) = (nil, nil)
    reset()
  }

  private func reset() {
    let began = clinux_monotonic()
    do { try device?.reset() } catch { lose(error, since: began) }
  }

  // MARK: When it goes, and when it is back

  private func recover(from error: SoundError, since began: Int64) {
    if hasHung(since: began) {
      lose(error, since: began)
    } else if error.isUnderrun {
      // The silence behind the burst shows that all of it was heard.
      if sound?.silenceGiven != nil { return end() }
      underruns += 1
      reset()
    } else if error.isSuspended {
      ignore()
      later(200)
    } else {
      lose(error, since: began)
    }
  }

  private func wakeUp() {
    guard let device, due != nil else { return }
    if isTooOld {
      drop()
      return end()
    }
    do {
      guard try device.resume() else { return later(200) }
    } catch {
      // Many drivers cannot resume: they begin anew.
      do { try device.reset() } catch { return lose(error) }
    }
    start(device)
  }

  /// - Parameter began: when the call began, by `clinux_monotonic`, that ended so.
  private func lose(_ error: SoundError, since began: Int64 = clinux_monotonic()) {
    ignore()
    if hasHung(since: began), let device {
      hung = device
      if let burial { reactor.set(burial, at: reactor.now) }
    }
    device = nil
    failure = error.told
    if !hasToldLoss { log("no sound from \(name): \(error)") }
    hasToldLoss = true
    if hasHung(since: began) { rest((clinux_monotonic() - began) / 1_000_000) }
    pause = 1000
    later(pause)
  }

  private func bury() {
    let began = clinux_monotonic()
    hung = nil
    if hasHung(since: began) { rest((clinux_monotonic() - began) / 1_000_000) }
  }

  private func hasHung(since began: Int64) -> Bool {
    clinux_monotonic() - began > Int64(CLINUX_SOUND_HUNG) * 1_000_000
  }

  /// Rests after calls that took `taken` milliseconds.
  private func rest(_ taken: Int64) {
    // The reactor's moment is that from before the call.
    quietUntil = reactor.now.after(milliseconds: taken * (1 + restFactor))
    log(
      "\(name) held up the device for \(taken / 1000) s; it is left alone for "
        + "\(taken * restFactor / 1000) s")
  }

  /// A burst looks for the device by itself, but not if it was not there within the last second.
  private var mayLook: Bool { quietUntil <= reactor.now }

  private func open() -> Bool {
    let began = clinux_monotonic()
    do {
      device = try SoundDevice(name, rate: LinuxSpeaker.rate)
    } catch {
      quietUntil = reactor.now.after(milliseconds: 1000)
      lose(error, since: began)
      return false
    }
    if hasToldLoss { log("sound from \(name) is back") }
    hasToldLoss = false
    if let seek { reactor.set(seek, at: nil) }
    return true
  }

  private func lookAgain() {
    let next = min(2 * pause, 60_000)
    if isTooOld { drop() }
    if open() {
      begin()
    } else {
      pause = next
      later(pause)
    }
  }

  private func later(_ milliseconds: Int64) {
    let due = reactor.now.after(milliseconds: milliseconds)
    if let seek { reactor.set(seek, at: device == nil ? max(due, quietUntil) : due) }
  }

  private var isTooOld: Bool {
    due != nil && askedAt.after(milliseconds: patience.count) < reactor.now
  }

  private func drop() {
    due = nil
    dropped += 1
  }
}

/// Volume of the bursts, from the profile, in percent of the loudest amplitude.
public struct SpeakerVolume: Equatable, Sendable {
  /// The lowest volume of a burst of high priority, in percent: half the amplitude, -6 dB. So low
  /// glucose is heard also where somebody made the device quiet.
  public static let floor: UInt8 = 50

  public let percent: UInt8

  /// - Parameter percent: 0 to 100; a precondition holds it inside.
  public init(percent: UInt8) {
    precondition(percent <= 100)
    self.percent = percent
  }

  /// The factor for each sample of the burst, 0 to 1.
  public func gain(for burst: Burst) -> Double {
    Double(burst == .high ? max(percent, SpeakerVolume.floor) : percent) / 100
  }
}
