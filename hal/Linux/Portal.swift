import CLinux
import HAL
import Mail

/// One POST of JSON.
public struct PortalCall: Equatable, Sendable {
  public var url: String
  /// Nil: nothing proves who calls.
  public var key: String?
  public var body: [UInt8]
  /// Milliseconds for all of it.
  public var limit: Int64

  public init(url: String, key: String?, body: [UInt8], limit: Int64) {
    self.url = url
    self.key = key
    self.body = body
    self.limit = limit
  }
}

/// The outcome of a `PortalCall`.
public struct PortalReply: Equatable, Sendable {
  /// HTTP status; 0: there was none.
  public var status: Int
  public var body: [UInt8]
  /// The trouble on the way, for people; nil for an answer that came whole.
  public var trouble: String?

  public init(status: Int, body: [UInt8], trouble: String?) {
    self.status = status
    self.body = body
    self.trouble = trouble
  }
}

/// The portal of a Linux board, by libcurl in the reactor's turns. It has connections of its own, so that
/// it never takes a place of alarm mail.
public final class LinuxPortal: Portal {
  private let transport: Transport
  private let authorities: String?
  private let most: Int
  /// Called in the turn in which an answer has come.
  public var arrived: () -> Void = {}
  private var transfer: OpaquePointer?
  private var reply: PortalReply?

  /// - Parameters:
  ///   - authorities: as in `NetworkOptions`.
  ///   - most: bytes of an answer; a longer one breaks.
  /// - Throws: `SystemError` when there is no memory.
  public init(_ reactor: Reactor, authorities: String?, most: Int) throws(SystemError) {
    transport = try Transport(reactor)
    self.authorities = authorities
    self.most = most
  }

  deinit { drop() }

  public var isCalling: Bool { transfer != nil || reply != nil }

  public func call(_ call: PortalCall) throws(NetworkError) {
    guard !isCalling else { throw .refused }
    guard let transfer = transport.open(call.url, authorities: authorities, most: most) else {
      throw .unreachable
    }
    clinux_transfer_keep(transfer)
    clinux_transfer_post(
      transfer, String(decoding: call.body, as: UTF8.self), "Content-Type: application/json")
    // A body of a megabyte would wait for a word that few servers say.
    for header in ["Expect:", call.key.map { "Authorization: Bearer \($0)" }].compactMap({ $0 }) {
      clinux_transfer_header(transfer, header)
    }
    let isStarted = transport.start(transfer, limit: call.limit) { [weak self] ending in
      self?.land(transfer, ending)
    }
    guard isStarted else {
      transport.close(transfer)
      throw .unreachable
    }
    self.transfer = transfer
  }

  public func drop() {
    if let transfer { transport.close(transfer) }
    transfer = nil
    reply = nil
  }

  public func read() -> PortalReply? {
    defer { reply = nil }
    return reply
  }

  private func land(_ transfer: OpaquePointer, _ ending: Ending) {
    var size = 0
    let bytes = clinux_transfer_body(transfer, &size)
    let body = bytes.map { Array(UnsafeBufferPointer(start: $0, count: size)) } ?? []
    let isWhole = if case .done = ending.kind { true } else { false }
    // A status whose body broke off is no answer.
    reply = PortalReply(
      status: isWhole ? ending.code : 0, body: isWhole ? body : [],
      trouble: isWhole && ending.code / 100 != 3 ? nil : ending.relayText)
    transport.close(transfer)
    self.transfer = nil
    arrived()
  }
}
