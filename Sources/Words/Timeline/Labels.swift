import Device

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
      let name = oneLine(names.reminders[occurrence.reminder]?.name ?? "")
      return name.isEmpty
        ? say(LabelPhrase.reminder, (.number, String(occurrence.reminder))) : name
    case .reminder(.snoozed): return say(LabelPhrase.snoozed)
    case .reminder(.acknowledged): return say(LabelPhrase.answered)
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

  /// Why the core did not count an epoch.
  public func label(_ refusal: Refusal) -> String { say(LabelPhrase(refusal)) }
}
