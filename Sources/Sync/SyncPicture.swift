import Foundation

/// A photo as the device has it: 160 by 160 pixels, JPEG.
///
/// A profile names it by its content, so that nothing but the bytes that somebody chose can take its place.
public struct SyncPicture: Codable, Equatable, Sendable {
  /// SHA-256 of the bytes: 64 hexadecimal digits in lower case.
  public var hash: String
  /// The bytes in base64.
  public var jpeg: String
  /// The same photo for a screen of letters, in base64: see `pixelBytes`. Nil from a server that makes none.
  public var pixels: String?

  enum CodingKeys: String, CodingKey {
    case hash, jpeg
    case pixels = "points"
  }

  public init(hash: String, jpeg: [UInt8], pixels: [UInt8]? = nil) {
    self.hash = hash
    self.jpeg = Data(jpeg).base64EncodedString()
    self.pixels = pixels.map { Data($0).base64EncodedString() }
  }

  /// The bytes as they came; nil: no base64, none, or more than `SyncLimits.picture`.
  ///
  /// The reader checks that they have this hash.
  public var bytes: [UInt8]? {
    guard jpeg.utf8.count <= (SyncLimits.picture + 2) / 3 * 4,
      let data = Data(base64Encoded: jpeg), !data.isEmpty, data.count <= SyncLimits.picture
    else { return nil }
    return Array(data)
  }

  /// 64 by 64 pixels from the top left, each a byte of red, green and blue; nil: none, or another number.
  public var pixelBytes: [UInt8]? {
    guard let pixels, pixels.utf8.count <= SyncLimits.pixels / 3 * 4,
      let data = Data(base64Encoded: pixels), data.count == SyncLimits.pixels
    else { return nil }
    return Array(data)
  }

  private static let (head, tail) = ("sha256-", ".jpg")

  /// The name that a profile has for a picture of the portal.
  public static func name(_ hash: String) -> String { head + hash + tail }

  /// The hash in such a name; nil: the photo is a file of the device's own.
  public static func hash(named name: String?) -> String? {
    guard let name, name.hasPrefix(head), name.hasSuffix(tail) else { return nil }
    let hash = String(name.dropFirst(head.utf8.count).dropLast(tail.utf8.count))
    return isHash(hash) ? hash : nil
  }

  public static func isHash(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
