/// Who a caregiver is, as a number: FNV-1a with 32 bits over bytes, so that it is equal on every machine.
///
/// G. Fowler, L. C. Noll, K.-P. Vo, "The FNV Non-Cryptographic Hash Algorithm". docs/traces.md has an
/// example.
extension Names.Caregiver {
  /// Of the name, the mail address and whether the relay is used, a zero byte between two of them.
  ///
  /// The kinship is not in it: who is called another word by the wearer is the same person.
  public static func who(name: String, email: String?, hasRelay: Bool) -> UInt32 {
    hash([name.utf8, (email ?? "").utf8, (hasRelay ? "yes" : "no").utf8].joined(separator: [0]))
  }

  /// Of the name alone, where a trace says no more; 0 without a name.
  public static func who(name: String) -> UInt32 { name.isEmpty ? 0 : hash(name.utf8) }

  /// Never 0, which stands for nobody.
  private static func hash(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var hash: UInt32 = 0x811c_9dc5
    for byte in bytes { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return hash == 0 ? 1 : hash
  }
}
