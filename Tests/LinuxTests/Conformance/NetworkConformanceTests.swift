import Device
import Foundation
import HAL
import Linux
import PortContracts
import TestSupport
import Testing

@Suite("Port contracts on the Linux backends: network", .serialized)
struct NetworkConformanceTests {
  /// Turns the world until the outcome of what was submitted last is known.
  private func outcome(_ rig: NetworkRig) throws -> DeliveryOutcome {
    try rig.answers(1)[0].outcome
  }

  @Test(
    "Mail through a real server", .needs(Town.mail))
  func mail() throws {
    let exim = try RealMailTests.Exim()
    let rig = try NetworkRig { $0.mail = try? LinuxTests.mail(exim.implicit) }
    let right = rig.network.options
    let closed = try LoopbackPort.free()
    var network = rig.network
    var expected = 0
    try PortContract.network(
      &network, by: .mail, longest: LinuxNetwork.longestMessage
    ) {
      Outgoing(notice: $0, recipient: $1, subject: $2, text: $3)
    } arrived: { _ in
      expected += 1
      try rig.live { exim.delivered.count >= expected }
      return try exim.delivered.map { file in
        let read = try exim.read(file)
        let body = (read["plain"] as? String ?? "").trimmingCharacters(in: .newlines)
        return "\(read["subject"] ?? "")\n\n\(body)"
      }
    } outcome: { _ in
      try outcome(rig)
    } fail: {
      $0.options.mail = try LinuxTests.mail(closed)
    } repair: {
      $0.options = right
    }
    PortContract.refuses(&network, help(9, .relay))
  }

  @Test(
    "A relay, and the signs of life",
    .needs(.python3))
  func relay() throws {
    let relay = try RelayTests.Relay(200)
    let watcher = try RelayTests.Relay(200)
    let rig = try NetworkRig {
      $0.relay = .init(url: relay.url, token: "s")
      $0.heartbeat = watcher.url
    }
    let right = rig.network.options
    let closed = try LoopbackPort.free()
    var network = rig.network
    try PortContract.network(
      &network, by: .relay, longest: LinuxNetwork.longestMessage
    ) {
      Outgoing(notice: $0, recipient: $1, subject: "", text: "\($2)\n\n\($3)")
    } arrived: { _ in
      try relay.got.map { line in
        let form = line.drop { $0 != "{" }
        let members = try JSONSerialization.jsonObject(with: Data(form.utf8)) as? [String: String]
        return members?["descripcion"] ?? ""
      }
    } outcome: { _ in
      try outcome(rig)
    } fail: {
      $0.options.relay?.url = "https://localhost:\(closed)/"
    } repair: {
      $0.options = right
    }
    PortContract.refuses(&network, help(9))
    try PortContract.ping(&network) { _, count in
      try rig.live { watcher.got.count >= count }
      // The answer to a ping is nobody's business, but the next one waits for it.
      for _ in 0..<20 { try rig.reactor.turn(until: rig.reactor.now.after(milliseconds: 10)) }
      return watcher.got.count
    }
  }
}
