import Checkers
import Device
import HAL

/// A caregiver's mail to the device.
struct InboundMail: Sendable {
  var message: Message
  /// The sender, wherever the list has them when it is read.
  var person: UInt32
  /// The time at which the mailbox's server took it; nil: it does not say.
  var received: WallTime?
}

/// Mails on their way to the device: late, overtaken, read twice, or not read for hours.
extension World {
  /// Somebody writes now.
  mutating func write(_ message: Message, by person: UInt32) -> Event.Kind? {
    let mail = InboundMail(message: message, person: person)
    guard faults.people.mailLate.count > 0 else { return arrive(mail) }
    // Nothing is late any more in the calm.
    let calm = max(truth.now, .start + plan.calm)
    schedule(.mailArrives(mail), at: min(truth.now + faults.people.mailLate, calm))
    return nil
  }

  /// The mailbox's server has it.
  mutating func arrive(_ mail: InboundMail) -> Event.Kind? {
    var mail = mail
    mail.received = faults.people.isMailUndated ? nil : trueWall(at: truth.now)
    if let again = faults.people.mailTwice { schedule(.mailIsRead(mail), at: truth.now + again) }
    return read(mail)
  }

  /// It waits in the mailbox until the device can look.
  mutating func read(_ mail: InboundMail) -> Event.Kind? {
    if let post {
      let letter = post.mailbox.add(mail, from: PostOffice.address(mail.person))
      tell(.post(.lies(letter)))
      return nil
    }
    guard canFetch else {
      mailbox.append(mail)
      return nil
    }
    // Somebody who has left the list is a stranger, and is not heard.
    guard let place = household.place(of: mail.person) else { return nil }
    return .message(mail.message.from(place, received: mail.received))
  }

  private var canFetch: Bool {
    truth.isPowered && truth.hasProfile && !faults.isOut && !faults.isHalfOpen
      && !faults.people.isMailboxClosed
  }

  /// The network, the mailbox or the device is back.
  mutating func fetchMail() {
    guard canFetch else { return }
    // It stays there when the power goes before it is fetched.
    for mail in mailbox { schedule(.mailIsRead(mail), at: truth.now + .seconds(5)) }
    mailbox.removeAll()
  }
}

extension Message {
  /// The sender by the place in the list.
  var caregiver: UInt8 {
    switch self {
    case .acknowledged(_, let caregiver), .whereIs(let caregiver),
      .accompanied(_, let caregiver, _):
      caregiver
    }
  }

  func from(_ place: UInt8, received: WallTime?) -> Message {
    switch self {
    case .acknowledged(let token, _): .acknowledged(token: token, caregiver: place)
    case .whereIs: .whereIs(caregiver: place)
    case .accompanied(let minute, _, _):
      .accompanied(untilMinute: minute, caregiver: place, received: received)
    }
  }
}
