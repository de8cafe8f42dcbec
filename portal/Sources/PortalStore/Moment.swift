import HAL

extension WallTime {
  public static func + (time: WallTime, span: Milliseconds) -> WallTime {
    WallTime(milliseconds: time.milliseconds &+ span.count)
  }

  /// The span from this time to another. It is empty if the other is earlier, because a device's clock may lie ahead.
  public func span(to end: WallTime) -> Range<WallTime> { self..<max(self, end) }

  public func distance(to other: WallTime) -> Milliseconds {
    Milliseconds(other.milliseconds &- milliseconds)
  }
}
