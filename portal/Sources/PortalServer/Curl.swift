import CCurl
import Dispatch
import Foundation

/// Calls of libcurl, each on a thread of its own: mail, the watcher's ping, a family's devices.
public enum Curl {
  public struct Failure: Error, CustomStringConvertible {
    public var description: String
    public init(description: String) { self.description = description }
  }

  private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  /// Asks an address, and throws where no 2xx comes within 20 seconds.
  static func get(_ url: String) async throws {
    try await aside {
      try run { curl in
        try set(portal_curl_set_text(curl, CURLOPT_URL, url))
        try set(portal_curl_set_long(curl, CURLOPT_FAILONERROR, 1))
        try set(portal_curl_set_long(curl, CURLOPT_TIMEOUT, 20))
      }
    }
  }

  /// Posts JSON.
  ///
  /// - Parameter headers: lines "Name: value".
  public static func post(
    _ url: String, _ headers: [String], _ body: [UInt8], seconds: Int
  ) async throws -> (status: Int, body: [UInt8]) {
    let reply = Reply()
    try await aside {
      var list = curl_slist_append(nil, "Content-Type: application/json")
      // No "Expect: 100-continue", which would cost a round.
      for header in headers + ["Expect:"] { list = curl_slist_append(list, header) }
      defer { curl_slist_free_all(list) }
      try body.withUnsafeBytes { bytes in
        try run { curl in
          try set(portal_curl_set_text(curl, CURLOPT_URL, url))
          try set(portal_curl_set_list(curl, CURLOPT_HTTPHEADER, list))
          try set(portal_curl_set_long(curl, CURLOPT_TIMEOUT, seconds))
          try set(portal_curl_set_long(curl, CURLOPT_POST, 1))
          try set(portal_curl_set_long(curl, CURLOPT_POSTFIELDSIZE, bytes.count))
          try set(
            portal_curl_set_pointer(
              curl, CURLOPT_POSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress)))
          try set(portal_curl_set_data(curl, CURLOPT_WRITEFUNCTION, Reply.write))
          try set(
            portal_curl_set_pointer(
              curl, CURLOPT_WRITEDATA, Unmanaged.passUnretained(reply).toOpaque()))
        } done: { curl in
          try set(portal_curl_status(curl, &reply.status))
        }
      }
    }
    return (reply.status, reply.body)
  }

  /// Hands a message to a mail server.
  static func mail(
    _ message: String, to recipient: String, through server: PortalOptions.MailServer
  ) async throws {
    try await aside {
      let upload = Upload(bytes: Array(message.utf8))
      let recipients = curl_slist_append(nil, "<\(recipient)>")
      defer { curl_slist_free_all(recipients) }
      try run { curl in
        try set(portal_curl_set_text(curl, CURLOPT_URL, server.url))
        try set(portal_curl_set_text(curl, CURLOPT_MAIL_FROM, "<\(server.from)>"))
        try set(portal_curl_set_list(curl, CURLOPT_MAIL_RCPT, recipients))
        try set(portal_curl_set_long(curl, CURLOPT_UPLOAD, 1))
        try set(portal_curl_set_long(curl, CURLOPT_TIMEOUT, 60))
        if let secret = server.secret {
          try set(portal_curl_set_text(curl, CURLOPT_USERPWD, secret))
          // A password does not go over a line that anybody can read.
          try set(portal_curl_set_long(curl, CURLOPT_USE_SSL, Int(CURLUSESSL_ALL.rawValue)))
        }
        try set(portal_curl_set_data(curl, CURLOPT_READFUNCTION, Upload.read))
        try set(
          portal_curl_set_pointer(
            curl, CURLOPT_READDATA, Unmanaged.passUnretained(upload).toOpaque()))
      }
      withExtendedLifetime(upload) {}
    }
  }

  private static func run(
    _ prepare: (UnsafeMutableRawPointer) throws -> Void,
    done: (UnsafeMutableRawPointer) throws -> Void = { _ in }
  ) throws {
    guard isReady, let curl = curl_easy_init() else { throw Failure(description: "no libcurl") }
    defer { curl_easy_cleanup(curl) }
    try set(portal_curl_set_long(curl, CURLOPT_NOSIGNAL, 1))
    try set(portal_curl_set_data(curl, CURLOPT_WRITEFUNCTION) { _, size, count, _ in size * count })
    try prepare(curl)
    try set(curl_easy_perform(curl))
    try done(curl)
  }

  private static func set(_ code: CURLcode) throws {
    guard code == CURLE_OK else {
      throw Failure(description: String(cString: curl_easy_strerror(code)))
    }
  }

  private static func aside(_ work: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result(catching: work)) }
    }
  }
}

/// The bytes of a message, while libcurl takes them.
private final class Upload {
  private let bytes: [UInt8]
  private var next = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  static let read: portal_curl_data = { buffer, size, count, user in
    guard let buffer, let user else { return 0 }
    let upload = Unmanaged<Upload>.fromOpaque(user).takeUnretainedValue()
    let length = min(size * count, upload.bytes.count - upload.next)
    for i in 0..<length { buffer[i] = CChar(bitPattern: upload.bytes[upload.next + i]) }
    upload.next += length
    return length
  }
}

/// The bytes of an answer. Only the thread of its call touches it before the call is over.
private final class Reply: @unchecked Sendable {
  var status = 0
  var body: [UInt8] = []

  static let write: portal_curl_data = { buffer, size, count, user in
    guard let buffer, let user else { return 0 }
    let reply = Unmanaged<Reply>.fromOpaque(user).takeUnretainedValue()
    buffer.withMemoryRebound(to: UInt8.self, capacity: size * count) {
      reply.body += UnsafeBufferPointer(start: $0, count: size * count)
    }
    return size * count
  }
}
