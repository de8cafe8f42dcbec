import HAL

/// News of a kept profile that was reported. The caregivers are told once of each, also over reboots,
/// and every life says once that it stands on one.
struct KeptNews: Feature, Sendable {
  /// Milliseconds of the profile's date; the least: none.
  private var told = Int64.min
  private var said = Int64.min

  /// A notice of an earlier life told of it.
  mutating func restore(_ since: WallTime) { told = since.milliseconds }

  /// - Returns: whether it is news for this life, and for the caregivers.
  mutating func stand(on since: WallTime) -> (isNew: Bool, isUntold: Bool) {
    let news = (said != since.milliseconds, told != since.milliseconds)
    said = since.milliseconds
    told = since.milliseconds
    return news
  }

  /// The file reads again: the next failure is another one.
  mutating func end() {
    guard said != .min else { return }
    self = KeptNews()
  }

  func fold(into digest: inout Digest) {
    if told != .min { digest.fold(UInt64(bitPattern: told), UInt64(bitPattern: said)) }
  }
}
