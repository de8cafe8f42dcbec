import HAL
import Testing

/// The contract of each port, as tests that any backend of it can run. What only the world outside
/// can do (a fix arrives, a finger presses, the power goes) is handed in.
enum PortContract {
  /// Longest that a call which "returns at once" may take.
  static let atOnce = Duration.milliseconds(100)

  static func gps<G: GPS>(_ gps: inout G, arrive: (inout G, Fix) -> Void) throws {
    let before = try gps.read()
    #expect(before == nil, "it invents nothing")
    let fix = Fix(mode: .twoD, eph: Metres(7))
    arrive(&gps, fix)
    let once = try gps.read()
    #expect(once == fix)
    let again = try gps.read()
    #expect(again == nil, "each fix comes once")
  }

  static func keys<K: Keys>(_ keys: inout K, press: (inout K, KeyPress) -> Void) throws {
    let before = try keys.read()
    #expect(before == nil)
    let all = [Key.help, .ok, .plus, .minus].map { KeyPress($0) } + [KeyPress(.ok, isLong: true)]
    for one in all { press(&keys, one) }
    let there = all.filter { keys.available.contains($0.key) }
    var came: [KeyPress] = []
    while let one = try keys.read(), came.count <= all.count { came.append(one) }
    #expect(came == there, "each press once, oldest first, and none of a key that is not there")
    let after = try keys.read()
    #expect(after == nil)
  }

  static func speaker<S: Speaker>(_ speaker: inout S) throws {
    let clock = ContinuousClock()
    for burst in [Burst.low, .high, .call, .medium] {
      let began = clock.now
      try speaker.play(burst)
      #expect(clock.now - began < atOnce)
    }
    try speaker.stop()
    try speaker.stop()
  }

  static func vibrator<V: Vibrator>(_ vibrator: inout V) throws {
    let clock = ContinuousClock()
    for pulses in [UInt8(3), 255, 0, 0] {
      let began = clock.now
      try vibrator.vibrate(pulses: pulses, each: Milliseconds(200))
      #expect(clock.now - began < atOnce)
    }
  }

  static func screen<S: Screen>(_ screen: inout S, pages: [S.Page], shown: (S) -> S.Page?) throws
  where S.Page: Equatable {
    let clock = ContinuousClock()
    for page in pages {
      let began = clock.now
      try screen.show(page)
      #expect(clock.now - began < atOnce)
      #expect(shown(screen) == page, "a page replaces the one before")
    }
  }

  static func battery<B: Battery>(
    _ battery: inout B, become: (inout B, BatteryLevel) -> Void
  ) throws {
    let levels = [
      BatteryLevel(percent: 50, isCharging: false), BatteryLevel(percent: 50, isCharging: true),
      BatteryLevel(percent: 51, isCharging: true),
    ]
    for level in levels {
      become(&battery, level)
      let read = try battery.read()
      #expect(read == level)
      let again = try battery.read()
      #expect(again == nil, "nothing changed")
      become(&battery, level)
      let same = try battery.read()
      #expect(same == nil, "the same level is no change")
    }
  }

  static func network<N: Network>(_ network: inout N) throws {
    let clock = ContinuousClock()
    let began = clock.now
    let message = Array("Ana ha salido. ñ €".utf8)
    try network.submit(NoticeID(1), to: Recipient(caregiver: 0, route: .mail), message.span)
    try network.ping()
    #expect(clock.now - began < atOnce)
  }
}
