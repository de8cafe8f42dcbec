import Device
import HAL

/// "All is well", once a day, where it is.
struct Wellness: Sendable {
  private static let sameDay = Milliseconds.seconds(30 * 3600)

  /// All is well, or what is open.
  var owed: Instant?
  /// One of the two, whatever has happened.
  var owedAny: Instant?
  /// Help was pressed, or somebody is out: what became of it is not this one's business.
  private var isTroubled = false
  private var said: Instant?

  mutating func owe(by: Instant, at now: Instant) {
    let isSaid = said.map { now - $0 < Wellness.sameDay } ?? false
    guard !isSaid else { return }
    if !isTroubled { owed = by }
    owedAny = by
  }

  mutating func see(_ event: Event) {
    switch event.kind {
    case .key(let press) where press.key == .help: trouble()
    case .setting(.end): (owed, owedAny) = (nil, nil)
    default: break
    }
  }

  mutating func see(_ action: Action, _ now: Instant) {
    switch action {
    case .perimeter(.left): trouble()
    case .outbox(.queued(let notice)), .store(.outbox(.notice(let notice))):
      switch notice.matter {
      case .day(.allIsWell), .day(.open):
        (owed, owedAny) = (nil, nil)
        said = now
      default: break
      }
    default: break
    }
  }

  private mutating func trouble() {
    isTroubled = true
    owed = nil
  }
}
