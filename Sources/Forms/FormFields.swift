import Foundation

/// The fields of a form that a stranger sent, `application/x-www-form-urlencoded`.
public struct FormFields: Equatable, Sendable {
  /// Bytes of any form.
  public static let most = 16 << 10

  /// Values by name, as they were sent.
  public private(set) var values: [String: String] = [:]

  /// Fields that were read in another way.
  public init(_ values: [String: String] = [:]) { self.values = values }

  /// Nil for bytes that no browser sends, and where a field comes twice.
  public init?(_ bytes: some Collection<UInt8>) {
    for pair in String(decoding: bytes, as: UTF8.self).split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = FormFields.decoded(halves[0]),
        let value = FormFields.decoded(halves.count > 1 ? halves[1] : ""),
        values.updateValue(value, forKey: name) == nil
      else { return nil }
    }
  }

  private static func decoded(_ text: Substring) -> String? {
    text.replacing("+", with: " ").removingPercentEncoding
  }

  /// A field without blanks round it and without control characters; empty where there is none.
  public func text(_ name: String) -> String { FormFields.plain(values[name] ?? "") }

  /// A field of several lines, which keeps them: no control characters, no blanks round it, and one empty
  /// line at most between two others.
  public func lines(_ name: String) -> String {
    let lines = (values[name] ?? "").replacing("\r\n", with: "\n")
      .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" }
      .map { FormFields.plain(String($0)) }
    let kept = lines.indices.filter { !lines[$0].isEmpty || $0 > 0 && !lines[$0 - 1].isEmpty }
    return kept.map { lines[$0] }.joined(separator: "\n").trimmingCharacters(in: .newlines)
  }

  private static func plain(_ text: String) -> String {
    let scalars = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
    return String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespaces)
  }

  /// A field as it was sent, for passwords.
  public func raw(_ name: String) -> String { values[name] ?? "" }
}
