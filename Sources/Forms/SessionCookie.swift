/// The cookie by which a browser says whose it is.
public enum SessionCookie {
  /// Browsers take this prefix only from a server with TLS, for the whole of it, and for no other host.
  public static let name = "__Host-vigia"
  /// Letters of a key: 256 bits in base64url without padding.
  private static let length = 43

  /// The key in a request's headers `Cookie`; nil where there is none that we could have set.
  ///
  /// The first cookie of that name counts.
  public static func key(in headers: [String]) -> String? {
    for header in headers {
      for pair in header.utf8.split(separator: UInt8(ascii: ";")) {
        let cookie = pair.drop { $0 == 0x20 || $0 == 0x09 }
        guard cookie.starts(with: "\(name)=".utf8) else { continue }
        let key = cookie.dropFirst(name.utf8.count + 1)
        return isKey(key) ? String(decoding: key, as: UTF8.self) : nil
      }
    }
    return nil
  }

  private static func isKey(_ key: Substring.UTF8View) -> Bool {
    key.count == length
      && key.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}
