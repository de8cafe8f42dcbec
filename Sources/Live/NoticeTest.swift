import CLinux
import HAL
import Linux
import Mail
import Profile
import Words

/// Sends a test notice to every caregiver, by each way that the profile gives them. ALZ-9.
public struct NoticeTest {
  /// The outcome of one route to one caregiver.
  public struct Result: Equatable, Sendable {
    public var caregiver: String
    /// "mail to ana@example.org", or "relay".
    public var way: String
    /// The reason why it was not accepted; nil: it was.
    public var reason: String?
  }

  /// A server may think long about a mail; a person at a desk does not wait ten minutes.
  static let finalReply: Int64 = 60_000

  private let profile: Profile
  private let options: NetworkOptions
  /// Reasons why a route of the profile cannot be used at all.
  private let complaints: [String]

  /// - Parameter authorities: as in `LiveOptions`.
  /// - Throws: `InputError` when the profile names nobody who can be told.
  public init(_ profile: Profile, authorities: String) throws {
    self.profile = profile
    guard profile.caregivers.contains(where: { $0.setting.hasMail || $0.setting.hasRelay }) else {
      throw InputError(
        file: profile.file,
        "names nobody who can be told; expected caregivers with an email, or with relay: yes")
    }
    var live = LiveOptions(profile: profile.file, state: .init(path: ""))
    live.authorities = authorities
    var complaints: [String] = []
    // Drawn anew: no mail program may take it for one that it knows.
    var generator = SystemRandomNumberGenerator()
    var options = LiveBoard.network(
      profile, identity: generator.next(), live,
      LastSecrets(beside: profile.file) { complaints.append($0) })
    options.inbox = nil
    options.waits.finalReply = NoticeTest.finalReply
    self.options = options
    self.complaints = complaints
  }

  /// One way after the other, in the order in which the device tells people.
  /// - Parameter visit: called as soon as the outcome is known.
  public func run(_ visit: (Result) -> Void) throws {
    for (index, caregiver) in profile.caregivers.enumerated() {
      let routes: [Route] =
        (caregiver.setting.hasMail ? [.mail] : []) + (caregiver.setting.hasRelay ? [.relay] : [])
      for route in routes {
        let recipient = Recipient(caregiver: UInt8(index), route: route)
        let way = route == .mail ? "mail to \(caregiver.words.email ?? "")" : "relay"
        let name = caregiver.words.name.isEmpty ? "caregiver \(index + 1)" : caregiver.words.name
        visit(Result(caregiver: name, way: way, reason: try send(recipient)))
      }
    }
  }

  /// - Returns: why it was not accepted; nil: it was.
  private func send(_ recipient: Recipient) throws -> String? {
    if recipient.route == .mail, options.mail == nil {
      return closed(profile.routes.mail != nil, "routes.mail")
    }
    if recipient.route == .relay, options.relay == nil {
      return closed(profile.routes.relay != nil, "routes.relay")
    }
    // A network of its own, because one says the same trouble only once.
    let reactor = try Reactor()
    var troubles: [String] = []
    let network = try LinuxNetwork(reactor, options) { line in
      // The caller puts the route in front, so the line loses its "mail: ".
      troubles.append(line.split(separator: " ").dropFirst().joined(separator: " "))
    }
    do throws(NetworkError) {
      try network.submit(outgoing(recipient))
    } catch {
      return "cannot be sent (\(error))"
    }
    while true {
      if let answer = network.read() {
        return answer.outcome == .accepted ? nil : troubles.last ?? "refused"
      }
      try reactor.turn(until: reactor.now.after(milliseconds: 1000))
    }
  }

  private func closed(_ isThere: Bool, _ key: String) -> String {
    guard isThere else { return "the profile has no \(key)" }
    return complaints.joined(separator: "; ")
  }

  private func outgoing(_ recipient: Recipient) -> Outgoing {
    let names = profile.traceWords.names
    let mail = profile.language.testMail(to: recipient.caregiver, names: names)
    return Outgoing(
      notice: NoticeID(boot: 0, number: 0), recipient: recipient,
      who: profile.caregivers[Int(recipient.caregiver)].setting.who, subject: mail.subject,
      text: recipient.route == .mail ? mail.body : profile.language.testText(names: names),
      date: WallTime(milliseconds: clinux_realtime()))
  }
}
