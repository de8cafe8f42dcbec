import Device
import HAL

/// The timeline of a replay in plain words.
extension Language {
  /// An act of the device as one sentence; nil if it is part of another event.
  /// - Parameters:
  ///   - names: without them, caregivers and reminders are numbers.
  ///   - zone: of the times inside a sentence.
  public func sentence(
    _ action: Action, names: Names = Names(), zone: ZoneOffset = .utc
  ) -> String? {
    Wording(language: self, names: names, zone: zone).sentence(action)
  }

  /// "131 m from home, accuracy 24 m"
  func whereabouts(_ place: Whereabouts) -> String {
    let spot =
      place.distance.map { say(TimelinePhrase.fromHome, (.distance, text($0))) }
      ?? "\(sixDecimals(place.position.latitudeE7)), \(sixDecimals(place.position.longitudeE7))"
    guard let eph = place.eph else { return say(TimelinePhrase.accuracyUnknown, (.text, spot)) }
    return say(TimelinePhrase.accuracy, (.text, spot), (.accuracy, text(eph)))
  }
}

extension Wording {
  fileprivate func sentence(_ action: Action) -> String? {
    switch action {
    case .started: say(TimelinePhrase.started)
    case .perimeter(.suspected(let place)): at(TimelinePhrase.suspected, place)
    case .perimeter(.cleared(let place)): at(TimelinePhrase.cleared, place)
    case .perimeter(.left(let place, let initial)):
      say(
        initial ? TimelinePhrase.leftFromStart : .left, (.text, beyond(place)),
        (.link, mapLink(place.position)))
    case .perimeter(.returned(let place)): at(TimelinePhrase.returned, place)
    case .position(.lost(let place, let age)):
      say(
        TimelinePhrase.positionLost, (.age, language.text(age)),
        (.text, language.whereabouts(place)))
    case .position(.regained(let place)): at(TimelinePhrase.positionRegained, place)
    case .clock(.trusted): say(TimelinePhrase.clockTrusted)
    case .clock(.untrusted): say(TimelinePhrase.clockUntrusted)
    case .clock(.disagrees(let by)):
      say(
        TimelinePhrase.clockDisagrees,
        (.age, language.text(Milliseconds(Int64(clamping: by.count.magnitude)))))
    case .reminder(.due(let occurrence, let kind, let call, let isUnsure)):
      unsure(say(due(kind, call), (.reminder, reminder(occurrence))), isUnsure)
    case .reminder(.acknowledged(let occurrence)):
      say(TimelinePhrase.reminderAcknowledged, (.reminder, reminder(occurrence)))
    case .reminder(.answered(let occurrence, let value)): answered(occurrence, value)
    case .reminder(.snoozed(let occurrence, let until)):
      say(
        TimelinePhrase.reminderSnoozed, (.time, hour(until)), (.reminder, reminder(occurrence)))
    case .reminder(.missed(let occurrence)):
      say(TimelinePhrase.reminderMissed, (.reminder, reminder(occurrence)))
    case .helpRequested(let place): help(place)
    case .company(.accompanied(let until)):
      until.map { say(TimelinePhrase.accompanied, (.time, hour($0))) }
        ?? say(TimelinePhrase.accompaniedEnds)
    case .company(.refused(let refusal, _)):
      say(TimelinePhrase.companyRefused, (.time, hour(refusal)), (.reason, reason(refusal)))
    case .dose(.prompted(let meal)): say(TimelinePhrase.dosePrompted, (.meal, self.meal(meal)))
    case .dose(.proposed(let offer)): proposed(offer)
    case .dose(.confirmed(let dose)):
      say(
        TimelinePhrase.doseConfirmed, (.meal, meal(dose.meal)),
        (.value, language.text(dose.confirmed)), (.total, language.text(dose.proposed)))
    case .dose(.undone(let dose)):
      say(
        TimelinePhrase.doseUndone, (.meal, meal(dose.meal)),
        (.value, language.text(dose.confirmed)))
    case .dose(.refused(let meal, let refusal)):
      say(
        TimelinePhrase.doseRefused, (.meal, self.meal(meal)), (.text, language.sentence(refusal)))
    case .glucose(.low(let result, let isVery)):
      say(
        isVery ? TimelinePhrase.glucoseVeryLow : .glucoseLow, (.value, language.text(result)))
    case .glucose(.high(let result)):
      say(TimelinePhrase.glucoseHigh, (.value, language.text(result)))
    case .glucose(.lowOver(let over)):
      say(TimelinePhrase.glucoseLowOver, (.text, bareStatement(.glucose(.lowOver(over)))))
    case .dose(.entryAhead(let entry)):
      say(
        entry.isDose ? TimelinePhrase.doseAhead : .readingAhead,
        (.age, language.text(entry.ahead)))
    case .alarm(.started(let kind, let priority)):
      say(
        TimelinePhrase.alarmStarted, (.alarm, say(AlarmPhrase(kind))),
        (.priority, say(AlarmPhrase(priority))))
    case .alarm(.silenced(let kind)):
      say(TimelinePhrase.alarmSilenced, (.alarm, say(AlarmPhrase(kind))))
    case .batteryLow(let percent):
      say(TimelinePhrase.batteryLow, (.number, language.percent(percent)))
    case .profileKept(let since):
      say(TimelinePhrase.profileKept, (.date, language.dateWithYear(zone.local(since))))
    case .outbox(.queued(let notice)):
      say(TimelinePhrase.notice, (.id, text(notice.id)), (.text, bareStatement(notice.matter)))
    case .outbox(.delivered(let id, let recipient)):
      say(
        TimelinePhrase.delivered, (.id, text(id)), (.name, name(recipient.caregiver)),
        (.text, say(recipient.route == .mail ? PersonPhrase.mail : .relay)))
    case .outbox(.failed(let id, let caregiver)):
      say(TimelinePhrase.failed, (.id, text(id)), (.name, name(caregiver)))
    case .outbox(.acknowledged(let id, let caregiver)):
      say(TimelinePhrase.acknowledged, (.id, text(id)), (.name, name(caregiver)))
    case .alarm(.sound), .alarm(.vibrate), .alarm(.hush), .show, .store, .outbox(.send), .heartbeat:
      nil
    }
  }

