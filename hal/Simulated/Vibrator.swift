import HAL

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
