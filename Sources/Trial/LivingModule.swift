import Foundation

/// The device's own program as a module for browsers, which a page carries to replay its walk
/// (docs/module.md).
public struct LivingModule: Equatable, Sendable {
  /// Fingerprint of the module, 64 hexadecimal digits.
  public var sha256: String
  public var bytes: Int
  /// The module, packed with gzip, in base64.
  public var gzipBase64: String

  public init(sha256: String, bytes: Int, gzipBase64: String) {
    self.sha256 = sha256
    self.bytes = bytes
    self.gzipBase64 = gzipBase64
  }

  /// The module, packed with gzip; empty where `gzipBase64` is no base64.
  var gzip: [UInt8] { Array(Data(base64Encoded: gzipBase64) ?? Data()) }

  /// The module that was built into this program; nil where `make module` did not run before the build, or
  /// sources were changed since.
  public static var shared: LivingModule? { built }
}
