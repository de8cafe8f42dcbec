import Device
import HAL

/// A screen that remembers the pages it was given, as the core's meanings.
public struct SimulatedScreen: Screen {
  public var isUnplugged = false
  public private(set) var pages: [Page] = []
  public init() {}

  /// The page that the wearer sees; nil while the screen is dark.
  public var shown: Page? { isUnplugged ? nil : pages.last }

  public mutating func show(_ page: Page) throws(ScreenError) {
    if isUnplugged { throw .unavailable }
    pages.append(page)
  }
}

/// A speaker that remembers what it was asked to play.
public struct SimulatedSpeaker: Speaker {
  public var isUnplugged = false
  public private(set) var played: [Burst] = []
  /// The burst played last, unless it was stopped: here no burst ends by itself.
  public var sounding: Burst? { isUnplugged ? nil : started }
  private var started: Burst?
  public init() {}

  public mutating func play(_ burst: Burst) throws(SpeakerError) {
    if isUnplugged { throw .unavailable }
    played.append(burst)
    started = burst
  }

  public mutating func stop() throws(SpeakerError) {
    started = nil
    if isUnplugged { throw .unavailable }
  }
}

/// A motor that remembers how it was asked to shake.
public struct SimulatedVibrator: Vibrator {
  public var isUnplugged = false { didSet { if isUnplugged { isShaking = false } } }
  public private(set) var shakes: [(pulses: UInt8, pulse: Milliseconds)] = []
  /// It shakes; here no shaking ends by itself.
  public private(set) var isShaking = false
  public init() {}

  public mutating func vibrate(pulses: UInt8, each pulse: Milliseconds) throws(VibratorError) {
    if isUnplugged { throw .unavailable }
    shakes.append((pulses, pulse))
    isShaking = pulses > 0 && pulse.count > 0
  }
}
