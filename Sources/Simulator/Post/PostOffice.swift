import Checkers
import Device
import HAL
import Mail

/// The device's dialogues with mail servers and with its mailbox, by the very code of the product, and the
/// servers that answer them in bytes.
final class PostOffice: Dialler {
  /// The world hears of this.
  enum News {
    case answered(NetworkAnswer)
    case taken(Dispatch, UInt32)
    case looked(MailboxLook)
    /// No place was left on that way.
    case turnedAway(Recipient)
    case longTurn(bytes: Int)
  }

  /// The world's faults, as far as servers notice them.
  struct Weather {
    var isOut = false
    var isHalfOpen = false
    var slow = Milliseconds(0)
    var refusal: DeliveryOutcome?
    var losesAnswers = false
    var isMailboxClosed = false
    var troubles: Set<PostTrouble> = []
  }

  /// Bytes that a turn may take at most, and a piece more.
  static let turn = 24_576
  private static let exchange: Int64 = 50_000

  let mailbox = Mailbox()
  var weather = Weather() {
    didSet { if weather.troubles != oldValue.troubles { mailbox.become(weather.troubles) } }
  }
  /// Something is wrong with the way to somebody; nil: nothing is.
  var trouble: (UInt32, Route) -> ServerTrouble.Kind? = { _, _ in nil }
  /// Connections to mail servers.
  private var wires: [(wire: PostWire, person: UInt32)] = []
  private(set) var news: [News] = []
  private let loop = PostTurns()
  private var draws: Generator
  private var flights = Flights()
  private var inbox: Inbox?
  private var caregivers: [[MailAddress]] = []
  private var hasMailbox = false
  /// The notice and person whose server is called.
  private var calling: (dispatch: Dispatch, person: UInt32)?
  /// Handed over, and not stored yet.
  private(set) var hasUnsettled = false

  var turns: any Turns { loop }
  var due: Int64 { loop.due }

  init(seed: UInt64) { draws = Generator(seed: seed, for: .postOffice) }

  static func address(_ person: UInt32) -> String { "p\(person)@example.org" }

  /// The token in the form of subjects.
  static func text(of token: UInt64) -> String { "vigia:\(String(token, radix: 16))" }

  // MARK: Power

  func start(at now: Instant) {
    loop.advance(to: now)
    let inbox = Inbox(self, options, NetworkJournal { _ in })
    inbox.tokens = { [mailbox] in mailbox.tokens.map { PostOffice.text(of: $0) } }
    inbox.isUrgent = !mailbox.tokens.isEmpty
    self.inbox = inbox
  }

  func stop() {
    flights.closeAll()
    wires = []
    inbox?.close()
    inbox = nil
    loop.forgetAll()
    hasUnsettled = false
  }

  /// - Parameter people: in the order of the list; nil: there is no mailbox.
  func adopt(_ people: [UInt32], hasMailbox: Bool) {
    caregivers = people.map { [MailAddress(address: PostOffice.address($0))].compactMap { $0 } }
    mailbox.senders = Set(people.map { PostOffice.address($0) })
    self.hasMailbox = hasMailbox
    inbox?.options = options
  }

  private var options: NetworkOptions {
    var options = NetworkOptions(identity: 1)
    options.caregivers = caregivers
    if hasMailbox { options.inbox = NetworkOptions.Inbox(server: PostOffice.server) }
    return options
  }

  private static let server = NetworkOptions.Server(
    host: "sim", port: 1, security: .tls, login: nil)

  // MARK: Turns

  func turn(at now: Instant) { while loop.due <= now.milliseconds, loop.turn(at: now) {} }

  func advance(to now: Instant) { loop.advance(to: now) }

  func takeNews() -> [News] {
    defer { news = [] }
    return news
  }

  // MARK: The mailbox

  /// One mail that a look has brought.
  func read() -> (letter: Letter, place: UInt8, received: WallTime?)? {
    guard let text = inbox?.read() else { return nil }
    guard let letter = mailbox.letters.first(where: { $0.text == text.text }) else { return nil }
    hasUnsettled = true
    return (letter, text.caregiver, text.received)
  }

  func settle() {
    hasUnsettled = false
    inbox?.settle()
  }

  func open(_ token: UInt64) {
    guard token != 0, !mailbox.tokens.contains(token) else { return }
    mailbox.tokens.insert(token, at: 0)
    if mailbox.tokens.count > 48 { mailbox.tokens.removeLast() }
    inbox?.isUrgent = true
  }

  func close(_ token: UInt64) {
    mailbox.tokens.removeAll { $0 == token }
    inbox?.isUrgent = !mailbox.tokens.isEmpty
  }

  // MARK: Mails out

  func send(_ dispatch: Dispatch, to person: UInt32) {
    let recipient = dispatch.recipient
    let room = flights.makeRoom(by: recipient.route, now: loop.moment, makesWay: .seconds(15))
    switch room {
    case .free: break
    case .givenUp(let notice, let other):
      news.append(
        .answered(NetworkAnswer(notice: notice, recipient: other, outcome: .transient)))
    case .full:
      news.append(.turnedAway(recipient))
      return answer(dispatch, .transient)
    }
    switch recipient.route {
    case .mail: sendMail(dispatch, person)
    case .relay: post(dispatch, person)
    }
  }

