import HAL

/// A port refused something that the core or the board must hear of.
public enum PortError: Error {
  /// The attempt failed at once, and the core must be told this outcome.
  case unsent(NetworkAnswer)
  case unstored(StorageError)
}

extension Actuators {
  /// Does with the ports what the core means. On every board an action reaches them here and nowhere else.
  ///
  /// A speaker, vibrator, screen or heartbeat that fails stops nobody: the wearer is told by the others.
  /// - Parameters:
  ///   - page: what this board's screen takes for a page.
  ///   - letter: what its network takes for an attempt.
  ///   - record: what it stores for a record.
  /// - Throws: what the network or the medium refused.
  public mutating func perform(
    _ action: Action, page: (Page) -> ScreenPort.Page, letter: (Dispatch) -> NetworkPort.Letter,
    record: (Record) -> Record
  ) throws(PortError) {
    switch action {
    case .alarm(.sound(let burst)): try? speaker.play(burst)
    case .alarm(.vibrate(let pulses)): shake(pulses)
    case .alarm(.hush):
      try? speaker.stop()
      shake(0)
    case .show(let meant):
      let page = page(meant)
      try? screen?.show(page)
    case .store(let meant):
      let words = record(meant).words
      do throws(StorageError) { try storage?.append(words) } catch { throw .unstored(error) }
    case .outbox(.send(let dispatch)): try send(letter(dispatch), dispatch)
    case .heartbeat: try? network.ping()
    case .started, .perimeter, .position, .clock, .reminder, .helpRequested, .company, .dose,
      .glucose, .alarm, .outbox, .batteryLow, .profileKept:
      break
    }
  }

  private mutating func shake(_ pulses: UInt8) {
    try? vibrator?.vibrate(pulses: pulses, each: Milliseconds(300))
  }

  private mutating func send(
    _ letter: NetworkPort.Letter, _ dispatch: Dispatch
  ) throws(PortError) {
    do throws(NetworkError) {
      try network.submit(letter)
    } catch {
      throw .unsent(
        NetworkAnswer(
          notice: dispatch.notice.id, recipient: dispatch.recipient,
          outcome: error == .unreachable ? .transient : .permanent))
    }
  }
}
