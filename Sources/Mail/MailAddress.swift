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
