import Foundation
import HAL

/// The last profile that could be used, as a file in the state: a device with old settings is better than none.
///
/// Its first line states when the family's file was last read without a mistake, and which file that
/// was. The text of that file follows, byte for byte. It holds names and addresses, but no secret, and
/// only its owner can read it. It is replaced whole or not at all.
public struct KeptProfile: Sendable {
  public let profile: Profile
  public let text: String
  /// The time at which the file was last read without a mistake.
  public let since: WallTime

  private static let mark = "# vigia keeps 1 "

  public init(_ profile: Profile, text: String, since: WallTime) {
    self.profile = profile
    self.text = text
    self.since = since
  }

  /// The kept profile of a folder; nil: none that could be used.
  public init?(in folder: String) {
    guard let source = try? YAMLSource(file: KeptProfile.path(folder), waits: false),
      let end = source.text.firstIndex(of: "\n")
    else { return nil }
    let head = source.text[..<end]
    guard head.hasPrefix(KeptProfile.mark) else { return nil }
    let words = head.dropFirst(KeptProfile.mark.count).split(
      separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let text = String(source.text[source.text.index(after: end)...])
    guard words.count == 2, let since = Int64(words[0]),
      let profile = try? Profile(text: text, file: String(words[1]))
    else { return nil }
    self.init(profile, text: text, since: WallTime(milliseconds: since))
  }

  /// Whether a profile is another file, beside which its secrets and photos are others.
  public func isMoved(to other: Profile) -> Bool {
    KeptProfile.place(of: profile) != KeptProfile.place(of: other)
  }

  /// Takes the place of what the folder keeps.
  /// - Throws: why it cannot.
  public func store(in folder: String) throws(InputError) {
    let path = KeptProfile.path(folder)
    let file = KeptProfile.place(of: profile)
    guard !file.contains(where: \.isNewline) else {
      throw InputError(file: path, "cannot name a file with a line break")
    }
    try WholeFile.replace(
      path, Array("\(KeptProfile.mark)\(since.milliseconds) \(file)\n\(text)".utf8))
  }

  private static func path(_ folder: String) -> String { folder + "/profile.kept" }

  /// The profile's file, from the root on.
  private static func place(of profile: Profile) -> String {
    URL(fileURLWithPath: profile.file).path
  }
}
