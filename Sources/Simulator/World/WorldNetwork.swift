import Checkers
import Device
import HAL

/// Servers, and the people behind them.
extension World {
  /// Decides the outcome of an attempt.
  mutating func send(_ dispatch: Dispatch) {
    let to = dispatch.recipient
    let person = household.person(at: to.caregiver)
    if let post {
      post.advance(to: truth.now)
      post.open(dispatch.notice.token)
      post.send(dispatch, to: person)
      return takeNews(of: post)
    }
    let usual = Milliseconds(networkDraws.draw(300...3000) + faults.slow.count)
    var answer = NetworkAnswer(notice: dispatch.notice.id, recipient: to, outcome: .transient)
    var comes = usual
    if faults.isOut {
      comes = Milliseconds(networkDraws.draw(10...5000))
    } else if faults.isHalfOpen {
      comes = .seconds(50)
    } else if let refusal = faults.refusal, refusal != .accepted {
      answer.outcome = refusal
    } else if let trouble = trouble(to: person, to.route) {
      return send(dispatch, to: person, trouble, usual: usual)
    } else {
      schedule(.serverTakes(dispatch, person), at: truth.now + usual)
      answer.outcome = .accepted
      if faults.losesAnswers {
        answer.outcome = .transient
        comes = .seconds(600)
      }
    }
    schedule(.event(.answer(answer)), at: truth.now + comes)
  }

  /// A mail lies in a caregiver's mailbox; they may answer, once. In the calm they answer each
  /// round.
  mutating func serverTakes(_ dispatch: Dispatch, _ person: UInt32) {
    let notice = dispatch.notice
    truth.reached = person
    tell(.taken(notice.id, dispatch.recipient, token: notice.token))
    guard let after = truth.isCalm ? .seconds(60) : answers[person], household.limits.hasInbound,
      answered.insert(Reply(notice: notice.id.value, person: person)).inserted
        // A power cut may have lost their word, and the next round asks them again.
        || truth.isCalm && dispatch.round > 1
    else { return }
    let answer = Message.acknowledged(token: notice.token, caregiver: dispatch.recipient.caregiver)
    schedule(.message(answer, person), at: truth.now + after)
  }
}

/// Somebody answers a notice once, however often they get it before the calm.
struct Reply: Hashable, Sendable {
  var notice: UInt64
  var person: UInt32
}
