import HAL
import Testing

extension PortContract {
  /// - Parameter pass: the board does something else, and time passes: a few milliseconds.
  public static func clock<C: Clock>(
    _ clock: inout C, pass: (inout C) throws -> Void, at place: SourceLocation = #_sourceLocation
  ) throws {
    for _ in 0..<5 {
      let before = clock.now
      let watch = ContinuousClock()
      let end = watch.now + .milliseconds(3)
      while watch.now < end {
        #expect(clock.now == before, "while one event is handled it stands", sourceLocation: place)
      }
      try pass(&clock)
      #expect(clock.now > before, "it goes on, and never backward", sourceLocation: place)
    }
  }
}
