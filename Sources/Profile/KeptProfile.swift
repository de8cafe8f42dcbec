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
    guard let source = try? YAMLSource(file: KeptProfile.path(folder)),
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

  /// Takes the place of what the folder keeps.
  /// - Throws: why it cannot.
  public func store(in folder: String) throws(InputError) {
    let path = KeptProfile.path(folder)
    let file = URL(fileURLWithPath: profile.file).path
    func refusal(_ code: Int32) -> InputError {
      InputError(file: path, "cannot be written: \(String(cString: strerror(code)))")
    }
    guard !file.contains(where: \.isNewline) else {
      throw InputError(file: path, "cannot name a file with a line break")
    }
    let new = path + ".new"
    let bytes = Array("\(KeptProfile.mark)\(since.milliseconds) \(file)\n\(text)".utf8)
    let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw refusal(errno) }
    defer { close(descriptor) }
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        write(descriptor, $0.baseAddress! + done, bytes.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw refusal(errno) }
      done += count
    }
    guard fsync(descriptor) == 0, rename(new, path) == 0 else { throw refusal(errno) }
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return }
    fsync(directory)
    close(directory)
  }

  private static func path(_ folder: String) -> String { folder + "/profile.kept" }
}
