import Device
import Diary
import HAL
import Linux
import Profile
import Sync

/// Makes a device known to a portal, by a code that the portal showed.
public struct Pairing {
  public enum Outcome: Equatable, Sendable {
    /// The wearer's name in the portal, and the file with the key.
    case paired(wearer: String, secret: String)
    /// The portal's line, or why it could not be reached.
    case refused(String)
  }

  private let url: String
  private let code: String
  private let profile: Profile?
  private let state: StateFolder
  private let authorities: String

  /// - Throws: `InputError` for an address or a code that cannot be one.
  public init(url: String, code: String, profile: Profile?, state: StateFolder, authorities: String)
    throws
  {
    guard let address = Routes.address(url) else {
      throw InputError(
        file: "the address", "is \"\(url)\"; expected one such as https://portal.example.org")
    }
    guard let code = SyncText.code(code) else {
      throw InputError(file: "the code", "is \"\(code)\"; expected one such as ABCD-EFGH")
    }
    self.url = address
    self.code = code
    self.profile = profile
    self.state = state
    self.authorities = authorities
  }

  /// Asks the portal, and writes the key.
  public func run() throws -> Outcome {
    let secret = secretFile
    let request = PairRequest(
      code: code, device: try identity(), name: (profile?.wearer.name ?? "").bounded)
    let reply = try call(request.json)
    guard reply.status == 200 else {
      let said = String(decoding: reply.body.prefix(SyncLimits.text), as: UTF8.self)
        .split(whereSeparator: \.isNewline).first.map(String.init)
      return .refused(reply.trouble ?? said ?? "it says \(reply.status)")
    }
    let answer: PairAnswer
    do throws(SyncRefusal) { answer = try PairAnswer(json: reply.body) } catch {
      return .refused("its answer cannot be used: \(error)")
    }
    try WholeFile.replace(secret, Array((answer.key + "\n").utf8))
    return .paired(wearer: answer.wearer, secret: secret)
  }

  /// The lines to add to the profile; none where it has them already.
  public func lines(secret: String) -> [String] {
    if let portal = profile?.routes.portal, Routes.address(portal.url.absoluteString) == url {
      return []
    }
    let name = secret.split(separator: "/").last.map(String.init) ?? secret
    return [
      "add to the profile, under routes:",
      "  portal: {url: \"\(url)\", credentials: \(name), share: open}",
    ]
  }

  /// The file for the key: as the profile says, else beside it.
  private var secretFile: String {
    guard let profile else { return "portal.secret" }
    return profile.path(of: profile.routes.portal?.credentials ?? "portal.secret")
  }

  /// The number by which the device that lives on this state is known to servers. A state without one
  /// gets it.
  private func identity() throws -> UInt64 {
    if let secret = try RecordReader(state).secret() {
      return SipHash.hash(0, key: secret)
    }
    let life = try RecordStore(state, as: .editor).beginLife {
      (LiveState.draw(), LiveState.draw())
    }
    return SipHash.hash(0, key: life.secret)
  }

  private func call(_ body: [UInt8]) throws -> PortalReply {
    let reactor = try Reactor()
    let port = try LinuxPortal(reactor, authorities: authorities, most: SyncLimits.bytes)
    try port.call(
      PortalCall(url: url + "/device/pair", key: nil, body: body, limit: LivePortal.limit))
    while true {
      if let reply = port.read() { return reply }
      try reactor.turn(until: reactor.now.after(milliseconds: 1000))
    }
  }
}
