import Sync

/// The part of the link that outlives a power cut. It is written before the portal hears of it.
public struct LinkMemory: SyncMessageBody {
  /// Outcomes that are remembered; older messages are known by their number alone.
  static let most = 64

  public private(set) var v = SyncLimits.version
  /// The log up to there is with the portal.
  public internal(set) var stored: Int64 = 0
  /// Stands for the record at `stored`; nil: it is not known, as in memories from before.
  public internal(set) var mark: Int64?
  /// The newest revision of the profile that was taken, or refused.
  public internal(set) var revision = 0
  /// The revision that cannot be used.
  public internal(set) var refused: SyncProfileRefusal?
  /// Stands for the text of the device's own file that the portal has; nil: none.
  public internal(set) var file: String?
  /// Oldest first.
  public internal(set) var done: [SyncDone] = []
  /// Messages up to there were answered, or are too old to be remembered.
  public internal(set) var forgotten: Int64 = 0

  public init() {}

  /// The memory of a device that got its log from the portal, up to `stored`, and took that revision.
  public init(restored stored: Int64, revision: Int) {
    self.stored = stored
    self.revision = revision
  }

  func outcome(of message: Int64) -> SyncDone? {
    if let known = done.last(where: { $0.message == message }) { return known }
    guard message <= forgotten else { return nil }
    return SyncDone(message: message, outcome: .expired, why: "it was answered long ago")
  }

  mutating func remember(_ outcome: SyncDone) {
    done.append(outcome)
    while done.count > LinkMemory.most { forgotten = max(forgotten, done.removeFirst().message) }
  }

  public func check() throws(SyncRefusal) {
    guard stored >= 0, revision >= 0, done.count <= LinkMemory.most else {
      throw SyncRefusal(.malformed, "is no memory of a portal")
    }
  }
}
