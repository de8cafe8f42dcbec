import HAL

/// Limits how often a caregiver is told where the wearer is.
///
/// Anybody can write a caregiver's address into a mail that asks. The first question is answered at
/// once, then one a minute while something is open, else one in five minutes. So nobody can use up the
/// mails that a provider allows in a day. Questions in between share one answer, with the newest place.
struct AskedPositions: Feature, Sendable {
  static let often = Milliseconds.seconds(60)
  static let seldom = Milliseconds.seconds(5 * 60)
  private static let never = Instant(milliseconds: -(1 << 40))

  /// The moment at which each was answered last.
  private var answered = InlineArray<4, Instant>(repeating: AskedPositions.never)
  /// The caregivers who wait for an answer, bit 0 the first.
  private(set) var waiting: UInt8 = 0
  /// Something is open: more positions are told.
  var isCaseOpen = false

  /// True: answer now. Otherwise it waits for its turn.
  mutating func ask(_ caregiver: UInt8, at now: Instant) -> Bool {
    guard caregiver < 4 else { return false }
    waiting |= 1 << caregiver
    return pass(at: now, only: 1 << caregiver) != 0
  }

  /// Returns the caregivers whose turn it is now.
  mutating func pass(at now: Instant, only mask: UInt8 = 0xf) -> UInt8 {
    var due: UInt8 = 0
    for c in 0..<4 where (waiting & mask) >> UInt8(c) & 1 == 1 {
      if turn(c) <= now {
        due |= 1 << UInt8(c)
        answered[c] = now
      }
    }
    waiting &= ~due
    return due
  }

  var deadline: Instant? {
    var earliest: Instant?
    for c in 0..<4 where waiting >> UInt8(c) & 1 == 1 {
      earliest = .earlier(earliest, turn(c))
    }
    return earliest
  }

  private func turn(_ c: Int) -> Instant {
    answered[c] + (isCaseOpen ? AskedPositions.often : AskedPositions.seldom)
  }

  /// The list of caregivers has another order, or other people.
  mutating func rearrange(_ places: Places) {
    var moved = InlineArray<4, Instant>(repeating: AskedPositions.never)
    for c in 0..<4 {
      if let place = places[UInt8(c)] { moved[Int(place)] = answered[c] }
    }
    answered = moved
    waiting = places.moved(waiting)
  }

  func fold(into digest: inout Digest) {
    guard waiting != 0 else { return }
    digest.fold(
      UInt64(waiting), UInt64(bitPattern: answered[waiting.trailingZeroBitCount].milliseconds))
  }
}
