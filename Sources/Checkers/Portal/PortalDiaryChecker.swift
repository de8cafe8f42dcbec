import Device
import HAL

/// Judges changes of the diary that come through a portal. Each is made once, in time, and only on what
/// its maker had seen; the portal truly shows what became of it.
struct PortalDiaryChecker: Checker, Sendable {
  var violation: Violation?

  private struct Wish: Sendable {
    var id: Int64
    var record: Record
    var until: WallTime
    var said: Instant
    /// The log has it, as far as nothing of the log was lost.
    var isMade = false
    /// The device found in its diary what the change asks for.
    var isFound = false
    /// Made, and somebody changed the entry again before the device could say so.
    var isOvertaken = false
    var isShown = false
  }

  private var wishes: [Wish] = []
  private var isTrusted = false
  private var hasLostRecords = false

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .clock(.trusted): isTrusted = true
    case .clock(.untrusted): isTrusted = false
    default: break
    }
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    if case .booted = event.kind { isTrusted = false }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .recordsLost:
      hasLostRecords = true
      for i in wishes.indices { wishes[i].isMade = false }
    case .portal(let news): see(news, truth)
    case .end: judgeEnd(truth)
    case .powerCut, .taken, .networkGood, .reloaded, .clocksGood, .edited, .post, .updated: break
    }
  }

  private mutating func see(_ news: PortalNews, _ truth: Truth) {
    switch news {
    case .edited(let id, let record, let until):
      wishes.append(Wish(id: id, record: record, until: until, said: truth.now))
    case .dealt(let id, let fate, let unseen, let isHeld): judge(id, fate, unseen, isHeld, truth)
    case .shown(let id, let isApplied, _): judgeShown(id, isApplied, truth)
    case .said, .handed, .revision, .compared: break
    }
  }

  private mutating func judge(
    _ id: Int64, _ fate: PortalEditFate, _ unseen: Int, _ isHeld: Bool, _ truth: Truth
  ) {
    guard let i = wishes.firstIndex(where: { $0.id == id }) else {
      return fail(.editIsMadeOnce, at: truth.now, "change \(id) was never asked for")
    }
    let wish = wishes[i]
    switch fate {
    case .made(let record):
      if record != wish.record {
        fail(.editIsOfWhatWasSeen, at: truth.now, "\(record) is made, and not \(wish.record)")
      }
      if wish.isMade {
        fail(.editIsMadeOnce, at: truth.now, "\(wish.record) is made a second time")
      }
      if unseen > 0 {
        fail(
          .editIsOfWhatWasSeen, at: truth.now,
          "\(wish.record) is made over \(unseen) records that its maker had not seen")
      }
      let isLate = truth.wall.milliseconds > wish.until.milliseconds + PortalChecker.grace.count
      if !isTrusted {
        fail(.wordKeepsItsTime, at: truth.now, "a change is made while no clock is trusted")
      } else if isLate, truth.areClocksGood {
        fail(.wordKeepsItsTime, at: truth.now, "a change is made after its time")
      }
      wishes[i].isMade = true
    case .before:
      if !isHeld {
        fail(.shownIsKnown, at: truth.now, "\(wish.record) counts as made, and the diary differs")
      }
      wishes[i].isFound = true
    case .outdated:
      if unseen == 0, !wish.isMade, !hasLostRecords {
        fail(
          .editIsOfWhatWasSeen, at: truth.now,
          "\(wish.record) is refused as outdated, and its maker had seen all")
      }
    case .refused: break
    }
    wishes[i].isOvertaken = wishes[i].isMade && !isHeld
  }

  private mutating func judgeShown(_ id: Int64, _ isApplied: Bool, _ truth: Truth) {
    guard let i = wishes.firstIndex(where: { $0.id == id }) else { return }
    wishes[i].isShown = true
    let wish = wishes[i]
    if isApplied, !wish.isMade, !wish.isFound, !hasLostRecords {
      fail(.shownIsKnown, at: truth.now, "the portal shows a change that the device has not made")
    }
    if !isApplied, wish.isMade, !wish.isOvertaken {
      fail(.shownIsKnown, at: truth.now, "the portal shows no change, and the device has made it")
    }
  }

  /// Everything comes to its end in the calm.
  private mutating func judgeEnd(_ truth: Truth) {
    guard truth.isCalm, truth.isPowered, isTrusted, truth.isStorageGood, truth.isNetworkGood
    else { return }
    let quiet = Milliseconds.seconds(3600)
    if let wish = wishes.first(where: { !$0.isShown && truth.now - $0.said > quiet }) {
      fail(.wordIsAnswered, at: truth.now, "nobody hears what became of \(wish.record)")
    }
  }
}
