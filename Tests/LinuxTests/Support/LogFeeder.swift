import Foundation
import Linux
import TestSupport

/// A receiver on a loopback port for `gpsd tcp://…`. It sends a log of NMEA sentences at its own pace
/// or several times as fast, whoever listens. Lines that nobody hears are gone, as on a wire.
final class LogFeeder: @unchecked Sendable {
  let port: UInt16
  private let listener: Int32
  private let epochs: [(offset: Double, bytes: ArraySlice<UInt8>)]
  private let scale: Double
  private let lock = NSLock()
  private var state = (isHeard: false, isStarted: false, isDone: false, isStopped: false, said: 0)

  /// - Parameter scale: seconds of the log in a second.
  init(_ log: [UInt8], scale: Double) throws {
    (listener, port) = try LoopbackPort.listen()
    self.scale = scale
    epochs = LogFeeder.split(log)
    let thread = Thread { [self] in feed() }
    thread.start()
  }

  var source: String { "tcp://127.0.0.1:\(port)" }
  /// gpsd has called.
  var isHeard: Bool { lock.withLock { state.isHeard } }
  /// All was said, and the connection is closed.
  var isDone: Bool { lock.withLock { state.isDone } }
  /// The part of the log that was sent, from 0 to 1.
  var share: Double { lock.withLock { Double(state.said) / Double(max(epochs.count, 1)) } }
  func start() { lock.withLock { state.isStarted = true } }
  func stop() { lock.withLock { state.isStopped = true } }

  private func feed() {
    var client: Int32 = -1
    var begin: Double?
    var next = 0
    while next < epochs.count, !lock.withLock({ state.isStopped }) {
      if accepts(client) {
        if client >= 0 { close(client) }
        client = accept(listener, nil, nil)
        lock.withLock { state.isHeard = true }
      }
      if begin == nil, lock.withLock({ state.isStarted }) { begin = LogFeeder.now }
      while let begin, next < epochs.count,
        epochs[next].offset <= (LogFeeder.now - begin) * scale
      {
        say(epochs[next].bytes, to: client)
        next += 1
        lock.withLock { state.said = next }
      }
    }
    if client >= 0 { close(client) }
    close(listener)
    lock.withLock { state.isDone = true }
  }

  /// Waits a little for a call.
  private func accepts(_ client: Int32) -> Bool {
    var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 2) == 1
  }

  private func say(_ bytes: ArraySlice<UInt8>, to client: Int32) {
    guard client >= 0 else { return }
    var rest = bytes
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes {
        send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return }
      rest = rest.dropFirst(sent)
    }
  }

  private static var now: Double {
    Double(DispatchTime.now().uptimeNanoseconds) / 1e9
  }

  /// The sentences of one epoch, which begins when the time of day of a GGA or RMC changes.
  private static func split(_ log: [UInt8]) -> [(offset: Double, bytes: ArraySlice<UInt8>)] {
    var epochs: [(offset: Double, bytes: ArraySlice<UInt8>)] = []
    var offset = 0.0
    var last: Double?
    var first = 0
    for end in log.indices where log[end] == UInt8(ascii: "\n") {
      let line = log[first...end]
      first = end + 1
      if let time = timeOfDay(line), time != last {
        // The feeder is not silent for long after a pause of the log, or a step of its clock.
        if let last { offset += time > last && time - last < 60 ? time - last : 1 }
        last = time
        epochs.append((offset, line))
      } else if epochs.isEmpty {
        epochs.append((0, line))
      } else {
        epochs[epochs.count - 1].bytes = log[epochs.last!.bytes.startIndex...end]
      }
    }
    return epochs
  }

  private static func timeOfDay(_ line: ArraySlice<UInt8>) -> Double? {
    let fields = line.split(separator: UInt8(ascii: ","), maxSplits: 2)
    guard fields.count > 2, fields[0].count == 6,
      fields[0].suffix(3).elementsEqual("GGA".utf8)
        || fields[0].suffix(3).elementsEqual("RMC".utf8),
      let time = Double(String(decoding: fields[1], as: UTF8.self))
    else { return nil }
    let whole = Int(time)
    return Double(whole / 10_000 * 3600 + whole / 100 % 100 * 60 + whole % 100)
      + time.truncatingRemainder(dividingBy: 1)
  }
}
