import Device
import HAL

extension Action {
  /// Actions that differ from this one in one field each. Their digests must differ, too: in a life fields often
  /// change together, and one that the digest leaves out would hide behind another.
  var variants: [Action] {
    switch self {
    case .perimeter(.suspected(let place)): place.variants.map { .perimeter(.suspected($0)) }
    case .perimeter(.cleared(let place)): place.variants.map { .perimeter(.cleared($0)) }
    case .perimeter(.left(let place, let initial)):
      [.perimeter(.left(place, initial: !initial))]
        + place.variants.map { .perimeter(.left($0, initial: initial)) }
    case .perimeter(.returned(let place)): place.variants.map { .perimeter(.returned($0)) }
    case .position(.lost(let place, let age)):
      [.position(.lost(place, age: Milliseconds(age.count + 1)))]
        + place.variants.map { .position(.lost($0, age: age)) }
    case .position(.regained(let place)): place.variants.map { .position(.regained($0)) }
    case .helpRequested(let place): place?.variants.map { .helpRequested($0) } ?? []
    case .clock(.disagrees(let by)): [.clock(.disagrees(Milliseconds(by.count + 1)))]
    case .reminder(.due(let occurrence, let kind, let call, let isUnsure)):
      [
        .reminder(.due(occurrence.later, kind, call, isUnsure: isUnsure)),
        .reminder(.due(occurrence.ofAnother, kind, call, isUnsure: isUnsure)),
        .reminder(
          .due(occurrence, kind, call == .first ? .again : .first, isUnsure: isUnsure)),
        .reminder(.due(occurrence, kind, call, isUnsure: !isUnsure)),
      ]
    case .reminder(.acknowledged(let occurrence)):
      [.reminder(.acknowledged(occurrence.later)), .reminder(.missed(occurrence))]
    case .reminder(.answered(let occurrence, let value)):
      [.reminder(.answered(occurrence, value ^ 1)), .reminder(.answered(occurrence.later, value))]
    case .reminder(.snoozed(let occurrence, let until)):
      [
        .reminder(.snoozed(occurrence.later, until: until)),
        .reminder(.snoozed(occurrence, until: until.later)),
      ]
    case .reminder(.missed(let occurrence)): [.reminder(.missed(occurrence.later))]
    case .company(.accompanied(let until)): [.company(.accompanied(until: until?.later ?? .some))]
    case .company(.refused(let refusal, let caregiver)):
      [
        .company(.refused(refusal, caregiver: caregiver ^ 1)),
        .company(
          .refused(CompanyRefusal(refusal.reason, minute: refusal.minute ^ 1), caregiver: caregiver)
        ),
        .company(
          .refused(
            CompanyRefusal(refusal.reason.other, minute: refusal.minute), caregiver: caregiver)),
      ]
    case .dose(.proposed(let offer)): offer.variants.map { .dose(.proposed($0)) }
    case .dose(.confirmed(let dose)):
      [.dose(.undone(dose))] + dose.variants.map { .dose(.confirmed($0)) }
    case .dose(.undone(let dose)): dose.variants.map { .dose(.undone($0)) }
    case .dose(.refused(let meal, let refusal)):
      [
        .dose(.refused(meal.other, refusal)),
        .dose(.refused(meal, refusal == .low ? .veryLow : .low)),
      ]
    case .glucose(.low(let result, let isVery)): [.glucose(.low(result, isVery: !isVery))]
    case .alarm(.started(let kind, let priority)):
      [.alarm(.started(kind, priority == .low ? .high : .low)), .alarm(.silenced(kind))]
    case .alarm(.vibrate(let pulses)): [.alarm(.vibrate(pulses: pulses ^ 1))]
    case .alarm(.sound(let burst)): [.alarm(.sound(burst == .high ? .low : .high))]
    case .batteryLow(let percent): [.batteryLow(percent: percent ^ 1)]
    case .profileKept(let since): [.profileKept(since.later)]
    case .show(let page): page.variants.map { .show($0) }
    case .store(let record): record.variants.map { .store($0) }
    case .outbox(.send(let dispatch)): dispatch.variants.map { .outbox(.send($0)) }
    case .outbox(.queued(let notice)): notice.variants.map { .outbox(.queued($0)) }
    case .outbox(.delivered(let id, let to)):
      [.outbox(.delivered(id.other, to))] + to.variants.map { .outbox(.delivered(id, $0)) }
    case .outbox(.failed(let id, let caregiver)):
      [
        .outbox(.failed(id.other, caregiver: caregiver)),
        .outbox(.failed(id, caregiver: caregiver ^ 1)),
      ]
    case .outbox(.acknowledged(let id, let caregiver)):
      [
        .outbox(.acknowledged(id.other, caregiver: caregiver)),
        .outbox(.acknowledged(id, caregiver: caregiver ^ 1)),
      ]
    case .started, .clock(.trusted), .clock(.untrusted), .dose(.prompted), .dose(.entryAhead),
      .glucose(.high), .glucose(.lowOver), .alarm(.silenced), .alarm(.hush), .heartbeat:
      []
    }
  }
}

