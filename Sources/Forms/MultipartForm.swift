import Foundation

/// A form with files that a stranger sent, `multipart/form-data` (RFC 7578).
///
/// The reader is as strict as browsers and curl are exact. It takes no preamble, nothing behind the end, no
/// field twice and no encoding but the bytes themselves. The name of a file is not even kept.
public struct MultipartForm: Equatable, Sendable {
  /// Parts of any form.
  public static let mostParts = 8
  /// Bytes of the headers of one part.
  public static let mostHeaders = 4096

  /// Fields without a file, by name, as they were sent.
  public private(set) var values: [String: String] = [:]
  /// The content of files by the names of their fields. A field without a chosen file has an empty one.
  public private(set) var files: [String: ArraySlice<UInt8>] = [:]

  /// Nil for bytes that no browser sends, and for more than the bounds above or of `FormFields.most` for a
  /// field.
  public init?(_ bytes: [UInt8], contentType: String) {
    guard let boundary = MultipartForm.boundary(contentType) else { return nil }
    let (lineEnd, dashes) = (Array("\r\n".utf8), Array("--".utf8))
    let delimiter = dashes + Array(boundary.utf8)
    guard bytes.starts(with: delimiter) else { return nil }
    var at = delimiter.count
    var parts = 0
    while !bytes[at...].starts(with: dashes) {
      parts += 1
      let most = min(at + MultipartForm.mostHeaders, bytes.count)
      guard parts <= MultipartForm.mostParts, bytes[at...].starts(with: lineEnd),
        let head = MultipartForm.find(lineEnd + lineEnd, in: bytes[(at + 2)..<max(at + 2, most)]),
        let end = MultipartForm.find(lineEnd + delimiter, in: bytes[(head + 4)...]),
        take(bytes[(at + 2)..<head], bytes[(head + 4)..<end])
      else { return nil }
      at = end + 2 + delimiter.count
    }
    let rest = bytes[(at + 2)...]
    guard parts > 0, rest.isEmpty || rest.elementsEqual(lineEnd) else { return nil }
  }

  /// - Returns: whether the part is one of a form.
  private mutating func take(_ head: ArraySlice<UInt8>, _ content: ArraySlice<UInt8>) -> Bool {
    var (name, isFile): (String?, Bool) = (nil, false)
    let text = String(decoding: head, as: UTF8.self)
    // Swift takes a CR and an LF for one letter.
    for line in text.split(separator: Character("\r\n"), omittingEmptySubsequences: false) {
      let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2, !line.unicodeScalars.contains(where: { $0 == "\r" || $0 == "\n" })
      else { return false }
      let value = halves[1].unicodeScalars
      switch halves[0].lowercased() {
      case "content-disposition":
        guard name == nil, let words = MultipartForm.parameters(value),
          words.value.lowercased() == "form-data", let named = words.parameters["name"]
        else { return false }
        name = named
        isFile = words.parameters["filename"] != nil || words.parameters["filename*"] != nil
      case "content-transfer-encoding":
        guard ["binary", "8bit", "7bit"].contains(value.trimmed.lowercased()) else { return false }
      default: break
      }
    }
    guard let name, !name.isEmpty, values[name] == nil, files[name] == nil else { return false }
    if isFile {
      files[name] = content
    } else {
      guard content.count <= FormFields.most else { return false }
      values[name] = String(decoding: content, as: UTF8.self)
    }
    return true
  }

  /// The boundary of a header `Content-Type`; nil: none, or one that no sender may choose.
  static func boundary(_ contentType: String) -> String? {
    guard let words = parameters(contentType[...].unicodeScalars),
      words.value.lowercased() == "multipart/form-data",
      let boundary = words.parameters["boundary"], (1...70).contains(boundary.utf8.count),
      boundary.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }),
      boundary.utf8.last != 0x20
    else { return nil }
    return boundary
  }

  /// The parts of `form-data; name="photo"`. A name that comes twice is refused: readers differ about it.
  private static func parameters(_ text: Scalars) -> (value: String, parameters: [String: String])?
  {
    var rest = text
    let value = rest.prefix { $0 != ";" }
    rest = rest.dropFirst(value.count)
    var found: [String: String] = [:]
    while rest.popFirst() != nil {
      rest = rest.drop { $0 == " " || $0 == "\t" }
      if rest.isEmpty { break }
      let name = rest.prefix { $0 != "=" && $0 != ";" }
      rest = rest.dropFirst(name.count)
      guard rest.popFirst() == "=", let word = word(&rest),
        found.updateValue(word, forKey: name.trimmed.lowercased()) == nil
      else { return nil }
      rest = rest.drop { $0 == " " || $0 == "\t" }
      guard rest.isEmpty || rest.first == ";" else { return nil }
    }
    return (value.trimmed, found)
  }

  /// A backslash protects a quote or itself, as curl has it. Browsers write %22 for a quote.
  private static func word(_ rest: inout Scalars) -> String? {
    guard rest.first == "\"" else {
      let end = rest.firstIndex(of: ";") ?? rest.endIndex
      defer { rest = rest[end...] }
      return rest[..<end].trimmed
    }
    rest.removeFirst()
    var word = String.UnicodeScalarView()
    while let letter = rest.popFirst() {
      if letter == "\"" { return String(word) }
      if letter == "\\", let next = rest.first, next == "\"" || next == "\\" {
        word.append(rest.removeFirst())
      } else {
        word.append(letter)
      }
    }
    return nil
  }

  /// The place of a pattern that is there as a whole.
  private static func find(_ pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.withUnsafeBytes { all in
      var at = 0
      while at + pattern.count <= all.count, let start = all.baseAddress,
        let found = memchr(start + at, Int32(pattern[0]), all.count - at - pattern.count + 1)
      {
        at = UnsafeRawPointer(found) - start
        if memcmp(found, pattern, pattern.count) == 0 { return bytes.startIndex + at }
        at += 1
      }
      return nil
    }
  }
}

/// A letter and an accent behind it are two: a quote stays a quote.
private typealias Scalars = Substring.UnicodeScalarView

extension Scalars {
  fileprivate var trimmed: String {
    let start = drop { $0 == " " || $0 == "\t" }
    let count = start.reversed().prefix { $0 == " " || $0 == "\t" }.count
    return String(Substring(start.dropLast(count)))
  }
}
