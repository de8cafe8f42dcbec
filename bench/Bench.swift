/// The measurements. Ours and another program take turns, so that a busy machine slows both.
struct Bench {
  /// Excursions in the files that gpsbabel and we read, and in the shorter ones that keep Python's
  /// turns to a few seconds.
  static let ours = 446
  static let pythons = 45
  /// Excursions walked in memory: four million fixes.
  static let inMemory = 8928

  let rounds: Int
  let python: String?
  let folder: String
  /// Told what is being done.
  let note: (String) -> Void

  func run() throws -> Results {
    Results(
      rounds: rounds, formats: try Format.allCases.map(measure), memory: try memory(),
      world: try world())
  }

  // MARK: From a file

  private func measure(_ format: Format) throws -> FormatResult {
    note("writing \(format.rawValue) files")
    let input = try Input(format, excursions: Bench.ours, folder: folder)
    let forPython = try Input(format, excursions: Bench.pythons, folder: folder)
    var turns = Turns(input)
    var gpsbabel: [Turns.Pair] = []
    var python: [Turns.Pair] = []
    var wc: [Turns.Pair] = []
    for round in 1...rounds {
      note("\(format.rawValue), round \(round) of \(rounds)")
      gpsbabel += try turns.pair { try Peers.gpsbabel(input, folder) }
      python += try turns.pair {
        try self.python.flatMap { try Peers.python($0, forPython, folder) }
      }
      wc += try turns.pair { try Peers.wc(input, folder) }
    }
    let outcome = turns.outcome!
    return FormatResult(
      format: format.rawValue, fixes: input.epochs, exits: outcome.exits,
      returns: outcome.returns, digest: outcome.digestText,
      fixesPerSecond: Spread(turns.ours.map { Double(input.epochs) / $0 })!,
      megabytesPerSecond: Spread(turns.ours.map { input.megabytes / $0 })!,
      beside: [
        pairing("gpsbabel", gpsbabel, input, input),
        pairing("Python", python, forPython, input),
      ].compactMap { $0 },
      wc: Spread(wc.map { input.megabytes / $0.theirs }).map {
        Scale(megabytesPerSecond: $0, times: Spread(wc.map { $0.ours / $0.theirs })!)
      })
  }

  private func pairing(
    _ peer: String, _ pairs: [Turns.Pair], _ theirs: Input, _ ours: Input
  ) -> Pairing? {
    let rates = pairs.map { Double(theirs.epochs) / $0.theirs }
    let ratios = zip(pairs, rates).map { Double(ours.epochs) / $0.ours / $1 }
    guard let rate = Spread(rates), let ratio = Spread(ratios) else { return nil }
    return Pairing(peer: peer, fixes: theirs.epochs, fixesPerSecond: rate, ratio: ratio)
  }

  // MARK: From memory

  private func memory() throws -> [MemoryResult] {
    let source = WalkSource(excursions: Bench.inMemory)
    let configured = try Walk.configured()
    let results = [
      try measure("core alone") {
        var source = source
        return passThroughCore(&source, configured, digesting: false)
      },
      try measure("core and digest") {
        var source = source
        return passThroughCore(&source, configured)
      },
      try measure("the same on a simulated board") { passThroughBoard(source, configured) },
    ]
    guard results[1].digest == results[2].digest else {
      throw BenchError("the simulated board changes the digest: \(results[2].digest)")
    }
    return results
  }

  // MARK: A world

  private func world() throws -> WorldResult {
    let log = try Input(.nmea, excursions: 2, folder: folder)
    var speeds: [Double] = []
    var theirs: [Double] = []
    var ratios: [Double] = []
    for round in 1...rounds {
      note("simulated days, round \(round) of \(rounds)")
      let ours = try Worlds.pass()
      speeds.append(ours)
      guard let gpsfake = try Peers.gpsfake(log, folder) else { continue }
      theirs.append(gpsfake)
      ratios.append(ours / gpsfake)
    }
    return WorldResult(
      days: Int(Worlds.seeds), speed: Spread(speeds)!, gpsfake: Spread(theirs),
      ratio: Spread(ratios))
  }

  private func measure(_ through: String, _ pass: () -> Outcome) throws -> MemoryResult {
    let fixes = Bench.inMemory * Walk.excursionSeconds
    var known: Outcome?
    var rates: [Double] = []
    for round in 1...rounds {
      note("from memory: \(through), round \(round) of \(rounds)")
      var outcome = Outcome()
      rates.append(Double(fixes) / seconds { outcome = pass() })
      try outcome.check(against: known, excursions: Bench.inMemory, through)
      known = outcome
    }
    return MemoryResult(
      through: through, fixes: fixes, exits: known!.exits, digest: known!.digestText,
      fixesPerSecond: Spread(rates)!)
  }
}

/// Wall time of some work.
func seconds(_ work: () throws -> Void) rethrows -> Double {
  try ContinuousClock().measure(work) / .seconds(1)
}
