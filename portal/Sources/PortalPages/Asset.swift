/// A file that pages refer to: served under its own path, which changes with its content.
public struct Asset: Sendable {
  /// "/static/portal-1f3a….css"
  public let path: String
  public let contentType: String
  public let bytes: [UInt8]

  /// All of them. A path that is not in here is not found; one that is may be kept for a year.
  public static let all = [style, script, worker, sign]

  static let style = Asset("portal", "css", "text/css; charset=utf-8", StyleSheet.text)
  static let script = Asset("portal", "js", "text/javascript; charset=utf-8", PortalScript.text)
  static let worker = Asset(
    "stream", "js", "text/javascript; charset=utf-8", StreamWorker.text)
  static let sign = Asset("sign", "svg", "image/svg+xml", Sign.text)

  private init(_ name: String, _ ending: String, _ contentType: String, _ text: String) {
    bytes = Array(text.utf8)
    self.contentType = contentType
    path = "\(Path.assets)\(name)-\(String(Asset.hash(bytes), radix: 16)).\(ending)"
  }

  /// FNV-1a with 64 bits: it only tells one version from another.
  private static func hash(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

/// The sign in a browser's tab: an open eye.
private enum Sign {
  static let text = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" \
    fill="#17565e"/><path d="M4 16q12-14 24 0q-12 14-24 0z" fill="#fff"/><circle cx="16" cy="16" r="5" \
    fill="#17565e"/></svg>

    """
}
