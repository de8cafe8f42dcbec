import Device
import HAL

/// An event that will happen by itself.
enum Occurring: Sendable {
  case event(Event.Kind)
  /// A fix that came late, measured there.
  case fix(Fix, place: Point, measured: Int64)
  case boot
  case powerCutAtLast
  case switchedOff
  case retryStorage
  case networkTime
  case clocksGood
  case serverTakes(Dispatch, UInt32)
  /// Somebody writes to the device.
  case message(Message, UInt32)
  case mailArrives(InboundMail)
  case mailIsRead(InboundMail)
  case fetchMail
  /// More mails of strangers come.
  case strangersWrite
  case portal(PortalWay)
  /// The plan of companions' entries wants another look.
  case looksAtAgenda
}

/// A queue in the order of moments, and of one moment in the order in which things were put in.
struct Timetable: Sendable {
  private struct Entry: Sendable {
    var at: Int64
    var what: Occurring
  }
  /// The next one last.
  private var entries: [Entry] = []
  /// The moment of the next one; the end of time when there is none.
  private(set) var due: Int64 = .max

  mutating func insert(_ what: Occurring, at moment: Int64) {
    var i = entries.count
    while i > 0, entries[i - 1].at <= moment { i -= 1 }
    entries.insert(Entry(at: moment, what: what), at: i)
    due = entries[entries.count - 1].at
  }

  mutating func pop() -> Occurring {
    defer { due = entries.last?.at ?? .max }
    return entries.removeLast().what
  }

  /// The power went: what was meant for the device no longer reaches it.
  mutating func forgetDevice() {
    entries.removeAll {
      switch $0.what {
      case .event, .fix, .retryStorage, .networkTime, .powerCutAtLast, .switchedOff,
        .looksAtAgenda, .portal(.call), .portal(.comesBack), .portal(.brings):
        true
      case .boot, .serverTakes, .message, .mailArrives, .mailIsRead, .clocksGood, .fetchMail,
        .strangersWrite, .portal(.serves), .portal(.holdEnds):
        false
      }
    }
    due = entries.last?.at ?? .max
  }
}
