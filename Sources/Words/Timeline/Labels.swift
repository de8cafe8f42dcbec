import Device

/// Events in few words, beside columns and axes that say the rest.
extension Language {
  /// A row of a table: the sentence of the timeline without its place and its full stop.
  public func label(_ action: Action, names: Names = Names(), zone: ZoneOffset = .utc) -> String {
    switch action {
    case .suspected: return say(LabelPhrase.suspected)
    case .cleared: return say(LabelPhrase.cleared)
    case .left(_, let initial): return say(initial ? LabelPhrase.leftFromStart : .left)
    case .returned: return say(LabelPhrase.returned)
    case .positionLost(_, let age): return say(LabelPhrase.positionLost, (.age, text(age)))
    case .positionRegained: return say(LabelPhrase.positionRegained)
    case .helpRequested(let place):
      return say(place == nil ? LabelPhrase.helpWithoutPosition : .help)
    default:
      let sentence = sentence(action, names: names, zone: zone) ?? ""
      return sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    }
  }

  /// A sign in a drawing: two or three words; nil for what is drawn otherwise.
  public func tag(_ action: Action, names: Names = Names()) -> String? {
    let wording = Wording(language: self, names: names, zone: .utc)
    switch action {
    case .helpRequested: return say(LabelPhrase.helpTag)
    case .reminderDue(let occurrence, _, _, _):
      let name = oneLine(names.reminders[occurrence.reminder]?.name ?? "")
      return name.isEmpty
        ? say(LabelPhrase.reminder, (.number, String(occurrence.reminder))) : name
    case .reminderSnoozed: return say(LabelPhrase.snoozed)
    case .reminderAcknowledged: return say(LabelPhrase.answered)
    case .reminderMissed: return say(LabelPhrase.missed)
    case .dosePrompted(let meal): return wording.meal(meal)
    case .doseProposed(let offer):
      return say(LabelPhrase.proposed, (.value, text(offer.proposal.total)))
    case .doseConfirmed(let dose): return say(LabelPhrase.confirmed, (.value, text(dose.confirmed)))
    case .doseUndone: return say(LabelPhrase.undone)
    case .doseRefused: return say(LabelPhrase.noDose)
    case .glucoseLow(let result, _), .glucoseHigh(let result): return text(result)
    case .glucoseLowOver(let over): return text(over.ended ?? over.low)
    case .entryAhead: return say(LabelPhrase.ahead)
    case .alarmStarted(let kind, _): return say(AlarmPhrase(kind))
    case .alarmSilenced: return say(LabelPhrase.silenced)
    case .batteryLow(let percent): return self.percent(percent)
    case .notify(let notice): return wording.bareStatement(notice.matter)
    case .noticeDelivered(_, let recipient): return wording.name(recipient.caregiver)
    case .noticeFailed(_, let caregiver), .noticeAcknowledged(_, let caregiver):
      return wording.name(caregiver)
    default: return nil
    }
  }

  /// Why the core did not count an epoch.
  public func label(_ refusal: Refusal) -> String { say(LabelPhrase(refusal)) }
}
