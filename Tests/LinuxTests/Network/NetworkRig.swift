import Device
import Foundation
import HAL
import Linux
import Mail
import Testing

/// A device with a network and two caregivers: Ana, and José with two addresses.
final class NetworkRig {
  let reactor: Reactor
  let network: LinuxNetwork
  private(set) var log: [String] {
    get { lines.all }
    set { lines.all = newValue }
  }
  private let lines: Lines

  final class Lines { var all: [String] = [] }

  static let identity: UInt64 = 0xfeed

  init(_ change: (inout NetworkOptions) -> Void) throws {
    let lines = Lines()
    self.lines = lines
    reactor = try Reactor()
    var options = NetworkOptions(identity: NetworkRig.identity)
    options.authorities = Certificates.shared.authority
    options.caregivers = [
      [try address("Ana", "ana@example.org")],
      [try address("José Núñez", "jose@example.org"), try address("", "otra@example.org")],
    ]
    change(&options)
    network = try LinuxNetwork(reactor, options) { lines.all.append($0) }
  }

  /// Lives until something is the case, for at most half a minute.
  func live(until isSo: () throws -> Bool) throws {
    let patience = Patience(milliseconds: 30_000)
    while try !isSo() {
      guard patience.isLeft(reactor) else { throw Late() }
      try reactor.turn(until: reactor.now.after(milliseconds: 50))
    }
  }
  struct Late: Error {}

  func answers(_ count: Int) throws -> [NetworkAnswer] {
    var answers: [NetworkAnswer] = []
    try live {
      while let answer = network.read() { answers.append(answer) }
      return answers.count >= count
    }
    return answers
  }

  func outcome(of outgoing: Outgoing) throws -> DeliveryOutcome {
    try network.submit(outgoing)
    let answer = try answers(1)[0]
    #expect(answer.notice == outgoing.notice)
    #expect(answer.recipient == outgoing.recipient)
    return answer.outcome
  }
}

func address(_ name: String, _ address: String) throws -> MailAddress {
  try #require(MailAddress(name: name, address: address))
}

func server(
  _ port: UInt16, _ security: NetworkOptions.Security = .tls, secret: String = "clave"
) -> NetworkOptions.Server {
  NetworkOptions.Server(
    host: "localhost", port: port, security: security,
    login: .init(user: "vigia", secret: secret))
}

func mail(
  _ port: UInt16, _ security: NetworkOptions.Security = .tls, secret: String = "clave"
) throws -> NetworkOptions.Mail {
  NetworkOptions.Mail(
    server: server(port, security, secret: secret),
    from: try address("Vigía de Rosa", "vigia@example.org"),
    replyTo: try address("", "respuestas@example.org"))
}

func help(
  _ number: UInt32 = 1, to caregiver: UInt8 = 0, _ route: Route = .mail, round: UInt16 = 1
) -> Outgoing {
  Outgoing(
    notice: NoticeID(boot: 3, number: number),
    recipient: Recipient(caregiver: caregiver, route: route), round: round,
    subject: "Rosa Pérez ha pulsado el botón de ayuda y necesita que alguien vaya [vigia:0A2B]",
    text: "Hola, Ana:\n\n.\nMapa: http://maps.google.com/maps?q=-2.900512,-79.004512.\n"
      + "Precisión: 5 m & <más> \(String(repeating: "ñ", count: 90)) \n",
    date: WallTime(milliseconds: 1_426_950_245_000))
}
