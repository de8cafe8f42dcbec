import Foundation

/// Files of this checkout, and of the programs that were built with it.
public enum Places {
  public static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// - Parameter path: within the checkout.
  public static func own(_ path: String) -> String { root.appendingPathComponent(path).path }

  /// A program of the package. It stands beside the test bundle.
  public static func built(_ program: String) -> String {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appendingPathComponent(program).path
  }
}

/// The folder beside the checkout, or at `VIGIA_SHARED`. It has recordings of other people, which are not
/// ours to publish, so that a clone lacks it.
public enum Shared {
  private static let folder: URL = {
    let named = ProcessInfo.processInfo.environment["VIGIA_SHARED"]
    return
      (named.map { URL(fileURLWithPath: $0) }
      ?? Places.root.appendingPathComponent("../shared")).standardizedFileURL
  }()

  public static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  public static func has(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: path(name))
  }

  /// Recordings of real receivers.
  public static let realTraces = "traces/real"

  public static func realTrace(_ name: String) -> String { path("\(realTraces)/\(name)") }
}
