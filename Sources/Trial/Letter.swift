import Device
import Words

extension TimelineEntry {
  /// What goes out, as the caregiver reads it: subject and body of a mail, or the line for a relay. Nil
  /// for what is no mail.
  var letter: String? {
    guard case .outbox(.send(let dispatch)) = action else { return nil }
    let language = words.language ?? .english
    let zone = ZoneOffset(words.zones)
    switch dispatch.recipient.route {
    case .mail:
      let mail = language.mail(dispatch, names: words.names, zone: zone, hasInbound: hasInbound)
      return mail.subject + "\n" + mail.body
    case .relay:
      return language.relayText(dispatch, names: words.names, zone: zone, hasInbound: hasInbound)
    }
  }
}