  private func unsure(_ sentence: String, _ isUnsure: Bool) -> String {
    isUnsure ? say(TimelinePhrase.reminderUnsure, (.text, sentence)) : sentence
  }

  private func at(_ key: TimelinePhrase, _ place: Whereabouts) -> String {
    say(key, (.text, language.whereabouts(place)))
  }

  private func beyond(_ place: Whereabouts) -> String {
    let spot = language.whereabouts(place)
    guard let distance = place.distance, let radius = place.radius else { return spot }
    let excess = language.text(Metres(distance.value - radius.value))
    return say(TimelinePhrase.beyond, (.text, spot), (.distance, excess))
  }

  private func help(_ place: Whereabouts?) -> String {
    guard let place else { return say(TimelinePhrase.helpWithoutPosition) }
    return say(
      TimelinePhrase.help, (.text, language.whereabouts(place)), (.link, mapLink(place.position)))
  }

  private func due(_ kind: Reminder.Kind, _ call: ReminderCall) -> TimelinePhrase {
    switch (kind, call) {
    case (.reminder, .first): .reminderDue
    case (.reminder, .again): .reminderAgain
    case (.reminder, .late): .reminderLate
    case (.medication, .first): .medicationDue
    case (.medication, .again): .medicationAgain
    case (.medication, .late): .medicationLate
    }
  }

  private func proposed(_ offer: DoseOffer) -> String {
    let dose = offer.proposal
    return say(
      dose.insulinOnBoard > 0 ? TimelinePhrase.doseProposedOnBoard : .doseProposed,
      (.meal, meal(offer.meal)), (.total, language.text(dose.total)),
      (.value, language.text(offer.reading)), (.part, language.part(dose.meal)),
      (.correction, language.part(dose.correction)),
      (.onBoard, language.part(dose.insulinOnBoard)))
  }

