import Device
import Names

extension Profile {
  /// What is allowed and worth knowing, in the order of the file, with what concerns the whole file
  /// at the end.
  /// - Parameter now: local time.
  public func warnings(now: CivilMinute) -> [InputError] {
    var whole: [String] = []
    if wearer.name.isEmpty { whole.append("has no wearer; the screen shows no name") }
    if caregivers.isEmpty {
      whole.append("has no caregivers; nobody is told of anything")
    } else if !caregivers.contains(where: { $0.setting.hasMail || $0.setting.hasRelay }) {
      whole.append("has no caregiver who can be told; give an email, or relay: yes")
    }
    if caregivers.contains(where: \.setting.hasMail), routes.mail == nil {
      whole.append("has no routes.mail; no mail is sent")
    }
    if caregivers.contains(where: \.setting.hasRelay), routes.relay == nil {
      whole.append("has no routes.relay; nothing goes to the relay")
    }
    if routes.inbound == nil {
      whole.append("has no routes.inbound; no answers come in, and escalation runs by time alone")
    }
    if remindersNeedCaregiver {
      whole.append("has a reminder with tell_caregiver: yes and nobody to tell")
    }
    return Profile.inOrder(remarks + past(now)) + whole.map { InputError(file: file, $0) }
  }

  private var remindersNeedCaregiver: Bool {
    caregivers.isEmpty && reminders.contains(where: \.setting.tellsCaregiver)
  }

  private func past(_ now: CivilMinute) -> [InputError] {
    var past: [InputError] = []
    for (index, reminder) in reminders.enumerated()
    where ReminderRepeat.next(reminder.setting, from: now) == nil {
      past.append(
        InputError(
          file: file, line: reminder.line,
          "reminders[\(index + 1)] (\"\(reminder.words.name)\") is over; it is never due again"))
    }
    if let accompaniedUntil, accompaniedUntil <= now {
      past.append(
        InputError(
          file: file, line: accompaniedLine,
          "perimeter.accompanied_until is over since \(CivilText.text(accompaniedUntil))"))
    } else if let accompaniedUntil,
      Int64(accompaniedUntil.count) - Int64(now.count) > Limits.longestCompany.count / 60_000
    {
      past.append(
        InputError(
          file: file, line: accompaniedLine,
          "perimeter.accompanied_until is more than 24 h ahead; company ends after 24 h"))
    }
    return past
  }
}
