import CLinux
import Device
import HAL
import Mail

/// The network of a Linux board: mail, relay, heartbeat and the inbox for answers, by libcurl in the
/// reactor's turns. ALZ-9.
///
/// Each notice has a connection of its own, so that a server that thinks for ten minutes delays no
/// other. Every server must prove its identity, or gets nothing. Somebody can mend that (a clock, a
/// certificate), so the notice is retried. A refused password counts as refused for good: the core goes
/// on to the next route.
///
/// libcurl starts a thread for each name that it looks up and for nothing else. Block the signals that
/// the loop reads before. The process ignores SIGPIPE.
public final class LinuxNetwork: Network {
  /// Bytes of UTF-8.
  public static let longestMessage = 65_536
  /// Bytes of a relay's answer that are read; more is cut off.
  static let longestReply = 65_536

  /// Nothing that was submitted waits for its outcome.
  public var isIdle: Bool { flights.isEmpty && answers.isEmpty }

  /// The ways; new ones count from the next notice on.
  public var options: NetworkOptions { didSet { inbox.options = options } }
  /// A notice is open: answers are looked for more often.
  public var isUrgent: Bool {
    get { inbox.isUrgent }
    set { inbox.isUrgent = newValue }
  }
  /// Tokens in the subjects of answers to open notices. The inbox looks for those mails first.
  public var tokens: () -> [String] {
    get { inbox.tokens }
    set { inbox.tokens = newValue }
  }
  /// The number of mails in the inbox that answered nothing.
  public var ignored: Int { inbox.ignored }

  private let reactor: Reactor
  private let transport: Transport
  private let inbox: Inbox
  private let journal: NetworkJournal
  private var flights = Flights()
  private var answers: [NetworkAnswer] = []
  private var pinging: OpaquePointer?

  /// - Parameter log: gets a line when a way fails otherwise than before, and when it works again.
  /// - Throws: `SystemError` when there is no memory.
  public init(
    _ reactor: Reactor, _ options: NetworkOptions, log: @escaping (String) -> Void
  ) throws(SystemError) {
    self.options = options
    self.reactor = reactor
    transport = try Transport(reactor)
    journal = NetworkJournal(log)
    inbox = Inbox(transport, options, journal)
  }

  deinit {
    flights.closeAll()
    if let pinging { transport.close(pinging) }
    inbox.close()
  }

  /// Returns the next outcome of a notice; nil: nothing new.
  public func read() -> NetworkAnswer? { answers.isEmpty ? nil : answers.removeFirst() }

  /// The next mail that a caregiver sent; nil: nothing new.
  public func readAnswer() -> InboundText? { inbox.read() }

  /// Marks mails as read: the records that they caused are stored.
  public func settleAnswers() { inbox.settle() }

  /// Starts sending and returns at once.
  /// - Throws: `refused` for a way that the options do not have, `tooLong`, `unreachable` with
  ///   `Flights.most` on their way by that route.
  public func submit(_ outgoing: Outgoing) throws(NetworkError) {
    guard outgoing.subject.utf8.count + outgoing.text.utf8.count <= LinuxNetwork.longestMessage
    else { throw .tooLong }
    let route = outgoing.recipient.route
    let room = flights.makeRoom(
      by: route, now: reactor.moment, makesWay: Milliseconds(options.waits.makesWay))
    switch room {
    case .free: break
    case .givenUp(let notice, let recipient):
      answers.append(NetworkAnswer(notice: notice, recipient: recipient, outcome: .transient))
    case .full: throw .unreachable
    }
    switch route {
    case .mail: try sendMail(outgoing)
    case .relay: try post(outgoing)
    }
  }

  /// Asks for the heartbeat's address. Nobody waits for the answer: a dead device cannot tell of itself,
  /// and who watches it sees that no ping came.
  public func ping() throws(NetworkError) {
    guard let url = options.heartbeat else { throw .refused }
    // The one before still runs: that says as much.
    guard pinging == nil else { return }
    guard let transfer = open(url) else { throw .unreachable }
    let isStarted = transport.start(transfer, limit: options.waits.exchange) { [weak self] ending in
      guard let self else { return }
      transport.close(transfer)
      pinging = nil
      journal.note("heartbeat", DeliveryOutcome.relay(ending) == .accepted ? nil : ending.relayText)
    }
    guard isStarted else {
      transport.close(transfer)
      throw .unreachable
    }
    pinging = transfer
  }

  private func open(_ url: String) -> OpaquePointer? {
    transport.open(url, authorities: options.authorities, most: LinuxNetwork.longestReply)
  }

  private func sendMail(_ outgoing: Outgoing) throws(NetworkError) {
    let caregiver = Int(outgoing.recipient.caregiver)
    let people = options.caregivers
    let own = people.indices.contains(caregiver) ? people[caregiver] : []
    let addresses = outgoing.addresses ?? own
    guard let mail = options.mail, !addresses.isEmpty else { throw .refused }
    let message = outgoing.message(mail, to: addresses, identity: options.identity)
    var ticket: Flights.Ticket?
    let submission = Submission(transport, mail, to: addresses, message, options) {
      [weak self] outcome, complaint in
      self?.land(ticket, outcome, "mail", complaint)
    }
    guard let submission else { throw .unreachable }
    ticket = flights.add(outgoing.notice, to: outgoing.recipient, now: reactor.moment) {
      submission.close()
    }
  }

  private func post(_ outgoing: Outgoing) throws(NetworkError) {
    guard let relay = options.relay else { throw .refused }
    guard let transfer = open(relay.url) else { throw .unreachable }
    let text = "descripcion=\(MailEncoding.percent(outgoing.text))"
    clinux_transfer_post(
      transfer, relay.token.map { "token=\(MailEncoding.percent($0))&\(text)" } ?? text,
      "Idempotency-Key: \(outgoing.key(options.identity))")
    var ticket: Flights.Ticket?
    let isStarted = transport.start(transfer, limit: options.waits.exchange) { [weak self] ending in
      let outcome = DeliveryOutcome.relay(ending)
      self?.land(ticket, outcome, "relay", outcome == .accepted ? nil : ending.relayText)
    }
    guard isStarted else {
      transport.close(transfer)
      throw .unreachable
    }
    ticket = flights.add(outgoing.notice, to: outgoing.recipient, now: reactor.moment) {
      [transport] in transport.close(transfer)
    }
  }

  private func land(
    _ ticket: Flights.Ticket?, _ outcome: DeliveryOutcome, _ way: String, _ complaint: String?
  ) {
    guard let flight = ticket.flatMap({ flights.land($0) }) else { return }
    answers.append(
      NetworkAnswer(notice: flight.notice, recipient: flight.recipient, outcome: outcome))
    journal.note(way, complaint)
  }
}
