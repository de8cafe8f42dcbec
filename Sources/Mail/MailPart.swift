/// A mail, or a part of one. RFC 2045 and 2046. What was cut off at the end is simply not there.
struct MailPart {
  let header: MailHeader
  private let body: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    header = MailHeader(bytes)
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
      let line = bytes[start..<end]
      start = min(end + 1, bytes.endIndex)
      if line.isEmpty || line.elementsEqual([UInt8(ascii: "\r")]) { break }
    }
    body = bytes[start...]
  }

  /// The first plain text, else what can be read of the first HTML.
  var readable: String { first("text/plain", depth: 0) ?? first("text/html", depth: 0) ?? "" }

  private func first(_ wanted: String, depth: Int) -> String? {
    let type = header.type
    if type.name.hasPrefix("multipart/") {
      guard depth < 5, let boundary = type.parameters["boundary"], !boundary.isEmpty else {
        return nil
      }
      for part in parts(boundary) {
        if let text = part.first(wanted, depth: depth + 1) { return text }
      }
      return nil
    }
    guard type.name == wanted, !header.isAttachment else { return nil }
    let encoding = header.values("content-transfer-encoding").first?.trimmed.lowercased()
    let bytes =
      switch encoding {
      case "quoted-printable": MailDecoding.quotedPrintable(body, isHeader: false)
      case "base64": MailDecoding.base64(body)
      default: Array(body)
      }
    let text = MailDecoding.text(bytes, type.parameters["charset"] ?? "utf-8")
    return wanted == "text/html" ? MailDecoding.visible(text) : text
  }

  private func parts(_ boundary: String) -> [MailPart] {
    let mark = Array("--\(boundary)".utf8)
    var parts: [MailPart] = []
    var open: Int?
    var start = body.startIndex
    while start < body.endIndex, parts.count < 20 {
      let end = body[start...].firstIndex(of: UInt8(ascii: "\n")) ?? body.endIndex
      let next = min(end + 1, body.endIndex)
      if body[start..<end].starts(with: mark) {
        if let open { parts.append(MailPart(body[open..<start])) }
        let rest = body[start..<end].dropFirst(mark.count)
        if rest.starts(with: "--".utf8) { return parts }
        open = next
      }
      start = next
    }
    if let open, open < body.endIndex { parts.append(MailPart(body[open...])) }
    return parts
  }
}
