import HAL

/// A dialogue lives in the turns of a loop: the board's reactor has them, and a simulated life.
package protocol Turns: AnyObject {
  /// The moment of this turn, by the board's own clock.
  var moment: Instant { get }
  /// - Parameter ring: is called once for each moment that was set, in a turn of its own.
  func timer(ring: @escaping () -> Void) -> any RingTimer
}

/// Rings once at a moment.
package protocol RingTimer: AnyObject {
  /// Nil: never. A moment that is past rings in the next turn.
  func set(at moment: Instant?)
  /// It never rings again.
  func remove()
}

/// Makes connections to servers: libcurl does, and simulated ones.
package protocol Dialler: AnyObject {
  var turns: any Turns { get }
  /// - Parameters:
  ///   - scheme: "smtp" or "imap".
  ///   - path: what stands behind the port.
  /// - Returns: nil when there is no memory.
  func wire(
    to server: NetworkOptions.Server, scheme: String, path: String, authorities: String?
  ) -> (any Wire)?
}

/// Carries the bytes of a dialogue.
package protocol Wire: AnyObject {
  /// Starts connecting and returns at once; `begun` is called in a later turn.
  /// - Parameter limit: milliseconds.
  func begin(limit: Int64, _ begun: @escaping (Ending) -> Void) -> Bool
  /// Calls `ready` from now on when bytes came, or can go out, as was wished.
  /// - Returns: false when the board has no descriptor left.
  func watch(_ ready: @escaping () -> Void) -> Bool
  func wish(toHear: Bool, toSay: Bool)
  /// Returns the number of bytes that went out; 0 or less: none now.
  func say(_ bytes: [UInt8]) -> Int
  func hear(_ bytes: inout [UInt8]) -> Heard
  func close()
}

/// The bytes that a wire has brought, or the reason why it brought none.
package enum Heard: Equatable {
  case bytes(Int)
  /// None yet.
  case nothing
  /// None will come any more.
  case end
}

/// The end of a dialogue with a server, or of a request to one.
package struct Ending {
  package enum Kind: Sendable {
    case done
    /// The server does not prove who it is, or does not encrypt.
    case untrusted
    /// It does not let us in.
    case denied
    /// Everything else.
    case broken
  }

  package var kind: Kind
  /// The last SMTP reply code or HTTP status; 0: none came.
  package var code: Int
  /// The reason, for people.
  package var reason: String

  package init(_ kind: Kind, code: Int = 0, reason: String = "") {
    self.kind = kind
    self.code = code
    self.reason = reason
  }

  package static let late = "no answer in time"

  /// The ending as one line of a log.
  package var text: String {
    switch kind {
    case .untrusted:
      "NOTHING IS SENT: the server does not prove who it is or does not encrypt: \(reason)"
    case .done, .denied, .broken:
      code >= 400 ? "\(reason) (the server said \(code))" : reason
    }
  }
}
