import Foundation

/// A file that goes away with the value that made it.
final class TemporaryFile {
  let url: URL
  var path: String { url.path }

  init(_ bytes: [UInt8] = [], name: String = "trace") throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("vigia-\(UUID().uuidString)-\(name)")
    try Data(bytes).write(to: url)
  }

  convenience init(_ text: String, name: String = "trace") throws {
    try self.init(Array(text.utf8), name: name)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The lines of the file, without their ends.
  func lines() throws -> [Substring] {
    String(decoding: try Data(contentsOf: url), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }
}
