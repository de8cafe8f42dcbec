import CSodium
import Dispatch
import Foundation
import Sync

/// Random keys, their hashes, and passwords, all by libsodium.
public enum Secrets {
  /// Must come before any other call; false where libsodium cannot be used.
  private static let isReady = sodium_init() >= 0

  static func random(_ count: Int) -> Data {
    precondition(isReady, "libsodium does not start")
    var bytes = [UInt8](repeating: 0, count: count)
    randombytes_buf(&bytes, count)
    return Data(bytes)
  }

  /// A key of 256 bits that fits into an address, a cookie or a header.
  public static func key() -> String { base64url(random(32)) }

  /// The only form in which a key, a link or a session is kept.
  public static func hash(_ key: String) -> Data {
    precondition(isReady, "libsodium does not start")
    var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
    let bytes = Array(key.utf8)
    _ = crypto_hash_sha256(&hash, bytes, UInt64(bytes.count))
    return Data(hash)
  }

  /// SHA-256 of some bytes: 64 hexadecimal digits in lower case.
  public static func hash(of bytes: [UInt8]) -> String {
    precondition(isReady, "libsodium does not start")
    var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
    _ = crypto_hash_sha256(&hash, bytes, UInt64(bytes.count))
    return hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// A code that people can type: eight letters and digits that nobody mixes up, 40 bits.
  static func code() -> String {
    let letters = random(8).map { SyncText.codeAlphabet[Int($0 & 31)] }
    return String(decoding: letters[..<4], as: UTF8.self) + "-"
      + String(decoding: letters[4...], as: UTF8.self)
  }

  static func base64url(_ data: Data) -> String {
    data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  /// Argon2id with 64 MiB and two passes. Takes a tenth of a second: `PasswordDesk` lets two in at once.
  static func passwordHash(_ password: String) throws -> String {
    precondition(isReady, "libsodium does not start")
    var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
    let bytes = Array(password.utf8.map { CChar(bitPattern: $0) })
    let status = crypto_pwhash_str(
      &text, bytes, UInt64(bytes.count), UInt64(crypto_pwhash_OPSLIMIT_INTERACTIVE), 64 << 20)
    guard status == 0 else { throw PortalError.noMemory }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  static func matches(_ password: String, _ hash: String) -> Bool {
    precondition(isReady, "libsodium does not start")
    let bytes = Array(password.utf8.map { CChar(bitPattern: $0) })
    return crypto_pwhash_str_verify(hash, bytes, UInt64(bytes.count)) == 0
  }
}

/// Two passwords are hashed at once, because each takes 64 MiB: a flood of logins must not be one of memory.
public actor PasswordDesk {
  public static let places = 2

  private var free = places
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// A hash of nothing, so that an unknown account takes as long as a wrong password.
  private var decoy: String?

  public init() {}

  public func hash(_ password: String) async throws -> String {
    await enter()
    defer { leave() }
    return try await PasswordDesk.aside { try Secrets.passwordHash(password) }
  }

  /// - Parameter hash: nil: there is no such account; false after the usual time.
  public func matches(_ password: String, _ hash: String?) async throws -> Bool {
    await enter()
    defer { leave() }
    if decoy == nil {
      decoy = try await PasswordDesk.aside { try Secrets.passwordHash(Secrets.key()) }
    }
    guard let kept = hash ?? decoy else { return false }
    let isRight = try await PasswordDesk.aside { Secrets.matches(password, kept) }
    return isRight && hash != nil
  }

  /// Works on a thread of its own. A request of somebody else must not wait a tenth of a second.
  private static func aside<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws
    -> T
  {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result(catching: work)) }
    }
  }

  private func enter() async {
    if free > 0 {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func leave() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
