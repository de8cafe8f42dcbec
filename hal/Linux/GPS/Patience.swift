extension LinuxGPS {
  /// How long it waits, in milliseconds.
  public struct Patience: Sendable {
    /// Before it connects again: the first time, and at most.
    public var backOff: ClosedRange<Int64>
    /// Without a report until gpsd is asked for a sign of life.
    public var silence: Int64
    /// For that sign, and for a connection.
    public var answer: Int64

    public init(
      backOff: ClosedRange<Int64> = 1000...60_000, silence: Int64 = 10_000, answer: Int64 = 5000
    ) {
      self.backOff = backOff
      self.silence = silence
      self.answer = answer
    }
  }
}
