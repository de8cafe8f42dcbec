import HAL
import Testing

extension PortContract {
  /// - Parameters:
  ///   - sounding: the burst that sounds now.
  ///   - unplug: the loudspeaker goes away.
  ///   - plugIn: it is back, and the board has had time to notice.
  public static func speaker<S: Speaker>(
    _ speaker: inout S, sounding: (S) -> Burst?, unplug: (inout S) throws -> Void,
    plugIn: (inout S) throws -> Void, at place: SourceLocation = #_sourceLocation
  ) throws {
    #expect(sounding(speaker) == nil, sourceLocation: place)
    try speaker.stop()
    for burst in [Burst.low, .high, .medium, .call] {
      try returnsAtOnce("play", { try speaker.play(burst) }, at: place)
      #expect(sounding(speaker) == burst, "it replaces the one before", sourceLocation: place)
    }
    for _ in 0..<2 {
      try returnsAtOnce("stop", { try speaker.stop() }, at: place)
      #expect(sounding(speaker) == nil, "silence stays silence", sourceLocation: place)
    }

    try unplug(&speaker)
    #expect(throws: SpeakerError.unavailable, sourceLocation: place) { try speaker.play(.high) }
    #expect(sounding(speaker) == nil, sourceLocation: place)
    #expect(throws: SpeakerError.unavailable, sourceLocation: place) { try speaker.stop() }
    try plugIn(&speaker)
    #expect(sounding(speaker) == nil, "what was stopped stays so", sourceLocation: place)
    try speaker.play(.medium)
    #expect(sounding(speaker) == .medium, sourceLocation: place)
    try speaker.stop()
  }
}
