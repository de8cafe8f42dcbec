import Checkers
import Device
import HAL

/// Lives in which servers speak in bytes: what comes of it reaches device and checkers here.
extension World {
  mutating func reckonPost(_ post: PostOffice) {
    let before = post.weather.troubles
    let validity = post.mailbox.validity
    post.advance(to: truth.now)
    post.weather = PostOffice.Weather(
      isOut: faults.isOut, isHalfOpen: faults.isHalfOpen, slow: faults.slow,
      refusal: faults.refusal, losesAnswers: faults.losesAnswers,
      isMailboxClosed: faults.people.isMailboxClosed, troubles: faults.people.post)
    let servers = faults.people.servers
    let household = plan.household
    post.trouble = { PeopleFaults.trouble(servers, household, to: $0, $1) }
    post.breakConnections()
    if post.mailbox.validity != validity { tell(.post(.renumbered)) }
    if faults.people.crowd != nil, !before.contains(where: \.isCrowd) { strangersWrite() }
  }

  mutating func adoptPost() {
    guard let post else { return }
    let people = (0..<UInt8(min(household.caregivers.count, 4))).map { household.person(at: $0) }
    post.advance(to: truth.now)
    post.adopt(people, hasMailbox: truth.hasProfile && household.limits.hasInbound)
  }

  mutating func stopPost() {
    guard let post else { return }
    post.stop()
    takeNews(of: post)
  }

  mutating func servePost(_ post: PostOffice) {
    post.turn(at: truth.now)
    takeNews(of: post)
  }

  mutating func takeNews(of post: PostOffice) {
    for news in post.takeNews() {
      switch news {
      case .answered(let answer): schedule(.event(.answer(answer)), at: truth.now)
      case .taken(let dispatch, let person): serverTakes(dispatch, person)
      case .looked(let look): looks.append(look)
      case .turnedAway(let recipient): tell(.post(.turnedAway(recipient)))
      case .longTurn(let bytes): tell(.post(.longTurn(bytes: bytes)))
      }
    }
  }

  /// One mail at a time. Those before are marked as read once what they said is stored.
  mutating func takeMail() -> Event? {
    guard let post, truth.isPowered else { return nil }
    if post.hasUnsettled, toldStorage == nil {
      post.settle()
      tell(.post(.kept))
    }
    guard let (letter, place, received) = post.read() else {
      // The checker judges a look after all mails that it has brought.
      for look in looks { tell(.post(.looked(look))) }
      looks = []
      return nil
    }
    tell(.post(.handed(letter.id)))
    guard let message = letter.mail?.message else { return nil }
    if let token = letter.token { post.close(token) }
    return hand(.message(message.from(place, received: received)))
  }

  /// Strangers write as long as the mailbox is crowded.
  mutating func strangersWrite() {
    guard let post, let many = faults.people.crowd else { return }
    let count = post.mailbox.letters.count { $0.mail == nil }
    for _ in 0..<max(many - count, 25) { post.mailbox.add(nil, from: "offers@example.com") }
    schedule(.strangersWrite, at: truth.now + .seconds(60))
  }
}

extension PeopleFaults {
  /// The number of strangers' mails in the mailbox; nil: no more than usual.
  var crowd: Int? {
    post.compactMap { if case .crowded(let many) = $0 { Int(many) } else { nil } }.max()
  }
}

extension Plan {
  /// Some server misbehaves word by word.
  var speaksInBytes: Bool {
    items.contains { if case .fault(.people(.post)) = $0.kind { true } else { false } }
  }
}
