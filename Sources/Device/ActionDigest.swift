import HAL

extension Action {
  /// Folds the action in, field by field.
  public func fold(into digest: inout Digest) {
    switch self {
    case .started: digest.fold(1)
    case .perimeter(.suspected(let place)): place.fold(into: &digest, tag: 2)
    case .perimeter(.cleared(let place)): place.fold(into: &digest, tag: 3)
    case .perimeter(.left(let place, let initial)): place.fold(into: &digest, tag: initial ? 5 : 4)
    case .perimeter(.returned(let place)): place.fold(into: &digest, tag: 6)
    case .position(.lost(let place, let age)):
      place.fold(into: &digest, tag: 7)
      digest.fold(age.word)
    case .position(.regained(let place)): place.fold(into: &digest, tag: 8)
    case .alarm(.sound(let burst)): digest.fold(9, UInt64(burst.rawValue))
    case .outbox(.queued(let notice)):
      digest.fold(10)
      notice.fold(into: &digest)
    case .clock(.trusted): digest.fold(11)
    case .clock(.untrusted): digest.fold(12)
    case .reminder(.due(let occurrence, let kind, let call, let isUnsure)):
      digest.fold(
        13 | UInt64(kind.rawValue) << 8 | UInt64(call.rawValue) << 16 | (isUnsure ? 1 << 24 : 0),
        occurrence.word)
    case .reminder(.acknowledged(let occurrence)): digest.fold(14, occurrence.word)
    case .reminder(.snoozed(let occurrence, let until)):
      digest.fold(15)
      digest.fold(occurrence.word, until.word)
    case .reminder(.missed(let occurrence)): digest.fold(16, occurrence.word)
    case .reminder(.answered(let occurrence, let value)):
      digest.fold(44 | UInt64(value) << 8, occurrence.word)
    case .helpRequested(let place):
      digest.fold(17)
      place?.fold(into: &digest, tag: 1)
    case .company(.accompanied(let until)): digest.fold(18, until.word)
    case .dose(.prompted(let meal)): digest.fold(19, UInt64(meal.rawValue))
    case .dose(.proposed(let offer)):
      digest.fold(20)
      offer.fold(into: &digest)
    case .dose(.confirmed(let dose)): fold(.diary(.dose(dose)), 21, into: &digest)
    case .dose(.undone(let dose)): fold(.diary(.dose(dose)), 22, into: &digest)
    case .dose(.refused(let meal, let refusal)):
      digest.fold(23, UInt64(meal.rawValue) | UInt64(refusal.rawValue) << 8)
    case .glucose(.low(let result, let isVery)):
      digest.fold(24 | result.tag << 8 | (isVery ? 1 << 16 : 0), result.word)
    case .glucose(.high(let result)): digest.fold(25 | result.tag << 8, result.word)
    case .alarm(.started(let kind, let priority)):
      digest.fold(26, UInt64(kind.rawValue) | UInt64(priority.rawValue) << 8)
    case .alarm(.silenced(let kind)): digest.fold(27, UInt64(kind.rawValue))
    case .batteryLow(let percent): digest.fold(28, UInt64(percent))
    case .alarm(.vibrate(let pulses)): digest.fold(29, UInt64(pulses))
    case .show(let page):
      digest.fold(30)
      page.fold(into: &digest)
    case .store(let record): fold(record, 31, into: &digest)
    case .outbox(.send(let dispatch)):
      digest.fold(
        32 | UInt64(dispatch.recipient.caregiver) << 8
          | UInt64(dispatch.recipient.route.rawValue) << 16 | UInt64(dispatch.attempt) << 32
          | UInt64(dispatch.round) << 48 | (dispatch.isLater ? 1 << 24 : 0)
          | (dispatch.notice.answered == nil ? 0 : 1 << 25)
          | (dispatch.notice.isPast ? 1 << 26 : 0),
        dispatch.late.word)
      dispatch.notice.fold(into: &digest)
      if let excursions = dispatch.excursions {
        digest.fold(UInt64(dispatch.olderExcursions))
        for i in 0..<excursions.count {
          fold(.outbox(.excursion(excursions[i])), 33, into: &digest)
        }
      }
    case .outbox(.delivered(let id, let to)):
      digest.fold(34 | UInt64(to.caregiver) << 8 | UInt64(to.route.rawValue) << 16, id.value)
    case .outbox(.failed(let id, let caregiver)):
      digest.fold(35 | UInt64(caregiver) << 8, id.value)
    case .outbox(.acknowledged(let id, let caregiver)):
      digest.fold(36 | UInt64(caregiver) << 8, id.value)
    case .heartbeat: digest.fold(37)
    case .alarm(.hush): digest.fold(38)
    case .glucose(.lowOver(let over)):
      digest.fold(39 | over.detail << 8 | over.extra << 16, over.word)
    case .dose(.entryAhead(let entry)): digest.fold(40 | UInt64(entry.code) << 8, entry.id.value)
    case .profileKept(let since): digest.fold(43, since.word)
    case .company(.refused(let refusal, let caregiver)):
      digest.fold(41 | UInt64(caregiver) << 8, refusal.word)
    case .clock(.disagrees(let by)): digest.fold(42, by.word)
    }
  }

