import HAL
import Linux
import Sync

/// Calls of a device that does not run yet, one after another.
struct PairingCalls {
  let url: String
  let authorities: String
  /// Milliseconds before each further try of a call that may be repeated.
  static let pauses: [Int64] = [500, 1000, 2000]

  /// - Parameters:
  ///   - path: behind the portal's address.
  ///   - isRepeatable: an answer that was lost on the way is asked for again.
  func post(
    _ path: String, key: String?, _ body: [UInt8], isRepeatable: Bool = false
  ) throws -> PortalReply {
    let reactor = try Reactor()
    let port = try LinuxPortal(reactor, authorities: authorities, most: SyncLimits.bytes)
    let call = PortalCall(url: url + path, key: key, body: body, limit: LivePortal.limit)
    for pause in isRepeatable ? PairingCalls.pauses : [] {
      let reply = try answer(to: call, port, reactor)
      guard reply.status == 0 || reply.status / 100 == 5 else { return reply }
      let end = reactor.now.after(milliseconds: pause)
      while reactor.now < end { try reactor.turn(until: end) }
    }
    return try answer(to: call, port, reactor)
  }

  private func answer(
    to call: PortalCall, _ port: LinuxPortal, _ reactor: Reactor
  ) throws -> PortalReply {
    try port.call(call)
    while true {
      if let reply = port.read() { return reply }
      try reactor.turn(until: reactor.now.after(milliseconds: 1000))
    }
  }
}

extension PortalReply {
  /// The portal's word that the code is unknown, used or over: 404 with one line (docs/portal-protocol.md).
  ///
  /// Whatever else comes may be of a proxy or of a page in front of the portal, and may be another in a while.
  var refusesCode: Bool {
    guard status == 404, body.count <= SyncLimits.text + 1, let line, lines.count == 1 else {
      return false
    }
    // Proxies repeat the status and its name; the portal says what to do.
    return !line.contains("404") && line.lowercased() != "not found"
  }

  /// The portal's line about a refusal, or the trouble on the way.
  var refusal: String { trouble ?? line ?? "it says \(status)" }

  private var lines: [Substring] {
    String(decoding: body.prefix(SyncLimits.text + 1), as: UTF8.self)
      .split(whereSeparator: \.isNewline)
  }

  /// The first line of plain text. A page for a browser, or another program's answer, has none.
  private var line: String? {
    guard let first = lines.first?.drop(while: \.isWhitespace), let letter = first.first,
      letter != "<", letter != "{"
    else { return nil }
    return String(first)
  }
}
