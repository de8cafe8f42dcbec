import Device
import HAL
import Mail
import Words

/// The messages in caregivers' mails.
extension LiveDevice {
  /// Milliseconds after its receipt in which a mail may ask for the wearer's place.
  private static let questionsCount: Int64 = 3_600_000

  /// A token counts whenever it comes, and so does what makes the watch stronger. A message that
  /// weakens it needs proof, and the core judges an hour of company by the time at which the mail was
  /// taken. A question where the wearer is has answered itself when it is old.
  func understand(_ mail: InboundText) -> [Message] {
    let now = trustedWall(at: board.clock.now)
    let taken = now.flatMap { now in mail.received.map { min($0, now) } }
    let said = messages(
      subject: mail.subject, body: mail.text, from: mail.caregiver,
      takenAt: taken.map { Int16(clamping: ZoneOffset(words.zones).local($0).minutes) })
    var all = said.believed(isVouchedFor: mail.isVouchedFor, isDoubted: mail.doubt != nil) {
      tokens.contains($0)
    }
    if mail.isForged {
      // The inbox has said so.
      all = all.proven { tokens.contains($0) }
    } else if all.count < said.count {
      log(
        "ignored \"stop watching\", claimed from caregiver \(mail.caregiver + 1): "
          + (mail.doubt ?? "sender not verified; reply to one of our mails"))
    }
    let age = mail.received.flatMap { received in
      now.map { $0.milliseconds - received.milliseconds }
    }
    return all.compactMap { message in
      switch message {
      case .acknowledged(let token, let caregiver):
        .acknowledged(token: aliases.forCore(token), caregiver: caregiver)
      case .whereIs: age ?? 0 > LiveDevice.questionsCount ? nil : message
      case .accompanied(let minute, let caregiver, _):
        .accompanied(untilMinute: minute, caregiver: caregiver, received: mail.received)
      }
    }
  }
}

extension [Message] {
  /// Keeps what counts in a mail that the owner of its sender's domain calls forged. A token of ours was in
  /// a caregiver's hand, and proves the question beside it. The end of company only watches more (SAFE-3).
  func proven(isOurs: (UInt64) -> Bool) -> [Message] {
    var hasToken = false
    return filter { message in
      switch message {
      case .acknowledged(let token, _): hasToken = isOurs(token)
      case .whereIs: break
      case .accompanied(let minute, _, _): return minute < 0
      }
      return hasToken
    }
  }
}
