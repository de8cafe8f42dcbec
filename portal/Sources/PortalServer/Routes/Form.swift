import Foundation
import HTTPTypes
import Hummingbird
import PortalPages

/// The fields of a form that a stranger sent.
struct Form: Sendable {
  /// Bytes of any form.
  static let most = 16 << 10
  /// A body that takes longer than this is not waited for.
  static let patience = Duration.seconds(20)

  private var fields: [String: String] = [:]

  /// Reads `application/x-www-form-urlencoded`. Fields may come once.
  init(_ request: Request) async throws {
    let bytes = try await Form.body(request, most: Form.most)
    for pair in String(buffer: bytes).split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Form.decoded(halves[0]),
        let value = Form.decoded(halves.count > 1 ? halves[1] : ""),
        fields.updateValue(value, forKey: name) == nil
      else { throw PageRefusal(.badRequest, .unreadable(field: "")) }
    }
  }

  /// All bytes of a body, if they come in time and are not too many.
  static func body(_ request: Request, most: Int) async throws -> ByteBuffer {
    try await withThrowingTaskGroup(of: ByteBuffer.self) { group in
      group.addTask { try await request.body.collect(upTo: most) }
      group.addTask {
        try await Task.sleep(for: patience)
        throw HTTPError(.requestTimeout)
      }
      defer { group.cancelAll() }
      guard let bytes = try await group.next() else { throw HTTPError(.badRequest) }
      return bytes
    }
  }

  private static func decoded(_ text: Substring) -> String? {
    text.replacing("+", with: " ").removingPercentEncoding
  }

  /// A field without blanks round it and without control characters; empty where there is none.
  func text(_ name: String) -> String { Form.plain(fields[name] ?? "") }

  /// A field of several lines, which keeps them: no control characters, no blanks round it, and one
  /// empty line at most between two others.
  func lines(_ name: String) -> String {
    let lines = (fields[name] ?? "").replacing("\r\n", with: "\n")
      .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" }
      .map { Form.plain(String($0)) }
    let kept = lines.indices.filter { !lines[$0].isEmpty || $0 > 0 && !lines[$0 - 1].isEmpty }
    return kept.map { lines[$0] }.joined(separator: "\n").trimmingCharacters(in: .newlines)
  }

  private static func plain(_ text: String) -> String {
    let scalars = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
    return String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespaces)
  }

  /// A field as it was sent, for passwords.
  func raw(_ name: String) -> String { fields[name] ?? "" }
}

/// Checks of the texts that people enter.
enum Entered {
  static let longestName = 60
  static let shortestPassword = 10
  /// More than this says nothing for a person, and costs time to hash.
  static let longestPassword = 200

  /// An address to which a mail can go: one @, no blanks, quotes or brackets.
  static func isEmail(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[1].contains("."), text.utf8.count <= 200 else {
      return false
    }
    return text.utf8.allSatisfy { byte in
      byte > 0x20 && byte < 0x7F && !"<>\"(),:;\\[]".utf8.contains(byte)
    }
  }

  /// A page here to go on to; the first page where the text is any other address.
  static func next(_ text: String) -> String {
    guard text.hasPrefix("/"), !text.hasPrefix("//"), !text.contains("\\"),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !text.hasPrefix("/log")
    else { return "/" }
    return text
  }

  /// Minutes since midnight of "18:30".
  static func minute(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.utf8.count) }),
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
    else { return nil }
    return hour * 60 + minute
  }
}
