import HAL

extension WallTime {
  public static func + (time: WallTime, span: Milliseconds) -> WallTime {
    WallTime(milliseconds: time.milliseconds &+ span.count)
  }

  public func distance(to other: WallTime) -> Milliseconds {
    Milliseconds(other.milliseconds &- milliseconds)
  }
}
