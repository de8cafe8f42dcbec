/// A file that pages refer to: served under its own path, which changes with its content.
public struct Asset: Sendable {
  /// "/assets/style-1f3a….css"
  public let path: String
  public let contentType: String
  public let bytes: [UInt8]

  /// All of them. A path that is not in here is not found; one that is may be kept for a year.
  public static let all: [Asset] = []
}