/// A value, and the same after one change each.
private struct Variants<Value> {
  let value: Value
  private(set) var all: [Value] = []

  init(_ value: Value) {
    self.value = value
    all.reserveCapacity(14)
  }

  mutating func add(_ change: (inout Value) -> Void) {
    var other = value
    change(&other)
    all.append(other)
  }
}

extension Position {
  fileprivate var north: Position { moved(1, 0) }
  fileprivate var east: Position { moved(0, 1) }

  private func moved(_ north: Int64, _ east: Int64) -> Position {
    Position(latitudeE7: Int64(latitudeE7) ^ north, longitudeE7: Int64(longitudeE7) ^ east) ?? self
  }
}

extension WallTime {
  fileprivate static var some: WallTime { WallTime(milliseconds: 1) }
  fileprivate var later: WallTime { WallTime(milliseconds: milliseconds &+ 1) }
}

extension CompanyRefusal.Reason {
  fileprivate var other: CompanyRefusal.Reason { self == .past ? .tooFar : .past }
}

extension Meal {
  fileprivate var other: Meal { self == .lunch ? .dinner : .lunch }
}

extension Occurrence {
  fileprivate var later: Occurrence {
    Occurrence(reminder: reminder, due: CivilMinute(due.count &+ 1))
  }
  fileprivate var ofAnother: Occurrence { Occurrence(reminder: reminder ^ 1, due: due) }
}

extension NoticeID {
  fileprivate var other: NoticeID { NoticeID(value ^ 1) }
}

extension Recipient {
  fileprivate var variants: [Recipient] {
    var some = Variants(self)
    some.add { $0.caregiver ^= 1 }
    some.add { $0.route = $0.route == .mail ? .relay : .mail }
    return some.all
  }
}

extension Metres? {
  fileprivate var other: Metres? { self.map { Metres($0.value + 1) } ?? Metres(0) }
}

extension Whereabouts {
  fileprivate var variants: [Whereabouts] {
    var some = Variants(self)
    some.add { $0.position = $0.position.north }
    some.add { $0.position = $0.position.east }
    some.add { $0.distance = $0.distance.other }
    some.add { $0.radius = $0.radius.other }
    some.add { $0.eph = $0.eph.other }
    some.add { $0.direction = $0.direction == .north ? .south : .north }
    some.add {
      let fast = Motion(speed: MetresPerSecond(9), course: Degrees(90))
      $0.motion =
        $0.motion == fast ? Motion(speed: MetresPerSecond(9), course: Degrees(180)) : fast
    }
    return some.all
  }
}

extension Notice {
  /// The time at which it was made is no part of the digest.
  fileprivate var variants: [Notice] {
    var some = Variants(self)
    some.add { $0.id = $0.id.other }
    some.add { $0.token ^= 1 }
    some.add { $0.battery = $0.battery == 7 ? 8 : 7 }
    some.add { $0.audience ^= 1 }
    some.add { $0.whereabouts = $0.whereabouts?.variants[0] }
    some.add { $0.whereabouts = $0.whereabouts?.variants[1] }
    return some.all
  }
}

