import Foundation
import Glibc

/// A folder that goes away with its owner. Its path is short, because that of a socket has 107 bytes at most.
public final class TemporaryFolder: Sendable {
  public let path: String
  public var url: URL { URL(fileURLWithPath: path) }

  public init() {
    var template = Array("/tmp/vigia-test-XXXXXX".utf8CString)
    path = String(cString: mkdtemp(&template))
    // Servers that drop their rights look into it.
    chmod(path, 0o755)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  public func path(_ name: String) -> String { "\(path)/\(name)" }

  /// - Returns: the path of the file.
  @discardableResult public func write(_ name: String, _ text: String, mode: mode_t = 0o644) throws
    -> String
  {
    try write(name, Data(text.utf8), mode: mode)
  }

  @discardableResult public func write(_ name: String, _ data: Data, mode: mode_t = 0o644) throws
    -> String
  {
    try data.write(to: URL(fileURLWithPath: path(name)))
    chmod(path(name), mode)
    return path(name)
  }

  /// Empty where there is no such file.
  public func text(_ name: String) -> String {
    (try? Data(contentsOf: URL(fileURLWithPath: path(name)))).map {
      String(decoding: $0, as: UTF8.self)
    } ?? ""
  }

  public func files(_ folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path(folder))) ?? []
    return names.sorted().map { "\(path)/\(folder)/\($0)" }
  }
}
