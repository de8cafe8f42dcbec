import Device
import HAL
import Sync

/// The core's decision about a message of the portal, gathered from its acts.
public struct LinkVerdict: Sendable {
  private var isTaken = false
  private var refusal: SyncReason?

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
        case .past: .past
        case .tooFar: .tooFar
        case .timeUnknown, .clocksContradict: .timeUnknown
        case .overtaken: .notTaken
        }
    default: break
    }
  }

  /// Nil: it counts.
  public func refusal(of message: Message) -> String? { reason(of: message)?.rawValue }

  private func reason(of message: Message) -> SyncReason? {
    switch message {
    case .acknowledged: isTaken ? nil : .answered
    case .whereIs: nil
    case .accompanied(let minute, _, _):
      isTaken || minute < 0 ? nil : refusal ?? .notTaken
    }
  }
}

extension Message {
  /// The time at which somebody said that nobody is there any more, as far as it was stated.
  public var companyEnd: WallTime? {
    switch self {
    case .accompanied(let minute, _, let received): minute < 0 ? received : nil
    case .acknowledged, .whereIs: nil
    }
  }
}

/// The answers in the log to the newest notices.
public struct AnsweredTokens: Sendable {
  static let capacity = 256
  private var tokens: [(id: UInt64, token: UInt64)] = []
  private var answers: [(id: UInt64, caregiver: UInt8, who: UInt32)] = []
  /// The list by which the log counts caregivers from here on.
  private var whos = Whos()

  public init() {}

  public mutating func learn(_ record: Record) {
    switch record {
    case .outbox(.notice(let notice)) where notice.token != 0:
      tokens.append((notice.id.value, notice.token))
      if tokens.count > AnsweredTokens.capacity { tokens.removeFirst() }
    case .outbox(.acknowledged(let id, let caregiver)):
      answers.append((id.value, caregiver, who(caregiver)))
      if answers.count > AnsweredTokens.capacity { answers.removeFirst() }
    case .outbox(.caregivers(let new)): whos = new
    case .outbox, .alive, .place, .reminder, .accompanied, .diary, .meal: break
    }
  }

  /// Whether a token is that of one of these notices.
  public func knows(_ token: UInt64) -> Bool { tokens.contains { $0.token == token } }

  /// Whether the log has this caregiver's answer to that token. Somebody else may have stood at
  /// their place when it was given; a list without numbers knows places only.
  public func has(_ token: UInt64, _ caregiver: UInt8) -> Bool {
    guard let id = tokens.last(where: { $0.token == token })?.id else { return false }
    let now = who(caregiver)
    return answers.contains { answer in
      let isSame = now == 0 || answer.who == 0 ? answer.caregiver == caregiver : answer.who == now
      return answer.id == id && isSame
    }
  }

  private func who(_ caregiver: UInt8) -> UInt32 { caregiver < 4 ? whos[Int(caregiver)] : 0 }
}
