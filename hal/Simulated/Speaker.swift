import HAL

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
