import Foundation

/// Checks of the texts that people enter.
public enum Entered {
  public static let longestName = 60
  public static let shortestPassword = 10
  /// More than this says nothing for a person, and costs time to hash.
  public static let longestPassword = 200

  /// An address to which a mail can go: one @, no blanks, quotes or brackets.
  public static func isEmail(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[1].contains("."), text.utf8.count <= 200 else {
      return false
    }
    return text.utf8.allSatisfy { byte in
      byte > 0x20 && byte < 0x7F && !"<>\"(),:;\\[]".utf8.contains(byte)
    }
  }

  /// A page here to go on to; the first page where the text is any other address.
  public static func next(_ text: String) -> String {
    guard text.hasPrefix("/"), !text.hasPrefix("//"), !text.contains("\\"),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !text.hasPrefix("/log")
    else { return "/" }
    return text
  }

  /// Minutes since midnight of "18:30".
  public static func minute(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.utf8.count) }),
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
    else { return nil }
    return hour * 60 + minute
  }
}