  /// The boot stands before the number, in a device that has had one.
  func text(_ id: NoticeID) -> String {
    id.boot == 0 ? String(id.number) : "\(id.boot).\(id.number)"
  }
}

/// Events in few words, beside columns and axes that say the rest.
extension Language {
  /// A row of a table: the sentence of the timeline without its place and its full stop.
  public func label(_ action: Action, names: Names = Names(), zone: ZoneOffset = .utc) -> String {
    switch action {
    case .perimeter(.suspected): return say(LabelPhrase.suspected)
    case .perimeter(.cleared): return say(LabelPhrase.cleared)
    case .perimeter(.left(_, let initial)): return say(initial ? LabelPhrase.leftFromStart : .left)
    case .perimeter(.returned): return say(LabelPhrase.returned)
    case .position(.lost(_, let age)): return say(LabelPhrase.positionLost, (.age, text(age)))
    case .position(.regained): return say(LabelPhrase.positionRegained)
    case .helpRequested(let place):
      return say(place == nil ? LabelPhrase.helpWithoutPosition : .help)
    case .started, .perimeter, .position, .clock, .reminder, .company, .dose, .glucose, .alarm,
      .outbox, .batteryLow, .profileKept, .show, .store, .heartbeat:
      let sentence = sentence(action, names: names, zone: zone) ?? ""
      return sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    }
  }

  /// A sign in a drawing: two or three words; nil for what is drawn otherwise.
  public func tag(_ action: Action, names: Names = Names()) -> String? {
    let wording = Wording(language: self, names: names, zone: .utc)
    switch action {
    case .helpRequested: return say(LabelPhrase.helpTag)
    case .reminder(.due(let occurrence, _, _, _)):
      let name = oneLine(names.reminder(occurrence)?.name ?? "")
      return name.isEmpty
        ? say(LabelPhrase.reminder, (.number, String(occurrence.reminder))) : name
    case .reminder(.snoozed): return say(LabelPhrase.snoozed)
    case .reminder(.acknowledged): return say(LabelPhrase.answered)
    case .reminder(.answered(_, let value)): return String(value)
    case .reminder(.missed): return say(LabelPhrase.missed)
    case .dose(.prompted(let meal)): return wording.meal(meal)
    case .dose(.proposed(let offer)):
      return say(LabelPhrase.proposed, (.value, text(offer.proposal.total)))
    case .dose(.confirmed(let dose)):
      return say(LabelPhrase.confirmed, (.value, text(dose.confirmed)))
    case .dose(.undone): return say(LabelPhrase.undone)
    case .dose(.refused): return say(LabelPhrase.noDose)
    case .glucose(.low(let result, _)), .glucose(.high(let result)): return text(result)
    case .glucose(.lowOver(let over)): return text(over.ended ?? over.low)
    case .dose(.entryAhead): return say(LabelPhrase.ahead)
    case .alarm(.started(let kind, _)): return say(AlarmPhrase(kind))
    case .alarm(.silenced): return say(LabelPhrase.silenced)
    case .batteryLow(let percent): return self.percent(percent)
    case .outbox(.queued(let notice)): return wording.bareStatement(notice.matter)
    case .outbox(.delivered(_, let recipient)): return wording.name(recipient.caregiver)
    case .outbox(.failed(_, let caregiver)), .outbox(.acknowledged(_, let caregiver)):
      return wording.name(caregiver)
    case .started, .perimeter, .position, .clock, .reminder, .company, .dose, .glucose, .alarm,
      .outbox, .profileKept, .show, .store, .heartbeat:
      return nil
    }
  }

  /// The reason why the core did not count an epoch.
  public func label(_ refusal: Refusal) -> String { say(LabelPhrase(refusal)) }
}