  private func fold(_ record: Record, _ tag: UInt64, into digest: inout Digest) {
    digest.fold(tag)
    record.timeless.words.fold(into: &digest)
  }
}

extension Notice {
  /// Folds without the wall time: the same life on another day has the same digest.
  func fold(into digest: inout Digest) { timeless.words.fold(into: &digest) }

  fileprivate var timeless: Notice {
    var timeless = self
    timeless.made = nil
    return timeless
  }
}

extension Record {
  /// The record without the wall times that only say when, not what.
  fileprivate var timeless: Record {
    switch self {
    case .alive(_, let place, _): .alive(WallTime(milliseconds: 0), place)
    case .outbox(.notice(let notice)): .outbox(.notice(notice.timeless))
    case .outbox(.excursion(let excursion)):
      .outbox(.excursion(Excursion(left: nil, returned: nil, farthest: excursion.farthest)))
    case .place, .reminder, .outbox, .accompanied, .diary, .meal: self
    }
  }
}

extension Page {
  func fold(into digest: inout Digest) {
    switch self {
    case .home(let showsTime, let until, let kept):
      digest.fold((showsTime ? 1 : 2) | (kept == nil ? 0 : 1 << 8), until.word)
      if let kept { digest.fold(kept.word) }
    case .help(let stage, let caregiver):
      digest.fold(3 | UInt64(stage.rawValue) << 8 | UInt64(caregiver) << 16)
    case .leftPerimeter(let stage, let caregiver):
      digest.fold(4 | UInt64(stage.rawValue) << 8 | UInt64(caregiver) << 16)
    case .reminder(let page):
      digest.fold(
        5 | UInt64(page.kind.rawValue) << 8 | (page.isUnsure ? 1 << 16 : 0), page.occurrence.word)
      page.choice?.fold(into: &digest)
    case .dose(.measure(let meal, let deleted)):
      digest.fold(6, UInt64(meal.rawValue))
      if let deleted { digest.fold(deleted.word) }
    case .dose(.enterGlucose(let result)): digest.fold(7 | result.tag << 8, result.word)
    case .dose(.enterCarbohydrates(let grams)): digest.fold(8, grams.value.word)
    case .dose(.offer(let offer)):
      digest.fold(9)
      offer.fold(into: &digest)
    case .dose(.taken(let meal, let units)):
      digest.fold(10 | UInt64(meal.rawValue) << 8, UInt64(bitPattern: units.milliunits))
    case .dose(.refused(let refusal)): digest.fold(11, UInt64(refusal.rawValue))
    case .glucose(.low(let result, let isVery, let age, let stage, let caregiver)):
      digest.fold(
        12 | result.tag << 8 | (isVery ? 1 << 16 : 0) | age.code << 24
          | UInt64(stage?.rawValue ?? 0) << 48 | UInt64(caregiver) << 56, result.word)
    case .notDelivered: digest.fold(13)
    case .batteryLow(let percent): digest.fold(14, UInt64(percent))
    case .positionLost: digest.fold(15)
    case .storageFailed: digest.fold(16)
    case .glucose(.lowAndHelp(let result, let isVery, let age, let stage, let caregiver)):
      digest.fold(
        18 | result.tag << 8 | (isVery ? 1 << 16 : 0) | UInt64(stage.rawValue) << 24
          | UInt64(caregiver) << 32 | age.code << 40, result.word)
    case .dose(.measureAgain): digest.fold(17)
    case .noProfile: digest.fold(19)
    }
  }
}

extension DoseOffer {
  func fold(into digest: inout Digest) {
    let measured = MeterResult.amount(reading)
    digest.fold(UInt64(meal.rawValue) | measured.tag << 8, measured.word)
    digest.fold(proposal.meal.word, proposal.correction.word)
    digest.fold(proposal.insulinOnBoard.word, proposal.exact.word)
    digest.fold(
      UInt64(bitPattern: proposal.total.milliunits),
      (proposal.isByCarbohydrates ? 1 : 0) | (proposal.isCapped ? 2 : 0)
        | (isRemade ? 4 : 0))
    digest.fold(UInt64(bitPattern: units.milliunits))
    if let last { digest.fold(UInt64(bitPattern: last.units.milliunits), last.age.word) }
    if let deleted { digest.fold(deleted.word) }
  }
}

extension Milliseconds {
  var word: UInt64 { UInt64(bitPattern: count) }
}
