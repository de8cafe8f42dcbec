import Glibc
import HAL
import Linux

/// A board that has a receiver only: it turns, and reads what has come after each turn.
final class Watcher {
  struct TookTooLong: Error, CustomStringConvertible {
    var description: String
  }

  let reactor: Reactor
  let gps: LinuxGPS
  private let diary = Diary()
  var lines: [String] { diary.lines }
  private(set) var fixes: [Fix] = []
  private(set) var errors: [GPSError] = []

  private final class Diary { var lines: [String] = [] }

  /// Waits are short, so that tests are.
  static let hasty = LinuxGPS.Patience(backOff: 10...80, silence: 100, answer: 100)
  /// Never takes a slow machine for a daemon that hangs.
  static let calm = LinuxGPS.Patience(backOff: 10...80, silence: 60_000, answer: 60_000)

  init(_ address: GpsdAddress, _ patience: LinuxGPS.Patience = Watcher.calm) throws {
    reactor = try Reactor()
    gps = LinuxGPS(reactor, address: address, patience: patience) { [diary] line in
      diary.lines.append(line)
    }
  }

  /// Turns until something has happened.
  /// - Throws: `TookTooLong` when it does not; the limit is no claim about speed.
  func turn(
    _ what: String = "what was waited for", seconds limit: Int64 = 60, until: () throws -> Bool
  ) throws {
    let patience = Patience(milliseconds: limit * 1000)
    while try !until() {
      guard patience.isLeft(reactor) else {
        throw TookTooLong(description: "\(what) did not happen; log: \(lines), errors: \(errors)")
      }
      try turn()
    }
  }

  func forget() {
    fixes = []
    errors = []
  }

  /// One turn. It looks around now and then, because the outside may be another process.
  func turn() throws {
    try reactor.turn(until: reactor.now.after(milliseconds: 20))
    read()
  }

  func read() {
    while true {
      do {
        guard let fix = try gps.read() else { return }
        fixes.append(fix)
      } catch {
        errors.append(error)
      }
    }
  }
}
