import HAL
import Testing

extension PortContract {
  /// - Parameters:
  ///   - isShaking: whether it shakes, or pauses between two pulses.
  ///   - unplug: the motor goes away.
  ///   - plugIn: it is back.
  public static func vibrator<V: Vibrator>(
    _ vibrator: inout V, isShaking: (V) -> Bool, unplug: (inout V) throws -> Void,
    plugIn: (inout V) throws -> Void, at place: SourceLocation = #_sourceLocation
  ) throws {
    #expect(!isShaking(vibrator), sourceLocation: place)
    for pulses in [UInt8(3), 255, 0, 0, 1] {
      try returnsAtOnce(
        "vibrate", { try vibrator.vibrate(pulses: pulses, each: .seconds(20)) }, at: place)
      #expect(isShaking(vibrator) == (pulses > 0), "0 ends it", sourceLocation: place)
    }

    try unplug(&vibrator)
    for _ in 0..<2 {
      #expect(throws: VibratorError.unavailable, sourceLocation: place) {
        try vibrator.vibrate(pulses: 2, each: .seconds(20))
      }
      #expect(!isShaking(vibrator), "what is not there does not shake", sourceLocation: place)
    }
    try plugIn(&vibrator)
    #expect(!isShaking(vibrator), "what was refused does not come later", sourceLocation: place)
    try vibrator.vibrate(pulses: 2, each: .seconds(20))
    #expect(isShaking(vibrator), sourceLocation: place)
    try vibrator.vibrate(pulses: 0, each: .seconds(20))
  }
}
