/// The fields above a mail, or above a part of one.
/// The headers that decide whether it is a caregiver's own mail.
package struct MailHeader {
  static let judged = [
    "FROM", "AUTHENTICATION-RESULTS", "AUTO-SUBMITTED", "PRECEDENCE", "X-AUTOREPLY",
    "X-AUTORESPOND", "CONTENT-TYPE", "RETURN-PATH",
  ]

  /// Names in small letters; values on one line.
  private(set) var fields: [(name: String, value: String)] = []

  package init(_ bytes: ArraySlice<UInt8>) {
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      if line.isEmpty { return }
      let text = String(decoding: line, as: UTF8.self)
      if let first = line.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
        if !fields.isEmpty { fields[fields.count - 1].value += text }
      } else if let colon = text.firstIndex(of: ":") {
        fields.append(
          (text[..<colon].trimmed.lowercased(), String(text[text.index(after: colon)...])))
      }
    }
  }

  func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  package var subject: String { MailDecoding.words(values("subject").first ?? "").trimmed }

  /// "text/plain" and the parameters behind it.
  var type: (name: String, parameters: [String: String]) {
    MailHeader.parameters(values("content-type").first ?? "text/plain")
  }

  var isAttachment: Bool {
    MailHeader.parameters(values("content-disposition").first ?? "").name == "attachment"
  }

  static func parameters(_ value: String) -> (name: String, parameters: [String: String]) {
    var parameters: [String: String] = [:]
    let parts = unquotedSplit(value, at: ";")
    for part in parts.dropFirst() {
      guard let equals = part.firstIndex(of: "=") else { continue }
      let text = part[part.index(after: equals)...].trimmed
      let isQuoted = text.hasPrefix("\"") && text.hasSuffix("\"") && text.count > 1
      parameters[part[..<equals].trimmed.lowercased()] =
        isQuoted ? text.dropFirst().dropLast().filter { $0 != "\\" } : text
    }
    return (parts.first.map { $0.trimmed.lowercased() } ?? "", parameters)
  }

  /// The caregiver who sent the mail. Nil: nobody of the list, a machine, or a sender that the server
  /// found to be forged.
  package func caregiver(of caregivers: [[MailAddress]]) -> UInt8? {
    guard !isAutomatic, !isForged, let sender else { return nil }
    let index = caregivers.firstIndex { $0.contains { $0.isSame(as: sender) } }
    return index.map { UInt8($0) }
  }

  /// The one address in the one From; nil when there are none or several.
  package var sender: String? {
    let all = values("from")
    guard all.count == 1 else { return nil }
    let parts = MailHeader.unquotedSplit(all[0], at: ",")
    guard parts.count == 1 else { return nil }
    let text = MailHeader.withoutQuotesAndComments(parts[0])
    let angles = text.split(separator: "<", omittingEmptySubsequences: false)
    switch angles.count {
    case 1: return text.trimmed
    case 2:
      guard let end = angles[1].firstIndex(of: ">"),
        angles[1][angles[1].index(after: end)...].trimmed.isEmpty
      else { return nil }
      return angles[1][..<end].trimmed
    default: return nil
    }
  }

  /// An answering machine acknowledges nothing: nobody has read. RFC 3834; RFC 8098 for receipts.
  private var isAutomatic: Bool {
    let auto = values("auto-submitted").contains { $0.trimmed.lowercased() != "no" }
    let bulk = values("precedence").contains {
      ["bulk", "junk", "list", "auto_reply"].contains($0.trimmed.lowercased())
    }
    let others = !values("x-autoreply").isEmpty || !values("x-autorespond").isEmpty
    // Nobody may answer what was sent from nowhere, such as a bounce.
    let isFromNowhere = values("return-path").contains { $0.trimmed == "<>" }
    return auto || bulk || others || isFromNowhere || type.name == "multipart/report"
  }

  /// Whether our mail server calls the sender forged. A server without a verdict is believed: the token
  /// is the proof then. RFC 8601.
  private var isForged: Bool {
    let results = values("authentication-results").map { $0.lowercased() }
    func says(_ text: String) -> Bool { results.contains { $0.contains(text) } }
    if says("dmarc=fail") { return true }
    if says("dmarc=pass") || says("dkim=pass") { return false }
    return says("dkim=fail") || says("spf=fail") || says("spf=hardfail")
  }

  /// Whether our mail server found that the From is true: by DMARC, or by a signature of the very
  /// domain. Anybody can write such a line. But the server writes its own above those that came with
  /// the mail, and removes those with its name: RFC 8601, 5.
  /// - Parameter server: the name in its results; nil: nothing is believed.
  package func isVouchedFor(by server: String?) -> Bool {
    guard let server, let domain = sender?.split(separator: "@").last?.lowercased() else {
      return false
    }
    for value in values("authentication-results") {
      let parts = MailHeader.unquotedSplit(
        MailHeader.withoutQuotesAndComments(value).lowercased(), at: ";"
      ).map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
      guard parts.first?.first == server.lowercased() else { continue }
      return parts.dropFirst().contains { words in
        switch words.first {
        case "dmarc=pass":
          words.contains("header.from=\(domain)")
        case "dkim=pass":
          words.contains("header.d=\(domain)") || words.contains("header.i=@\(domain)")
        default: false
        }
      }
    }
    return false
  }

  /// Splits at separators that stand neither in quotes nor in comments.
  private static func unquotedSplit(_ text: String, at separator: Character) -> [String] {
    var parts = [""]
    scan(text) { character, isPlain in
      if isPlain, character == separator {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }

  private static func withoutQuotesAndComments(_ text: String) -> String {
    var plain = ""
    scan(text) { if $1 { plain.append($0) } }
    return plain
  }

  private static func scan(_ text: String, _ take: (Character, _ isPlain: Bool) -> Void) {
    var isQuoted = false
    var depth = 0
    var isEscaped = false
    for character in text {
      if isEscaped || (character == "\\" && (isQuoted || depth > 0)) {
        isEscaped = !isEscaped
        take(character, false)
      } else if character == "\"", depth == 0 {
        isQuoted.toggle()
        take(character, false)
      } else if !isQuoted, character == "(" || (character == ")" && depth > 0) {
        depth += character == "(" ? 1 : -1
        take(character, false)
      } else {
        take(character, !isQuoted && depth == 0)
      }
    }
  }
}

extension StringProtocol {
  /// The text without spaces around it.
  var trimmed: String {
    let from = drop { $0.isWhitespace }
    return String(String(from.reversed().drop { $0.isWhitespace }).reversed())
  }
}

/// Somebody's mailbox.
public struct MailAddress: Equatable, Sendable {
  /// Empty: none.
  public var name: String
  public var address: String

  /// - Parameters:
  ///   - name: any text; what would break a line becomes a space.
  ///   - address: `local@domain` in printable ASCII without spaces, quotes, brackets and commas.
  /// - Returns: nil for another address.
  public init?(name: String = "", address: String) {
    let parts = address.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), address.utf8.count <= 254,
      address.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"\"(),:;<>[\\]".utf8.contains($0) })
    else { return nil }
    self.name = name
    self.address = address
  }

  package var domain: Substring { address.drop { $0 != "@" }.dropFirst() }

  /// Mail servers know no difference in practice, and people write both.
  func isSame(as other: String) -> Bool { address.lowercased() == other.lowercased() }
}
