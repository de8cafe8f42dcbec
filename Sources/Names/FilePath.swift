/// The parts of a path, by its bytes.
///
/// Foundation's own `deletingLastPathComponent` of a string ends the program for a path of one letter.
package enum FilePath {
  /// The folder that holds the last name: "" for a name alone, "/" at the root.
  package static func folder(of path: String) -> String {
    var bytes = Array(path.utf8)
    strip(&bytes)
    guard let last = bytes.lastIndex(of: slash) else { return "" }
    bytes.removeSubrange((last + 1)...)
    strip(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The folder, to be opened: "." for a name alone.
  package static func openable(folderOf path: String) -> String {
    let folder = folder(of: path)
    return folder.isEmpty ? "." : folder
  }

  private static let slash = UInt8(ascii: "/")

  /// Takes slashes off the end; the root keeps one.
  private static func strip(_ bytes: inout [UInt8]) {
    while bytes.count > 1, bytes.last == slash { bytes.removeLast() }
  }
}
