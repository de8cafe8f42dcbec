import Forms
import Foundation

/// A form and a cookie of a stranger's browser, as the portal reads them.
enum FormEntry {
  static func runForm(_ bytes: [UInt8]) throws {
    guard let form = FormFields(bytes) else { return }
    let again = form.values.sorted { $0.key < $1.key }
      .map { "\(encoded($0.key))=\(encoded($0.value))" }.joined(separator: "&")
    try must(FormFields(again.utf8) == form, "other fields behind the second reading")
    if !form.values.isEmpty {
      let (name, value) = form.values.first ?? ("", "")
      let twice = "\(again)&\(encoded(name))=\(encoded(value))"
      try must(FormFields(twice.utf8) == nil, "a field counts twice")
    }
    for name in form.values.keys { try check(form.text(name)) }
  }

  private static func check(_ text: String) throws {
    let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) }
    try must(isPlain, "a control character in a field")
    try must(text.first != " " && text.last != " ", "a blank round a field")
    if Entered.isEmail(text) {
      let isOne = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
      try must(isOne && text.utf8.count { $0 == 0x40 } == 1, "a line of mail takes \(text)")
    }
    if let minute = Entered.minute(text) {
      try must((0..<1440).contains(minute), "minute \(minute) of the day")
    }
    // Another reader of addresses must see the same host, wherever the page goes on to.
    let here = "https://portal.example.org"
    let page = URL(string: Entered.next(text), relativeTo: URL(string: here))
    try must(page == nil || page?.absoluteURL.host == "portal.example.org", "away from here")
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case 0x20: "+"
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: String(UnicodeScalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }.joined()
  }

  static func runCookie(_ bytes: [UInt8]) throws {
    let header = String(decoding: bytes, as: UTF8.self)
    let key = SessionCookie.key(in: [header])
    if let key {
      try must(header.contains("\(SessionCookie.name)=\(key)"), "a key that was not sent")
      try must(key.utf8.count == 43, "a key of \(key.utf8.count) letters")
      let others =
        "theme=dark; \(header); \(SessionCookie.name)=\(String(repeating: "A", count: 43))"
      try must(SessionCookie.key(in: [others]) == key, "another key beside other cookies")
    }
    let pieces = header.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
    try must(SessionCookie.key(in: pieces) == key, "another key in several headers")
    for piece in pieces where !piece.contains(SessionCookie.name) {
      try must(SessionCookie.key(in: [piece]) == nil, "a key of another cookie")
    }
  }
}
