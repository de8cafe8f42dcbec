import Device

/// What the daily mail lists when not all is well.
extension Wording {
  func lines(_ open: OpenMatters) -> [String] {
    let all: [(OpenMatters, OpenPhrase)] = [
      (.help, .help), (.exit, .exit), (.lowGlucose, .low), (.dose, .dose), (.reminder, .reminder),
      (.position, .position), (.receiver, .receiver), (.battery, .battery), (.clock, .clock),
      (.notice, .notice), (.storage, .storage),
    ]
    return all.filter { open.contains($0.0) }.map { "- \(say($0.1))." }
  }
}
