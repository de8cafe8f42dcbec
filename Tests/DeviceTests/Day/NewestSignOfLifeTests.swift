import Device
import HAL
import Testing

@Suite("A log that forgets all signs of life but the newest")
struct NewestSignOfLifeTests {
  @Test("It starts the same device as the whole log, wherever the power cut it")
  func same() throws {
    let lived = try BusyHour().live(cutAfter: nil)
    #expect(lived.records.filter(\.isSignOfLife).count > 100)
    for count in 0...lived.records.count {
      let whole = Array(lived.records[..<count])
      let newest = whole.lastIndex(where: \.isSignOfLife)
      let short = whole.enumerated().filter { !$1.isSignOfLife || $0 == newest }.map(\.element)
      #expect(
        life(from: short, lived.settings) == life(from: whole, lived.settings), "cut at \(count)")
    }
  }

  /// The acts of a device in the ten minutes after it was started from those records.
  private func life(from records: [Record], _ settings: [Setting]) -> [Action] {
    var device = Device()
    var actions: [Action] = []
    func feed(_ kind: Event.Kind, at now: Instant) {
      device.handle(Event(at: now, kind)) { actions.append($0) }
    }
    feed(.booted(Boot(number: 2, keys: .all, secret: World.secret)), at: .start)
    for record in records { feed(.restored(record), at: .start) }
    for setting in settings { feed(.setting(setting), at: .start) }
    let wall = WallTime(milliseconds: BusyHour.begin + 4 * 3_600_000)
    feed(.clock(wall, .ntp), at: Instant(milliseconds: 1000))
    while let next = device.nextDeadline, next <= Instant(milliseconds: 600_000) {
      feed(.deadline, at: next)
    }
    return actions
  }
}

extension Record {
  fileprivate var isSignOfLife: Bool { if case .alive = self { true } else { false } }
}
