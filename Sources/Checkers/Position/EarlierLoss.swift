import Device
import HAL

/// The last position and the last loss of earlier lives, as their records tell of them. The time
/// without power counts for nothing.
struct EarlierLoss: Sendable {
  enum Place: Sendable {
    case unknown
    case inside
    case outside
  }

  /// A position so old is lost, in milliseconds.
  private static let lost: Int64 = 30_000
  /// Milliseconds by which the dates of a position and of a notice may be off.
  private static let slack: Int64 = 2000
  /// Milliseconds by which a notice may be younger than the last sign of life, of which there is one a minute.
  private static let ahead: Int64 = 2 * 60_000

  private(set) var place = Place.unknown
  /// Somebody is with the wearer.
  private(set) var isAccompanied = false
  /// A loss was told, and no position has come since.
  private(set) var isKnown = false
  /// The last position; nil: none is known.
  private(set) var last: Position?
  private var alive: WallTime?
  /// The moment of the last position, and of the last loss that was told.
  private var found: WallTime?
  private var told: WallTime?
  /// No clock dated the last loss that was told.
  private var isUndated = false
  /// Notices of a loss that are not over.
  private var open: [NoticeID] = []

  /// A position was found after that loss was told, and lost again: nobody has heard of this one.
  var isAnotherLoss: Bool {
    guard let found, let told else { return false }
    return found.milliseconds - told.milliseconds > EarlierLoss.slack
  }

  var isOpen: Bool { !open.isEmpty }

  /// Milliseconds between the last position and the last sign of life; nil: no position is known.
  var dark: Int64? { found.map(before) }

  /// Milliseconds between the last loss that was told and the last sign of life; nil: nobody knows. One without a
  /// date counts as told at the start. One dated minutes ahead of that sign has the date of another clock.
  var sinceTold: Int64? {
    if isUndated { return 0 }
    guard let alive, let told, told.milliseconds - alive.milliseconds <= EarlierLoss.ahead
    else { return nil }
    return before(told)
  }

  private func before(_ wall: WallTime) -> Int64 {
    alive.map { max($0.milliseconds - wall.milliseconds, 0) } ?? 0
  }

  mutating func take(_ record: Record) {
    switch record {
    case .alive(let wall, let last, _):
      alive = wall
      self.last = last?.position
      found = last.map { WallTime(milliseconds: wall.milliseconds - $0.age.count) }
      // A clock that was put back makes an age negative, which says nothing.
      if let last, (0..<EarlierLoss.lost).contains(last.age.count) {
        (isKnown, isUndated) = (false, false)
      }
    case .place(.inside): place = .inside
    case .place(.outside): place = .outside
    case .place(.unknown): place = .unknown
    case .accompanied(let until, _, _, _):
      isAccompanied = until != nil
      // Company ends the exit that was open as it began.
      if isAccompanied, place == .outside { place = .unknown }
    case .outbox(.notice(let notice)): take(notice)
    case .outbox(.closed(let id)), .outbox(.acknowledged(let id, _)):
      open.removeAll { $0 == id }
    default: break
    }
  }

  private mutating func take(_ notice: Notice) {
    switch notice.matter {
    case .perimeter(.left): place = .outside
    case .perimeter(.returned): place = .inside
    case .position(.lost):
      open.append(notice.id)
      (told, isKnown, isUndated) = (notice.made, notice.made != nil, notice.made == nil)
    // It tells of the first sign of the life that made it.
    case .power(.wasOff): if let made = notice.made { alive = made }
    default: break
    }
  }
}
