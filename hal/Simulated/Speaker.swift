import HAL

/// A speaker that remembers what it was asked to play.
public struct SimulatedSpeaker: Speaker {
  public var isUnplugged = false
  public private(set) var played: [Tone] = []
  public init() {}

  public mutating func play(_ tone: Tone) throws(SpeakerError) {
    if isUnplugged { throw .unavailable }
    played.append(tone)
  }
}
