import HAL

/// An occurrence that was announced and waits for the wearer.
///
/// Its moments are wall times; a step of the clock moves them along, so that the waiting takes as
/// long as it should.
struct OpenReminder: Sendable {
  /// The time for which it is shown on a device without `ok`.
  static let shownWithoutOK = Milliseconds.seconds(5 * 60)

  var occurrence: Occurrence
  /// The limit counts from here: the first announcement, or the end of the last snooze.
  var counted: WallTime
  var usefulUntil: WallTime
  // The small ones stand together: the table holds one for each reminder.
  var prompt: Prompt<WallTime>
  var kind: Reminder.Kind
  /// No number that a question spans stands for none.
  private var chosenOrNone = UInt8.max
  /// Seconds from `counted` to what was written before the restart, and waits for a better clock; the least number:
  /// nothing does.
  private var writtenAfter = Int32.min

  init(
    occurrence: Occurrence, kind: Reminder.Kind, counted: WallTime, usefulUntil: WallTime,
    prompt: Prompt<WallTime>
  ) {
    self.occurrence = occurrence
    self.counted = counted
    self.usefulUntil = usefulUntil
    self.prompt = prompt
    self.kind = kind
  }

  /// The number that plus and minus chose; nil: nobody touched it.
  var chosen: UInt8? {
    get { chosenOrNone == .max ? nil : chosenOrNone }
    set { chosenOrNone = newValue ?? .max }
  }

  /// The moment at which the caregiver is told.
  func escalates(limit: Milliseconds) -> WallTime { counted.advanced(by: limit) }

  /// The moment at which it is given up: no longer of use, but not before the caregiver was told.
  func ends(limit: Milliseconds) -> WallTime {
    if prompt.next == nil { return counted.advanced(by: OpenReminder.shownWithoutOK) }
    return max(usefulUntil, escalates(limit: limit))
  }

  /// The next moment at which something is to be done.
  func wakes(limit: Milliseconds) -> WallTime {
    let end = ends(limit: limit)
    guard let next = prompt.next else { return end }
    return min(prompt.isTold ? end : escalates(limit: limit), next)
  }

  /// A clock that is not sure, or behind what was written, begins anew. What a trusted one wrote waits for a better
  /// clock.
  mutating func doubt(_ written: WallTime) {
    let after = counted.distance(to: written).count / 1000
    writtenAfter = max(Int32(clamping: after), -Int32.max)
  }

  /// A better clock speaks: what was written counts again. False where nothing waits for it.
  mutating func trust() -> Bool {
    guard writtenAfter > .min else { return false }
    counted = counted.advanced(by: .seconds(Int64(writtenAfter)))
    writtenAfter = .min
    return true
  }

  /// The time that waits for a better clock lies before the restart, by the clock of now.
  var wasWrittenBefore: Bool { writtenAfter > .min && writtenAfter <= 0 }

  /// It is announced again then, and the limit counts from there.
  mutating func putOff(until end: WallTime) {
    prompt.countSnooze()
    prompt.next = end
    writtenAfter = .min
    counted = end
  }

  mutating func shift(by step: Milliseconds) {
    if writtenAfter > .min {
      writtenAfter = max(Int32(clamping: Int64(writtenAfter) - step.count / 1000), -Int32.max)
    }
    counted = counted.advanced(by: step)
    prompt.next = prompt.next?.advanced(by: step)
    usefulUntil = usefulUntil.advanced(by: step)
  }
}
