import CCrypto
import Glibc

/// The content of a file, as a page that somebody signs tells it.
public struct Fingerprint: Equatable, Sendable {
  /// Length of the file.
  public var bytes: Int
  /// SHA-256 (FIPS 180-4), 64 hexadecimal digits in lower case.
  public var sha256: String

  /// The fingerprint of a whole file.
  /// - Throws: `TraceError` for one that cannot be read.
  public init(file: String) throws(TraceError) {
    let source = try ByteSource(path: file, isHashed: true)
    self = try source.fingerprintsAtEnd()[0]
  }

  /// The fingerprint of bytes in memory.
  public init(of bytes: [UInt8]) {
    let hasher = FingerprintHasher()
    bytes.withUnsafeBytes { hasher.add($0) }
    self = hasher.take()
  }

  init(bytes: Int, sha256: String) {
    self.bytes = bytes
    self.sha256 = sha256
  }
}

/// A fingerprint in the making, by libcrypto.
final class FingerprintHasher {
  private let context = EVP_MD_CTX_new()
  private var bytes = 0

  init() { begin() }

  deinit { EVP_MD_CTX_free(context) }

  private func begin() {
    // Both fail only without memory, and then nothing else of the program runs either.
    guard let context, EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
      fatalError("libcrypto has no memory for SHA-256")
    }
    bytes = 0
  }

  func add(_ chunk: UnsafeRawBufferPointer) {
    EVP_DigestUpdate(context, chunk.baseAddress, chunk.count)
    bytes += chunk.count
  }

  /// The fingerprint of what was added since the last call.
  func take() -> Fingerprint {
    var digest = [UInt8](repeating: 0, count: 32)
    EVP_DigestFinal_ex(context, &digest, nil)
    let digits = Array("0123456789abcdef")
    let text = String(digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    defer { begin() }
    return Fingerprint(bytes: bytes, sha256: text)
  }
}
