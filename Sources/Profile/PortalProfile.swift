import Device
import Foundation

/// The newest revision of the profile that came through a portal, as a file in the state.
///
/// Its first line states the revision, and whether it counts. The changes and former addresses of which
/// nobody is told yet stand there, too. The text of the device's own file for which it was taken follows, and then
/// its own, byte for byte. It counts as long as the device's own file says the same in all that a portal
/// may change. Who edits one of those settings there has the last word.
public struct PortalProfile: Sendable, Equatable {
  public var revision: Int
  /// The text of the device's own file for which it was taken.
  public var base: String
  /// The device's own file has taken its place. It never counts again.
  public var isOver = false
  /// Parts that were changed, and of which no notice is stored yet.
  public var untold: ProfileChanges
  public var text: String
  /// Addresses that an earlier profile had, and that have not been told yet.
  public var former: Set<String>

  private static let head = "# vigia portal 2 "

  public init(
    revision: Int, base: String, untold: ProfileChanges, text: String, former: Set<String> = []
  ) {
    self.revision = revision
    self.base = base
    self.untold = untold
    self.text = text
    self.former = former
  }

  /// The revision that a folder has; nil: none that could be read.
  public init?(in folder: String) {
    guard let bytes = WholeFile.bytes(PortalProfile.path(folder)),
      let whole = String(validating: bytes, as: UTF8.self), let end = whole.firstIndex(of: "\n"),
      whole.hasPrefix(PortalProfile.head)
    else { return nil }
    let words = whole[..<end].dropFirst(PortalProfile.head.count).split(separator: " ")
    let texts = whole[whole.index(after: end)...].utf8
    guard (4...5).contains(words.count), let revision = Int(words[0]), revision > 0,
      let untold = UInt8(words[2]), let length = Int(words[3]), (0...texts.count).contains(length),
      let base = String(texts.prefix(length)), let text = String(texts.dropFirst(length))
    else { return nil }
    self.init(
      revision: revision, base: base, untold: ProfileChanges(rawValue: untold), text: text,
      former: Set(words.dropFirst(4).first?.split(separator: ",").map(String.init) ?? []))
    isOver = words[1] == "over"
  }

  /// Takes the place of what the folder has.
  /// - Throws: why it cannot.
  public func store(in folder: String) throws(InputError) {
    let addresses = former.isEmpty ? "" : " " + former.sorted().joined(separator: ",")
    let words = "\(revision) \(isOver ? "over" : "counts") \(untold.rawValue) \(base.utf8.count)"
    try WholeFile.replace(
      PortalProfile.path(folder),
      Array("\(PortalProfile.head)\(words)\(addresses)\n\(base)\(text)".utf8))
  }

  /// The profile in force: the device's own with this revision over it.
  ///
  /// - Parameter text: the text of the device's own file.
  /// - Returns: nil: the device's own file has the last word.
  /// - Throws: why a revision that would count cannot be used.
  public func over(_ own: Profile, text: String) throws -> Profile? {
    guard !isOver, own.routes.portal != nil else { return nil }
    if text != base, try !own.saysTheSame(as: Profile(text: base, file: own.file)) { return nil }
    return try own.taking(Profile(text: self.text, file: own.file))
  }

  /// The profile that was in force while the own file had the text `base`.
  public func before(file: String) throws -> Profile {
    try Profile(text: base, file: file).taking(Profile(text: text, file: file))
  }

  /// The parts that change where the own file takes its place, as far as all caregivers are told of them.
  ///
  /// A revision's own reminders are on the portal's pages. Those that the file undoes vanish unseen.
  public static func undone(_ before: Profile, by own: Profile) -> ProfileChanges {
    var changes = before.changes(to: own)
    if !before.hasReminders(of: own) { changes.insert(.reminders) }
    return changes
  }

  /// Stands for a text: equal texts have equal marks.
  public static func mark(of text: String) -> String {
    var digest = Digest()
    var word: UInt64 = 0
    for (offset, byte) in text.utf8.enumerated() {
      word = word << 8 | UInt64(byte)
      if offset % 8 == 7 { digest.fold(word) }
    }
    digest.fold(word)
    digest.fold(UInt64(text.utf8.count))
    return String(digest.value, radix: 16)
  }

  private static func path(_ folder: String) -> String { folder + "/profile.portal" }
}

extension Profile {
  /// This device's profile with all that a portal may change from another one.
  ///
  /// A stolen portal must not disarm the device: ways to people, insulin and the time zone stay those of
  /// the device's own file.
  /// - Throws: one line, for a profile that leaves nobody who can be told.
  public func taking(_ portal: Profile) throws -> Profile {
    if hasListener(among: caregivers), !hasListener(among: portal.caregivers) {
      throw InputError(
        file: "the portal's profile",
        "leaves nobody who can be told; expected one caregiver at least")
    }
    var merged = self
    merged.perimeter = portal.perimeter
    merged.watch = portal.watch
    merged.accompaniedUntil = portal.accompaniedUntil
    merged.wearer = portal.wearer
    merged.caregivers = portal.caregivers
    merged.reminders = portal.reminders
    merged.quiet = portal.quiet
    merged.raised = portal.raised
    merged.language = portal.language
    merged.textSize = portal.textSize
    merged.volume = portal.volume
    merged.limits = portal.limits
    merged.limits.hasInbound = limits.hasInbound
    merged.limits.hasHeartbeat = limits.hasHeartbeat
    merged.limits.usesMillimoles = limits.usesMillimoles
    merged.limits.asksCarbohydrates = limits.asksCarbohydrates
    return merged
  }

  /// Whether both say the same in all that a portal may change.
  public func saysTheSame(as other: Profile) -> Bool {
    perimeter == other.perimeter && watch == other.watch
      && accompaniedUntil == other.accompaniedUntil && wearer == other.wearer
      && caregivers == other.caregivers && quiet == other.quiet
      && hasReminders(of: other)
      && raised == other.raised && language == other.language && textSize == other.textSize
      && volume == other.volume && portalLimits == other.portalLimits
  }

  fileprivate func hasReminders(of other: Profile) -> Bool {
    reminders.map(\.setting) == other.reminders.map(\.setting)
      && reminders.map(\.words) == other.reminders.map(\.words)
  }

  /// The limits as far as a portal may change them.
  private var portalLimits: Limits {
    var limits = limits
    limits.hasInbound = false
    limits.hasHeartbeat = false
    limits.usesMillimoles = false
    limits.asksCarbohydrates = false
    return limits
  }

  private func hasListener(among people: [ProfileCaregiver]) -> Bool {
    people.contains {
      $0.setting.hasMail && routes.mail != nil || $0.setting.hasRelay && routes.relay != nil
    }
  }

  /// The parts in which another profile differs, as far as all caregivers are told of them.
  public func changes(to other: Profile) -> ProfileChanges {
    var changes = ProfileChanges()
    if caregivers.map(\.address) != other.caregivers.map(\.address) { changes.insert(.addresses) }
    if perimeter != other.perimeter || watch != other.watch { changes.insert(.perimeter) }
    if accompaniedUntil != other.accompaniedUntil { changes.insert(.company) }
    return changes
  }
}

extension ProfileCaregiver {
  /// The ways to the person.
  fileprivate var address: [String] {
    [words.email ?? "", setting.hasMail ? "mail" : "", setting.hasRelay ? "relay" : ""]
  }
}
