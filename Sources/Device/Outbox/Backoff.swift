import HAL

/// The wait before the next attempt.
///
/// Help, an exit and low glucose begin with full jitter (base 2 s, cap 60 s). After 10 minutes they go
/// on every 30 to 60 s, however long the network is away. So they are through within two minutes of its
/// return. Everything else: every 5 minutes for an hour, then every 30 minutes, of which the last tenth
/// is drawn. RFC 5321, 4.5.4.1, asks for 30 minutes unless the reason is known.
enum Backoff {
  static let base = Milliseconds.seconds(2)
  static let cap = Milliseconds.seconds(60)
  static let quick = Milliseconds.seconds(600)
  static let often = Milliseconds.seconds(3600)
  static let short = Milliseconds.seconds(300)
  static let long = Milliseconds.seconds(1800)
  /// The time after which a notice has failed.
  static let lifetime = Milliseconds.seconds(5 * 86_400)

  /// - Parameters:
  ///   - elapsed: since the first attempt of this round.
  ///   - failures: in this round, this one included.
  static func pause(
    isUrgent: Bool, elapsed: Milliseconds, failures: UInt8, _ jitter: inout Jitter
  ) -> Milliseconds {
    if isUrgent {
      guard elapsed < quick else {
        return Milliseconds(cap.count - jitter.draw(below: cap.count / 2))
      }
      let doublings = Int64(min(max(failures, 1), 6) - 1)
      let ceiling = min(cap.count, base.count << doublings)
      return Milliseconds(1 + jitter.draw(below: ceiling))
    }
    let pause = elapsed < often ? short : long
    return Milliseconds(pause.count - jitter.draw(below: pause.count / 10))
  }
}
