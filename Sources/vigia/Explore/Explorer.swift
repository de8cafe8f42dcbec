import Console
import Foundation
import Simulator
import Trial

/// Shares a range of seeds among threads. Each life is alone on its thread and knows of no other.
final class Explorer: @unchecked Sendable {
  private let seeds: Range<UInt64>
  private let days: Int
  private let jobs: Int
  private let checksDeterminism: Bool
  private let keepsGoing: Bool

  private let lock = NSLock()
  private var next: UInt64
  /// Results of seeds that were lived before an earlier one.
  private var waiting: [UInt64: Exploration] = [:]
  /// The sum of all seeds before this one.
  private var total = Exploration()
  private var summed: UInt64
  /// Seeds from here on no longer matter.
  private var end: UInt64
  private let progress = ProgressLine()
  private let live: Life.Way
  /// The signal that ended it early.
  private(set) var interruption: Int32?

  /// The seeds that were lived, from the first on.
  var lived: Range<UInt64> { seeds.lowerBound..<max(summed, seeds.lowerBound) }

  init(
    seeds: Range<UInt64>, days: Int, jobs: Int, checksDeterminism: Bool, keepsGoing: Bool,
    live: @escaping Life.Way = Life.ordinary
  ) {
    self.seeds = seeds
    self.days = days
    self.jobs = jobs
    self.checksDeterminism = checksDeterminism
    self.keepsGoing = keepsGoing
    self.live = live
    next = seeds.lowerBound
    summed = seeds.lowerBound
    end = seeds.upperBound
  }

  /// - Returns: what came of it, and the seconds that it took. After a failure all seeds before it
  ///   are lived to their end, and none after it counts: the same range has one answer.
  func explore() -> (Exploration, seconds: Double) {
    let begun = ContinuousClock.now
    let signals = [SIGINT, SIGTERM].compactMap(endEarly)
    defer {
      for (number, before, source) in signals {
        source.cancel()
        _ = signal(number, before)
      }
    }
    let done = DispatchGroup()
    for _ in 0..<min(UInt64(jobs), SeedRange.count(seeds)) {
      done.enter()
      let thread = Thread {
        self.work(since: begun)
        done.leave()
      }
      // A device is 28 KB, and is moved about.
      thread.stackSize = 16 << 20
      thread.start()
    }
    done.wait()
    progress.clear()
    return (total, (ContinuousClock.now - begun).seconds)
  }

  /// The lives that have begun are lived to their end, unless the signal comes again.
  ///
  /// - Returns: with what the signal did before; nil where the caller had it ignored (nohup).
  private func endEarly(
    by number: Int32
  ) -> (Int32, before: (@convention(c) (Int32) -> Void)?, any DispatchSourceSignal)? {
    let before = signal(number, SIG_IGN)
    guard !Interruption.isIgnored(before) else { return nil }
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler { [self] in
      let isAgain = lock.withLock {
        defer { (interruption, end) = (interruption ?? number, min(end, next)) }
        return interruption != nil
      }
      guard isAgain else { return }
      complain("interrupted twice; what came of the seeds is not told")
      _ = signal(number, SIG_DFL)
      kill(getpid(), number)
    }
    source.resume()
    return (number, before, source)
  }

  private func work(since begun: ContinuousClock.Instant) {
    while let seed = take() {
      let result = Exploration.live(
        seed: seed, days: days, checksDeterminism: checksDeterminism, by: live)
      lock.withLock {
        waiting[seed] = result
        if !keepsGoing, !result.failures.isEmpty { end = min(end, seed + 1) }
        while summed < end, let next = waiting.removeValue(forKey: summed) {
          total.add(next)
          summed += 1
        }
        let seconds = (ContinuousClock.now - begun).seconds
        if seconds > 0.5 { progress.show(said(after: seconds)) }
      }
    }
  }

  /// The text of the progress.
  private func said(after seconds: Double) -> String {
    let years = String(format: "%.2f", total.years)
    let pace = String(format: "%.1f", total.years / seconds)
    return "\(total.lives) of \(SeedRange.count(seeds)) seeds, \(years) years, \(pace) years a "
      + "second, \(total.injected) faults, \(total.failures.count) failures"
  }

  private func take() -> UInt64? {
    lock.withLock {
      guard next < end else { return nil }
      defer { next += 1 }
      return next
    }
  }
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}

/// `A:B`, without B.
struct SeedRange {
  var range: Range<UInt64>

  init(_ range: Range<UInt64>) { self.range = range }

  init(_ text: String) throws {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = UInt64(parts[0]), let end = UInt64(parts[1]), first < end
    else {
      throw TypedValue.Refusal(
        description: "expected two whole numbers such as 0:1000, A below B, none above "
          + "\(UInt64.max)")
    }
    range = first..<end
  }

  static func text(_ range: Range<UInt64>) -> String { "\(range.lowerBound):\(range.upperBound)" }

  /// The number of seeds. `Range.count` is an `Int`, which such a range can exceed.
  static func count(_ range: Range<UInt64>) -> UInt64 { range.upperBound - range.lowerBound }
}
