import Device
import HAL

/// The log of a lost device, as the device that takes its place goes on with it.
///
/// Its cases are over: nobody is told of them again, and none of their tokens counts. What the wearer has
/// answered stays answered.
public struct LostDevice: Sendable {
  private var open: Set<UInt64> = []
  private var hasExcursions = false
  private var isOutside = false
  /// The newest time of an entry.
  private var written = WallTime(milliseconds: 0)
  /// The highest number of a life that made one of its notices.
  public private(set) var boot: UInt32 = 0

  public init() {}

  /// Takes the next record, oldest first.
  /// - Parameter time: that of its entry; nil while no clock was trusted.
  public mutating func take(_ record: Record, written time: WallTime?) {
    written = max(written, time ?? written)
    switch record {
    case .place(let place): isOutside = place == .outside
    case .outbox(.notice(let notice)):
      boot = max(boot, notice.id.boot)
      open.insert(notice.id.value)
      // A stored notice implies its cause.
      if notice.matter == .perimeter(.left) { isOutside = true }
      if notice.matter == .perimeter(.returned) { isOutside = false }
    case .outbox(.acknowledged(let id, _)), .outbox(.closed(let id)): open.remove(id.value)
    case .outbox(.excursion): hasExcursions = true
    case .outbox(.excursionsTold): hasExcursions = false
    case .alive, .reminder, .outbox(.delivery), .outbox(.caregivers), .outbox(.homeOwed),
      .accompanied, .diary, .meal:
      break
    }
  }

  /// The records that end what was open. The place of an absent wearer is unknown until the new device
  /// finds it.
  ///
  /// A sign of life comes last. Else the lost device's last notice of a time without power would count as
  /// one, and everybody would be told of days without a device.
  /// - Parameter now: by the clock of whoever restores; an earlier one than the log's counts as that.
  public func closing(at now: WallTime) -> [Record] {
    var closing: [Record] = open.sorted().map { .outbox(.closed(NoticeID($0))) }
    if hasExcursions { closing.append(.outbox(.excursionsTold)) }
    if isOutside { closing.append(.place(.unknown)) }
    closing.append(.alive(max(now, written)))
    return closing
  }
}
