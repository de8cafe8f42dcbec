import Foundation
import TestSupport
import Testing

/// Somebody who writes in the diary with `vigia diary` while the power goes, and remembers what was confirmed.
struct PowerCutEditor {
  /// An amount in mg/dL; nil: no such entry. More than one: nobody was told which.
  private var known: [String: Set<Int?>] = [:]
  private var numbers: [String: String] = [:]
  private var last = 0
  private(set) var confirmed = 0
  private(set) var unsure = 0
  private let state: String
  private var running: (command: Daemon, note: String, amount: Int?)?

  init(_ state: String) { self.state = state }

  /// Begins to add, to change, or to delete.
  mutating func begin(_ chance: inout SplitMix64) throws {
    guard running == nil else { return }
    let amount = Int.random(in: 100...200, using: &chance)
    let sure = known.filter { $0.value.count == 1 && $0.value.first != .some(nil) }.keys.sorted()
    let old = sure.randomElement(using: &chance)
    switch Int.random(in: 0..<4, using: &chance) {
    case 2:
      if let old {
        return try start(
          ["edit", numbers[old] ?? "", "--glucose", "\(amount)mg/dL", "--yes"], old, amount)
      }
    case 3:
      if let old { return try start(["delete", numbers[old] ?? "", "--yes"], old, nil) }
    default: break
    }
    last += 1
    try start(
      ["add", "--glucose", "\(amount)mg/dL", "--notes", "n\(last)", "--format", "json"], "n\(last)",
      amount)
  }

  private mutating func start(_ words: [String], _ note: String, _ amount: Int?) throws {
    let command = try Daemon([LiveRun.binary, "diary", "--state", state] + words)
    running = (command, note, amount)
  }

  /// Closes the books when the power is gone. Confirmed edits count, and nobody was told of the others.
  mutating func finish() throws {
    guard let running else { return }
    self.running = nil
    running.command.wait()
    let before = known[running.note] ?? [nil]
    if running.command.status == 0 {
      known[running.note] = [running.amount]
      confirmed += 1
      let said = try running.command.written()
      if let id = said.firstMatch(of: /"id":"([^"]+)"/) { numbers[running.note] = String(id.1) }
    } else {
      known[running.note] = before.union([running.amount])
      unsure += 1
    }
  }

  /// Differences of the diary from the confirmed edits.
  func broken() throws -> [String] {
    let list = try Daemon([LiveRun.binary, "diary", "--state", state, "list", "--format", "json"])
    list.wait()
    guard list.status == 0 else { return ["the diary cannot be read: \(try list.complaints())"] }
    var found: [String: [Int]] = [:]
    for line in try list.written().split(separator: "\n") {
      guard let note = line.firstMatch(of: /"notes":"(n[0-9]+)"/),
        let amount = line.firstMatch(of: /"amount":([0-9]+)/)
      else { continue }
      found[String(note.1), default: []].append(Int(amount.1) ?? 0)
    }
    return known.keys.sorted().compactMap { note in
      let entries = found[note] ?? []
      let isRight = entries.count < 2 && (known[note] ?? []).contains(entries.first)
      return isRight ? nil : "\(note) is \(entries), expected one of \(known[note] ?? [])"
    }
  }
}
