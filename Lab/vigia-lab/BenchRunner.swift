import Console
import Foundation
import PerimeterStudy

/// Shares the traces of a bench among threads. Who did which makes no difference to the results.
final class BenchRunner: @unchecked Sendable {
  private let plan: BenchPlan
  private let jobs: Int
  private let lock = NSLock()
  private var next = 0
  private var scores: [[[Score]]]
  private let isShown = isatty(STDERR_FILENO) != 0

  init(_ plan: BenchPlan, jobs: Int) {
    self.plan = plan
    self.jobs = jobs
    scores = Array(repeating: [], count: plan.units.count)
  }

  func run() -> BenchResults {
    let done = DispatchGroup()
    for _ in 0..<min(jobs, max(plan.units.count, 1)) {
      done.enter()
      let thread = Thread {
        self.work()
        done.leave()
      }
      // A device is 28 KB, and is moved about.
      thread.stackSize = 16 << 20
      thread.start()
    }
    done.wait()
    if isShown { writeToStandardError("\r\u{1B}[K") }
    return BenchResults(plan, scores)
  }

  private func work() {
    while let index = take() {
      let found = plan.units[index].run()
      lock.withLock { scores[index] = found }
    }
  }

  private func take() -> Int? {
    lock.withLock {
      guard next < plan.units.count else { return nil }
      if isShown, next % 200 == 0 {
        let cell = plan.units[next].cell
        writeToStandardError(
          "\r\u{1B}[K\(next) of \(plan.units.count) traces, \(cell.group), \(cell.radius) m, "
            + cell.family)
      }
      defer { next += 1 }
      return next
    }
  }
}
