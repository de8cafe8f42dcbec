import Device
import HAL

/// The fate of companions' entries on the device, from its records. Without them a plan after a reboot
/// would announce again.
public struct Heard: Sendable {
  private struct Fate: Sendable {
    var due: CivilMinute
    /// Answered, or reported as missed.
    var isSettled = false
    /// The wearer answered it then; nil: not yet.
    var answered: WallTime?
    /// The number that the wearer chose; nil: none.
    var value: UInt8?
  }

  /// A year of a question each evening, and some: one answer may bear on the next for as long.
  private static let remembered = 400

  /// The fates by number, oldest first.
  private var fates: [UInt16: [Fate]] = [:]

  public init() {}

  /// Takes a record in, of this life or an earlier one, in the order in which they were stored.
  public mutating func take(_ record: Record) {
    switch record {
    case .reminder(let occurrence, let state, let at): take(occurrence, state, at)
    case .outbox(.notice(let notice)):
      switch notice.matter {
      // A stored notice implies its cause: the power may go between the two records.
      case .reminder(.due(let occurrence)), .reminder(.unanswered(let occurrence)):
        change(occurrence) { _ in }
      case .reminder(.missed(let occurrence)): change(occurrence) { $0.isSettled = true }
      case .reminder(.unsure), .perimeter, .help, .location, .position, .glucose, .dose, .clock,
        .day, .power, .batteryLow, .storageFailed, .profileKept, .profileChanged, .companyRefused:
        break
      }
    case .alive, .place, .outbox(.delivery), .outbox(.acknowledged), .outbox(.closed),
      .outbox(.excursion), .outbox(.excursionsTold), .outbox(.caregivers), .outbox(.homeOwed),
      .accompanied, .diary, .meal:
      break
    }
  }

  private mutating func take(_ occurrence: Occurrence, _ state: ReminderState, _ at: WallTime) {
    change(occurrence) {
      switch state {
      case .announced, .announcedUnsure, .snoozed, .escalated: break
      case .missed: $0.isSettled = true
      case .acknowledged:
        $0.isSettled = true
        // An answer before it has the moment: this only closes the page.
        if $0.value == nil { $0.answered = at }
      case .answered(let value):
        $0.isSettled = true
        $0.answered = at
        $0.value = value
      }
    }
  }

  private mutating func change(_ occurrence: Occurrence, _ change: (inout Fate) -> Void) {
    guard CompanionNumbers.range.contains(occurrence.reminder) else { return }
    // Taken out, so that the array is changed in its place.
    var known = fates.removeValue(forKey: occurrence.reminder) ?? []
    let index =
      known.lastIndex { $0.due == occurrence.due }
      ?? {
        known.append(Fate(due: occurrence.due))
        return known.count - 1
      }()
    change(&known[index])
    if known.count > Heard.remembered { known.removeFirst() }
    fates[occurrence.reminder] = known
  }

  /// The occurrence of that number which was heard of last among those due in a stretch.
  func last(of number: UInt16, due: ClosedRange<CivilMinute>) -> (
    due: CivilMinute, isSettled: Bool
  )? {
    fates[number]?.last { due.contains($0.due) }.map { ($0.due, $0.isSettled) }
  }

  /// The wearer's answers to entries of that number, in the order of time, by the clock on the wall.
  public func answers(_ number: UInt16, in zone: Zone) -> [AgendaAnswer] {
    let answered = (fates[number] ?? []).compactMap { fate in fate.answered.map { ($0, fate) } }
    return answered.sorted { $0.0.milliseconds < $1.0.milliseconds }.map { wall, fate in
      AgendaAnswer(at: zone.local(wall).minute, due: fate.due, value: fate.value)
    }
  }
}
