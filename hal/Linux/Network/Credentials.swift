import Glibc

/// A secret in a file of its own: a password, or the token of a relay.
///
/// The file holds it on one line; a line break at its end does not count. The file is ours or root's,
/// and nobody else can read or write it: mode 0600 or 0400. A service may get its credentials from
/// systemd (`LoadCredential=mail.secret:/etc/vigia/mail.secret`). Then the file is found by its last
/// name in $CREDENTIALS_DIRECTORY, which systemd itself guards. That one takes precedence.
public enum Credentials {
  /// One line for people.
  public struct Refusal: Error, Equatable, CustomStringConvertible {
    public var description: String
  }

  static let longest = 1024

  /// - Parameters:
  ///   - path: as the profile's folder makes it absolute.
  ///   - directory: of systemd.
  ///   - isOfAnyone: whether the file may belong to another user, for whom somebody else looks at it.
  public static func read(
    _ path: String,
    directory: String? = getenv("CREDENTIALS_DIRECTORY").map { String(cString: $0) },
    isOfAnyone: Bool = false
  ) throws(Refusal) -> String {
    if let guarded = guarded(path, directory) {
      return try read(guarded, isGuarded: true, isOfAnyone: true)
    }
    return try read(path, isGuarded: false, isOfAnyone: isOfAnyone)
  }

  /// Whether there is a file, here or of systemd, that `read` would try.
  public static func isThere(
    _ path: String,
    directory: String? = getenv("CREDENTIALS_DIRECTORY").map { String(cString: $0) }
  ) -> Bool {
    guarded(path, directory) != nil || access(path, F_OK) == 0
  }

  /// The file of systemd; nil: it brings none of that name.
  private static func guarded(_ path: String, _ directory: String?) -> String? {
    guard let directory else { return nil }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let guarded = "\(directory)/\(name)"
    return access(guarded, F_OK) == 0 ? guarded : nil
  }

  private static func read(
    _ path: String, isGuarded: Bool, isOfAnyone: Bool
  ) throws(Refusal) -> String {
    func refuse(_ what: String) -> Refusal { Refusal(description: "\(path): \(what)") }
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      throw refuse("\(String(cString: strerror(errno))); expected a file with the secret")
    }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      throw refuse("is no file; expected a file with the secret")
    }
    // systemd lets its service in by a list that shows up in the group's bits.
    if !isGuarded {
      guard facts.st_mode & 0o077 == 0 else {
        let mode = String(facts.st_mode & 0o777, radix: 8)
        throw refuse("has mode 0\(mode), so that others can read it; expected mode 0600")
      }
      guard isOfAnyone || facts.st_uid == 0 || facts.st_uid == geteuid() else {
        throw refuse("belongs to user \(facts.st_uid); expected ours or root's")
      }
    }
    var bytes = [UInt8](repeating: 0, count: longest + 3)
    let count = Glibc.read(file, &bytes, bytes.count)
    guard count >= 0 else { throw refuse(String(cString: strerror(errno))) }
    var secret = bytes[..<count]
    if secret.last == UInt8(ascii: "\n") { secret.removeLast() }
    if secret.last == UInt8(ascii: "\r") { secret.removeLast() }
    guard !secret.isEmpty, secret.count <= longest, secret.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else {
      throw refuse("holds no secret on one line of 1 to \(longest) bytes; expected just that")
    }
    return String(decoding: secret, as: UTF8.self)
  }
}
