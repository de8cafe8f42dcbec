import HAL

/// The last contact, for the template "contact".
struct ContactPart {
  struct Lost {
    var lostTitle: Rich
    var lostText: Rich
    var lostAsOf: Rich
    /// Nil: the portal mails a silence.
    var lostUntold: Rich?
  }

  var lost: Lost?
  var contactLine: Rich?

  init(_ contact: Contact, _ speak: PageWording) {
    guard let last = contact.last else {
      contactLine = speak(OverviewPhrase.never) + Rich(".")
      return
    }
    let (age, time) = ((Gap.age, speak.age(last)), (Gap.time, speak.moment(last)))
    switch contact.state {
    case .fine where contact.calledBefore != nil:
      contactLine = speak(
        OverviewPhrase.contactPaired, age, time, (.until, speak.moment(contact.due)))
    case .never, .fine:
      let line = speak(OverviewPhrase.contactFine, age, time)
      contactLine =
        contact.due.map {
          line + Rich(" ") + speak(OverviewPhrase.contactNext, (.until, speak.moment($0)))
        } ?? line
    case .late:
      contactLine = speak(
        OverviewPhrase.contactLate, age, time, (.until, speak.moment(contact.due)))
    case .lost:
      lost = Lost(
        lostTitle: speak(OverviewPhrase.lostTitle, time),
        lostText: speak(OverviewPhrase.lostText, age),
        lostAsOf: speak(
          contact.calledBefore == nil ? OverviewPhrase.lostAsOf : .lostAsOfBefore),
        lostUntold: speak.sendsMails ? nil : speak(OverviewPhrase.lostUntold))
    }
  }
}
