import Checkers
import Device
import HAL
import Simulator
import Synchronization

/// The events of a simulated day, told once more to another device. They are changed in a way whose
/// effect on the answers is known.
struct Retelling {
  /// The events that a device was told, in order, and its acts.
  struct Day {
    var events: [Event] = []
    var deeds: [(at: Instant, action: Action)] = []
    /// The records that the device had stored, in order.
    var stored: [Record] = []
  }

  private static let days = Mutex<[UInt64: Day]>([:])

  /// A drawn day, lived once.
  static func day(_ seed: UInt64) -> Day {
    days.withLock { days in
      let day = days[seed] ?? live(seed)
      days[seed] = day
      return day
    }
  }

  /// Lives a day with an epoch every ten seconds: a tenth of the work, and as many deeds.
  private static func live(_ seed: UInt64) -> Day {
    var plan = Swarm.plan(seed: seed)
    plan.receiver.interval = .seconds(10)
    var day = Day()
    _ = Life.live(plan) { event, action, _ in
      guard let action else { return day.events.append(event) }
      day.deeds.append((event.at, action))
      if case .store(let record) = action { day.stored.append(record) }
    }
    return day
  }

  var change: (Event) -> [Event]

  /// Acts of another device on the changed events. It is given back its own records, where the first
  /// was given back its own.
  func retell(_ day: Day) -> [(at: Instant, action: Action)] {
    var device = Device()
    var deeds: [(at: Instant, action: Action)] = []
    var stored: [Record] = []
    var next = 0
    for event in day.events {
      var event = event
      if case .booted = event.kind { next = 0 }
      if case .restored(let record) = event.kind,
        let place = day.stored[next...].firstIndex(of: record)
      {
        next = place + 1
        guard stored.indices.contains(place) else { continue }
        event.kind = .restored(stored[place])
      }
      for changed in change(event) {
        device.handle(changed) { action in
          deeds.append((changed.at, action))
          if case .store(let record) = action { stored.append(record) }
        }
      }
    }
    return deeds
  }
}

/// Two answers as text: what lies between numbers must be the same, numbers within a tolerance.
enum Likeness {
  /// Nil when they are alike; else the first that differs.
  static func difference(
    _ a: [(at: Instant, action: Action)], _ b: [(at: Instant, action: Action)],
    within tolerance: Double, by words: (Action) -> String = { "\($0)" }
  ) -> String? {
    for (first, second) in zip(a, b) where first.action != second.action {
      let (mine, yours) = (words(first.action), words(second.action))
      guard mine != yours, !isAlike(mine, yours, tolerance) else { continue }
      return "\(first.at.milliseconds): \(mine)\n\(second.at.milliseconds): \(yours)"
    }
    guard a.count == b.count else {
      let longer = a.count > b.count ? a : b
      let extra = longer[min(a.count, b.count)]
      return "\(a.count) and \(b.count) deeds; \(extra.at.milliseconds): \(words(extra.action))"
    }
    return nil
  }

  private static func isAlike(_ a: String, _ b: String, _ tolerance: Double) -> Bool {
    let (mine, yours) = (parts(a), parts(b))
    return mine.count == yours.count
      && zip(mine, yours).allSatisfy { x, y in
        if x == y { return true }
        guard let x = Double(x), let y = Double(y) else { return false }
        return abs(x - y) <= tolerance
      }
  }

  /// Numbers and what lies between them.
  private static func parts(_ text: String) -> [String] {
    var parts: [String] = []
    var wasNumber = false
    for c in text {
      let isNumber = c.isNumber || c == "." && wasNumber || c == "-"
      if isNumber == wasNumber, !parts.isEmpty {
        parts[parts.count - 1].append(c)
      } else {
        parts.append(String(c))
      }
      wasNumber = isNumber
    }
    return parts
  }
}
