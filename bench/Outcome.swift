import Device

/// The outcome of a pass of a walk through the core.
struct Outcome: Equatable {
  var exits = 0
  var returns = 0
  var digest = Digest()

  mutating func note(_ action: Action) {
    action.fold(into: &digest)
    switch action {
    case .perimeter(.left): exits += 1
    case .perimeter(.returned): returns += 1
    default: break
    }
  }

  mutating func settle(_ device: inout Device) { _ = device.foldInPlace(into: &digest) }

  /// Each excursion is one exit and one return, and every pass must come to the same.
  func check(against known: Outcome?, excursions: Int, _ what: String) throws {
    guard exits == excursions, returns == excursions else {
      throw BenchError("\(what): \(exits) exits, \(returns) returns; expected \(excursions) each")
    }
    guard known == nil || known == self else {
      throw BenchError("\(what): two passes differ: digests \(known!.digestText), \(digestText)")
    }
  }

  var digestText: String {
    let digits = String(digest.value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
