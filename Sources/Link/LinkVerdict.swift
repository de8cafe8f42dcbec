import Device
import HAL

/// The core's decision about a message of the portal, gathered from its acts.
public struct LinkVerdict: Sendable {
  private var isTaken = false
  private var refusal: String?

  public init() {}

  public mutating func see(_ action: Action, _ message: Message) {
    switch (action, message) {
    case (.outbox(.acknowledged(_, let by)), .acknowledged(_, let caregiver)):
      isTaken = isTaken || by == caregiver
    case (.store(.outbox(.delivery(_, let to, .accepted))), .acknowledged(_, let caregiver)):
      isTaken = isTaken || to.caregiver == caregiver
    case (.company(.accompanied), .accompanied): isTaken = true
    case (.company(.refused(let refusal, _)), .accompanied):
      self.refusal =
        switch refusal.reason {
        case .past: "the hour is over"
        case .tooFar: "the hour is too far ahead"
        case .timeUnknown: "the device does not know the time"
        }
    default: break
    }
  }

  /// Nil: it counts.
  public func refusal(of message: Message) -> String? {
    switch message {
    case .acknowledged: isTaken ? nil : "nobody waits for an answer to that notice any more"
    case .whereIs: nil
    case .accompanied(let minute, _, _):
      isTaken || minute < 0 ? nil : refusal ?? "the device did not take it"
    }
  }
}

/// The answers in the log to the newest notices.
public struct AnsweredTokens: Sendable {
  static let capacity = 256
  private var tokens: [(id: UInt64, token: UInt64)] = []
  private var answers: [(id: UInt64, caregiver: UInt8)] = []

  public init() {}

  public mutating func learn(_ record: Record) {
    switch record {
    case .outbox(.notice(let notice)) where notice.token != 0:
      tokens.append((notice.id.value, notice.token))
      if tokens.count > AnsweredTokens.capacity { tokens.removeFirst() }
    case .outbox(.acknowledged(let id, let caregiver)):
      answers.append((id.value, caregiver))
      if answers.count > AnsweredTokens.capacity { answers.removeFirst() }
    case .outbox, .alive, .place, .reminder, .accompanied, .diary, .meal: break
    }
  }

  /// Whether a token is that of one of these notices.
  public func knows(_ token: UInt64) -> Bool { tokens.contains { $0.token == token } }

  /// Whether the log has this caregiver's answer to that token.
  public func has(_ token: UInt64, _ caregiver: UInt8) -> Bool {
    guard let id = tokens.last(where: { $0.token == token })?.id else { return false }
    return answers.contains { $0.id == id && $0.caregiver == caregiver }
  }
}
