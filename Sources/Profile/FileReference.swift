import Foundation

/// Files that a profile names. They are looked for from the profile's own folder.
extension YAMLValue {
  /// A picture. That it is missing is no mistake: the device shows the words without it.
  func photo() throws -> String { try path(named: "the picture") }

  /// A file with a secret, which never stands in the profile itself.
  func credentials() throws -> String { try path(named: "the file with the secret") }

  private func path(named what: String) throws -> String {
    let path = try words(most: PeopleSection.longestFile)
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    let absolute = URL(fileURLWithPath: path, relativeTo: folder).path
    if !FileManager.default.fileExists(atPath: absolute) {
      warn("is \(shown); \(what) is not there")
    }
    return path
  }
}
