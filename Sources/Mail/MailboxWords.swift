// How a look into the mailbox says what it means.
extension InboxSession {
  /// RFC 3501, 4.3; letters beyond ASCII in the form of 5.1.3 only.
  static func quoted(_ name: String) -> String {
    var text = "\""
    for character in MailEncoding.oneLine(name) {
      if character == "\"" || character == "\\" { text.append("\\") }
      text.append(character)
    }
    return text + "\""
  }

  /// Any of the keys is enough. RFC 3501, 6.4.4.
  static func any(of keys: [(field: String, text: String)]) -> String {
    keys.dropFirst().reduce(keys.first.map { "\($0.field) \(quoted($0.text))" } ?? "ALL") {
      "OR \($1.field) \(quoted($1.text)) \($0)"
    }
  }
}
