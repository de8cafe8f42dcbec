/// The tokens of the newest notices: who sends one back has had a mail of ours in hand.
struct KnownTokens {
  static let capacity = 256
  /// Oldest first from `next` on, once it is full.
  private var tokens: [UInt64] = []
  private var next = 0

  mutating func learn(_ token: UInt64) {
    guard token != 0, !contains(token) else { return }
    if tokens.count < KnownTokens.capacity {
      tokens.append(token)
    } else {
      tokens[next] = token
      next = (next + 1) % KnownTokens.capacity
    }
  }

  func contains(_ token: UInt64) -> Bool { tokens.contains(token) }
}
