import Device
import HAL

/// Two runs with equal digests behaved alike: actions that differ have different digests.
///
/// The first of a life are compared with each other; those that come all the time are left out.
struct DigestChecker: Checker {
  var violation: Violation?

  private static let most = 1500

  private var known: [UInt64: Action] = [:]

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .alarm(.sound), .alarm(.vibrate), .alarm(.hush), .heartbeat, .store(.alive): return
    default: break
    }
    var digest = Digest()
    action.fold(into: &digest)
    if let other = known[digest.value] {
      if other != action {
        fail(.digestTellsApart, at: truth.now, "the digest of \(action) is that of \(other)")
      }
    } else if known.count < DigestChecker.most {
      known[digest.value] = action
    }
  }
}
