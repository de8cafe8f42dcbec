import Device
import HAL

/// Other numbers in place of the tokens that earlier lives gave their notices: the core, and with it the
/// black box, sees only these. A caregiver's mail holds the token itself, on its way out and back.
struct TokenAliases {
  private let key: (UInt64, UInt64)
  /// The secret of this life, by which the core knows places that earlier lives told.
  private let secret: (UInt64, UInt64)
  /// The tokens of those places, and the numbers in their stead.
  private var places: [UInt64: UInt64] = [:]
  /// Tokens of notices that are not closed.
  private var tokens: [UInt64: UInt64] = [:]
  /// Tokens that would still be believed, open or not.
  private var newest = KnownTokens()

  /// - Parameters:
  ///   - key: drawn for this life, and written down nowhere.
  ///   - secret: of this life.
  init(key: (UInt64, UInt64), secret: (UInt64, UInt64)) { (self.key, self.secret) = (key, secret) }

  private func alias(_ token: UInt64) -> UInt64 {
    // None stays none, and no other becomes it.
    token == 0 ? 0 : max(SipHash.hash(token, key: key), 1)
  }

  /// A place stands for its case although it is finished: its number tells the core which place it was.
  private func alias(of notice: Notice) -> UInt64 {
    guard notice.token != 0, notice.matter.isTrail else { return alias(notice.token) }
    return max(SipHash.hash(notice.id.value, key: Outbox.trailKey(secret)), 1)
  }

  /// The records of an earlier life, as the core of this life gets them.
  mutating func hide(_ records: [Record]) -> [Record] {
    var closed: Set<UInt64> = []
    for case .outbox(.closed(let id)) in records { closed.insert(id.value) }
    return records.map { record in
      guard case .outbox(.notice(var notice)) = record else { return record }
      let token = notice.token
      notice.token = alias(of: notice)
      if notice.matter.isTrail { places[token] = notice.token }
      newest.learn(token)
      if !closed.contains(notice.id.value) { tokens[notice.token] = token }
      return .outbox(.notice(notice))
    }
  }

  /// The notice as it goes into the state and into a mail.
  func real(_ notice: Notice) -> Notice {
    var notice = notice
    notice.token = tokens[notice.token] ?? notice.token
    return notice
  }

  func real(_ record: Record) -> Record {
    if case .outbox(.notice(let notice)) = record { .outbox(.notice(real(notice))) } else { record }
  }

  /// A token that came back, as the core knows it. One that this life gave is the same.
  func forCore(_ token: UInt64) -> UInt64 {
    let alias = places[token] ?? alias(token)
    return tokens[alias] != nil || newest.contains(token) ? alias : token
  }
}

extension Notice.Matter {
  /// A place that is told to all who know of the case.
  fileprivate var isTrail: Bool {
    if case .location(let reason) = self { reason != .asked } else { false }
  }
}
