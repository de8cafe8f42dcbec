import Device
import HAL

/// Servers, and the people behind them.
extension World {
  /// What becomes of an attempt.
  mutating func send(_ dispatch: Dispatch) {
    let to = dispatch.recipient
    let usual = Milliseconds(networkDraws.draw(300...3000) + faults.slow.count)
    var answer = NetworkAnswer(notice: dispatch.notice.id, recipient: to, outcome: .transient)
    var comes = usual
    if faults.isOut {
      comes = Milliseconds(networkDraws.draw(10...5000))
    } else if faults.isHalfOpen {
      comes = .seconds(50)
    } else if let refusal = faults.refusal, refusal != .accepted {
      answer.outcome = refusal
    } else {
      schedule(.serverTakes(dispatch), at: truth.now + usual)
      answer.outcome = .accepted
      if faults.losesAnswers {
        answer.outcome = .transient
        comes = .seconds(600)
      }
    }
    schedule(.event(.answer(answer)), at: truth.now + comes)
  }

  /// A mail lies in a caregiver's mailbox; they may answer, once.
  mutating func serverTakes(_ dispatch: Dispatch) {
    let (notice, caregiver) = (dispatch.notice, dispatch.recipient.caregiver)
    tell(.taken(notice.id, dispatch.recipient, token: notice.token))
    guard caregiver < 4, let after = answers[Int(caregiver)], household.limits.hasInbound,
      answered.insert(notice.id.value << 2 | UInt64(caregiver)).inserted
    else { return }
    schedule(
      .message(.acknowledged(token: notice.token, caregiver: caregiver)), at: truth.now + after)
  }

  /// A caregiver's message waits in the mailbox until the device fetches it.
  mutating func receive(_ message: Message) -> Event.Kind? {
    guard truth.isPowered, !faults.isOut, !faults.isHalfOpen else {
      mailbox.append(message)
      return nil
    }
    return .message(message)
  }

  /// The network or the device is back.
  mutating func fetchMail() {
    guard truth.isPowered, !faults.isOut, !faults.isHalfOpen else { return }
    // It stays there when the power goes before it is fetched.
    for message in mailbox { schedule(.message(message), at: truth.now + .seconds(5)) }
    mailbox.removeAll()
  }
}
