/// Slows down guessing, and locks nobody out.
///
/// Each address may try often enough for a household. Wrong passwords make the next try wait, twice as
/// long each time, but only for that account from that address. So a stranger who tries on cannot keep a
/// caregiver out.
actor RateLimit {
  private struct Bucket {
    var level: Double
    var at: ContinuousClock.Instant
  }

  private struct Wrong {
    var count: Int
    var at: ContinuousClock.Instant
  }

  /// Tries that an address may make at once, and the seconds for one more.
  static let burst = 20.0
  static let refill = 3.0
  /// Wrong passwords without a delay.
  static let free = 10
  static let longest = 60
  /// Entries of each table; a flood of addresses must not become one of memory.
  static let most = 10_000

  private var buckets: [String: Bucket] = [:]
  private var wrongs: [String: Wrong] = [:]
  private var links: [String: [ContinuousClock.Instant]] = [:]

  /// Takes one try of an address.
  ///
  /// - Returns: seconds to wait; nil: go on.
  func take(_ address: String, at now: ContinuousClock.Instant = .now) -> Int? {
    if buckets.count > RateLimit.most { buckets.removeAll() }
    var bucket = buckets[address] ?? Bucket(level: RateLimit.burst, at: now)
    let passed = Double((now - bucket.at).components.seconds)
    if passed >= RateLimit.refill || bucket.level == RateLimit.burst {
      bucket.level = min(RateLimit.burst, bucket.level + passed / RateLimit.refill)
      bucket.at = now
    }
    defer { buckets[address] = bucket }
    guard bucket.level >= 1 else { return Int(RateLimit.refill) }
    bucket.level -= 1
    return nil
  }

  /// Links by mail to one account: three in a quarter of an hour, for which each works. A mailbox is not flooded.
  func takeLink(_ email: String, at now: ContinuousClock.Instant = .now) -> Bool {
    if links.count > RateLimit.most { links.removeAll() }
    let recent = (links[email.lowercased()] ?? []).filter { now - $0 < .seconds(900) }
    links[email.lowercased()] = recent + (recent.count < 3 ? [now] : [])
    return recent.count < 3
  }

  /// - Returns: seconds until the next password of that account is looked at; nil: now.
  func delay(
    _ email: String, _ address: String, at now: ContinuousClock.Instant = .now
  ) -> Int? {
    guard let wrong = wrongs[key(email, address)], wrong.count > RateLimit.free else { return nil }
    let delay = min(RateLimit.longest, 1 << min(wrong.count - RateLimit.free - 1, 6))
    let left = Double(delay) - (now - wrong.at) / .seconds(1)
    return left > 0 ? Int(left.rounded(.up)) : nil
  }

  func wasWrong(_ email: String, _ address: String, at now: ContinuousClock.Instant = .now) {
    if wrongs.count > RateLimit.most { wrongs.removeAll() }
    let key = key(email, address)
    wrongs[key] = Wrong(count: (wrongs[key]?.count ?? 0) + 1, at: now)
  }

  func wasRight(_ email: String, _ address: String) { wrongs[key(email, address)] = nil }

  private func key(_ email: String, _ address: String) -> String {
    "\(email.lowercased()) \(address)"
  }
}
