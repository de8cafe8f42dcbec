import Foundation
import HAL
import Linux
import PortContracts
import TestSupport
import Testing

@Suite("Port contracts on the Linux backends: portal", .serialized, .needs(.python3, .openssl))
struct PortalConformanceTests {
  private func live(_ reactor: Reactor, until isSo: () throws -> Bool) throws {
    let patience = Patience(milliseconds: 30_000)
    while try !isSo() {
      guard patience.isLeft(reactor) else { throw NetworkRig.Late() }
      try reactor.turn(until: reactor.now.after(milliseconds: 50))
    }
  }

  @Test("Calls over TLS reach a real server, one at a time, and are dropped at once")
  func contract() throws {
    let server = try PortalServer("echo")
    let reactor = try Reactor()
    var portal = try LinuxPortal(
      reactor, authorities: Certificates.shared.authority, most: 10_000)
    try PortContract.portal(
      &portal
    ) {
      PortalCall(url: server.url + "/x", key: PortalServer.key, body: Array($0.utf8), limit: 20_000)
    } answered: { portal in
      var reply: PortalReply?
      try live(reactor) {
        reply = portal.read()
        return reply != nil
      }
      guard let reply, reply.status == 200 else { return nil }
      return String(decoding: reply.body, as: UTF8.self)
    } seen: { _, count in
      try live(reactor) { server.got.count >= count }
      return server.got
    } fail: { _ in
      server.stop()
    } repair: { _ in
      try server.restart()
    }
  }

  @Test("A server that is not who it should be gets nothing, and a long answer breaks off")
  func strangers() throws {
    let server = try PortalServer("echo")
    let reactor = try Reactor()
    func status(_ authority: String, most: Int) throws -> (Int, String?) {
      let portal = try LinuxPortal(reactor, authorities: authority, most: most)
      try portal.call(
        PortalCall(url: server.url, key: nil, body: Array("hola".utf8), limit: 20_000))
      var reply: PortalReply?
      try live(reactor) {
        reply = portal.read()
        return reply != nil
      }
      return (reply?.status ?? -1, reply?.trouble)
    }
    let other = try status(Certificates.shared.stranger.certificate, most: 100)
    #expect(other.0 == 0 && other.1 != nil)
    #expect(server.got.isEmpty, "nothing was said to it")
    #expect(try status(Certificates.shared.authority, most: 100).0 == 200)
    let long = try status(Certificates.shared.authority, most: 3)
    #expect(long.0 == 0 && long.1 != nil)
  }
}
