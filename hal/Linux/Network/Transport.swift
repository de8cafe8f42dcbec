import CLinux
import Glibc
import HAL
import Mail

/// libcurl's transfers in the reactor's turns.
///
/// Only the reactor's handlers call libcurl, never its own call-backs. A call-back notes the request,
/// and the reactor comes back to it in a later turn. Nothing here waits.
final class Transport {
  private struct Running {
    let due: BootTime
    let done: (Ending) -> Void
  }

  let reactor: Reactor
  private var network: OpaquePointer?
  private var watched: [Int32: Reactor.Registration] = [:]
  private var alarm: Reactor.Timer?
  private var limit: Reactor.Timer?
  private var running: [OpaquePointer: Running] = [:]

  /// - Throws: `SystemError` when there is no memory.
  init(_ reactor: Reactor) throws(SystemError) {
    self.reactor = reactor
    let wishes = clinux_network_wishes(
      context: Unmanaged.passUnretained(self).toOpaque(),
      watch: { context, descriptor, events in
        Transport.of(context).watch(descriptor, events)
      },
      alarm: { context, milliseconds in Transport.of(context).setAlarm(milliseconds) })
    network = clinux_network_open(wishes)
    guard network != nil else { throw SystemError("libcurl", code: ENOMEM) }
    alarm = reactor.addTimer(.network) { [unowned self] in
      clinux_network_due(network)
      collect()
    }
    limit = reactor.addTimer(.network) { [unowned self] in dropLate() }
  }

  /// Every transfer has been closed by now.
  deinit {
    clinux_network_close(network)
    for registration in watched.values { reactor.remove(registration) }
    for timer in [alarm, limit] { if let timer { reactor.remove(timer) } }
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> Transport {
    Unmanaged<Transport>.fromOpaque(context!).takeUnretainedValue()
  }

  /// - Parameters:
  ///   - authorities: a file with certificates; nil: the system's.
  ///   - most: bytes that may come back.
  /// - Returns: nil when there is no memory.
  func open(_ url: String, authorities: String?, most: Int) -> OpaquePointer? {
    clinux_transfer_open(network, url, authorities, most)
  }

  /// Starts it and returns at once; `done` is called in a later turn, unless it is closed before.
  /// A conversation is done when it begins.
  /// - Parameter limit: milliseconds.
  func start(
    _ transfer: OpaquePointer, limit: Int64, done: @escaping (Ending) -> Void
  ) -> Bool {
    guard clinux_transfer_start(transfer) else { return false }
    running[transfer] = Running(due: reactor.now.after(milliseconds: limit), done: done)
    setLimit()
    return true
  }

  /// Also one that runs: `done` is not called then.
  func close(_ transfer: OpaquePointer) {
    running[transfer] = nil
    clinux_transfer_close(transfer)
    setLimit()
  }

  private func watch(_ descriptor: Int32, _ events: UInt32) {
    if let registration = watched[descriptor] {
      if events != 0 { return reactor.change(registration, events) }
      reactor.remove(registration)
      watched[descriptor] = nil
    } else if events != 0 {
      // Refused only for want of memory: then the transfer runs into its limit.
      watched[descriptor] = try? reactor.add(descriptor, events, .network) {
        [unowned self] events in
        clinux_network_ready(network, descriptor, events)
        collect()
      }
    }
  }

  private func setAlarm(_ milliseconds: Int64) {
    guard let alarm else { return }
    reactor.set(alarm, at: milliseconds < 0 ? nil : reactor.now.after(milliseconds: milliseconds))
  }

  private func setLimit() {
    if let limit { reactor.set(limit, at: running.values.map(\.due).min()) }
  }

  private func collect() {
    var finished = clinux_finished()
    while clinux_network_finished(network, &finished) {
      guard let transfer = finished.transfer else { continue }
      // libcurl states how long it took, and a complaint is said once however long.
      let reason = String(cString: clinux_transfer_reason(transfer))
        .replacing(#/\ after\ [0-9]+\ (ms|milliseconds)/#, with: "")
      end(transfer, finished.ending, reason)
    }
  }

  private func dropLate() {
    for (transfer, one) in running where one.due <= reactor.now {
      clinux_transfer_stop(transfer)
      end(transfer, CLINUX_BROKEN, Ending.late)
    }
    setLimit()
  }

  private func end(_ transfer: OpaquePointer, _ kind: clinux_ending, _ reason: String) {
    let one = running.removeValue(forKey: transfer)
    setLimit()
    let said: Ending.Kind =
      switch kind {
      case CLINUX_DONE: .done
      case CLINUX_UNTRUSTED: .untrusted
      case CLINUX_DENIED: .denied
      default: .broken
      }
    one?.done(Ending(said, code: Int(clinux_transfer_code(transfer)), reason: reason))
  }
}

extension Ending {
  /// The same of a request over HTTP, where a status is no error of libcurl's.
  var relayText: String {
    switch code {
    case 300..<400:
      "the server redirects elsewhere (\(code)), which is not followed; expected the new address"
    case 400...: "the server said \(code)"
    default: text
    }
  }
}

extension DeliveryOutcome {
  /// The outcome of an HTTP request. The status decides, also when the body after it breaks off.
  static func relay(_ ending: Ending) -> DeliveryOutcome {
    if case .untrusted = ending.kind { return .transient }
    return switch ending.code {
    case 200..<300: .accepted
    // Too slow, too early, too much.
    case 408, 425, 429: .transient
    // A redirection is not followed: the positions of a person go where the profile says.
    case 300..<500: .permanent
    default: .transient
    }
  }
}
