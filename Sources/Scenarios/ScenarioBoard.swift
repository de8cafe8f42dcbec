import HAL
import Names
import Profile
import Simulator
import Traces

/// The parts of the device, and its clocks.
struct ScenarioBoard {
  var keys = KeySet.all
  /// Drift in millionths.
  var clockDrift: Int64 = 0
  var calendarError: Milliseconds?
  /// The board's clock begins anew at each start.
  var clockRestarts = false
  var hasNetworkTime = true
  /// The device is paired with a portal.
  var hasPortal = false

  init(_ value: YAMLValue?) throws {
    guard let value else { return }
    let members = try value.members(known: [
      "keys", "clock_drift_ppm", "calendar_error", "clock_restarts", "network_time", "portal",
    ])
    if let names = members["keys"] {
      keys = KeySet(bits: 0)
      for key in try names.elements() { keys = keys.with(try key.spelled()) }
    }
    if let drift = members["clock_drift_ppm"] { clockDrift = try drift.whole(in: -500...500) }
    calendarError = try members["calendar_error"]?.signedSpan()
    if let restarts = members["clock_restarts"] { clockRestarts = try restarts.isYes() }
    if let time = members["network_time"] { hasNetworkTime = try time.isYes() }
    if let portal = members["portal"] { hasPortal = try portal.isYes() }
  }
}

extension ReceiverPlan {
  init(_ value: YAMLValue) throws {
    self.init()
    let members = try value.members(known: [
      "interval", "latency", "first_fix", "noise", "speed",
    ])
    if let value = members["interval"] { interval = try value.interval() }
    if let value = members["latency"] { latency = try value.span() }
    if let value = members["first_fix"] { firstFix = try value.span() }
    if let value = members["speed"] { speed = try value.spelled() }
    noise = try members["noise"].map { try NoiseModel($0) }
  }
}

extension ReceiverPlan.SpeedSource: Spelled {}

extension YAMLValue {
  /// The interval between two epochs.
  func interval() throws -> Milliseconds {
    let span = try span()
    guard (100...600_000).contains(span.count) else {
      throw refuse("is \(shown); expected 0.1 s to 10 min")
    }
    return span
  }
}

extension NoiseModel {
  init(_ value: YAMLValue) throws {
    let members = try value.members(known: [
      "white_m", "drift_m", "drift_s", "bias_m", "bias_s", "smoothing_s", "spikes_per_hour",
      "eph_m", "doppler_mps",
    ])
    func number(_ name: String, _ standard: Double, _ range: ClosedRange<Double>) throws -> Double {
      try members[name]?.number(in: range) ?? standard
    }
    func seconds(
      _ name: String, _ standard: Double, _ range: ClosedRange<Double> = 1...100_000
    ) throws -> Milliseconds {
      Milliseconds(Int64((try number(name, standard, range) * 1000).rounded()))
    }
    self.init(
      white: Metres(try number("white_m", 1, 0...1000)),
      drift: Metres(try number("drift_m", 3, 0...1000)), driftTime: try seconds("drift_s", 200),
      bias: Metres(try number("bias_m", 0, 0...1000)), biasTime: try seconds("bias_s", 300),
      smoothing: try seconds("smoothing_s", 0, 0...3600),
      spikesPerHour: try number("spikes_per_hour", 0, 0...3600),
      eph: Metres(try number("eph_m", 23, 0...10_000)),
      doppler: MetresPerSecond(try number("doppler_mps", 0.05, 0...100)))
  }
}

extension Recording {
  /// A recorded trace in place of the receiver's model: `{trace: FILE}`, beside the scenario.
  init(_ value: YAMLValue, lasts: Milliseconds) throws {
    guard let member = try value.members(known: ["trace"])["trace"] else {
      throw value.refuse("lacks trace; expected the name of a recorded trace")
    }
    let name = try member.text()
    let epochs: [Epoch]
    do {
      epochs = try Recording.epochs(Recording.path(name, beside: member.file), lasts: lasts)
    } catch {
      throw member.refuse("cannot be used: \(error)")
    }
    if epochs.isEmpty { throw member.refuse("is \(member.shown), which holds no epoch") }
    self.init(name: name, epochs: epochs)
  }

  /// The file that a scenario means by that name.
  static func path(_ name: String, beside scenario: String) -> String {
    if name.hasPrefix("/") { return name }
    let folder = scenario.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return (folder + [name[...]]).joined(separator: "/")
  }

  private static func epochs(_ path: String, lasts: Milliseconds) throws -> [Epoch] {
    let reader = try TraceReader(path: path, options: .init(takesConfiguration: false))
    var epochs: [Epoch] = []
    var first: Instant?
    while let event = try reader.nextEvent() {
      guard case .fix(var fix) = event.kind else { continue }
      let begin = first ?? event.at
      first = begin
      let at = Milliseconds((event.at - begin).count + 1000)
      guard at < lasts else { break }
      fix.time = nil
      epochs.append(Epoch(at: at, fix))
    }
    return epochs
  }
}
