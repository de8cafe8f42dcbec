import Foundation
import Glibc

/// One HTTP/1.1 call over a socket of its own, with every byte in the hand of the test.
struct Wire {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  struct Answer: Sendable {
    var status: Int
    /// Names in small letters; of several fields of a name, all.
    var headers: [String: [String]]
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
    func header(_ name: String) -> String? { headers[name]?.first }
    /// The cookie that it sets, "name=value".
    var cookie: String? { header("set-cookie")?.split(separator: ";").first.map(String.init) }
  }

  let socket: Int32

  init(port: Int) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else {
      Glibc.close(socket)
      throw Failure(description: "nobody listens on \(port)")
    }
    var patience = timeval(tv_sec: 120, tv_usec: 0)
    setsockopt(
      socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  func close() { Glibc.close(socket) }

  func send(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failure(description: "the server closed while it was sent to") }
      sent += count
    }
  }

  /// Some bytes; none at the end.
  func receive() throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &buffer, buffer.count, 0)
    guard count >= 0 else { throw Failure(description: "no answer: errno \(errno)") }
    return Array(buffer[..<count])
  }

  /// Reads one answer to its end.
  func answer() throws -> Answer {
    var bytes: [UInt8] = []
    let end = Array("\r\n\r\n".utf8)
    var head: Range<Int>?
    while head == nil {
      let more = try receive()
      guard !more.isEmpty else { throw Failure(description: "the server closed without an answer") }
      bytes += more
      head = bytes.firstRange(of: end)
    }
    guard let head else { throw Failure(description: "no head") }
    let lines = String(decoding: bytes[..<head.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    var headers: [String: [String]] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      headers[parts[0].lowercased(), default: []].append(
        parts[1].trimmingCharacters(in: .whitespaces))
    }
    let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    var body = Array(bytes[head.upperBound...])
    if headers["transfer-encoding"] == ["chunked"] {
      while body.firstRange(of: Array("0\r\n\r\n".utf8)) == nil {
        let more = try receive()
        if more.isEmpty { break }
        body += more
      }
      body = Wire.unchunked(body)
    } else if let length = headers["content-length"]?.first.flatMap({ Int($0) }) {
      while body.count < length {
        let more = try receive()
        if more.isEmpty { break }
        body += more
      }
    }
    return Answer(status: status, headers: headers, body: body)
  }

  private static func unchunked(_ bytes: [UInt8]) -> [UInt8] {
    var body: [UInt8] = []
    var rest = bytes[...]
    while let line = rest.firstRange(of: Array("\r\n".utf8)),
      let size = Int(String(decoding: rest[..<line.lowerBound], as: UTF8.self), radix: 16),
      size > 0,
      line.upperBound + size <= rest.endIndex
    {
      body += rest[line.upperBound..<line.upperBound + size]
      rest = rest[(line.upperBound + size + 2)...]
    }
    return body
  }

  /// A whole request in one go.
  static func request(
    _ method: String, _ path: String, _ headers: [String: String] = [:], body: [UInt8] = []
  ) -> [UInt8] {
    var text = "\(method) \(path) HTTP/1.1\r\nHost: portal.test\r\n"
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) { text += "\(name): \(value)\r\n" }
    if method != "GET" { text += "Content-Length: \(body.count)\r\n" }
    return Array((text + "Connection: close\r\n\r\n").utf8) + body
  }
}
