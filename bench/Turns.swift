/// Our turns at one file, each of them checked.
struct Turns {
  /// A turn of ours and one of another program right after it, in seconds.
  struct Pair {
    let ours: Double
    let theirs: Double
  }

  private let input: Input
  private(set) var ours: [Double] = []
  /// The outcome of all turns.
  private(set) var outcome: Outcome?

  init(_ input: Input) { self.input = input }

  /// No pair when the other program cannot run.
  mutating func pair(_ other: () throws -> Double?) throws -> [Pair] {
    let ours = try turn()
    return try other().map { [Pair(ours: ours, theirs: $0)] } ?? []
  }

  private mutating func turn() throws -> Double {
    let configured = try Walk.configured()
    var source: FileSource?
    var outcome = Outcome()
    let time = try seconds {
      var opened = try FileSource(path: input.path)
      outcome = passThroughCore(&opened, configured)
      source = opened
    }
    if let failure = source?.failure { throw failure }
    guard source?.reader.fixes == input.epochs else {
      throw BenchError("\(input.path): not all \(input.epochs) fixes were read")
    }
    try outcome.check(against: self.outcome, excursions: input.excursions, input.format.rawValue)
    self.outcome = outcome
    ours.append(time)
    return time
  }
}
