import HAL

extension WallTime {
  public static func + (time: WallTime, span: Milliseconds) -> WallTime {
    WallTime(milliseconds: time.milliseconds &+ span.count)
  }

  /// From this time to another, or nothing: a device's clock may lie ahead of ours.
  public func span(to end: WallTime) -> Range<WallTime> { self..<max(self, end) }

  public func distance(to other: WallTime) -> Milliseconds {
    Milliseconds(other.milliseconds &- milliseconds)
  }
}
