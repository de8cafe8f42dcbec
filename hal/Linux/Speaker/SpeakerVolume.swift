import HAL

/// How loud the bursts are, as the profile says: percent of the loudest amplitude.
public struct SpeakerVolume: Equatable, Sendable {
  /// What a burst of high priority is given at least, in percent: half the amplitude, -6 dB. So low
  /// glucose is heard also where somebody made the device quiet.
  public static let floor: UInt8 = 50

  public let percent: UInt8

  /// - Parameter percent: 0 to 100; a precondition holds it inside.
  public init(percent: UInt8) {
    precondition(percent <= 100)
    self.percent = percent
  }

  /// What each sample of the burst is multiplied by, 0 to 1.
  public func gain(for burst: Burst) -> Double {
    Double(burst == .high ? max(percent, SpeakerVolume.floor) : percent) / 100
  }
}