  private func answer(_ dispatch: Dispatch, _ outcome: DeliveryOutcome) {
    news.append(
      .answered(
        NetworkAnswer(
          notice: dispatch.notice.id, recipient: dispatch.recipient, outcome: outcome)))
  }

  private func sendMail(_ dispatch: Dispatch, _ person: UInt32) {
    guard let from = MailAddress(address: "vigia@example.org"),
      let to = MailAddress(address: PostOffice.address(person))
    else { return answer(dispatch, .permanent) }
    var ticket: Flights.Ticket?
    calling = (dispatch, person)
    let submission = Submission(
      self, NetworkOptions.Mail(server: PostOffice.server, from: from), to: [to],
      Array("Subject: \(dispatch.notice.id.value)\r\n\r\nx\r\n".utf8), options
    ) { [weak self] outcome, _ in
      guard let self, let ticket, flights.land(ticket) != nil else { return }
      answer(dispatch, outcome)
    }
    calling = nil
    guard let submission else { return answer(dispatch, .transient) }
    ticket = flights.add(dispatch.notice.id, to: dispatch.recipient, now: loop.moment) {
      submission.close()
    }
  }

  /// A relay speaks HTTP, which is libcurl's affair: only what comes of it is drawn.
  private func post(_ dispatch: Dispatch, _ person: UInt32) {
    let usual = draws.draw(300...3000) + weather.slow.count
    var (outcome, comes, isTaken) = (DeliveryOutcome.transient, usual, false)
    if weather.isOut {
      comes = draws.draw(10...5000)
    } else if weather.isHalfOpen {
      comes = PostOffice.exchange
    } else if let refusal = weather.refusal, refusal != .accepted {
      outcome = refusal
    } else {
      switch trouble(person, .relay) {
      case .transient: break
      case .permanent: outcome = .permanent
      case .silent, .halfOpen: comes = PostOffice.exchange
      case .lostAnswers: (comes, isTaken) = (PostOffice.exchange, true)
      case nil:
        isTaken = true
        if weather.losesAnswers { comes = PostOffice.exchange } else { outcome = .accepted }
      }
    }
    let ticket = flights.add(dispatch.notice.id, to: dispatch.recipient, now: loop.moment) {}
    if isTaken {
      loop.after(min(usual, comes)) { [weak self] in self?.news.append(.taken(dispatch, person)) }
    }
    loop.after(comes) { [weak self] in
      guard let self, flights.land(ticket) != nil else { return }
      answer(dispatch, outcome)
    }
  }

  // MARK: Connections

  func wire(
    to server: NetworkOptions.Server, scheme: String, path: String, authorities: String?
  ) -> (any Wire)? {
    let latency = draws.draw(20...300) + weather.slow.count / 8
    let tellTurn: (Int) -> Void = { [weak self] bytes in
      if bytes > PostOffice.turn { self?.news.append(.longTurn(bytes: bytes)) }
    }
    guard let (dispatch, person) = calling else {
      let session = MailboxServer(mailbox) { [weak self] in self?.news.append(.looked($0)) }
      return PostWire(
        loop, session, latency: latency,
        line: { [weak self] in
          guard let weather = self?.weather else { return .out }
          if weather.isOut || weather.isMailboxClosed { return .out }
          return weather.isHalfOpen ? .halfOpen : .good
        }, tellTurn: tellTurn)
    }
    let session = SubmissionServer(manner(person)) { [weak self] in
      self?.news.append(.taken(dispatch, person))
    }
    let wire = PostWire(
      loop, session, latency: latency,
      line: { [weak self] in
        guard let self else { return .out }
        if weather.isOut { return .out }
        return weather.isHalfOpen || trouble(person, .mail) == .halfOpen ? .halfOpen : .good
      }, tellTurn: tellTurn)
    wires.removeAll { $0.wire.isClosed }
    wires.append((wire, person))
    return wire
  }

  /// A server that said nothing is back, and breaks the connections that were left standing.
  func breakConnections() {
    for (wire, person) in wires where !weather.isOut && !weather.isHalfOpen {
      if case .good = manner(person) { wire.recover() }
    }
  }

  private func manner(_ person: UInt32) -> SubmissionServer.Manner {
    switch weather.refusal {
    case .transient: return .refuses("451")
    case .permanent: return .refuses("550")
    case .accepted, nil: break
    }
    switch trouble(person, .mail) {
    case .transient: return .refuses("451")
    case .permanent: return .refuses("550")
    case .silent, .halfOpen: return .silent
    case .lostAnswers: return .lostYes
    case nil: break
    }
    if weather.losesAnswers { return .lostYes }
    if weather.troubles.contains(.saysYesToData) { return .saysYesToData }
    if weather.troubles.contains(.outOfStep) { return .outOfStep }
    if weather.troubles.contains(.serverChatters) { return .chatters }
    return weather.troubles.contains(.silentAfterMail) ? .silentAfterMail : .good
  }
}
