import Checkers
import Device
import HAL
import Simulator
import Traces

extension Scenario {
  /// Lives the scenario, with the checkers looking on, and writes what the device saw as a trace that
  /// replays alone. The same scenario and seed write the same bytes on every machine.
  public func live(
    by live: Life.Way = Life.ordinary, writingTo write: @escaping (String) throws -> Void
  ) throws -> Life {
    var log = ScenarioLog(self, TraceWriter(plain: write))
    let life = live(plan) { event, action, _ in
      if action == nil { log.note(event) }
    }
    try log.finish()
    return life
  }
}

/// Writes down what the device sees, as a black box does, and besides that when it was without power.
private struct ScenarioLog {
  private let writer: TraceWriter
  private let words: [HouseholdWords]
  private var marks: ArraySlice<TraceMark>
  private var row: [Setting] = []
  private var failure: (any Error)?
  /// The last event, and whether it was a deadline.
  private var last: (at: Instant, isDeadline: Bool)?

  init(_ scenario: Scenario, _ writer: TraceWriter) {
    self.writer = writer
    words = scenario.words
    marks = scenario.marks[...]
  }

  mutating func note(_ event: Event) {
    guard failure == nil else { return }
    do {
      while let mark = marks.first, mark.at <= event.at { try writer.write(marks.removeFirst()) }
      try write(event)
    } catch { failure = error }
    var isDeadline = false
    if case .deadline = event.kind { isDeadline = true }
    last = (event.at, isDeadline)
  }

  private mutating func write(_ event: Event) throws {
    switch event.kind {
    // The board of a replay wakes the device itself.
    case .deadline: break
    case .booted:
      try noteOff()
      try writer.write(event)
    // The row is written as a whole, with its words.
    case .setting(let setting):
      if setting == .begin { row.removeAll() }
      row.append(setting)
      guard setting == .end else { return }
      let household = words.first { $0.row == row } ?? words[0]
      try writer.configure(row, household.words, at: event.at)
    case .restored, .fix, .clock, .keys, .key, .reading, .edited, .answer, .message, .battery,
      .storage, .shuttingDown:
      try writer.write(event)
    }
  }

  /// The last thing that happened was its last; a deadline of the same moment, too.
  private func noteOff() throws {
    guard let last else { return }
    try writer.writeOff(at: last.at + Milliseconds(last.isDeadline ? 1 : 0))
  }

  mutating func finish() throws {
    while failure == nil, let mark = marks.popFirst() { try writer.write(mark) }
    if failure == nil { try noteOff() }
    if let failure { throw failure }
  }
}
