import CLinux
import Device
import HAL

/// A restart that somebody asked for with SIGUSR1, such as a package that has put a new program in place.
struct RestartRequest {
  /// The time after which slight reasons no longer count.
  static let patience = Milliseconds.seconds(15 * 60)

  let since: Instant
  /// Whether the journal has the line about the patience.
  var isOverdue = false
  /// Reasons that the journal has already.
  var told: [String] = []
}

/// The device ends between two alarms, and its service manager starts it again.
///
/// Nobody is told that it ends: it is back in a moment. After the patience an unanswered reminder, or an
/// ordinary mail on its way, does not hold it up any longer. What is urgent does, for as long as it
/// takes: the program that runs is known to work, and the new one is not.
extension LiveDevice {
  func takeRestartRequest() {
    guard restart == nil, !isEnding else { return }
    restart = RestartRequest(since: board.clock.now)
    log("asked to start again; it does so between two alarms")
  }

  /// Called after each event: ends the loop if this is the moment.
  func restartIfCalm(at now: Instant, _ device: inout Device) {
    guard var request = restart, !isEnding, board.isDrained else { return }
    defer { restart = request }
    let isOverdue = now - request.since >= RestartRequest.patience
    guard let (reason, isSlight) = reasonToGoOn(at: now, &device) else {
      log("starts again now: nothing sounds, and nobody is waited for")
      return board.finish()
    }
    guard isOverdue, isSlight else {
      if isOverdue, !request.isOverdue {
        request.isOverdue = true
        log(
          "still \(reason) after 15 min: it goes on, and starts again when that is over; "
            + "\"systemctl restart vigia\" does not wait")
      } else if !request.told.contains(reason) {
        request.told.append(reason)
        log("waits before it starts again: \(reason)")
      }
      return
    }
    log("starts again now, after 15 min, although \(reason)")
    board.finish()
  }

  private func reasonToGoOn(
    at now: Instant, _ device: inout Device
  ) -> (reason: String, isSlight: Bool)? {
    let unrest = device.unrest(at: now, isClockKept: clinux_clock_is_synchronized())
    if let unrest, !unrest.isSlight { return (unrest.words, false) }
    // They would be lost, and so would the way that lives on such a secret.
    guard board.storage?.isSettled == true else { return ("records wait for the disk", false) }
    if let complaint = secrets.irreplaceable {
      return ("a secret in force cannot be read again (\(complaint))", false)
    }
    return unrest.map { ($0.words, true) }
  }
}

extension Unrest {
  /// The reason as the journal has it.
  fileprivate var words: String {
    switch self {
    case .starting: "it is only just starting"
    case .help: "the wearer has asked for help"
    case .outside: "the wearer is outside, or seems to be"
    case .lowGlucose: "a low glucose reading stands"
    case .openNotice: "an urgent notice or a question is not answered yet"
    case .alarm: "an alarm is on"
    case .dose: "the wearer is being asked about a dose"
    case .time: "only the receiver knew the time, and it has no position now"
    case .sending: "a notice is on its way"
    case .waiting: "a reminder or a quiet alarm waits for the wearer"
    }
  }
}
