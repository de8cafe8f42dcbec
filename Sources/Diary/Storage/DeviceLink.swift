import Foundation

/// The way of an editor to the device that runs on a state.
final class DeviceLink {
  private let folder: StateFolder
  private let descriptor: Int32
  /// The device answers within moments; one that hangs is not waited for.
  private static let patience = 15
  /// The device takes a change within this, and has the rest of `patience` to store it. So what the editor
  /// gives up is not stored behind its back.
  private static let taking = 10

  /// Nil where no device listens.
  init?(_ folder: StateFolder) {
    guard var address = folder.socketAddress else { return nil }
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    self.folder = folder
    var patience = timeval(tv_sec: DeviceLink.patience, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(
        descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    // `deinit` closes it in this case, too. A second time would close what another thread has opened since.
    guard result == 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// - Returns: false when the diary has changed since it was read.
  /// - Throws: what the device refuses, or that it does not answer.
  func send(_ request: EditRequest) throws(StateError) -> Bool {
    var request = request
    request.until = EditRequest.now + Int64(DeviceLink.taking) * 1000
    guard var line = try? Array(JSONEncoder().encode(request)) else { throw silent() }
    line.append(UInt8(ascii: "\n"))
    var sent = 0
    while sent < line.count {
      let count = line.withUnsafeBytes {
        Glibc.send(
          descriptor, $0.baseAddress! + sent, line.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw silent() }
      sent += count
    }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while answer.last != UInt8(ascii: "\n") {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0, answer.count < 1 << 16 else { throw unsure() }
      answer += buffer[..<count]
    }
    guard let said = try? JSONDecoder().decode(EditRequest.Answer.self, from: Data(answer)) else {
      throw unsure()
    }
    if let refused = said.refused { throw folder.refuse(refused) }
    return !said.isOutdated
  }

  private func silent() -> StateError {
    folder.refuse("the running device does not answer; expected it within \(DeviceLink.patience) s")
  }

  /// The whole line is with the device, which may have stored the change and not come to say so.
  private func unsure() -> StateError {
    let error = silent()
    return StateError(
      file: error.file,
      "\(error.message). The change may be stored all the same: list the diary before you repeat it"
    )
  }
}

extension StateFolder {
  /// Path of the socket at which a running device takes edits.
  public var socket: String { path + "/device.sock" }

  /// Nil when the path is too long for a socket.
  public var socketAddress: sockaddr_un? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(socket.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return address
  }
}