extension Dispatch {
  fileprivate var variants: [Dispatch] {
    var some = Variants(self)
    some.add { $0.attempt ^= 1 }
    some.add { $0.round ^= 1 }
    some.add { $0.isLater.toggle() }
    some.add { $0.late = Milliseconds($0.late.count ^ 1) }
    some.add { if $0.excursions != nil { $0.olderExcursions ^= 1 } }
    some.add {
      if let all = $0.excursions, all.count > 0 { $0.excursions?[0].farthest = Metres(1) }
    }
    for to in recipient.variants { some.add { $0.recipient = to } }
    for other in notice.variants { some.add { $0.notice = other } }
    return some.all
  }
}

extension DoseOffer {
  fileprivate var variants: [DoseOffer] {
    var some = Variants(self)
    some.add { $0.meal = $0.meal.other }
    some.add { $0.units.milliunits ^= 1 }
    some.add { $0.isRemade.toggle() }
    some.add { $0.proposal.meal += 1 }
    some.add { $0.proposal.correction += 1 }
    some.add { $0.proposal.insulinOnBoard += 1 }
    some.add { $0.proposal.exact += 1 }
    some.add { $0.proposal.total.milliunits ^= 1 }
    some.add { $0.proposal.isByCarbohydrates.toggle() }
    some.add { $0.proposal.isCapped.toggle() }
    some.add { $0.last?.units.milliunits ^= 1 }
    some.add { $0.last?.age.count ^= 1 }
    some.add { $0.deleted = $0.deleted == nil ? .some : nil }
    return some.all
  }
}

extension DeletedDose {
  fileprivate static var some: DeletedDose {
    DeletedDose(units: InsulinUnits(milliunits: 1000), taken: .some)
  }
}

extension DiaryDose {
  fileprivate var variants: [DiaryDose] {
    var some = Variants(self)
    some.add { $0.id = EntryID($0.id.value ^ 1) }
    some.add { $0.taken = $0.taken.later }
    some.add { $0.meal = $0.meal.other }
    some.add { $0.mealPart.milliunits ^= 1 }
    some.add { $0.correction.milliunits ^= 1 }
    some.add { $0.insulinOnBoard.milliunits ^= 1 }
    some.add { $0.proposed.milliunits ^= 1 }
    some.add { $0.confirmed.milliunits ^= 1 }
    return some.all
  }
}

extension Page {
  fileprivate var variants: [Page] {
    switch self {
    case .home(let showsTime, let until, let kept):
      [
        .home(showsTime: !showsTime, accompaniedUntil: until, keptSince: kept),
        .home(showsTime: showsTime, accompaniedUntil: until?.later ?? .some, keptSince: kept),
        .home(showsTime: showsTime, accompaniedUntil: until, keptSince: kept?.later ?? .some),
      ]
    case .help(let stage, let caregiver):
      [.help(stage.other, caregiver: caregiver), .help(stage, caregiver: caregiver ^ 1)]
    case .leftPerimeter(let stage, let caregiver):
      [
        .leftPerimeter(stage.other, caregiver: caregiver),
        .leftPerimeter(stage, caregiver: caregiver ^ 1), .help(stage, caregiver: caregiver),
      ]
    case .reminder(let page):
      page.variants.map { .reminder($0) }
    case .dose(.measure(let meal, let deleted)):
      [
        .dose(.measure(meal.other, deleted: deleted)),
        .dose(.measure(meal, deleted: deleted == nil ? .some : nil)),
      ]
    case .dose(.enterCarbohydrates(let grams)):
      [.dose(.enterCarbohydrates(Grams(grams.value + 1)))]
    case .dose(.offer(let offer)): offer.variants.map { .dose(.offer($0)) }
    case .dose(.taken(let meal, let units)):
      [
        .dose(.taken(meal.other, units)),
        .dose(.taken(meal, InsulinUnits(milliunits: units.milliunits ^ 1))),
      ]
    case .dose(.refused(let refusal)): [.dose(.refused(refusal == .low ? .veryLow : .low))]
    case .glucose(.low(let result, let isVery, let age, let stage, let caregiver)):
      [
        .glucose(.low(result, isVery: !isVery, age: age, stage, caregiver: caregiver)),
        .glucose(.low(result, isVery: isVery, age: age.other, stage, caregiver: caregiver)),
        .glucose(
          .low(result, isVery: isVery, age: age, stage?.other ?? .told, caregiver: caregiver)),
        .glucose(.low(result, isVery: isVery, age: age, stage, caregiver: caregiver ^ 1)),
      ]
    case .glucose(.lowAndHelp(let result, let isVery, let age, let stage, let caregiver)):
      [
        .glucose(.lowAndHelp(result, isVery: !isVery, age: age, stage, caregiver: caregiver)),
        .glucose(.lowAndHelp(result, isVery: isVery, age: age.other, stage, caregiver: caregiver)),
        .glucose(.lowAndHelp(result, isVery: isVery, age: age, stage.other, caregiver: caregiver)),
        .glucose(.lowAndHelp(result, isVery: isVery, age: age, stage, caregiver: caregiver ^ 1)),
      ]
    case .batteryLow(let percent): [.batteryLow(percent: percent ^ 1)]
    case .dose(.enterGlucose), .dose(.measureAgain), .notDelivered, .positionLost, .storageFailed,
      .noProfile:
      []
    }
  }
}

