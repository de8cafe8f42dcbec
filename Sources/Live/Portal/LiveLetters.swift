import CLinux
import Device
import HAL
import Linux
import Mail
import Profile
import Words

/// Letters of which the core knows nothing: test alerts, and the farewell to former addresses.
///
/// They wait until no notice is on its way. One goes out at a time. Their numbers belong to no boot, so
/// that no answer to one can be taken for that to a notice.
struct LiveLetters {
  /// The purpose of a letter.
  enum Purpose: Equatable {
    /// The message that asked for the test, and the way that is tested.
    case test(Int64, caregiver: UInt8, Route)
    case former(String, ProfileChanges)
  }

  struct Waiting: Equatable {
    var purpose: Purpose
    var attempts = 0
    var next = Instant.start
  }

  /// Attempts for a test, which somebody waits for, and for a farewell: two days of them.
  static let mostTests = 3
  static let mostFarewells = 200
  static let pause = Milliseconds.seconds(900)
  static let shortPause = Milliseconds.seconds(20)

  private(set) var waiting: [Waiting] = []
  /// The letter that is on its way.
  private(set) var flying: (letter: Waiting, id: NoticeID)?
  /// Ways of a test that did not take the letter.
  private var failures: [Int64: [String]] = [:]
  private var lastNumber: UInt32 = 0

  var isEmpty: Bool { waiting.isEmpty && flying == nil }

  /// - Returns: whether there is a way to anybody.
  mutating func test(_ id: Int64, people profile: Profile) -> Bool {
    guard !waiting.contains(where: { $0.purpose.test == id }), flying?.letter.purpose.test != id
    else { return true }
    failures[id] = []
    for (index, person) in profile.caregivers.enumerated() {
      let routes: [Route] =
        (person.setting.hasMail ? [.mail] : []) + (person.setting.hasRelay ? [.relay] : [])
      for route in routes {
        waiting.append(Waiting(purpose: .test(id, caregiver: UInt8(clamping: index), route)))
      }
    }
    return waiting.contains { $0.purpose.test == id }
  }

  mutating func tell(_ addresses: Set<String>, of changes: ProfileChanges) {
    for address in addresses.sorted()
    where !waiting.contains(where: { $0.purpose.address == address }) {
      waiting.append(Waiting(purpose: .former(address, changes)))
    }
  }

  /// The next letter that is due, with its number.
  mutating func takeNext(at now: Instant) -> (Waiting, NoticeID)? {
    guard flying == nil, let index = waiting.firstIndex(where: { $0.next <= now }) else {
      return nil
    }
    // Numbers that no earlier life has used: a mail program hides what it knows.
    let seconds = UInt32(truncatingIfNeeded: clinux_realtime() / 1000)
    lastNumber = max(lastNumber &+ 1, seconds)
    let letter = waiting.remove(at: index)
    let id = NoticeID(boot: 0, number: lastNumber)
    flying = (letter, id)
    return (letter, id)
  }

  /// The moment of the next one; nil: none waits.
  var due: Instant? { flying == nil ? waiting.map(\.next).min() : nil }

  /// The letter that flies has come to an end, or is tried again.
  /// - Returns: what is over with it.
  mutating func landed(_ outcome: DeliveryOutcome, at now: Instant) -> LetterNews? {
    guard var letter = flying?.letter else { return nil }
    flying = nil
    letter.attempts += 1
    let most = letter.purpose.test == nil ? LiveLetters.mostFarewells : LiveLetters.mostTests
    if outcome == .transient, letter.attempts < most {
      letter.next =
        now + (letter.purpose.test == nil ? LiveLetters.pause : LiveLetters.shortPause)
      waiting.append(letter)
      return nil
    }
    switch letter.purpose {
    case .former(let address, _): return .former(address)
    case .test(let id, let caregiver, let route):
      if outcome != .accepted {
        failures[id, default: []].append("\(route == .mail ? "mail" : "relay") to \(caregiver + 1)")
      }
      guard !waiting.contains(where: { $0.purpose.test == id }) else { return nil }
      let failed = failures.removeValue(forKey: id) ?? []
      return .test(
        id, refusal: failed.isEmpty ? nil : "not accepted: " + failed.joined(separator: ", "))
    }
  }
}

/// The end of one or more letters.
enum LetterNews: Equatable {
  case test(Int64, refusal: String?)
  case former(String)
}

extension LiveLetters.Purpose {
  var test: Int64? { if case .test(let id, _, _) = self { id } else { nil } }
  var address: String? { if case .former(let address, _) = self { address } else { nil } }
}

extension LiveDevice {
  /// Sends what waits, if no notice of the core is on its way.
  func sendLetters() {
    let now = board.clock.now
    guard board.network.isIdle, let (letter, id) = letters.takeNext(at: now) else {
      return aimLetters()
    }
    do throws(NetworkError) {
      guard let outgoing = outgoing(letter.purpose, id, at: now) else { throw .refused }
      try board.network.submit(outgoing)
    } catch {
      land(error == .unreachable ? .transient : .permanent, at: now)
    }
  }

  /// - Returns: whether the answer is to a letter of these.
  func takeLetter(_ answer: NetworkAnswer) -> Bool {
    guard answer.notice.boot == 0, answer.notice == letters.flying?.id else { return false }
    land(answer.outcome, at: board.clock.now)
    return true
  }

  private func land(_ outcome: DeliveryOutcome, at now: Instant) {
    switch letters.landed(outcome, at: now) {
    case .test(let id, let refusal): portal?.link.ended(id, refused: refusal, at: now)
    case .former(let address): forget(former: address)
    case nil: break
    }
    aimPortal()
    aimLetters()
  }

  private func aimLetters() {
    guard !letters.isEmpty else { return }
    if letterTimer == nil {
      letterTimer = reactor.addTimer(.rest) { [unowned self] in sendLetters() }
    }
    guard let letterTimer, let due = letters.due else { return }
    // The network may be busy with a notice: then a moment later.
    let moment = max(due, board.clock.now + .seconds(2))
    reactor.set(letterTimer, at: board.clock.bootTime(of: moment))
  }

  private func outgoing(
    _ purpose: LiveLetters.Purpose, _ id: NoticeID, at now: Instant
  ) -> Outgoing? {
    let language = profile.language
    switch purpose {
    case .test(_, let caregiver, let route):
      guard Int(caregiver) < profile.caregivers.count else { return nil }
      let mail = language.testMail(to: caregiver, names: words.names)
      return Outgoing(
        notice: id, recipient: Recipient(caregiver: caregiver, route: route),
        who: profile.caregivers[Int(caregiver)].setting.who, subject: mail.subject,
        text: route == .mail ? mail.body : language.testText(names: words.names),
        date: trustedWall(at: now))
    case .former(let address, let changes):
      guard let to = MailAddress(address: address) else { return nil }
      let notice = Notice(
        id: id, matter: .profileChanged(changes), whereabouts: nil, made: trustedWall(at: now))
      // Nobody of the list: the greeting names nobody.
      let recipient = Recipient(caregiver: .max, route: .mail)
      let mail = language.mail(
        Dispatch(notice: notice, recipient: recipient, attempt: 1, late: Milliseconds(0)),
        names: words.names, zone: ZoneOffset(words.zones), hasInbound: false)
      var outgoing = Outgoing(
        notice: id, recipient: recipient, subject: mail.subject, text: mail.body,
        date: trustedWall(at: now))
      outgoing.addresses = [to]
      return outgoing
    }
  }
}
