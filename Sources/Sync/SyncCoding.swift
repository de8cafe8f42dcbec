import Foundation

/// Messages of the protocol as JSON.
public protocol SyncMessageBody: Codable, Equatable, Sendable {
  /// Throws what lies beyond `SyncLimits`.
  func check() throws(SyncRefusal)
}

extension SyncMessageBody {
  /// Reads JSON of a stranger.
  /// - Throws: one line, which repeats nothing of the bytes but names of members.
  public init(json bytes: some Collection<UInt8>) throws(SyncRefusal) {
    self = try SyncCoding.decode(Self.self, bytes)
    try check()
  }

  /// Equal messages give equal bytes.
  public var json: [UInt8] { SyncCoding.encode(self) }
}

enum SyncCoding {
  /// The member that every message has.
  private struct Version: Decodable {
    var v: Int
  }

  static func decode<Body: Decodable>(
    _ type: Body.Type, _ bytes: some Collection<UInt8>
  ) throws(SyncRefusal) -> Body {
    guard bytes.count <= SyncLimits.bytes else {
      throw SyncRefusal(
        .tooLarge, "has \(bytes.count) bytes; expected up to \(SyncLimits.bytes)")
    }
    let data = Data(bytes)
    do {
      let version = try JSONDecoder().decode(Version.self, from: data).v
      guard version == SyncLimits.version else {
        throw SyncRefusal(
          .upgrade,
          "v is \(version); this program speaks v \(SyncLimits.version): update the older of the two"
        )
      }
      return try JSONDecoder().decode(type, from: data)
    } catch let refusal as SyncRefusal {
      throw refusal
    } catch let error as DecodingError {
      throw SyncRefusal(line(error))
    } catch {
      throw SyncRefusal("cannot be read; expected JSON as in docs/portal-protocol.md")
    }
  }

  static func encode(_ body: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // The messages have neither floating point nor any other value that JSON lacks.
    return (try? encoder.encode(body)).map { Array($0) } ?? []
  }

  private static func line(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      "\(path(context.codingPath + [key])) is missing; expected it as in docs/portal-protocol.md"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(path(context.codingPath)) has another type than docs/portal-protocol.md says"
    case .dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "is no JSON that can be read; expected an object"
        : "\(path(context.codingPath)) has a value that docs/portal-protocol.md does not allow"
    @unknown default: "cannot be read; expected JSON as in docs/portal-protocol.md"
    }
  }

  /// Names of members are ours, whoever wrote the bytes: unknown ones are not looked at.
  static func path(_ keys: [any CodingKey]) -> String {
    var text = ""
    for key in keys {
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    return text.isEmpty ? "the message" : text
  }
}

extension SyncRefusal {
  static func require(_ condition: Bool, _ line: @autoclosure () -> String) throws(SyncRefusal) {
    if !condition { throw SyncRefusal(line()) }
  }

  static func bound(_ text: String?, _ name: String, most: Int) throws(SyncRefusal) {
    guard let text else { return }
    try require(
      text.utf8.count <= most, "\(name) has \(text.utf8.count) bytes; expected up to \(most)")
  }

  static func time(_ time: Int64?, _ name: String) throws(SyncRefusal) {
    try require(isInTime(time), "\(name) is out of range; expected milliseconds since 1970")
  }
}