extension ReminderPage {
  fileprivate var variants: [ReminderPage] {
    var some = Variants(self)
    some.add { $0.occurrence = $0.occurrence.later }
    some.add { $0.isUnsure.toggle() }
    some.add { $0.choice?.value ^= 1 }
    return some.all
  }
}

extension HelpStage {
  fileprivate var other: HelpStage { self == .told ? .calling : .told }
}

extension ReadingAge {
  fileprivate var other: ReadingAge { self == .unclear ? .recent : .unclear }
}

extension Record {
  /// Times that only say when are no part of the digest.
  fileprivate var variants: [Record] {
    switch self {
    case .reminder(let occurrence, let state, let at):
      [
        .reminder(occurrence.later, state, at: at), .reminder(occurrence.ofAnother, state, at: at),
        .reminder(occurrence, state == .missed ? .announced : .missed, at: at),
        .reminder(occurrence, state, at: at.later),
      ]
    case .outbox(.notice(let notice)): notice.variants.map { .outbox(.notice($0)) }
    case .outbox(.delivery(let id, let to, let outcome)):
      [
        .outbox(.delivery(id.other, to, outcome)),
        .outbox(.delivery(id, to, outcome == .accepted ? .permanent : .accepted)),
      ] + to.variants.map { .outbox(.delivery(id, $0, outcome)) }
    case .outbox(.acknowledged(let id, let caregiver)):
      [
        .outbox(.acknowledged(id.other, caregiver: caregiver)),
        .outbox(.acknowledged(id, caregiver: caregiver ^ 1)),
      ]
    case .outbox(.closed(let id)): [.outbox(.closed(id.other))]
    case .diary(.dose(let dose)): dose.variants.map { .diary(.dose($0)) }
    case .diary(.reading(let reading)):
      reading.variants.map { .diary(.reading($0)) }
    case .meal(let meal, let day, let state):
      [
        .meal(meal.other, day: day, state), .meal(meal, day: day ^ 1, state),
        .meal(meal, day: day, state == .confirmed ? .prompted : .confirmed),
      ]
    case .outbox(.homeOwed(let owed)): [.outbox(.homeOwed(owed ^ 1))]
    case .alive, .place, .outbox(.excursion), .outbox(.excursionsTold), .outbox(.caregivers),
      .accompanied,
      .diary(.doseRemoved), .diary(.readingRemoved), .diary(.doseDated):
      []
    }
  }
}

extension DiaryReading {
  fileprivate var variants: [DiaryReading] {
    var some = Variants(self)
    some.add { $0.id = EntryID($0.id.value ^ 1) }
    some.add { $0.taken = $0.taken.later }
    some.add { $0.result = $0.result == .low ? .high : .low }
    return some.all
  }
}
