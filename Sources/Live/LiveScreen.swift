import Device
import HAL
import Words

/// The page in the wearer's words.
extension LiveDevice {
  /// Text for the screen of the page that it shows from now on.
  func turn(to page: Page, at now: Instant) -> ScreenText {
    self.page = page
    return profile.language.screen(
      page, names: words.names, now: wall(at: now), zone: ZoneOffset(words.zones), keys: keys,
      insulin: profile.insulin, trouble: trouble)
  }

  /// The time on the page changes when its minute is over.
  func awaitMinute(from now: Instant) {
    guard case .home(showsTime: true, _, _) = page, let wall = wall(at: now) else { return }
    let left = 60_000 - wall.milliseconds.modulo(60_000)
    board.screen?.awaitMinute(Milliseconds(left / board.clock.scale + 1))
  }

  /// Its words may have changed.
  func showAgain() { showAgain(at: board.clock.now) }

  func showAgain(at now: Instant) {
    guard let page else { return }
    try? board.screen?.show(turn(to: page, at: now))
    awaitMinute(from: now)
  }
}

extension Int64 {
  /// The remainder, never negative.
  fileprivate func modulo(_ divisor: Int64) -> Int64 { (self % divisor + divisor) % divisor }
}
