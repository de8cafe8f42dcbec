import Device
import HAL

/// The call for help and the exit that earlier lives left open, as their records tell of them.
struct EarlierCase: Sendable {
  /// The newest call for help.
  struct Help: Sendable {
    var notice: NoticeID
    var token: UInt64
    /// No place was told with it, and none since.
    var lacksPlace: Bool
    /// Its own mail says no place, or an old one.
    var lackedPlace: Bool
  }

  /// The device makes room for new notices above so many, which may be any.
  private static let many = 30

  private(set) var isOut = false
  private var newest: Help?
  private var alive: WallTime?
  /// The moment of the last notice that told a place.
  private var told: WallTime?
  private var open: [NoticeID] = []
  private var calls: [NoticeID] = []
  private var hasOverflowed = false

  /// The newest call for help, if nobody has answered it.
  var help: Help? { newest.flatMap { calls.contains($0.notice) ? $0 : nil } }

  /// Nothing else can be open: neither an older call nor a notice that had to make way.
  var isSure: Bool { !hasOverflowed && calls.count == (help == nil ? 0 : 1) }

  /// Milliseconds from the last place that was told to the last sign of life; nil: nobody knows.
  var sinceTold: Int64? {
    guard let alive, let told, told.milliseconds > 0 else { return nil }
    return max(alive.milliseconds - told.milliseconds, 0)
  }

  mutating func take(_ record: Record) {
    switch record {
    case .alive(let wall, _, _): alive = wall
    case .place(.outside): isOut = true
    case .place: isOut = false
    // Company ends the exit that was open as it began.
    case .accompanied(let until, _, _, _): if until != nil { isOut = false }
    case .outbox(.notice(let notice)): take(notice)
    case .outbox(.closed(let id)), .outbox(.acknowledged(let id, _)):
      open.removeAll { $0 == id }
      calls.removeAll { $0 == id }
    default: break
    }
  }

  private mutating func take(_ notice: Notice) {
    open.append(notice.id)
    if open.count > EarlierCase.many { hasOverflowed = true }
    switch notice.matter {
    case .help:
      calls.append(notice.id)
      newest = Help(
        notice: notice.id, token: notice.token, lacksPlace: notice.whereabouts == nil,
        lackedPlace: notice.whereabouts == nil || notice.age >= .seconds(30))
      tell(notice)
    case .perimeter(.left):
      isOut = true
      tell(notice)
    case .perimeter(.returned): isOut = false
    case .location(.firstAfterHelp), .location(.breadcrumb):
      newest?.lacksPlace = false
      tell(notice)
    // It tells of the first sign of the life that made it.
    case .power(.wasOff): if let made = notice.made { alive = made }
    default: break
    }
  }

  private mutating func tell(_ notice: Notice) {
    if let made = notice.made { told = made }
  }
}
