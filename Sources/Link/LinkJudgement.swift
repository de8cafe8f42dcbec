import Device
import HAL
import Sync

/// The device's decision about one message of the portal.
///
/// The end of company strengthens the watch, so it always counts. What weakens the watch counts before its
/// `until` only, by a clock that the core trusts. Without such a clock an acknowledgement counts all the
/// same: a token proves that somebody has read the notice. The others wait for the clock.
enum LinkJudgement: Equatable {
  /// The core gets it.
  case act(Message)
  case test(UInt8)
  /// The device works it out by itself, outside the core.
  case advise
  /// The diary gets it, and the core by way of the diary. One that is over is not made any more, but the
  /// diary alone knows whether it was made in time.
  case edit(SyncEdit, isOver: Bool)
  /// It comes again, and is judged again.
  case wait
  case end(SyncDone)

  /// An hour of company that lies farther behind the word than this is another day's.
  private static let day: Int64 = 24 * 3_600_000

  init(_ message: SyncMessage, wall: WallTime?, _ facts: LinkFacts) {
    func refuse(_ why: SyncReason) -> LinkJudgement {
      .end(SyncDone(message: message.id, outcome: .refused, why: why.rawValue))
    }
    guard let number = message.caregiver else {
      self = refuse(.unknownWord)
      return
    }
    guard let caregiver = facts.place(of: message.who, number) else {
      self = refuse(.unknownCaregiver)
      return
    }
    if case .companyOver(let said, _) = message.word {
      // A time that nobody can mean must not hold up the word.
      let received = said.flatMap {
        SyncLimits.time.contains($0) ? WallTime(milliseconds: $0) : nil
      }
      self = .act(.accompanied(untilMinute: -1, caregiver: caregiver, received: received))
      return
    }
    let isOver = wall.flatMap { now in message.until.map { now.milliseconds >= $0 } }
    if case .edit(let edit, _) = message.word {
      self = isOver.map { .edit(edit, isOver: $0) } ?? .wait
      return
    }
    if isOver == true {
      self = .end(SyncDone(message: message.id, outcome: .expired))
      return
    }
    switch message.word {
    case .acknowledge(let token, _):
      if facts.isAnswered(token, caregiver) {
        self = .end(SyncDone(message: message.id, outcome: .applied))
      } else if facts.isOurs(token) {
        self = .act(.acknowledged(token: facts.forCore(token), caregiver: caregiver))
      } else {
        self = refuse(.unknownNotice)
      }
    case .whereIs: self = wall == nil ? .wait : .act(.whereIs(caregiver: caregiver))
    case .testAlert: self = wall == nil ? .wait : .test(caregiver)
    case .advise: self = wall == nil ? .wait : .advise
    case .company(let end, let said, _):
      guard let wall else {
        self = .wait
        return
      }
      let received = said.map { WallTime(milliseconds: min($0, wall.milliseconds)) }
      let ahead = end - (received ?? wall).milliseconds
      // The core counts to the next such minute of the day: a day's difference must not be lost.
      guard ahead > 0, ahead < LinkJudgement.day else {
        self = refuse(ahead > 0 ? .tooFar : .past)
        return
      }
      self = .act(
        .accompanied(
          untilMinute: facts.minuteOfDay(WallTime(milliseconds: end)), caregiver: caregiver,
          received: received))
    case .companyOver, .edit, .unknown: self = refuse(.unknownWord)
    }
  }
}

extension SyncMessage {
  /// Whether it is an end of company that counts.
  func endsCompany(_ facts: LinkFacts) -> Bool {
    guard case .companyOver = word, case .act = LinkJudgement(self, wall: nil, facts) else {
      return false
    }
    return true
  }
}

extension LinkFacts {
  /// The place of a caregiver in the device's list, from 0; nil: they are not in it.
  ///
  /// The list may have changed since they spoke, so a number alone may be somebody else's by now.
  fileprivate func place(of who: UInt32?, _ number: Int) -> UInt8? {
    let isThere = caregivers.indices.contains(number - 1)
    guard let who else { return isThere ? UInt8(exactly: number - 1) : nil }
    if isThere, caregivers[number - 1] == who { return UInt8(exactly: number - 1) }
    return caregivers.firstIndex(of: who).flatMap { UInt8(exactly: $0) }
  }
}
