import CLinux
import Foundation
import Glibc
import HAL
import Linux
import Sync

/// The advice on the perimeter, worked out by a process of its own, so that the watch never waits for it.
///
/// The process is this program with `perimeter advise` and the recordings. It has the lowest priority, bounds of
/// memory and time, and ends with the device.
final class AdviceWork {
  enum Outcome {
    case advice(SyncAdvice)
    case noHome
    /// It took too long or too much memory, or was ended.
    case failed
  }

  /// Seconds of CPU time, and bytes of memory. A week of a fix a second takes 65 MB of them.
  private static let cpuSeconds: UInt32 = 600
  private static let bytes: UInt64 = 512 << 20
  /// Milliseconds until the work is given up.
  private static let patience: Int64 = 20 * 60_000
  /// Figures of an advice are shorter.
  private static let longest = 4096

  private let reactor: Reactor
  private let finish: (Outcome) -> Void
  private let process: pid_t
  private let output: Int32
  private var registration: Reactor.Registration?
  private var timer: Reactor.Timer?
  private var heard: [UInt8] = []
  private var isOver = false

  /// Begins the work.
  /// - Parameters:
  ///   - centre: that of the perimeter in force.
  ///   - recordings: files of the black box, one or more.
  ///   - finish: gets the outcome once.
  /// - Throws: `SystemError` where no process can be made.
  init(
    _ reactor: Reactor, centre: Position, recordings: [String],
    finish: @escaping (Outcome) -> Void
  ) throws(SystemError) {
    self.reactor = reactor
    self.finish = finish
    // Even if the program was updated meanwhile, this is the one that runs.
    let own = "/proc/self/exe"
    let place = "\(Double(centre.latitudeE7) / 1e7),\(Double(centre.longitudeE7) / 1e7)"
    let words = ["vigia", "perimeter", "advise", "--figures-for=\(place)", "--"] + recordings
    var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    pointers.append(nil)
    var output: Int32 = -1
    process = clinux_run_beside(
      own, &pointers, AdviceWork.cpuSeconds, AdviceWork.bytes, &output)
    for pointer in pointers { free(pointer) }
    self.output = output
    guard process > 0 else {
      isOver = true
      throw SystemError("fork", code: -process)
    }
    registration = try reactor.add(output, UInt32(CLINUX_READABLE), .rest) { [unowned self] _ in
      read()
    }
    timer = reactor.addTimer(.rest) { [unowned self] in end(.failed) }
    if let timer { reactor.set(timer, at: reactor.now.after(milliseconds: AdviceWork.patience)) }
  }

  deinit { stop() }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(output, &buffer, buffer.count)
    if count > 0 {
      heard += buffer[..<count]
      if heard.count > AdviceWork.longest { end(.failed) }
    } else if count == 0 {
      let isNull = heard.elementsEqual("null\n".utf8)
      end(isNull ? .noHome : (try? SyncAdvice(json: heard)).map { .advice($0) } ?? .failed)
    } else if errno != EAGAIN, errno != EINTR {
      end(.failed)
    }
  }

  private func end(_ outcome: Outcome) {
    stop()
    finish(outcome)
  }

  private func stop() {
    guard !isOver else { return }
    isOver = true
    if let registration { reactor.remove(registration) }
    if let timer { reactor.remove(timer) }
    close(output)
    kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }
}
