import Device
import HAL

/// What became of each occurrence, as anybody could see, and what of that the medium keeps.
struct ReminderMemory: Sendable {
  struct Entry: Sendable {
    var occurrence: Occurrence
    /// In this life or, when it is stored, in one before.
    var isCalled = false
    var isCallStored = false
    var isMissed = false
    /// The wearer confirmed it: never asked again, whatever happens.
    var isConfirmed = false
    /// Of this life.
    var snoozes = 0
    /// It rests until then; nil: it does not.
    var rests: Instant?
    var lastCall: Instant?
    /// How many others were heard of before it.
    var number = 0

    /// Somebody was told in one way or another.
    var isHandled: Bool { isCalled || isMissed || isConfirmed }
  }

  /// A device remembers this many; one that was heard of so long ago may be asked for again.
  private static let remembered = 120

  private var entries: [Entry] = []
  private var count = 0

  subscript(occurrence: Occurrence) -> Entry? {
    entries.last { $0.occurrence == occurrence }
  }

  /// The device may have forgotten it, for there were so many others.
  func isFaded(_ entry: Entry) -> Bool { count - entry.number >= ReminderMemory.remembered }

  mutating func change(_ occurrence: Occurrence, _ change: (inout Entry) -> Void) {
    // What may be forgotten and is heard of again is new from then on.
    guard let i = entries.lastIndex(where: { $0.occurrence == occurrence && !isFaded($0) }) else {
      var entry = Entry(occurrence: occurrence, number: count)
      count += 1
      change(&entry)
      // What is twice forgotten is not looked for any more.
      if entries.count > 4 * ReminderMemory.remembered {
        entries.removeFirst(2 * ReminderMemory.remembered)
      }
      return entries.append(entry)
    }
    change(&entries[i])
  }

  /// A record is on the medium.
  mutating func keep(_ record: Record) {
    switch record {
    case .reminder(let occurrence, let state, _):
      change(occurrence) {
        switch state {
        case .acknowledged: $0.isConfirmed = true
        case .missed: $0.isMissed = true
        case .announced, .announcedUnsure, .escalated, .snoozed:
          $0.isCalled = true
          $0.isCallStored = true
        }
      }
    case .outbox(.notice(let notice)) where notice.made != nil:
      switch notice.matter {
      case .reminder(.due(let occurrence)), .reminder(.unanswered(let occurrence)):
        change(occurrence) {
          $0.isCalled = true
          $0.isCallStored = true
        }
      case .reminder(.missed(let occurrence)): change(occurrence) { $0.isMissed = true }
      default: break
      }
    default: break
    }
  }

  /// The power went: what was not stored did not happen.
  mutating func cutPower() {
    for i in entries.indices {
      entries[i].isCalled = entries[i].isCallStored
      entries[i].snoozes = 0
      entries[i].rests = nil
      entries[i].lastCall = nil
    }
  }

  mutating func clear() { self = ReminderMemory() }
}
